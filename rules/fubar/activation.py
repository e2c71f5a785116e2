"""The activation throw: whether a unit does as it is told, and what it does if not; how far its actions take it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pydantic import Field

from rules.fubar.facts import LEVEL, UnitFacts, activation_number, must_have_figures
from rules.fubar.tables import Book, Tables
from rules.kernel.action import Action, Played
from rules.kernel.dice import Cause, Line, Need, Successes, Throw, total
from rules.kernel.facts import Count, Facts, Flag, Models
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Table
from rules.kernel.text import N_, NOTHING, Joined, Plural, Term, Text, counted

ACTIVATION = "Activation"
WITHDRAWS = 6
"""Inches that a unit withdraws which fails with more than half of its figures lost."""


class Activate(Facts):
    """The facts of an activation throw; a vehicle counts as one figure without armour."""

    unit: UnitFacts = Field(title=N_("Unit"))
    out_of_touch: Count = Field(default=0, title=N_("Out of touch"), description=N_("Figures more than 3″ away."))
    no_visible_enemy: Flag = Field(default=False, title=N_("No enemy in sight"))
    stunned: Flag = Field(default=False, title=N_("Crew stunned"))
    full: Models | None = Field(
        default=None, title=N_("Full strength"), description=N_("Figures of the full unit, if it came with fewer.")
    )


class ActivateOutcome(NamedTuple):
    """Whether it activated; `needed` is the face after all modifiers, 2 to 6."""

    passed: bool
    needed: int
    result: Literal["activated", "on_guard", "withdraw"]
    withdraw_to: Literal["away", "deployment_point"] | None
    stood_up: int


@dataclass(frozen=True, eq=False, slots=True)
class ActivatePlan:
    """An activation in numbers: the throw, its number, and what failing means."""

    throw: Throw[int]
    needed: int
    failing: Literal["on_guard", "withdraw"]
    withdraw_to: Literal["away", "deployment_point"]
    suppressed: int
    ruled: bool
    """Whether the ruling on half strength decides what failing means."""
    leaned: tuple[str, ...] = ()


def activation_throw(
    unit: UnitFacts, tables: Tables, key: str, label: Text, by: str, more: Sequence[Line] = ()
) -> Throw[int]:
    """The throw to activate: the number made worse by each suppressed figure and by `more`, within 2+ and 6+."""
    number, whose = activation_number(unit, tables)
    # The number of a better leader is not what the unit has learned.
    traits = (LEVEL,) if whose == Term(unit.level) else ()
    lines = [Line(Text("{whose} activation", whose=whose), number, "Units › Training", traits=traits)]
    if unit.suppressed:
        lines.append(
            Line(
                Text("{figures} suppressed", figures=counted(unit.suppressed, "figure", "figures")),
                unit.suppressed,
                "Suppression",
                cause=Cause("suppressed"),
            )
        )
    lines += [line for line in more if line.value]
    need = max(2, min(6, total(lines)))
    if need != total(lines):
        why = Text("a natural 6 always succeeds") if need == 6 else Text("a natural 1 always fails")
        lines.append(Line(why, need - total(lines), "Six-sided Dice Conventions"))
    return Throw(key, label, by, 6, Successes(need), Need(need), tuple(lines), ACTIVATION)


def plan(facts: Activate, book: Book) -> ActivatePlan:
    """Raises RuleError for a unit with nobody left."""
    must_have_figures(facts.unit, "unit")
    unit = facts.unit
    more = (
        Line(
            Text("{figures} out of touch", figures=counted(facts.out_of_touch, "figure", "figures")),
            facts.out_of_touch,
            "Units",
        ),
        Line(Text("no visible enemy"), -int(facts.no_visible_enemy), ACTIVATION),
        Line(Text("crew stunned"), 2 * facts.stunned, "Vehicles", cause=Cause("stunned")),
    )
    throw = activation_throw(unit, book.tables, "activation", Text("activation"), "unit", more)
    half_lost = _half_lost(facts)
    return ActivatePlan(
        throw=throw,
        needed=total(throw.ledger),
        failing="withdraw" if half_lost[book.rulings.half_strength_of] else "on_guard",
        withdraw_to="deployment_point" if facts.no_visible_enemy else "away",
        suppressed=unit.suppressed,
        ruled=len(set(half_lost.values())) > 1,
    )


def _half_lost(facts: Activate) -> dict[str, bool]:
    """Whether more than half of its figures are lost, by what the ruling `half_strength_of` may be (Activation)."""
    unit = facts.unit
    whole = {"battle": unit.starting, "full": max(unit.starting, facts.full or 0)}
    return {of: unit.figures * 2 < figures for of, figures in whole.items()}


def activate(table: Table, plan: ActivatePlan) -> ActivateOutcome:
    """After the throw, passed or failed, all suppressed figures stand up (Suppression)."""
    if table.roll(plan.throw):
        return ActivateOutcome(True, plan.needed, "activated", None, plan.suppressed)
    to = plan.withdraw_to if plan.failing == "withdraw" else None
    return ActivateOutcome(False, plan.needed, plan.failing, to, plan.suppressed)


def effects(plan: ActivatePlan, played: Played) -> Sequence[Effect]:
    stood_up = played.outcome.stood_up
    return (Effect("unit", "suppressed", -stood_up),) if stood_up else ()


def leaning(plan: ActivatePlan, played: Played) -> Sequence[str]:
    return ("half_strength_of",) if plan.ruled and not played.outcome.passed else ()


def moves(plan: ActivatePlan, played: Played[ActivateOutcome]) -> Sequence[Shift]:
    """A unit that has lost more than half withdraws (Activation)."""
    to = played.outcome.withdraw_to
    return (Shift("unit", WITHDRAWS, Text(_WITHDRAWS_TO[to])),) if to else ()


_WITHDRAWS_TO = {
    "away": N_("away from the nearest visible enemy"),
    "deployment_point": N_("toward its deployment point"),
}


def tell(plan: ActivatePlan, played: Played[ActivateOutcome]) -> Text:
    outcome = played.outcome
    gone = Text("It withdraws {inches}″.", inches=WITHDRAWS) if outcome.withdraw_to else Text("On Guard now.")
    said = [Text("Activated.")] if outcome.passed else [Text("Failed."), gone]
    if outcome.stood_up:
        said.append(Plural("{n} suppressed figure stands up.", "{n} suppressed figures stand up.", outcome.stood_up))
    return Joined(said)


def brief(plan: ActivatePlan, played: Played[ActivateOutcome]) -> Text | None:
    """The heading, the markers and what to do with the figures say it."""
    return NOTHING


ACTION = Action(
    key="activate",
    title=Text("Activate"),
    topic="activation",
    facts=Activate,
    outcome=ActivateOutcome,
    plan=plan,
    rule=activate,
    tell=tell,
    brief=brief,
    moves=moves,
    effects=effects,
    leaning=leaning,
)
