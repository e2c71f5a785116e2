"""The watch on games that are battles: when one ends, or changes later, its campaign gets a report."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from itertools import groupby

from bot.errors import AppError
from bot.game.people import Call, Person, Place
from bot.resolution.campaign_referee import CampaignReferee, CampaignResult, NewCampaignEntry
from bot.services.campaign.battle_games import battle_number, played_game
from bot.services.campaign.reports import CampaignReports
from bot.store.campaign_tables import BattleLink
from bot.store.tables import StoredGame as GameInfo
from rules.campaign.battle_events import BattleEnded
from rules.campaign.campaign import Battle, Campaign
from rules.kernel.errors import RulesError
from rules.kernel.text import Text

LOG = logging.getLogger(__name__)
Heard = Callable[[CampaignResult, BattleLink], Awaitable[None]]
"""Listener, called when a report was made, or has become void because its game continues."""
Late = Callable[[Campaign, Battle, GameInfo], Awaitable[None]]
"""Listener, called when the game of a signed report changed; the report stays valid until the arbitrator reopens it."""

DONE = ("settled", "off")
"""Stages in which a battle ignores its game."""


class _UpToDate(Exception):
    """Raised if a campaign is already up to date with the game of a battle."""


class CampaignWatch:
    """A listener to the games' referee; it passes results to `listeners`, which show them."""

    def __init__(self, referee: CampaignReferee, reports: CampaignReports) -> None:
        self._referee, self._reports = referee, reports
        self._record = referee.record
        self._links: dict[str, BattleLink] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._late: set[tuple[str, str]] = set()
        """Games that changed after they were signed, each with the state last reported."""
        self.listeners: list[Heard] = []
        self.late: list[Late] = []
        self.serves: Callable[[str], bool] = lambda server: True
        """True if this process does the background work for a server."""
        referee.listeners.append(self._on_battle_begun)

    def on_game_changed(self, game: str) -> None:
        """Process a game's new entry; see `Referee.notify_listeners`."""
        if game in self._links:
            task = asyncio.get_running_loop().create_task(self._process_change(game))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def look(self) -> None:
        """Find the games that are battles, and report those that ended unnoticed.

        Call it after the start and regularly, because another process may have ended one.
        """
        links = await self._record.campaigns.battle_links()
        self._links = {one.game_id: one for one in links}
        for id, battles in groupby(links, key=lambda one: one.campaign_id):
            waiting = await self._watched_battles(id)
            for link in battles:
                if link.battle_id in waiting:
                    await self._update_campaign(link.game_id)

    async def _watched_battles(self, id: str) -> list[str]:
        """Return the battles of a campaign that still need watching; empty if the campaign cannot be read."""
        try:
            campaign = (await self._referee.campaigns.open(id)).campaign
        except AppError:
            LOG.warning("a campaign could not be read", exc_info=True, extra={"campaign": id})
            return []
        if not self.serves(campaign.server):
            return []
        return [one.id for one in campaign.battles.values() if one.stage not in DONE]

    async def wait_until_settled(self) -> None:
        """Wait until all pending changes are recorded."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _on_battle_begun(self, result: CampaignResult) -> None:
        for event in result.entry.events:
            if event.kind == "battle_begun":
                self._links[event.game] = BattleLink(
                    campaign_id=result.info.id, battle_id=event.battle, game_id=event.game
                )

    async def _process_change(self, game: str) -> None:
        await self._update_campaign(game)
        try:
            await self._late_changes(self._links[game])
        except (AppError, RulesError, RuntimeError):
            LOG.warning("a change to a signed battle could not be announced", exc_info=True, extra={"game": game})

    async def _late_changes(self, link: BattleLink) -> None:
        """Report a change after the signatures: once when the game continues, and once when it is over again."""
        campaign = (await self._referee.campaigns.open(link.campaign_id)).campaign
        battle, info = campaign.battles[link.battle_id], await played_game(self._record, link.game_id)
        if info is None or campaign.over:
            return
        signed = battle.settled.upto if battle.stage == "settled" and battle.settled else None
        if signed is None or (info.state == "ended" and info.number == signed):
            self._late -= {(info.id, state) for state in ("ended", "running")}
            return
        state = "ended" if info.state == "ended" else "running"
        if (info.id, state) not in self._late:
            self._late = (self._late - {(info.id, "ended"), (info.id, "running")}) | {(info.id, state)}
            for listener in self.late:
                await listener(campaign, battle, info)

    async def _update_campaign(self, game: str) -> None:
        try:
            link = self._links[game]
            result = await self._record_changes(link)
        except (AppError, RulesError):
            LOG.warning("a battle could not be reported", exc_info=True, extra={"game": game})
            return
        except RuntimeError:  # the record was closed in between: the change is detected after the next start
            return
        if result:
            for listener in self.listeners:
                await listener(result, link)

    async def _record_changes(self, link: BattleLink) -> CampaignResult | None:
        """Record changes that are new to the campaign; return None if there are none, or if the game is missing."""
        campaign = (await self._referee.campaigns.open(link.campaign_id)).campaign
        if campaign.over or campaign.battles[link.battle_id].stage in DONE:
            return None
        info = await played_game(self._record, link.game_id)
        if info is None or not _is_behind(campaign.battles[link.battle_id], info):
            return None

        async def plan(now: Campaign) -> NewCampaignEntry:
            game = await played_game(self._record, link.game_id) or info
            battle = now.battles[link.battle_id]
            if not _is_behind(battle, game):
                raise _UpToDate
            if game.state != "ended":
                title = Text("Battle {number} goes on: its report is void", number=battle_number(now, battle.id))
                return NewCampaignEntry("campaign battle", [BattleEnded(battle=battle.id, over=False)], title)
            return await self._reports.report_entry(now, battle, ended=battle.stage == "fighting")

        try:
            return await self._referee.write(await self._reporter(campaign, info, link), link.campaign_id, plan)
        except _UpToDate:
            return None

    async def _reporter(self, campaign: Campaign, info: GameInfo, link: BattleLink) -> Call:
        """Return the call in whose name a report is made: by the player who ended the game, else by the arbitrator."""
        entry = await self._record.entries.get(info.id, info.number)
        battle = campaign.battles[link.battle_id]
        players = [campaign.roster(one).player for one in battle.rosters]
        by = entry.by if entry and entry.by in players else campaign.arbitrator or ""
        return Call(Person(by, campaign.member(by).name), Place(campaign.server or None, info.channel_id))


def _is_behind(battle: Battle, game: GameInfo) -> bool:
    """True if the game has ended, continued or changed since the campaign's last update.

    A signed report stays valid until the arbitrator reopens it.
    """
    over = game.state == "ended"
    match battle.stage:
        case "fighting" | "ended":
            return over
        case "reported" if over:
            return battle.report is None or battle.report.upto != game.number
        case "reported":
            return battle.settled is None
        case _:
            return False
