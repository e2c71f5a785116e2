"""Shells that have landed: a kill die for every unit under each, then Terror (Artillery; Terror)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from operator import add
from typing import Annotated, NamedTuple

from pydantic import Field, model_validator

from rules.kernel.action import Played
from rules.kernel.facts import Facts
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, NOTHING, Joined, Role, Text
from rules.openfire_ww2 import tables
from rules.openfire_ww2.aiming import ToKill, harmless_reason, to_kill
from rules.openfire_ww2.facts import Squad, WeaponType, WW2Vehicle, must_not_be_destroyed
from rules.openfire_ww2.roll_kinds import Called
from rules.openfire_ww2.shooting import is_suppressing
from rules.openfire_ww2.terror import Nerves, terror
from rules.openfire_ww2.victims import Damage, Victim, fate, spared_text, victim

Shelled = Annotated[Squad | WW2Vehicle, Field(discriminator="kind")]
"""A squad or a vehicle under shells."""


class ArtilleryFacts(Facts):
    """Facts of shells that have landed: the units within 2 inches of each."""

    weapon: WeaponType = Field(title=N_("Weapon"))
    targets: tuple[tuple[Shelled, ...], ...] = Field(
        min_length=1, max_length=20, title=N_("Units under each round"), description=N_("One list per round.")
    )

    @model_validator(mode="after")
    def _check_names(self) -> ArtilleryFacts:
        known: dict[str, Shelled] = {}
        for units in self.targets:
            names = [unit.name for unit in units if unit.name]
            twice = [name for name in names if names.count(name) > 1]
            if twice:
                raise ValueError(Text("targets: {unit} is named twice in one round; name it once", unit=twice[0]))
            for unit in units:
                if unit.name and known.setdefault(unit.name, unit) != unit:
                    raise ValueError(Text("targets: {unit} is described in two ways; give one", unit=unit.name))
        return self


class Shell(NamedTuple):
    """The effect of the shells on one unit."""

    name: str
    kills: int
    men_left: int
    hp_lost: int
    engine_damaged: bool
    terror: Nerves


class ArtilleryOutcome(NamedTuple):
    """The fate of each unit, in the order of first mention."""

    others: tuple[Shell, ...]


class Fall(NamedTuple):
    """A unit under a round: its index among the units, and the round, from 1."""

    unit: int
    round: int


@dataclass(frozen=True, eq=False, slots=True)
class UnitUnderShells:
    """A unit under shells, with a roll to kill or None for each stage of the dice.

    `harmless` is the reason why such shells cannot harm it.
    """

    victim: Victim
    stages: tuple[ToKill | None, ...]
    rounds: int
    harmless: Text

    def damage(self, shell: Shell) -> Damage | None:
        hull = self.victim.hull
        return Damage(shell.hp_lost, False, shell.engine_damaged, 0, shell.hp_lost == hull.hp) if hull else None

    def sentence(self, shell: Shell) -> Text:
        who = Role(self.victim.part)
        if self.harmless:
            return spared_text(who, self.harmless)
        return fate(who, self.victim.sentence(shell.kills, shell.terror, self.damage(shell)))


class Artillery(tables.WW2Rule[ArtilleryFacts, ArtilleryOutcome]):
    """A die to kill per unit, shell by shell; then Terror once for each squad with losses and survivors."""

    key, title, topic = "artillery", Text("Artillery"), "artillery"

    def plan(self) -> None:
        """Name the units in the order of first mention; refuse a destroyed one."""
        units: dict[str, Shelled] = {}
        falls: list[Fall] = []
        for number, under in enumerate(self.facts.targets, 1):
            for unit in under:
                name = unit.name or f"unit {len(units) + 1}"
                units.setdefault(name, unit)
                falls.append(Fall([*units].index(name), number))
        for name, unit in units.items():
            must_not_be_destroyed(unit, Role(name))
        stages, self.is_heavy = stages_of(falls), is_suppressing(self.facts.weapon)
        named = enumerate(units.items())
        self.under = tuple(
            _make_under(at, name, unit, stages, self.facts.weapon, self.book) for at, (name, unit) in named
        )

    def play(self, table: Table) -> ArtilleryOutcome:
        if not self.under:
            return ArtilleryOutcome(())
        parts = (then(_play_stage, self.is_heavy, one, 0, 0, 0) for one in self.under)
        return ArtilleryOutcome(table.together(add, *parts))

    def _units_with_results(self, played: Played[ArtilleryOutcome]) -> Iterable[tuple[UnitUnderShells, Shell]]:
        return zip(self.under, played.outcome.others, strict=True)

    def effects(self, played: Played[ArtilleryOutcome]) -> Iterator[Effect]:
        for one, shell in self._units_with_results(played):
            yield from one.victim.effects(shell.kills, shell.terror, one.damage(shell))

    def moves(self, played: Played[ArtilleryOutcome]) -> Iterator[Shift]:
        for one, shell in self._units_with_results(played):
            yield from one.victim.moves(shell.terror)

    def describe(self, played: Played[ArtilleryOutcome]) -> Text:
        told = [one.sentence(shell) for one, shell in self._units_with_results(played)]
        return Joined(told) or Text("The shells hit nobody.")

    def rulings_used_in(self, played: Played[ArtilleryOutcome]) -> Iterator[str]:
        for one, shell in self._units_with_results(played):
            if one.victim.hull:
                yield from one.victim.hull.rulings_used(one.rounds, shell.kills, 0)
            elif self.is_heavy and not shell.kills:
                yield "heavy_fire_pins"

    def too_big(self) -> Text | None:
        """Return the refusal for too many results, which multiply with each unit."""
        return tables.too_many_text(prod(tables.results_of(one.rounds, one.victim.most) for one in self.under))


def stages_of(falls: Sequence[Fall]) -> list[dict[int, int]]:
    """Split the kill dice, in the order named, into stages in which the units have a fixed order.

    A stage maps units to rounds. Units are independent, so that odds follow each alone.
    """
    stages: list[dict[int, int]] = []
    last: Fall | None = None
    for fall in falls:
        if last is None or fall.unit <= last.unit:
            stages.append({})
        stages[-1][fall.unit] = fall.round
        last = fall
    return stages


def _make_under(
    place: int, name: str, unit: Shelled, stages: Sequence[dict[int, int]], weapon: WeaponType, book: tables.Book
) -> UnitUnderShells:
    """Return a unit under shells; a vehicle is hit on the top."""
    harmless, number, who = harmless_reason(weapon, unit) or NOTHING, place + 1, Role(name)
    several = max((max(stage.values()) for stage in stages), default=0) > 1
    rolls: list[ToKill | None] = []
    for stage in stages:
        if (round := stage.get(place)) is None:
            rolls.append(None)
            continue
        key, label = f"to_kill {number}", Text("to kill {unit}", unit=who)
        if several:
            key, label = f"{key} {round}", Text("to kill {unit}, round {round}", unit=who, round=round)
        rolls.append(to_kill(book.tables, Called(key, label, "attacker"), weapon, unit, "top"))
    rounds = 0 if harmless else sum(place in stage for stage in stages)
    called = Called(f"terror {number}", Text("Terror of {unit}", unit=who), "defender")
    return UnitUnderShells(victim(unit, name, book, called, "top", apart=True), tuple(rolls), rounds, harmless)


def _play_stage(
    table: Table, heavy: bool, one: UnitUnderShells, stage: int, kills: int, sixes: int
) -> Then[tuple[Shell]] | tuple[Shell]:
    """Play one stage of the dice; units not named in it wait."""
    if stage == len(one.stages):
        return _finish_unit(table, heavy, one, kills, sixes)
    roll = one.stages[stage]
    more, sixth = roll.kills(table, 1) if roll else (0, 0)
    return then(_play_stage, heavy, one, stage + 1, min(kills + more, one.victim.most), min(1, sixes + sixth))


def _finish_unit(table: Table, heavy: bool, one: UnitUnderShells, kills: int, sixes: int) -> tuple[Shell]:
    hull, nerve, name = one.victim.hull, one.victim.nerve, one.victim.part
    if hull:
        damage = hull.damage(one.rounds, kills, sixes)
        return (Shell(name, kills, 0, damage.hp_lost, damage.engine_damaged, "none"),)
    assert nerve
    return (Shell(name, kills, nerve.men - kills, 0, False, table.play(terror, nerve, kills, heavy)),)
