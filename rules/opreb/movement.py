"""How far infantry moves, in the open and over rough ground alike (Infantry movement)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from pydantic import Field

from rules.dice import Line, total
from rules.facts import Count, Facts
from rules.opreb.bangs import must_be_free
from rules.opreb.tables import Move, Tables
from rules.opreb.tac_move import MOVEMENT
from rules.system import Action, Book, Played
from rules.table import Table


class Movement(Facts):
    """The facts of a move."""

    action: Move = Field(title="Move")
    pinned: Count = Field(default=0, title="Pinned markers", description="Matter under the ruling pin_effect only.")


class MovementOutcome(NamedTuple):
    """How far, in inches; of a tac-move the part that is sure before its skill test."""

    inches: int


@dataclass(frozen=True, eq=False, slots=True)
class MovementPlan:
    """A move in inches, with its reasons."""

    why: tuple[Line, ...]
    advice: str
    leaned: tuple[str, ...] = ()


def plan(facts: Movement, book: Book) -> MovementPlan:
    """Raises RuleError for a unit that its pinned markers hold, by ruling."""
    tables: Tables = book.tables
    moves = tables.moves
    must_be_free(facts.pinned, book)
    if facts.action == "standard":
        return MovementPlan((Line("standard move", moves.standard, MOVEMENT, "inches"),), "")
    why = (Line("tac-move before its skill test", moves.tac_move, MOVEMENT, "inches"),)
    return MovementPlan(why, f" and 1″ for each bang of a skill test, or {moves.whiff}″ in all on a whiff")


def movement(table: Table, plan: MovementPlan) -> MovementOutcome:
    return MovementOutcome(total(plan.why, "inches"))


def tell(plan: MovementPlan, played: Played) -> str:
    return f"Up to {played.outcome.inches}″{plan.advice}."


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
