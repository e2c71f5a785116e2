"""Who activates first, by a skill test (Initiative); and what becomes of wound markers at activation (Apply damage)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pydantic import Field

from rules.kernel.action import Action, Played
from rules.kernel.contests import too_many_sides
from rules.kernel.dice import Line
from rules.kernel.facts import Count, Facts, Models
from rules.kernel.plays import Effect
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, NOTHING, Sentence, Text, Value, counted
from rules.opreb.facts import Skilled, must_have_models
from rules.opreb.pools import Pool, bangs, pins_leaned, pool, skill_test
from rules.opreb.tables import Book

INITIATIVE = "Initiative"


class Nominated(Skilled):
    """The unit that a side nominates, under the name of the side."""

    name: str | None = Field(default=None, max_length=60, title=N_("Side"))


class Initiative(Facts):
    """The facts of an initiative throw: the unit that each side nominates."""

    sides: tuple[Nominated, ...] = Field(min_length=2, max_length=20, title=N_("Sides"))


class InitiativeOutcome(NamedTuple):
    """Place of the winner among the sides in the facts."""

    winner: int


@dataclass(frozen=True, eq=False, slots=True)
class InitiativePlan:
    """The plan: one skill test per side."""

    names: tuple[Value, ...]
    tests: tuple[Pool, ...]
    rethrow: bool
    leaned: tuple[str, ...]


def plan(facts: Initiative, book: Book) -> InitiativePlan:
    names = tuple(unit.name or Text("side {number}", number=number) for number, unit in enumerate(facts.sides, 1))
    tests = tuple(
        _test(side, name, unit, book) for side, (name, unit) in enumerate(zip(names, facts.sides, strict=True))
    )
    return InitiativePlan(names, tests, book.rulings.initiative_tie == "rethrow", pins_leaned(facts.sides, book))


def _test(side: int, name: Value, unit: Nominated, book: Book) -> Pool:
    label = Text("initiative of {side}", side=name)
    return skill_test(f"initiative {side + 1}", label, "unit", unit, book, INITIATIVE, side)


def initiative(table: Table, plan: InitiativePlan) -> Then[InitiativeOutcome]:
    return then(_contest, plan, tuple(range(len(plan.tests))))


def _contest(table: Table, plan: InitiativePlan, sides: tuple[int, ...]) -> InitiativeOutcome | Then[InitiativeOutcome]:
    """All throw in index order; those tied for the most bangs throw again, or by ruling the first of them wins."""
    best = table.play(_thrown, plan, sides, 0, ())
    if len(best) == 1 or not plan.rethrow:
        return InitiativeOutcome(best[0])
    return then(_contest, plan, best)


def _thrown(
    table: Table, plan: InitiativePlan, left: tuple[int, ...], most: int, best: tuple[int, ...]
) -> tuple[int, ...] | Then[tuple[int, ...]]:
    """The sides with the most bangs, thrown a side at a time, so that odds keep the leaders only."""
    if not left:
        return best
    side = left[0]
    thrown = bangs(table, plan.tests[side])
    if thrown > most or not best:
        return then(_thrown, plan, left[1:], thrown, (side,))
    return then(_thrown, plan, left[1:], most, (*best, side) if thrown == most else best)


def leaning(plan: InitiativePlan, played: Played) -> Sequence[str]:
    """The ruling on ties decided something if the first throws were tied at the top."""
    first = [step.got for step in played.steps[: len(plan.tests)]]
    return ("initiative_tie",) if first.count(max(first)) > 1 else ()


def tell(plan: InitiativePlan, played: Played) -> Text:
    side: int = played.outcome.winner
    got = [step.got for step in played.steps if step.throw.side == side][-1]
    thrown = counted(got, "bang", "bangs")
    return Sentence(Text("{side} activates first with {bangs}.", side=plan.names[side], bangs=thrown))


def too_big(plan: InitiativePlan) -> Text | None:
    """The ways in which sides can tie double with each."""
    return too_many_sides(len(plan.tests), 8)


ACTION = Action(
    key="initiative",
    title=Text("Initiative"),
    topic="initiative",
    facts=Initiative,
    outcome=InitiativeOutcome,
    plan=plan,
    rule=initiative,
    tell=tell,
    leaning=leaning,
    too_big=too_big,
    indices=("winner",),
)


# Activation: wound markers become kills, or not, before the unit takes its two actions (Apply damage).

APPLY_DAMAGE = "Small arms fire › Apply damage"


class Marked(Facts):
    """A unit with the markers on it."""

    models: Models = Field(title=N_("Models"))
    wounds: Count = Field(title=N_("Wound markers"))
    pinned: Count = Field(title=N_("Pinned markers"), description=N_("They stay on the unit."))


class Activate(Facts):
    """The facts of an activation."""

    unit: Marked = Field(title=N_("Unit"))


class ActivateOutcome(NamedTuple):
    """Models killed, and wound markers that come off."""

    kills: int
    wounds_cleared: int


@dataclass(frozen=True, eq=False, slots=True)
class ActivatePlan:
    """An activation in numbers."""

    wounds: Pool
    kill: Literal["bang", "wound", "none"]
    models: int
    leaned: tuple[str, ...]


def plan_activation(facts: Activate, book: Book) -> ActivatePlan:
    """Raises RuleError for a unit with nobody left."""
    unit = facts.unit
    must_have_models(unit.models, "unit")
    markers = counted(unit.wounds, "wound marker", "wound markers")
    per_marker = Line(Text("{markers}, thrown by the opponent", markers=markers), unit.wounds, APPLY_DAMAGE, "dice")
    return ActivatePlan(
        wounds=pool("wound_markers", Text("wound markers"), "defender", (per_marker,), book, APPLY_DAMAGE),
        kill=book.rulings.wound_kill,
        models=unit.models,
        leaned=("wound_kill",) if unit.wounds else (),
    )


def activate(table: Table, plan: ActivatePlan) -> ActivateOutcome:
    """Dice: one per wound marker where the ruling asks for them."""
    if plan.kill == "none":
        return ActivateOutcome(0, 0)
    kills = plan.wounds.dice if plan.kill == "wound" else bangs(table, plan.wounds)
    return ActivateOutcome(min(kills, plan.models), plan.wounds.dice)


def effects_of_activation(plan: ActivatePlan, played: Played[ActivateOutcome]) -> Sequence[Effect]:
    outcome = played.outcome
    changes = (Effect("unit", "models", -outcome.kills), Effect("unit", "wounds", -outcome.wounds_cleared))
    return [change for change in changes if change.change]


def tell_activation(plan: ActivatePlan, played: Played[ActivateOutcome]) -> Text:
    outcome = played.outcome
    if not plan.wounds.dice:
        return Text("No wound markers to settle.")
    markers = counted(plan.wounds.dice, "wound marker", "wound markers")
    if not outcome.wounds_cleared:
        return Text("{markers} to settle at the table.", markers=markers)
    kills = counted(outcome.kills, "kill", "kills")
    if outcome.kills == plan.models:
        return Text("{markers} settled: {kills}. Nobody is left.", markers=markers, kills=kills)
    return Text("{markers} settled: {kills}.", markers=markers, kills=kills)


def brief(plan: ActivatePlan, played: Played) -> Text | None:
    """What was settled, and that there was nothing to settle, is seen on the table."""
    return None if plan.wounds.dice and not played.outcome.wounds_cleared else NOTHING


ACTIVATION = Action(
    key="activate",
    title=Text("Activate"),
    topic="activation",
    facts=Activate,
    outcome=ActivateOutcome,
    plan=plan_activation,
    rule=activate,
    tell=tell_activation,
    brief=brief,
    effects=effects_of_activation,
)
