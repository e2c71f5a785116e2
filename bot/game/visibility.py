"""Who may know what a unit is: a hidden one is a card to all but its own side, an umpire who decides for that side, and
whoever was given it.
"""

from __future__ import annotations

from bot.game.people import speaks_for
from rules.command.next_steps import Standing
from rules.command.system import Board
from rules.command.turns import had_go
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


# What units that lie on the table as cards may be taken to do next, for those who do not know what they are.


def standing_of_cards(board: Board, reader: str | None, command: str) -> dict[str, Standing]:
    """What stands against a command by each unit that the reader knows as a card: only what everybody has seen, as
    what it can do would tell what it is.
    """
    cards = [unit for unit in board.game.units.values() if not knows(board, reader, unit)]
    return {unit.id: Standing.FREE if _may_go(board, command, unit) else Standing.WARNED for unit in cards}


def _may_go(board: Board, command: str, card: Unit) -> bool:
    """Whether it is the go of its side, and it has not acted yet, nor anybody else begun to, or has actions left."""
    if board.game.holder not in (None, card.side):
        return False
    if command == "activate":
        active = [unit for unit in board.game.of_side(card.side) if unit.count("actions_left")]
        return not had_go(board, card) and not active
    return bool(card.count("actions_left")) or not (board.game.order or had_go(board, card))
