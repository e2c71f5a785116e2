"""Honours that a unit won in a battle, found in the record: each with the entries that prove it, none twice."""

from __future__ import annotations

from collections.abc import Iterator

from rules.campaign.after_game import STAYED_AWAY, AfterGame
from rules.campaign.battle_record import Shown, UnitRecord
from rules.campaign.campaign import Campaign
from rules.campaign.report import UnitChange
from rules.campaign.roster import CampaignUnit, Honour
from rules.campaign.tables import HonourRow


def honours_won(after: AfterGame, unit: CampaignUnit, record: UnitRecord) -> tuple[Honour, ...]:
    """Return the honours of the list that a unit won in this battle, without those that it had before."""
    if not after.record.acted:
        return ()
    had = {one.key for one in unit.honours if one.battle != after.battle.id}
    found = ((key, _proof_of(after, unit, record, row)) for key, row in after.honours.items())
    return tuple(
        Honour(key=key, battle=after.battle.id, entries=shown)
        for key, shown in found
        if shown is not None and key not in had
    )


def _proof_of(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    """Return the entries that prove a deed; None if there was none."""
    stood = record.survived and not record.routed
    shown = record.entries_showing
    match row.deed:
        case "first_loss":
            return record.shows.get("first")
        case "alone":
            return record.shows["alone"][-1:] if stood and "alone" in record.shows else None
        case "vehicles":
            return shown("vehicles") if record.vehicles_destroyed >= row.least else None
        case "destroyed":
            return shown("destroyed") if len(record.destroyed) >= row.least else None
        case "objective_under_fire":  # attacks while it held an objective that it still holds at the end
            held = record.objectives and len(shown("held_under_fire")) >= row.least
            return shown("held_under_fire", "objective") if held else None
        case "last_figure":
            return shown("taken") if stood and record.left == 1 < record.start else None
        case "under_fire_unhurt":
            enough = len(shown("fired_on")) >= row.least
            return shown("fired_on") if record.survived and not record.taken and enough else None
        case "no_test_failed":
            # It passed at least one test and failed none in each of its last battles.
            more = row.battles - 1
            before = list(earlier_changes(after.campaign, after.battle.id, unit.id))[-more:] if more else []
            steady = all(_count_lines(one, "passed") and not _count_lines(one, "failed") for one in before)
            steady = steady and len(before) == more and record.passed >= row.least and not record.failed
            return shown("passed") if record.survived and steady else None
        case "survived":
            battles = 1 + sum(1 for _ in earlier_changes(after.campaign, after.battle.id, unit.id))
            return (after.record.game.number,) if record.survived and battles >= row.battles else None


def earlier_changes(campaign: Campaign, battle: str, unit: str) -> Iterator[UnitChange]:
    """Yield the changes of a unit in the signed reports of its earlier battles, in order."""
    for one, report in campaign.settled_reports():
        if one.id == battle:
            return
        if one.has(unit):
            found = report.change(unit)
            if all(line.key != STAYED_AWAY for line in found.lines):  # it was at the table
                yield found


def _count_lines(change: UnitChange, key: str) -> int:
    found = (line.values.get("n", 0) for line in change.lines if line.key == key)
    return sum(n for n in found if isinstance(n, int))
