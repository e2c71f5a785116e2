"""Assault: a move into an enemy's assault range, or no assault at all (Actions › Assault)."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from pydantic import Field

from rules.command.movement import because, why_of
from rules.kernel.action import Action, Played
from rules.kernel.dice import Line, total
from rules.kernel.errors import RuleError
from rules.kernel.facts import Inches
from rules.kernel.table import Table
from rules.kernel.text import N_, NOTHING, Joined, Text
from rules.openfire_d12.facts import Unit, must_live
from rules.openfire_d12.movement import Way, advice, inches_of, leaning, may_move
from rules.openfire_d12.shooting import ASSAULT_RANGE
from rules.openfire_d12.tables import Book

ASSAULT = "Actions › Assault"


class Assault(Way):
    """The facts of an assault move."""

    unit: Unit = Field(title=N_("Unit"))
    target: Unit = Field(title=N_("Target"))
    distance: Inches = Field(
        title=N_("Distance"), description=N_("Inches that the leader goes to touch the nearest enemy.")
    )


class AssaultOutcome(NamedTuple):
    """How far the unit may go, in inches, and that it gets there."""

    inches: int
    reached: bool


@dataclass(frozen=True, eq=False, slots=True)
class AssaultPlan:
    """An assault in inches."""

    why: tuple[Line, ...]
    needed: Decimal
    advice: Text = NOTHING
    leaned: tuple[str, ...] = ()


def plan(facts: Assault, book: Book) -> AssaultPlan:
    """Raises RuleError for a suppressed unit, or when no enemy comes within its reach."""
    must_live(facts.unit, "unit")
    must_live(facts.target, "target")
    may_move(facts.unit, "assault")
    why = inches_of(facts.unit, "assault", facts, book)
    inches = total(why, "inches")
    needed = max(Decimal(0), facts.distance - ASSAULT_RANGE)
    if needed > inches:
        raise RuleError(
            Text(
                "The enemy is out of reach: {distance}″ to its assault range, the assault moves {inches}″. "
                "Choose another action.",
                distance=needed,
                inches=inches,
            ),
            ASSAULT,
        )
    return AssaultPlan(why, needed, advice(facts.unit, facts), leaning(facts.unit, facts, book))


def assault(table: Table, plan: AssaultPlan) -> AssaultOutcome:
    inches = total(plan.why, "inches")
    return AssaultOutcome(inches, plan.needed <= inches)


def tell(plan: AssaultPlan, played: Played) -> Text:
    moves = Text(
        "It moves up to {inches}″{reasons} and ends in the enemy's assault range, {distance}″ away.",
        inches=played.outcome.inches,
        reasons=because(plan.why),
        distance=plan.needed,
    )
    return Joined((moves, plan.advice))


ACTION = Action(
    key="assault",
    title=Text("Assault"),
    topic="assault",
    facts=Assault,
    outcome=AssaultOutcome,
    plan=plan,
    rule=assault,
    tell=tell,
    detail=lambda plan, played: {"why": why_of(plan.why)},
    details=("why",),
)
