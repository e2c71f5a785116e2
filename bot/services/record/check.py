"""Checks of the record: stored states against entries, the database file, and unreadable games."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import NamedTuple

from bot.errors import Refusal, Unreadable, UnreadableCampaign
from bot.game.people import Call
from bot.game.registry import GameRegistry
from bot.store.campaign_tables import CampaignInfo
from bot.store.entries import ReadEntry
from bot.store.record import Record
from bot.store.tables import StoredGame
from rules.campaign.fold import play_back as play_back_campaign
from rules.game.entry import play_back
from rules.game.tabletop import Player
from rules.kernel.text import Text

LOG = logging.getLogger(__name__)


class CheckResult(NamedTuple):
    """The number of games and campaigns checked, those whose stored state was rebuilt, and those that are damaged."""

    games: int
    rebuilt: tuple[StoredGame, ...]
    campaigns: int = 0
    rebuilt_campaigns: tuple[CampaignInfo, ...] = ()
    damaged: tuple[tuple[StoredGame | CampaignInfo, Text], ...] = ()
    """Games and campaigns with an unreadable entry, each with the reason."""


async def check(record: Record) -> CheckResult:
    """Rebuild every stored state that differs from its entries, which are authoritative."""
    games, campaigns = await record.games.all(over=True), await record.campaigns.all()
    rebuilt, rebuilt_campaigns = list[StoredGame](), list[CampaignInfo]()
    damaged: list[tuple[StoredGame | CampaignInfo, Text]] = []
    for info in (*games, *campaigns):
        try:
            if isinstance(info, StoredGame):
                folded = play_back(await record.entries.all(info.id))
                if await record.states.stored_state(info.id) != folded:
                    await record.states.rebuild(info.id, folded)
                    rebuilt.append(info)
            elif await _rebuild_campaign(record, info.id):
                rebuilt_campaigns.append(info)
        except (Unreadable, UnreadableCampaign) as error:
            damaged.append((info, error.why))
    return CheckResult(len(games), tuple(rebuilt), len(campaigns), tuple(rebuilt_campaigns), tuple(damaged))


async def _rebuild_campaign(record: Record, id: str) -> bool:
    """Rebuild the stored state if it differs from the entries up to its number; return True if it did."""
    entries, kept = await record.campaigns.entries(id), await record.campaigns.kept_state(id)
    campaign = await asyncio.to_thread(play_back_campaign, entries)
    if kept is not None and kept == play_back_campaign(entry for entry in entries if entry.number <= kept.number):
        return False
    await record.campaigns.keep_state(campaign)
    return True


# The integrity of the database file: checked once per run, in the background.


class Health:
    """The result of the integrity check; before the check has run (`look`), there are no faults."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self.faults: tuple[str, ...] = ()
        self.looked = asyncio.Event()

    async def look(self) -> None:
        """Check the whole file; log one line if it is damaged."""
        self.faults = await self._record.faults()
        if self.faults:
            LOG.error(
                "the database is damaged: stop the bot, keep a copy of the file, and restore a backup (%s)",
                "; ".join(self.faults),
            )
        self.looked.set()


# Commands that still work for an unreadable game: showing its log as far as possible, and ending it.

HIDDEN = "hidden"
"""The state of units whose identity is hidden from some players."""


class UnreadableGames:
    """Closes games that cannot be read, so that their channels can have another game, and shows their entries."""

    def __init__(self, record: Record, games: GameRegistry) -> None:
        self._record, self._games = record, games

    async def close(self, call: Call, manages: bool) -> StoredGame | None:
        """End the channel's game in the record alone; return None if there is none, or if it can be read after all.

        Allowed for its players, the person who started it, and callers who manage the channel; raises Refusal for
        others. Its questions are kept, so that it can continue when it is reopened.
        """
        info = await self._record.games.in_channel(call.where.channel)
        if info is None:
            return None
        with suppress(Unreadable):
            await self._games.unfinished_game(info)
            return None
        if not manages and call.who.id not in {info.started_by, *await self._players(info)}:
            raise Refusal(
                Text(
                    "The game in this channel, {game}, cannot be read. Its players, or members who manage this "
                    "channel, can close it with `/game end`.",
                    game=info.name,
                )
            )
        await self._record.games.set_state(info.id, "ended")
        self._games.forget(call.where.channel)
        return info

    async def log(self, info: StoredGame, last: int) -> tuple[list[ReadEntry], dict[str, Player]]:
        """Return the last entries of a game as far as they can be read, and its players."""
        return await self._record.entries.lines(info.id, last), await self._players(info)

    async def raw_game(self, call: Call) -> StoredGame:
        """Return the channel's unreadable or last game, for a caller who may have its raw entries.

        If it ever had hidden units, only a neutral umpire may have them, because it is unknown which units are still
        hidden, and from whom. Raises Refusal for other callers.
        """
        info = await self._record.games.in_channel(call.where.channel) or await self._record.games.last_in_channel(
            call.where.channel
        )
        assert info is not None
        if await self._record.entries.mentions_word(info.id, HIDDEN) and not await self._was_neutral(info, call.who.id):
            raise Refusal(
                Text(
                    "The entries of {game} show hidden units, and the bot can no longer leave them out. Only "
                    "an umpire who has played no side gets them. The bot's operator can write them: `python -m "
                    "bot export`.",
                    game=info.name,
                )
            )
        return info

    async def _was_neutral(self, info: StoredGame, who: str) -> bool:
        """True if the person is an umpire after the last entry, and never played a side."""
        player, left = (await self._players(info)).get(who), await self._record.states.left_sides(info.id)
        return player is not None and player.umpire and player.side is None and left is not None and who not in left

    async def _players(self, info: StoredGame) -> dict[str, Player]:
        """Return the players at the table after the last entry, by id."""
        try:
            return {player.id: player for player in await self._record.states.players(info.id)}
        except ValueError:  # damaged too
            return {}
