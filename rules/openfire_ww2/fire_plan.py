"""Fire before the first die: what the facts of a shot come to in numbers (Shooting)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.action import Book
from rules.openfire_ww2.blast import Burst, Bystander, bystander
from rules.openfire_ww2.facts import Group, Squad
from rules.openfire_ww2.hulls import Hull, hull
from rules.openfire_ww2.shooting import (
    TARGET,
    Shot,
    Silent,
    Volley,
    fired,
    harmless,
    may_shoot,
    moved_rulings,
    speaking,
    states_of,
    suppresses,
    volley,
    weapon_named,
)
from rules.openfire_ww2.steps import Called
from rules.openfire_ww2.tables import Tables
from rules.openfire_ww2.terror import Nerve, nerve
from rules.table import Then, then
from rules.text import Role, Text


class Fire(Shot):
    """The facts of fire at a squad or a vehicle."""


@dataclass(frozen=True, eq=False, slots=True)
class FirePlan:
    """Fire in numbers; a target has a nerve or a hull. `grenades` and `heavies` are some of the `volleys`."""

    parts: tuple[Then[int], ...]
    volleys: tuple[Volley, ...]
    grenades: tuple[Volley, ...]
    heavies: tuple[Volley, ...]
    nerve: Nerve | None
    hull: Hull | None
    rallying: bool
    inches: int
    bystanders: tuple[Bystander, ...]
    silent: tuple[Silent, ...]
    leaned: tuple[str, ...]

    @property
    def shots(self) -> int:
        return sum(one.shots for one in self.volleys)


def plan(facts: Fire, book: Book) -> FirePlan:
    """Raises RuleError when the shot is not allowed."""
    may_shoot(facts)
    speak, silent = speaking(facts, book.rulings, harmless(facts))
    bursting = [pair for pair in speak if pair[1].weapon.bursts] if facts.bystanders else []
    volleys = _volleys(facts, book, speak, [place for place, _ in bursting])
    kinds = [group.weapon for _, group in speak]
    target = facts.target
    return FirePlan(
        parts=tuple(then(fired, one) for one in volleys),
        volleys=volleys,
        grenades=tuple(one for one, weapon in zip(volleys, kinds, strict=True) if weapon.grenade),
        heavies=tuple(one for one, weapon in zip(volleys, kinds, strict=True) if suppresses(weapon)),
        nerve=_nerve(facts, target, book) if isinstance(target, Squad) else None,
        hull=None if isinstance(target, Squad) else hull(target, facts.facing, book.rulings),
        rallying="rallying" in states_of(facts),
        inches=_tables(book).moves[target.kind],
        bystanders=_bystanders(facts, bursting, book),
        silent=tuple(silent),
        leaned=moved_rulings(facts),
    )


def _tables(book: Book) -> Tables:
    return book.tables


def _volleys(facts: Fire, book: Book, speak: Sequence[tuple[int, Group]], bursting: list[int]) -> tuple[Volley, ...]:
    return tuple(
        volley(facts, book.tables, book.rulings, place, group, bursting.index(place) if place in bursting else None)
        for place, group in speak
    )


def _nerve(facts: Fire, squad: Squad, book: Book) -> Nerve:
    target = Role(squad.name) if squad.name else TARGET
    called = Called("terror", Text("Terror of {unit}", unit=target), "defender")
    return nerve(squad, book.tables, called, book.rulings.heavy_fire_pins, facts.target_state)


def _bystanders(facts: Fire, bursting: Sequence[tuple[int, Group]], book: Book) -> tuple[Bystander, ...]:
    """Those near the target, with the weapons that burst among them; none of them without such weapons."""
    several = len(facts.weapons) > 1
    bursts = [
        Burst(group.weapon, place + 1, weapon_named(place, group)) if several else Burst(group.weapon)
        for place, group in bursting
    ]
    return tuple(
        bystander(unit, number, bursts, book.tables, book.rulings) for number, unit in enumerate(facts.bystanders, 1)
    )
