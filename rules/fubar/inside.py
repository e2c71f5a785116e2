"""Those inside a vehicle: whom its hits reach, who saves apart from whom, and what they lose (Vehicles)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from rules.fubar.facts import Vehicle
from rules.fubar.fire import armour_saves
from rules.fubar.tables import Tables
from rules.kernel.action import Played
from rules.kernel.dice import Throw
from rules.kernel.plays import Effect
from rules.kernel.table import Table, nth_key
from rules.kernel.text import Role, Text

Saved = Callable[[int, int], int]
"""A function from a group's place and its hits to how many of them its armour saves."""


class Group(NamedTuple):
    """Figures who save together: `unit` and `state` are what their losses are taken from, `state` or "models"."""

    unit: str
    state: str
    figures: int
    saves: Throw[int] | None


def groups(vehicle: Vehicle, tables: Tables) -> tuple[Group, ...]:
    """The crew, each unit, and those that nobody told apart, each with its own armour."""
    found: list[Group] = []
    if vehicle.crew:
        saves = armour_saves(vehicle.crew.armour, tables, "defender", "crew_saves", Text("crew saves"))
        found.append(Group("vehicle", "crew_lost", vehicle.crew.figures, saves))
    for n, unit in enumerate(vehicle.units, 1):
        label = Text("saves of {side}", side=Role(f"passengers {n}"))
        saves = armour_saves(unit.armour, tables, "defender", f"passenger_saves_{n}", label)
        found.append(Group(f"passengers {n}", "models", unit.figures, saves))
    together = armour_saves(vehicle.passenger_armour, tables, "defender", "passenger_saves", Text("passenger saves"))
    found.append(Group("passengers", "models", vehicle.passengers, together))
    return tuple(group for group in found if group.figures)


def losses(groups: Sequence[Group], hits: int, bail_out: bool, saved: Saved) -> tuple[int, ...]:
    """Figures that each group loses: `hits` fall on them in turn, and when they bail out each figure takes one."""
    lost = [share - saved(at, share) for at, share in enumerate(_in_turn(groups, hits))]
    if bail_out:
        left = [group.figures - gone for group, gone in zip(groups, lost, strict=True)]
        lost = [gone + out - saved(at, out) for at, (gone, out) in enumerate(zip(lost, left, strict=True))]
    return tuple(lost)


def _in_turn(groups: Sequence[Group], hits: int) -> list[int]:
    """Share hits out: one for the first group, one for the next, and round again; at most one a figure."""
    shares = [0] * len(groups)
    left = min(hits, sum(group.figures for group in groups))
    while left:
        for at, group in enumerate(groups):
            if left and shares[at] < group.figures:
                shares[at] += 1
                left -= 1
    return shares


def at_the_table(table: Table, groups: Sequence[Group]) -> Saved:
    """Saves as they are thrown."""

    def saved(at: int, hits: int) -> int:
        saves = groups[at].saves
        return table.roll(saves, hits) if saves else 0

    return saved


def as_played(played: Played, groups: Sequence[Group]) -> Saved:
    """The saves of a play that is over."""
    made = {step.throw.key: step.got for step in played.steps}
    thrown = Counter[str]()

    def saved(at: int, hits: int) -> int:
        saves = groups[at].saves
        if not saves or not hits:
            return 0
        thrown[saves.key] += 1
        return made[nth_key(saves.key, thrown[saves.key])]

    return saved


def effects(groups: Sequence[Group], lost: Sequence[int]) -> list[Effect]:
    """The figures of each group leave the table; a crew is no unit, and the vehicle keeps count of it."""
    pairs = [(group, gone) for group, gone in zip(groups, lost, strict=True) if gone]
    return [Effect(group.unit, group.state, -gone if group.state == "models" else gone) for group, gone in pairs]


def crew_lost(groups: Sequence[Group], lost: Sequence[int]) -> int:
    """How many of the losses are of the crew."""
    return sum(gone for group, gone in zip(groups, lost, strict=True) if group.unit == "vehicle")
