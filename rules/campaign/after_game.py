"""All that a report is made from: the campaign, the battle, what its game's record tells, and the rules of both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.action_set import ActionSet
from rules.campaign.battle import Battle, BattleSide
from rules.campaign.battle_record import BattleRecord, UnitRecord
from rules.campaign.campaign import Campaign
from rules.campaign.honour_list import HonourRow
from rules.campaign.report import Report, ReportLine, UnitChange
from rules.campaign.roster import CampaignUnit
from rules.entry import Entry
from rules.errors import RuleError
from rules.faces import Given
from rules.facts import checked
from rules.resolve import action_of, kept_book, resolve
from rules.serialise import outcome_of
from rules.system import System, Verdict
from rules.text import Text


@dataclass(frozen=True)
class AfterGame:
    """A battle of a campaign when its game is over, with the `entries` of that.

    `verdict` is what the system says of who has won.
    """

    campaign: Campaign
    battle: Battle
    record: BattleRecord
    system: System
    actions: ActionSet
    honours: Mapping[str, HonourRow]
    verdict: Verdict
    entries: tuple[Entry, ...] = ()

    def units(self) -> tuple[tuple[BattleSide, CampaignUnit, UnitRecord | None], ...]:
        """Every unit in the battle as it was before, with what the record tells of it."""
        return tuple(
            (side, self.unit(id), self.record.units.get(there))
            for side in self.battle.sides
            for id, there in side.units.items()
        )

    def unit(self, id: str) -> CampaignUnit:
        """A unit of the battle, in the roster that it fought for, whosever it is by now."""
        unit = self.campaign.unit(id)
        fought = next((side.roster for side in self.battle.sides if id in side.units), unit.roster)
        return unit.after(roster=fought)

    def before(self, unit: CampaignUnit) -> UnitChange:
        """What a report that was signed once has done to the unit: its numbers count from before that."""
        return self.battle.settled.change(unit.id) if self.battle.settled else UnitChange(unit=unit.id)

    def outcome(self, action: str, **facts: Any) -> dict[str, Any]:
        """What an action of the aftermath comes to that takes no dice."""
        found = action_of(self.actions, action)
        book = kept_book(self.actions, self.campaign.rulings)
        return outcome_of(resolve(self.actions, found, checked(found.facts, facts), book, Given(())))

    def line(self, key: str, record: UnitRecord | None, *shown: str, **values: int | str) -> ReportLine:
        """A line with the entries that show it, and the turn of the first of them."""
        entries = record.shown(*shown) if record else ()
        turn = {"turn": self.record.turns[entries[0]]} if entries and entries[0] in self.record.turns else {}
        return ReportLine(key=key, entries=entries, values={**values, **turn})

    def won(self, report: Report, roster: str) -> bool:
        """Whether it was of the side that won."""
        winner = report.result.winner
        return winner is not None and self.campaign.roster(winner).side == self.campaign.roster(roster).side


def side_name(battle: Battle, roster: str) -> str:
    """The side of the game that a roster played; raises RuleError for one that did not fight."""
    side = battle.side_of(roster)
    if side is None:
        raise RuleError(Text("That roster has not fought this battle."))
    return side.side
