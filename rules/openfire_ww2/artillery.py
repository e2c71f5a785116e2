"""Artillery: where rounds land, and a die to kill for every unit under each shell, then Terror (Artillery; Terror)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from operator import add
from typing import Annotated, NamedTuple

from pydantic import Field, model_validator

from rules.kernel.action import Action, Played
from rules.kernel.dice import Throw, Total
from rules.kernel.facts import Facts
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, NOTHING, Joined, Listed, Plural, Role, Text, counted
from rules.openfire_ww2.aiming import ToKill, cannot_harm, to_kill
from rules.openfire_ww2.blast import fate, spared
from rules.openfire_ww2.facts import ARTILLERY, SMOKE, Squad, Vehicle, Weapon, must_stand
from rules.openfire_ww2.hulls import Damage, Hull, damage_text, hull
from rules.openfire_ww2.movement import Called, got_of
from rules.openfire_ww2.shooting import suppresses
from rules.openfire_ww2.tables import Book, results_of, too_many
from rules.openfire_ww2.terror import Nerve, Nerves, driven_back, losses_told, nerve, nerve_effects, terror

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


def moves(plan: ArtilleryPlan, played: Played) -> Sequence[Shift]:
    """Squads that the shells drive back."""
    pairs = zip(plan.units, played.outcome.others, strict=True)
    return [shift for one, outcome in pairs for shift in driven_back(one.name, outcome.terror, one.inches)]


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
    moves=moves,
    effects=effects,
    leaning=leaning,
    too_big=too_big,
)


# Where rounds land that scatter: a direction and d6 inches each, for shells and for smoke (Artillery; Smoke Round).


class Scatter(Facts):
    """The facts of rounds that scatter."""

    rounds: Annotated[int, Field(strict=True, ge=1, le=3)] = Field(
        title=N_("Rounds"), description=N_("3 in a barrage.")
    )


class ScatterOutcome(NamedTuple):
    """An empty outcome, as odds could not be about it; where the rounds land is detail."""


@dataclass(frozen=True, eq=False, slots=True)
class ScatterPlan:
    """The throws of each round; players who read an arrow themselves throw inches only."""

    directions: int | None
    throws: tuple[tuple[Throw[int] | None, Throw[int]], ...]
    smoke: tuple[int, int] | None
    leaned: tuple[str, ...]


def plan_scatter(facts: Scatter, book: Book) -> ScatterPlan:
    return _plan(facts, book, ARTILLERY, None, ())


def plan_smoke(facts: Scatter, book: Book) -> ScatterPlan:
    size = book.rulings.smoke_radius, book.rulings.smoke_turns
    return _plan(facts, book, SMOKE, size, ("smoke_radius", "smoke_turns"))


def _plan(facts: Scatter, book: Book, rule: str, smoke: tuple[int, int] | None, leaned: tuple[str, ...]) -> ScatterPlan:
    given = book.rulings.scatter_directions
    directions = None if given == "arrow" else given
    throws = tuple(_round(n, facts.rounds, directions, rule) for n in range(1, facts.rounds + 1))
    return ScatterPlan(directions, throws, smoke, ("scatter_directions", *leaned))


def _round(n: int, of: int, directions: int | None, rule: str) -> tuple[Throw[int] | None, Throw[int]]:
    label = Text("distance, round {round}", round=n) if of > 1 else Text("distance")
    inches = Throw(f"inches {n}", label, "attacker", 6, Total(), None, (), rule)
    if directions is None:
        return None, inches
    label = Text("scatter die, round {round}", round=n) if of > 1 else Text("scatter die")
    return Throw(f"scatter_die {n}", label, "attacker", directions, Total(), None, (), rule), inches


def scatter(table: Table, plan: ScatterPlan) -> Then[ScatterOutcome]:
    """Both dice of the first round, then of the next."""
    return then(_landed, plan, 0)


def _landed(table: Table, plan: ScatterPlan, at: int) -> ScatterOutcome | Then[ScatterOutcome]:
    if at == len(plan.throws):
        return ScatterOutcome()
    direction, inches = plan.throws[at]
    if direction:
        table.roll(direction)
    table.roll(inches)
    return then(_landed, plan, at + 1)


def detail(plan: ScatterPlan, played: Played) -> Mapping[str, object]:
    """Where each round lands: the face of the scatter die, null where players read an arrow, and inches."""
    return {"rounds": [{"direction": direction, "inches": inches} for direction, inches in _landed_at(plan, played)]}


def _landed_at(plan: ScatterPlan, played: Played) -> list[tuple[int | None, int]]:
    return [(got_of(played, direction, None), got_of(played, inches)) for direction, inches in plan.throws]


def tell_scatter(plan: ScatterPlan, played: Played) -> Text:
    where = [_where(plan, direction, inches) for direction, inches in _landed_at(plan, played)]
    landed = Text("{where} from the point aimed at", where=Listed(where))
    if plan.directions:
        landed = Text("{where} from the point aimed at, as the gun sees it", where=Listed(where))
    if plan.smoke is None:
        return Plural(
            "The shell lands {landed}. Whatever is within 2″ is hit.",
            "The shells land {landed}. Whatever is within 2″ is hit.",
            len(where),
            landed=landed,
        )
    radius, turns = plan.smoke
    lasting = counted(turns, "turn", "turns")
    return Text("Smoke, radius {radius}″ for {turns}, {landed}.", radius=radius, turns=lasting, landed=landed)


_EIGHTHS = (
    N_("{inches}″ straight on"),
    N_("{inches}″ forward right"),
    N_("{inches}″ right"),
    N_("{inches}″ back right"),
    N_("{inches}″ straight back"),
    N_("{inches}″ back left"),
    N_("{inches}″ left"),
    N_("{inches}″ forward left"),
)


def _where(plan: ScatterPlan, direction: int | None, inches: int) -> Text:
    if direction is None or not plan.directions:
        return Text("{inches}″ along the arrow", inches=inches)
    if plan.directions == len(_EIGHTHS):
        return Text(_EIGHTHS[direction - 1], inches=inches)
    return Text("{inches}″ at {hour} o'clock", inches=inches, hour=direction - 1 or plan.directions)


SCATTERING = Action(
    key="scatter",
    title=Text("Scatter"),
    topic="artillery",
    facts=Scatter,
    outcome=ScatterOutcome,
    plan=plan_scatter,
    rule=scatter,
    tell=tell_scatter,
    detail=detail,
    details=("rounds",),
)
SMOKE_ACTION = Action(
    key="smoke",
    title=Text("Smoke"),
    topic="smoke",
    facts=Scatter,
    outcome=ScatterOutcome,
    plan=plan_smoke,
    rule=scatter,
    tell=tell_scatter,
    detail=detail,
    details=("rounds",),
)
