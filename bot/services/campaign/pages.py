"""Readable pages of a campaign: its log, its battles, a unit's history, and rosters as a table."""

from __future__ import annotations

import csv
import io
from contextlib import suppress
from typing import NamedTuple

from bot.errors import Unreadable
from bot.game.people import Call
from bot.resolution.campaign_referee import CampaignReferee
from bot.services.campaign.battle_games import game_of
from bot.services.record.history import LARGEST, JournalPage
from bot.store.pasts import Wanted
from data.files import honour_names
from rules.campaign.campaign import Campaign
from rules.campaign.fold import CampaignEntry
from rules.campaign.roster import CampaignUnit, Deed
from rules.campaign.standings import RosterStanding, standings
from rules.campaign.wording import deed_text
from rules.game.entry import NOTE
from rules.game.entry import Entry as GameEntry
from rules.game.tabletop import Player
from rules.kernel.text import Text

NOTES = 5
"""Maximum story notes per battle on the page of a unit; the last ones are shown."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The first characters of spreadsheet formulas, which names, the input of players, must not become."""
COLUMNS = (
    *("roster", "player", "unit", "type", "status", "models", "full", "recovering", "misses"),
    *("experience", "level", "honours", "injuries", "battles", "points"),
)


class HistoryLine(NamedTuple):
    """A line of a unit's history, with the campaign entry and the battle entries that prove it."""

    text: Text
    number: int
    battle: str
    entries: tuple[int, ...]
    deed: Deed


class CampaignPages:
    """Reads campaigns without changing them."""

    def __init__(self, referee: CampaignReferee) -> None:
        self._referee = referee

    async def log(
        self, call: Call, id: str, size: int = 10, before: int | None = None, after: int | None = None
    ) -> JournalPage[Campaign, CampaignEntry]:
        """Return at most `size` entries: the last ones, the last `before` a number, or the first `after` one."""
        campaign = (await self._referee.campaigns.open(id, call.where.guild or "")).campaign
        size, last = max(1, min(size, LARGEST)), campaign.number
        first = after + 1 if after is not None else (before or last + 1) - size
        until = first + size - 1 if after is not None else (before or last + 1) - 1
        first, until = max(1, first), min(last, until)
        entries = await self._referee.record.campaigns.entries(id, first - 1, until) if first <= until else []
        return JournalPage(campaign, entries, older=first > 1, newer=until < last)

    async def standings(self, call: Call, id: str) -> tuple[Campaign, tuple[RosterStanding, ...]]:
        campaign = (await self._referee.campaigns.open(id, call.where.guild or "")).campaign
        return campaign, standings(campaign)

    @staticmethod
    def history(unit: CampaignUnit) -> tuple[HistoryLine, ...]:
        """Return a unit's history, each line with its entries in the record."""
        names = honour_names()
        return tuple(
            HistoryLine(deed_text(one, names), one.number, one.battle, one.entries, one) for one in unit.history
        )

    async def notes(self, campaign: Campaign, unit: str) -> list[tuple[str, Player | None, GameEntry]]:
        """Return players' notes on a unit in its battles: the battle, the author, and the entry."""
        told, record = list[tuple[str, Player | None, GameEntry]](), self._referee.record
        for one in campaign.battles.values():
            there = next((side.units[unit] for side in one.sides if unit in side.units), None)
            info = await game_of(record, campaign, one) if there and one.stage != "fighting" else None
            with suppress(Unreadable):
                if info and there and (game := await record.states.stored_state(info.id)):
                    found = await record.entries.last(info.id, NOTES, Wanted(NOTE, there), game.undone)
                    told += [(one.id, game.players.get(words.by), words) for words in found if words.reason]
        return told

    @staticmethod
    def rosters_csv(campaign: Campaign) -> bytes:
        """Return every unit as a row of a spreadsheet."""
        out = io.StringIO()
        rows = csv.writer(out)
        rows.writerow(COLUMNS)
        for unit in sorted(campaign.units.values(), key=lambda one: list(campaign.rosters).index(one.roster)):
            cells = _row(campaign, unit)
            rows.writerow([f"'{one}" if isinstance(one, str) and one.startswith(_FORMULA) else one for one in cells])
        return out.getvalue().encode("utf-8-sig", "replace")


def _row(campaign: Campaign, unit: CampaignUnit) -> tuple[str | int, ...]:
    roster = campaign.rosters[unit.roster]
    player = campaign.members.get(roster.player or "")
    fought = sum(battle.has(unit.id) for battle in campaign.settled_battles())
    hurt = "; ".join(f"{one.key} {one.modifier:+}" for one in unit.injuries)
    honours = "; ".join(one.key for one in unit.honours)
    status = "dismissed" if unit.dismissed else unit.status
    return (
        *(roster.name, player.name if player else "", unit.name, unit.type, status),
        *(unit.models, unit.full, unit.recovering, unit.misses, unit.experience, unit.level, honours, hurt, fought),
        unit.points,
    )
