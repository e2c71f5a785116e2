"""How far a figure may move: its own move, since the page gives none; 2 inches when suppressed (Results)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from pydantic import Field

from rules.bayonet.tables import Tables
from rules.dice import Line, total
from rules.errors import RuleError
from rules.facts import Facts, Flag
from rules.system import Action, Book, Played
from rules.table import Table

MOVEMENT = "Movement"
RESULTS = "Results"


class Movement(Facts):
    """The facts of a move."""

    move: int | None = Field(
        default=None, strict=True, ge=0, le=1000, title="Move", description="Inches, the figure's own."
    )
    suppressed: Flag = Field(default=False, title="Suppressed")
    fleeing: Flag = Field(default=False, title="Fleeing")


class MovementOutcome(NamedTuple):
    """How far, in inches."""

    inches: int


@dataclass(frozen=True, eq=False, slots=True)
class MovementPlan:
    """A move in inches, with its reasons."""

    why: tuple[Line, ...]
    advice: str = ""
    leaned: tuple[str, ...] = ()


def plan(facts: Movement, book: Book) -> MovementPlan:
    """Raises RuleError for a figure without a move of its own: the page gives no distances."""
    tables: Tables = book.tables
    if facts.move is None:
        raise RuleError("Bayonet's page gives no distances: the figure needs a move of its own.", MOVEMENT)
    own = Line("its own move", facts.move, MOVEMENT, "inches")
    if facts.fleeing:
        return MovementPlan((own,), " It flees: away from the enemy.")
    less = min(0, tables.suppressed_move - facts.move)
    if facts.suppressed:
        slowed = (Line(f"suppressed: {tables.suppressed_move}″ at most", less, RESULTS, "inches"),) if less else ()
        return MovementPlan((own, *slowed), " It is suppressed: into cover.")
    return MovementPlan((own,))


def movement(table: Table, plan: MovementPlan) -> MovementOutcome:
    return MovementOutcome(total(plan.why, "inches"))


def tell(plan: MovementPlan, played: Played) -> str:
    return f"Up to {played.outcome.inches}″.{plan.advice}"


def detail(plan: MovementPlan, played: Played) -> Mapping[str, Any]:
    return {"why": [{"why": line.why, "value": line.value, "rule": line.rule} for line in plan.why]}


ACTION = Action(
    key="movement",
    title="Movement",
    topic="movement",
    facts=Movement,
    outcome=MovementOutcome,
    plan=plan,
    rule=movement,
    tell=tell,
    detail=detail,
    details=("why",),
)
