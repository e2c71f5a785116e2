"""What need not be asked: the one unit, or the one target, that a command can be given to."""

from __future__ import annotations

from collections.abc import Sequence

from rules.changed import changed
from rules.next_steps import Standing, command_of, standing, targets
from rules.request import Request
from rules.system import Board
from rules.unit import Unit


def with_only_choice(board: Board, request: Request) -> Request:
    """The request with the unit and the target that it needs, where there is only one that it can be.

    Of enemies only their number counts: what one of them is, whoever asks need not know.
    """
    command = command_of(board, request)
    if command is None:
        return request
    if "unit" in command.needs and not request.unit:
        request = changed(request, unit=_only(_able(board, request)))
    if "target" in command.needs and not (request.target or command.anybody) and request.unit:
        request = changed(request, target=_only(targets(board, board.unit(request.unit[0]), command.friendly)))
    return request


def _able(board: Board, request: Request) -> list[Unit]:
    """The units of the side that gives the command, or of whoever is to go, that nothing forbids it."""
    side = request.side or board.game.holder
    living = [one for one in board.game.units.values() if one.alive and side in (None, one.side)]
    return [one for one in living if standing(board, changed(request, unit=(one.id,))) is not Standing.REFUSED]


def _only(units: Sequence[Unit]) -> tuple[str, ...]:
    return (units[0].id,) if len(units) == 1 else ()
