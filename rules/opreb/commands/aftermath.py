"""What follows of itself from a board of Open Rebellion, whoever changed it and how."""

from __future__ import annotations

from rules.command.alternate_activation import active, passed_on, waiting
from rules.command.effects import mark
from rules.command.system import Board
from rules.game.events import Event

_OF_THE_LIVING = ("wounds", "disorganised", "pinned", "in_position", "hidden", "activated", "actions_left")


def aftermath(board: Board) -> list[Event]:
    """The fallen keep no markers, and a side with nobody left to act does not hold up the turn."""
    events = [*_fallen(board), *_spent(board)]
    return [*events, *_not_held_up(board.after(events))]


def _fallen(board: Board) -> list[Event]:
    fallen = [unit for unit in board.game.units.values() if not unit.alive]
    marked = [(unit, state) for unit in fallen for state in _OF_THE_LIVING if unit.has(state)]
    return [event for unit, state in marked for event in mark(unit, **{state: None})]


def _spent(board: Board) -> list[Event]:
    """Actions are those of this turn's activation: undoing a shot of an earlier turn gives none back."""
    left = [unit for unit in board.game.units.values() if unit.alive and unit.has("actions_left")]
    return [event for unit in left if not unit.has("activated") for event in mark(unit, actions_left=None)]


def _not_held_up(board: Board) -> list[Event]:
    holder = board.game.holder
    if holder is None or waiting(board, holder) or any(unit.side == holder for unit in active(board)):
        return []
    return passed_on(board, holder)
