"""Honours that a unit won in a battle, found in the record: each with the entries that prove it, none twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rules.campaign.after_game import STAYED_AWAY, AfterGame
from rules.campaign.battle_record import Shown, UnitRecord
from rules.campaign.campaign import Campaign
from rules.campaign.report import UnitChange
from rules.campaign.roster import CampaignUnit, Honour
from rules.campaign.tables import Deed, HonourRow


def honours_won(after: AfterGame, unit: CampaignUnit, record: UnitRecord) -> tuple[Honour, ...]:
    """Return the honours of the list that a unit won in this battle, without those that it had before."""
    if not after.record.acted:
        return ()
    had = {one.key for one in unit.honours if one.battle != after.battle.id}
    found = ((key, _FINDERS[row.deed](after, unit, record, row)) for key, row in after.honours.items())
    return tuple(
        Honour(key=key, battle=after.battle.id, entries=shown)
        for key, shown in found
        if shown is not None and key not in had
    )


Finder = Callable[[AfterGame, CampaignUnit, UnitRecord, HonourRow], Shown | None]
"""Returns the entries that prove a deed; None if there was none."""


def _first_loss(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    return record.shows.get("first")


def _alone_at_the_end(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    stood = record.survived and not record.routed
    return record.shows["alone"][-1:] if stood and "alone" in record.shows else None


def _vehicles(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    return record.entries_showing("vehicles") if record.vehicles_destroyed >= row.least else None


def _destroyed_units(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    return record.entries_showing("destroyed") if len(record.destroyed) >= row.least else None


def _objective_under_fire(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    """Return attacks on a unit while it held an objective that it still holds at the end."""
    held = record.objectives and len(record.entries_showing("held_under_fire")) >= row.least
    return record.entries_showing("held_under_fire", "objective") if held else None


def _last_figure(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    stood = record.survived and not record.routed
    return record.entries_showing("taken") if stood and record.left == 1 < record.start else None


def _under_fire_unhurt(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    shots = record.entries_showing("fired_on")
    return shots if record.survived and not record.taken and len(shots) >= row.least else None


def _no_test_failed(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    """Return the passed tests, if it passed at least one and failed none in each of its last battles."""
    before = (
        list(earlier_changes(after.campaign, after.battle.id, unit.id))[-(row.battles - 1) :] if row.battles > 1 else []
    )
    steady = all(_count_lines(one, "passed") and not _count_lines(one, "failed") for one in before)
    enough = len(before) == row.battles - 1 and record.passed >= row.least and not record.failed
    return record.entries_showing("passed") if steady and enough and record.survived else None


def _survived_battles(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    battles = 1 + sum(1 for _ in earlier_changes(after.campaign, after.battle.id, unit.id))
    return (after.record.game.number,) if record.survived and battles >= row.battles else None


def earlier_changes(campaign: Campaign, battle: str, unit: str) -> Iterator[UnitChange]:
    """Yield the changes of a unit in the signed reports of its earlier battles, in order."""
    for one in campaign.settled_battles():
        if one.id == battle:
            return
        if one.settled and one.has(unit) and not _is_absent(found := one.settled.change(unit)):
            yield found


def _is_absent(change: UnitChange) -> bool:
    """True if the record of the game does not show it at the table."""
    return any(line.key == STAYED_AWAY for line in change.lines)


def _count_lines(change: UnitChange, key: str) -> int:
    found = (line.values.get("n", 0) for line in change.lines if line.key == key)
    return sum(n for n in found if isinstance(n, int))


_FINDERS: Mapping[Deed, Finder] = {
    "first_loss": _first_loss,
    "alone": _alone_at_the_end,
    "vehicles": _vehicles,
    "destroyed": _destroyed_units,
    "objective_under_fire": _objective_under_fire,
    "last_figure": _last_figure,
    "under_fire_unhurt": _under_fire_unhurt,
    "no_test_failed": _no_test_failed,
    "survived": _survived_battles,
}
