"""The sources of a report: the campaign, the battle, its game's record, and the rules of both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.campaign.battle_record import BattleRecord, UnitRecord
from rules.campaign.campaign import Battle, BattleSide, Campaign
from rules.campaign.report import Report, ReportLine, UnitChange
from rules.campaign.roster import CampaignUnit
from rules.campaign.tables import HonourRow
from rules.command.system import System
from rules.command.verdict import Verdict
from rules.game.entry import Entry
from rules.kernel.action import ActionSet
from rules.kernel.errors import RuleError
from rules.kernel.facts import validate
from rules.kernel.plays import Fields
from rules.kernel.resolve import action_of, resolve, stored_ruleset
from rules.kernel.serialise import outcome_of
from rules.kernel.table import Given
from rules.kernel.text import Text

STAYED_AWAY = "stayed_away"
"""The line of a unit that was never at the table."""


@dataclass(frozen=True)
class AfterGame:
    """A battle of a campaign whose game is over, with the `entries` of the game.

    `verdict` is the system's verdict.
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
        """Return each unit of the battle in its state before, with its record."""
        return tuple(
            (side, self.unit(id), self.record.units.get(there))
            for side in self.battle.sides
            for id, there in side.units.items()
        )

    def unit(self, id: str) -> CampaignUnit:
        """Return a unit of the battle with the roster for which it fought, even if it has changed since."""
        unit = self.campaign.unit(id)
        fought = next((side.roster for side in self.battle.sides if id in side.units), unit.roster)
        return unit.with_changes(roster=fought)

    def earlier_change(self, unit: CampaignUnit) -> UnitChange:
        """Return the change by an earlier signed report, before which the unit's numbers count."""
        return self.battle.settled.change(unit.id) if self.battle.settled else UnitChange(unit=unit.id)

    def outcome(self, action: str, **facts: object) -> Fields:
        """Return the outcome of an action of the aftermath that needs no dice."""
        found = action_of(self.actions, action)
        book = stored_ruleset(self.actions, self.campaign.rulings)
        return outcome_of(resolve(self.actions, found, validate(found.facts, facts), book, Given(())))

    def line(self, key: str, record: UnitRecord, *shown: str, **values: int | str) -> ReportLine:
        """Return a line with the entries that prove it, and the turn of the first of them."""
        entries = record.entries_showing(*shown)
        turn = {"turn": self.record.turns[entries[0]]} if entries and entries[0] in self.record.turns else {}
        return ReportLine(key=key, entries=entries, values={**values, **turn})

    def has_won(self, report: Report, roster: str) -> bool:
        """True if the roster was on the winning side."""
        winner = report.result.winner
        return winner is not None and self.campaign.roster(winner).side == self.campaign.roster(roster).side


def side_name(battle: Battle, roster: str) -> str:
    """Return the side of the game that a roster played; raise RuleError for one that did not fight."""
    side = battle.side_of(roster)
    if side is None:
        raise RuleError(Text("That roster was not in this battle."))
    return side.side
