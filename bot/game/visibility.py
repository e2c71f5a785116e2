"""Who may know what a unit is: a hidden one is a card to all but its own side, an umpire who decides for that side, and
whoever was given it.
"""

from __future__ import annotations

from bot.game.seats import speaks_for
from rules.command.system import Board
from rules.game.unit import Unit


def is_card(board: Board, unit: Unit) -> bool:
    """Whether a unit lies on the table as a card, in systems that have hidden units."""
    return "hidden" in board.system.states and unit.has("hidden")


def number_of_card(id: str) -> str:
    """The number of a unit's card; it stays the same all game."""
    return id.lstrip("u") or "0"


def knows(board: Board, reader: str | None, unit: Unit) -> bool:
    """Whether a person may know what a unit is; `reader` is their id, None for everybody at once."""
    if not is_card(board, unit):
        return True
    if reader is None:
        return False
    return board.game.lent.get(unit.id) == reader or speaks_for(board.game, reader, unit.side)
