"""How far a figure may move: its own move, since the page gives none; 2 inches when suppressed (Results)."""

from __future__ import annotations

from pydantic import Field

from rules.bayonet.tables import Book
from rules.command.movement import MovementPlan, movement_action
from rules.kernel.dice import Line
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Flag
from rules.kernel.text import N_, Text

MOVEMENT = "Movement"
RESULTS = "Results"


class Movement(Facts):
    """The facts of a move."""

    move: int | None = Field(
        default=None, strict=True, ge=0, le=1000, title=N_("Move"), description=N_("Inches, the figure's own.")
    )
    suppressed: Flag = Field(default=False, title=N_("Suppressed"))
    fleeing: Flag = Field(default=False, title=N_("Fleeing"))


def must_move(inches: int | None) -> int:
    """The inches that a figure moves; raises RuleError for one without."""
    if inches is None:
        raise RuleError(Text("Bayonet's page gives no distances: the figure needs a move of its own."), MOVEMENT)
    return inches


def plan(facts: Movement, book: Book) -> MovementPlan:
    """Raises RuleError for a figure without a move of its own: the page gives no distances."""
    inches = must_move(facts.move)
    own = Line(Text("its own move"), inches, MOVEMENT, "inches")
    if facts.fleeing:
        return MovementPlan((own,), Text("It flees: away from the enemy."))
    less = min(0, book.tables.suppressed_move - inches)
    if facts.suppressed:
        why = Text("suppressed: {inches}″ at most", inches=book.tables.suppressed_move)
        slowed = (Line(why, less, RESULTS, "inches"),) if less else ()
        return MovementPlan((own, *slowed), Text("It is suppressed: into cover."))
    return MovementPlan((own,))


ACTION = movement_action(Movement, plan)
