"""The legality of a command before it is given, by the states alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from enum import IntEnum
from itertools import chain
from typing import cast

from rules.command.order import Command
from rules.command.planned import CommandPlan
from rules.command.system import Board
from rules.game.unit import Unit
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import Ask, MissingFacts
from rules.kernel.request import Request, changed


class Legality(IntEnum):
    """Legality of a command, from unrestricted to forbidden by a rule."""

    OK = 0
    NEEDS_INPUT = 1
    WARNED = 2
    ILLEGAL = 3


def command_of(board: Board, request: Request) -> Command | None:
    """Return the command of a request of any kind; None if the system has none."""
    act = request.command == "act"
    return board.system.acts.get(request.action or "") if act else board.system.commands.get(request.command)


def legality_of(board: Board, request: Request) -> Legality:
    """Return the legality of a request, without rolling a die."""
    return plan_request(board, request)[0]


def plan_request(board: Board, request: Request) -> tuple[Legality, CommandPlan | None]:
    """Return the legality of a request, and its planned command unless forbidden.

    A question may hide a warning: the warning counts if the first answer does not remove it.
    """
    stands, order, asks = plan_as_given(board, request)
    if asks and all(ask.choices for ask in asks):
        given = request
        for ask in asks:
            given = answered(given, ask, ask.choices[0].code)
        then, warned_of, _ = plan_as_given(board, given)
        return (then, warned_of) if then is Legality.WARNED else (stands, None)
    return stands, order


def plan_as_given(board: Board, request: Request) -> tuple[Legality, CommandPlan | None, Sequence[Ask]]:
    """Return the legality of a request without further answers, the planned command, and the questions to ask first."""
    command = command_of(board, request)
    if command is None:
        return Legality.ILLEGAL, None, ()
    try:
        order = command.plan(board, request)
        for play in order.plays:
            board.system.actions[play.action].plan(play.facts, board.book)
    except MissingFacts as missing:
        return Legality.NEEDS_INPUT, None, missing.asks
    except (RuleError, BadFacts):
        return Legality.ILLEGAL, None, ()
    return (Legality.WARNED if order.warnings else Legality.OK), order, ()


def answered(request: Request, ask: Ask, code: str | Decimal) -> Request:
    """Return the request with an answer to a question; an option for several keeps those that it has."""
    before: object = getattr(request, ask.option)
    several = cast("tuple[object, ...]", before) if isinstance(before, tuple) else None
    return changed(request, **{ask.option: code if several is None else (*several, code)})


# Legality of a command before it is given, for any distances, covers and answers.


def best_legality(board: Board, request: Request) -> Legality:
    """Return the declared legality of a request, assuming the best distance, cover, answers and open target."""
    command = command_of(board, request)
    if command is None:
        return Legality.ILLEGAL
    if request.target or not {"unit", "target"} <= {*command.needs}:
        return _judge_request(board, command, request)
    # Most units that may do it at all may do it to any target: the first target is judged before the unit alone.
    unit = board.unit(request.unit[0])
    sides = (True, False) if command.anybody else (command.friendly,)
    possible = (one for friendly in sides for one in targets(board, unit, friendly))
    at_each = (_judge_request(board, command, changed(request, target=(one.id,))) for one in possible)
    first = next(at_each, Legality.ILLEGAL)
    if first is Legality.OK:
        return first
    alone = _judge_request(board, command, request)
    return alone if alone >= Legality.WARNED else least_restrictive(chain((first,), at_each))


def _judge_request(board: Board, command: Command, request: Request) -> Legality:
    return count_warnings(board, command, request)[0]


def count_warnings(board: Board, command: Command, request: Request) -> tuple[Legality, int]:
    """Return the legality of a request as it is, and the number of its warnings."""
    try:
        warnings = command(board, request).judge()
        return (Legality.WARNED if warnings else Legality.OK), len(warnings)
    except MissingFacts:
        return Legality.NEEDS_INPUT, 0
    except (RuleError, BadFacts):
        return Legality.ILLEGAL, 0


def least_restrictive(found: Iterable[Legality]) -> Legality:
    """Return the least restrictive of several; the search ends at an unrestricted one."""
    best = Legality.ILLEGAL
    for one in found:
        best = min(best, one)
        if best is Legality.OK:
            break
    return best


def targets(board: Board, unit: Unit, friendly: bool = False) -> list[Unit]:
    """Return the possible targets of a unit's command: living enemies, or its living friends."""
    others = (one for one in board.game.units.values() if one.id != unit.id and one.alive)
    return [one for one in others if (one.side == unit.side) == friendly]
