"""Comparison of declared with actual legality: menus use the declaration, commands the attempt."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from rules.command.legality import Legality, best_legality
from rules.command.order import Command
from rules.command.system import Board
from rules.command.tries import misdeclared_commands, named_requests
from rules.kernel.dice import Roll
from rules.kernel.request import Request
from rules.kernel.resolve import resolve
from rules.kernel.table import Faces, Roller
from tests.soak.faults import of_steps
from tests.soak.plays import Moment

ENTRIES = int(os.environ.get("ADJUTANT_SOAK_ENTRIES", "16"))
EVERY = 15 if ENTRIES < 100 else 60
"""Interval of the check in steps; longer in long games, because it would take most of their time."""
EACH = 16 if ENTRIES < 100 else 4
"""One unit out of this number is checked each time, in rotation."""


@of_steps("Menus: what is offered can be ordered, and what can be ordered without a warning is offered")
def what_is_declared_is_what_is_tried(moment: Moment) -> Iterator[str]:
    """Check every command that declares its legality, for each unit, way and target."""
    if moment.entry is None or moment.step % EVERY:
        return
    board = moment.after
    units = list(board.game.units.values())[moment.step // EVERY % EACH :: EACH]
    yield from misdeclared_commands(board, units)


@of_steps("Menus: a move goes as far as the step that offers it says")
def a_move_goes_as_far_as_it_says(moment: Moment) -> Iterator[str]:
    """Check every legal move whose distance is announced."""
    move = moment.after.system.commands.get("move")
    if moment.entry is None or moment.step % EVERY or move is None:
        return
    board = moment.after
    for unit in board.game.units.values():
        for request in named_requests(board, move, Request("move", unit=(unit.id,), side=unit.side)):
            said = move.on(board, request).inches() if best_legality(board, request) is Legality.OK else None
            for roller in (_lowest, _highest) if said is not None else ():
                inches = _distance_moved(board, move, request, roller)
                if said != inches:
                    yield f"{request.to_stored()} is said to go {said}″, and goes {inches}″"


def _lowest(throw: Roll[Any], count: int) -> Faces:
    return Faces((1,) * count, "physical")


def _highest(throw: Roll[Any], count: int) -> Faces:
    return Faces((throw.sides,) * count, "physical")


def _distance_moved(board: Board, move: Command, request: Request, roller: Roller) -> int:
    """Return the distance of a move; no dice change one that is announced."""
    actions, plays = board.system.actions, move.plan(board, request).plays
    found = [resolve(board.system, actions[one.action], one.facts, board.book, roller, ask=True) for one in plays]
    return sum(one.played.outcome.inches for one in found)
