"""Activation: wound markers become kills, or not, before the unit takes its two actions (Apply damage)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pydantic import Field

from rules.kernel.action import Action, Played
from rules.kernel.dice import Line
from rules.kernel.facts import Count, Facts, Models
from rules.kernel.plays import Effect
from rules.kernel.table import Table
from rules.kernel.text import N_, NOTHING, Text, counted
from rules.opreb.facts import must_have_models
from rules.opreb.pools import Pool, bangs, pool
from rules.opreb.tables import Book

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


def plan(facts: Activate, book: Book) -> ActivatePlan:
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


def effects(plan: ActivatePlan, played: Played[ActivateOutcome]) -> Sequence[Effect]:
    outcome = played.outcome
    changes = (Effect("unit", "models", -outcome.kills), Effect("unit", "wounds", -outcome.wounds_cleared))
    return [change for change in changes if change.change]


def tell(plan: ActivatePlan, played: Played[ActivateOutcome]) -> Text:
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
    effects=effects,
)
