"""Shells that have landed: a die to kill for every unit under each, then Terror (Artillery; Terror)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from operator import add
from typing import Annotated, NamedTuple

from pydantic import Field, model_validator

from rules.kernel.action import Action, Played
from rules.kernel.facts import Facts
from rules.kernel.plays import Effect
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, NOTHING, Joined, Role, Text
from rules.openfire_ww2.aiming import ToKill, cannot_harm, to_kill
from rules.openfire_ww2.blast import fate, spared
from rules.openfire_ww2.facts import Squad, Vehicle, Weapon, must_stand
from rules.openfire_ww2.hulls import Damage, Hull, damage_text, hull
from rules.openfire_ww2.movement import Called
from rules.openfire_ww2.shooting import suppresses
from rules.openfire_ww2.tables import Book, results_of, too_many
from rules.openfire_ww2.terror import Nerve, Nerves, losses_told, nerve, nerve_effects, terror

# Shells on named units before the first die: the stages of their kill dice, and who each unit is (Artillery).

Shelled = Annotated[Squad | Vehicle, Field(discriminator="kind")]
"""A squad or a vehicle under shells."""


class Artillery(Facts):
    """The facts of shells that have landed: who lies within 2 inches of each."""

    weapon: Weapon = Field(title=N_("Weapon"))
    targets: tuple[tuple[Shelled, ...], ...] = Field(
        min_length=1, max_length=20, title=N_("Units under each round"), description=N_("One list a round.")
    )

    @model_validator(mode="after")
    def _one_name_one_unit(self) -> Artillery:
        known: dict[str, Shelled] = {}
        for units in self.targets:
            names = [unit.name for unit in units if unit.name]
            twice = [name for name in names if names.count(name) > 1]
            if twice:
                raise ValueError(Text("targets: {unit} is named twice in one round", unit=twice[0]))
            for unit in units:
                if unit.name and known.setdefault(unit.name, unit) != unit:
                    raise ValueError(Text("targets: {unit} is described in two ways", unit=unit.name))
        return self


class Fall(NamedTuple):
    """A unit under a round: its place among the units, and the round, from 1."""

    unit: int
    round: int


@dataclass(frozen=True, eq=False, slots=True)
class Under:
    """A unit under shells: a throw to kill, or none, for each stage of the dice."""

    name: str
    stages: tuple[ToKill | None, ...]
    rounds: int
    size: int
    nerve: Nerve | None
    hull: Hull | None
    rallying: bool
    inches: int
    harmless: Text = NOTHING
    """Why such shells do nothing to it, if they do not."""


@dataclass(frozen=True, eq=False, slots=True)
class ArtilleryPlan:
    """Shells in numbers: the units in the order of first mention."""

    units: tuple[Under, ...]
    heavy: bool
    leaned: tuple[str, ...] = ()


def plan(facts: Artillery, book: Book) -> ArtilleryPlan:
    """Raises RuleError for a unit of which nothing is left."""
    units, falls = _named(facts)
    for name, unit in units.items():
        must_stand(unit, Role(name))
    stages = staged(falls)
    under = tuple(
        _lying_under(place, name, unit, stages, facts.weapon, book) for place, (name, unit) in enumerate(units.items())
    )
    return ArtilleryPlan(under, suppresses(facts.weapon))


def _named(facts: Artillery) -> tuple[dict[str, Shelled], list[Fall]]:
    """The units by name in the order of first mention, and which of them lies under which round."""
    units: dict[str, Shelled] = {}
    falls: list[Fall] = []
    for number, under in enumerate(facts.targets, 1):
        for unit in under:
            name = unit.name or f"unit {len(units) + 1}"
            units.setdefault(name, unit)
            falls.append(Fall([*units].index(name), number))
    return units, falls


def staged(falls: Sequence[Fall]) -> list[dict[int, int]]:
    """The kill dice in the order they were named, cut into stages in which the units come in their own order.

    A stage gives the round by unit. Units know nothing of each other, so that odds follow each alone.
    """
    stages: list[dict[int, int]] = []
    last: Fall | None = None
    for fall in falls:
        if last is None or fall.unit <= last.unit:
            stages.append({})
        stages[-1][fall.unit] = fall.round
        last = fall
    return stages


def _lying_under(
    place: int, name: str, unit: Shelled, stages: Sequence[dict[int, int]], weapon: Weapon, book: Book
) -> Under:
    """A vehicle is struck on the top."""
    harmless, number, who = cannot_harm(weapon, unit) or NOTHING, place + 1, Role(name)
    rounds = 0 if harmless else sum(place in stage for stage in stages)
    several = max((max(stage.values()) for stage in stages), default=0) > 1
    throws = tuple(
        to_kill(book.tables, _to_kill(number, who, stage[place] if several else 0), weapon, unit, "top")
        if place in stage
        else None
        for stage in stages
    )
    inches: int = book.tables.moves[unit.kind]
    if isinstance(unit, Vehicle):
        return Under(name, throws, rounds, 1_000_000, None, hull(unit, "top", book.rulings), False, inches, harmless)
    called = Called(f"terror {number}", Text("Terror of {unit}", unit=who), "defender")
    brave = nerve(unit, book.tables, called, book.rulings.heavy_fire_pins, part=name)
    return Under(name, throws, rounds, unit.men, brave, None, "rallying" in unit.states, inches)


def _to_kill(number: int, who: Text, round: int) -> Called:
    """What the throw to kill a unit is called; with the number of the round, where there are several."""
    if not round:
        return Called(f"to_kill {number}", Text("to kill {unit}", unit=who), "attacker")
    label = Text("to kill {unit}, round {round}", unit=who, round=round)
    return Called(f"to_kill {number} {round}", label, "attacker")


# The rule, what it changes, and how it is told.


class Shell(NamedTuple):
    """What the shells did to one unit."""

    name: str
    kills: int
    men_left: int
    hp_lost: int
    engine_damaged: bool
    terror: Nerves


class ArtilleryOutcome(NamedTuple):
    """What became of each unit, in the order of first mention."""

    others: tuple[Shell, ...]


def artillery(table: Table, plan: ArtilleryPlan) -> ArtilleryOutcome:
    """A kill die a unit, round by round; then Terror once for each squad that lost men and has some left."""
    if not plan.units:
        return ArtilleryOutcome(())
    return ArtilleryOutcome(table.together(add, *(then(_under, plan.heavy, one, 0, 0, 0) for one in plan.units)))


def _under(
    table: Table, heavy: bool, one: Under, stage: int, kills: int, sixes: int
) -> Then[tuple[Shell]] | tuple[Shell]:
    """Play one stage of the dice; units not named in it wait."""
    if stage == len(one.stages):
        return _over(table, heavy, one, kills, sixes)
    throw = one.stages[stage]
    more, sixth = throw.kills(table, 1) if throw else (0, 0)
    return then(_under, heavy, one, stage + 1, min(kills + more, one.size), min(1, sixes + sixth))


def _over(table: Table, heavy: bool, one: Under, kills: int, sixes: int) -> tuple[Shell]:
    if one.hull:
        damage = one.hull.damage(one.rounds, kills, sixes)
        return (Shell(one.name, kills, 0, damage.hp_lost, damage.engine_damaged, "none"),)
    assert one.nerve
    result = table.play(terror, one.nerve, kills, heavy)
    return (Shell(one.name, kills, one.nerve.men - kills, 0, False, result),)


def effects(plan: ArtilleryPlan, played: Played) -> Sequence[Effect]:
    """The effects of shells, by the units' parts."""
    found: list[Effect] = []
    for one, outcome in zip(plan.units, played.outcome.others, strict=True):
        if one.hull:
            found += one.hull.effects(one.name, _damage(one.hull, outcome))
            continue
        found += [Effect(one.name, "models", -outcome.kills)] if outcome.kills else []
        found += nerve_effects(one.name, outcome.terror, bool(one.nerve and one.nerve.pinned), one.rallying)
    return found


def _damage(hull: Hull, outcome: Shell) -> Damage:
    return Damage(outcome.hp_lost, False, outcome.engine_damaged, 0, outcome.hp_lost == hull.hp)


def tell(plan: ArtilleryPlan, played: Played) -> Text:
    pairs = zip(plan.units, played.outcome.others, strict=True)
    return Joined([_told(one, outcome) for one, outcome in pairs]) or Text("The shells hit nobody.")


def _told(one: Under, outcome: Shell) -> Text:
    who = Role(one.name)
    if one.harmless:
        return spared(who, one.harmless)
    if one.hull:
        return fate(who, damage_text(_damage(one.hull, outcome), one.hull.hp))
    return fate(who, losses_told(outcome.kills, outcome.terror, one.inches))


def leaning(plan: ArtilleryPlan, played: Played) -> Sequence[str]:
    """The rulings that decided something after the first die."""
    found: list[str] = []
    for one, outcome in zip(plan.units, played.outcome.others, strict=True):
        if one.hull:
            found += one.hull.leaning(one.rounds, outcome.kills, 0)
        elif plan.heavy and not outcome.kills:
            found.append("heavy_fire_pins")
    return found


def too_big(plan: ArtilleryPlan) -> Text | None:
    """Each unit multiplies the outcomes."""
    return too_many(prod(results_of(one.rounds, one.size) for one in plan.units))


ACTION = Action(
    key="artillery",
    title=Text("Artillery"),
    topic="artillery",
    facts=Artillery,
    outcome=ArtilleryOutcome,
    plan=plan,
    rule=artillery,
    tell=tell,
    effects=effects,
    leaning=leaning,
    too_big=too_big,
)
