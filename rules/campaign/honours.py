"""Honours that a unit has won in a battle, found in the record: each with the entries that show it, none twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rules.campaign.after_game import AfterGame
from rules.campaign.battle_record import Shown, UnitRecord
from rules.campaign.campaign import Campaign
from rules.campaign.honour_list import Deed, HonourRow
from rules.campaign.report import UnitChange
from rules.campaign.roster import CampaignUnit, Honour


def honours_won(after: AfterGame, unit: CampaignUnit, record: UnitRecord) -> tuple[Honour, ...]:
    """What a unit has won in this battle of the list, but for what it had before."""
    had = {one.key for one in unit.honours if one.battle != after.battle.id}
    found = ((key, _FINDERS[row.deed](after, unit, record, row)) for key, row in after.honours.items())
    return tuple(
        Honour(key=key, battle=after.battle.id, entries=shown)
        for key, shown in found
        if shown is not None and key not in had
    )


Finder = Callable[[AfterGame, CampaignUnit, UnitRecord, HonourRow], Shown | None]
"""The entries that show a deed; None where there was none."""


def _first_loss(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    return record.shows.get("first")


def _alone(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    stood = record.survived and not record.routed
    return record.shows["alone"][-1:] if stood and "alone" in record.shows else None


def _vehicles(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    return record.shown("vehicles") if record.vehicles_destroyed >= row.least else None


def _destroyed(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    return record.shown("destroyed") if len(record.destroyed) >= row.least else None


def _objective_under_fire(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    held = record.objectives and len(record.shown("fired_on")) >= row.least
    return record.shown("fired_on", "objective") if held else None


def _last_figure(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    stood = record.survived and not record.routed
    return record.shown("taken") if stood and record.left == 1 < record.start else None


def _under_fire_unhurt(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    shots = record.shown("fired_on")
    return shots if record.survived and not record.taken and len(shots) >= row.least else None


def _no_test_failed(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    """The last battles in a row, this one the last, and at least one test passed in each of them."""
    before = (
        list(fought_before(after.campaign, after.battle.id, unit.id))[-(row.battles - 1) :] if row.battles > 1 else []
    )
    steady = all(_counts(one, "passed") and not _counts(one, "failed") for one in before)
    enough = len(before) == row.battles - 1 and record.passed >= row.least and not record.failed
    return record.shown("passed") if steady and enough and record.survived else None


def _survived(after: AfterGame, unit: CampaignUnit, record: UnitRecord, row: HonourRow) -> Shown | None:
    battles = 1 + sum(1 for _ in fought_before(after.campaign, after.battle.id, unit.id))
    return (after.record.game.number,) if record.survived and battles >= row.battles else None


def fought_before(campaign: Campaign, battle: str, unit: str) -> Iterator[UnitChange]:
    """What the signed reports of earlier battles say of a unit, in order."""
    for one in campaign.settled_battles():
        if one.id == battle:
            return
        if one.settled and one.has(unit):
            yield one.settled.change(unit)


def _counts(change: UnitChange, key: str) -> int:
    found = (line.values.get("n", 0) for line in change.lines if line.key == key)
    return sum(n for n in found if isinstance(n, int))


_FINDERS: Mapping[Deed, Finder] = {
    "first_loss": _first_loss,
    "alone": _alone,
    "vehicles": _vehicles,
    "destroyed": _destroyed,
    "objective_under_fire": _objective_under_fire,
    "last_figure": _last_figure,
    "under_fire_unhurt": _under_fire_unhurt,
    "no_test_failed": _no_test_failed,
    "survived": _survived,
}
