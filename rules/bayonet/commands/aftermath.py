"""What follows of itself from a board of Bayonet, whoever changed it and how."""

from __future__ import annotations

from rules.bayonet.commands.pairs import freed, paired
from rules.bayonet.commands.recovery import forgotten
from rules.commands import mark
from rules.events import Event
from rules.system import Board


def aftermath(board: Board) -> list[Event]:
    """The fallen keep no markers, nobody fights those who are gone, and what is marked by hand counts as any other."""
    events: list[Event] = []
    for step in (_fallen, freed, paired, _recovered):
        more = step(board)
        events, board = events + more, board.after(more)
    return events


_OF_THE_LIVING = ("suppressed", "fleeing", "recovers", "reloading", "in_hand_to_hand", "overlapping", "fights")


def _fallen(board: Board) -> list[Event]:
    fallen = [unit for unit in board.game.units.values() if not unit.alive]
    marked = [(unit, state) for unit in fallen for state in _OF_THE_LIVING if unit.has(state)]
    return [event for unit, state in marked for event in mark(unit, **{state: None})]


def _recovered(board: Board) -> list[Event]:
    return [event for unit in board.game.units.values() for event in forgotten(unit)]
