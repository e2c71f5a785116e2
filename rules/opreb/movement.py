"""How far infantry moves, in the open and over rough ground alike (Infantry movement)."""

from __future__ import annotations

from pydantic import Field

from rules.command.movement import MovementPlan, movement_action
from rules.kernel.action import Book
from rules.kernel.dice import Line
from rules.kernel.facts import Count, Facts
from rules.kernel.text import N_, Text
from rules.opreb.pools import must_be_free
from rules.opreb.tables import Move, Tables
from rules.opreb.tac_move import MOVEMENT


class Movement(Facts):
    """The facts of a move."""

    action: Move = Field(title=N_("Move"))
    pinned: Count = Field(
        default=0, title=N_("Pinned markers"), description=N_("Matter under the ruling pin_effect only.")
    )


def plan(facts: Movement, book: Book) -> MovementPlan:
    """Raises RuleError for a unit that its pinned markers hold, by ruling."""
    tables: Tables = book.tables
    moves = tables.moves
    must_be_free(facts.pinned, book)
    if facts.action == "standard":
        return MovementPlan((Line(Text("standard move"), moves.standard, MOVEMENT, "inches"),))
    why = (Line(Text("tac-move before its skill test"), moves.tac_move, MOVEMENT, "inches"),)
    return MovementPlan(
        why, Text("1″ more for each bang of a skill test, or {whiff}″ in all on a whiff.", whiff=moves.whiff)
    )


ACTION = movement_action(Movement, plan)
