"""What follows of itself from a board of Bayonet, whoever changed it and how."""

from __future__ import annotations

from rules.bayonet.commands.assault import freed, paired
from rules.bayonet.states import forgotten
from rules.bayonet.tables import Board
from rules.command.effects import fallen, mark
from rules.game.events import Event, LossesTaken


def aftermath(board: Board) -> list[Event]:
    """The fallen keep no markers, nobody fights those who are gone, and what is marked by hand counts as any other."""
    events: list[Event] = []
    for step in (_downed, _fallen, freed, paired, _recovered):
        more = step(board)
        events, board = events + more, board.after(more)
    return events


def _downed(board: Board) -> list[Event]:
    """Figures that are downed do not stand, also where a marker put them down, and none is downed twice."""
    events: list[Event] = []
    for unit in board.game.units.values():
        down, standing = unit.count("downed"), unit.starting - min(unit.count("downed"), unit.starting)
        events += mark(unit, downed=unit.starting) if down > unit.starting else []
        events += [LossesTaken(unit=unit.id, models=unit.models - standing)] if unit.models > standing else []
    return events


def _fallen(board: Board) -> list[Event]:
    return [event for unit in board.game.units.values() for event in fallen(board, unit)]


def _recovered(board: Board) -> list[Event]:
    return [event for unit in board.game.units.values() for event in forgotten(unit)]
