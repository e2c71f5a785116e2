"""Comparison of the legality that commands declare to menus with the legality of planning them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import product
from typing import Any

from rules.command.legality import Legality, answered, best_legality, command_of, plan_as_given
from rules.command.order import Command
from rules.command.system import Board
from rules.command.turn_steps import TURN
from rules.game.unit import Unit
from rules.kernel.errors import RulesError
from rules.kernel.facts import Ask, MissingFacts
from rules.kernel.request import Request, changed
from rules.kernel.wording import ENGLISH

INCHES = tuple(map(Decimal, (0, 1, 4, 10, 24, 32, 36, 48)))
"""Distances with one between any two ranges of FUBAR, where only the longer weapon fires."""


def misdeclared_commands(board: Board, units: Iterable[Unit]) -> Iterator[str]:
    """Yield commands of the turn and of some units that are offered and refused, or the other way round."""
    for request in (*turn_requests(board), *(request for unit in units for request in requests(board, unit))):
        declared, so = best_legality(board, request), planned_legality(board, request)
        if so is Legality.ILLEGAL and declared is not so:
            so = planned_legality_with_another(board, request)
        if declared is not so:
            reason = refusal(board, request) if so is Legality.ILLEGAL else ""
            yield f"{typed_words(request, board)} is {_WORDS[declared]} in menus, and {_WORDS[so]} when tried{reason}"


_WORDS = {
    Legality.OK: "allowed",
    Legality.NEEDS_INPUT: "allowed after a question",
    Legality.WARNED: "allowed after a warning",
    Legality.ILLEGAL: "refused",
}


def typed_words(request: Request, board: Board) -> str:
    """Return a command about as a player types it."""
    names = [board.unit(id).name for id in (*request.unit, *request.target)]
    return " ".join(["/" + request.command, *([request.action] if request.action else []), *names])


def refusal(board: Board, request: Request) -> str:
    """Return the rules' reason for refusing a command at a short distance, after a colon; empty if they give none."""
    command = command_of(board, request)
    assert command
    cover = (command.covers[0].code,) if command.covers else ()
    far = (Decimal(4),) if "target" in command.needs else ()
    try:
        for play in command.plan(board, changed(request, distance=far, cover=cover)).plays:
            board.system.actions[play.action].plan(play.facts, board.book)
    except MissingFacts:
        return ""
    except RulesError as error:
        return f": {ENGLISH(error.text)}"
    return ""


def turn_requests(board: Board) -> Iterator[Request]:
    """Yield the commands of the turn for each side."""
    for side in board.game.sides:
        for key in TURN:
            command = board.system.commands.get(key)
            if command is not None:
                base = Request(key, side=side)
                yield from [changed(base, action=way.code) for way in command.actions] or [base]


def requests(board: Board, unit: Unit) -> Iterator[Request]:
    """Yield all requests of the menus, without lengths and covers."""
    for key, command in board.system.commands.items():
        if "unit" in command.needs:
            yield from named_requests(board, command, Request(key, unit=(unit.id,), side=unit.side))
    for key, act in board.system.acts.items():
        if "unit" in act.needs:
            yield from named_requests(board, act, Request("act", unit=(unit.id,), action=key, side=unit.side))


def named_requests(board: Board, command: Command, base: Request) -> Iterator[Request]:
    """Yield a request for each target or way of a command."""
    if "target" in command.needs:
        others: Iterable[Unit] = board.game.units.values()
        yield from (changed(base, target=(one.id,)) for one in others if (one.id,) != base.unit)
        return
    yield base
    yield from (changed(base, action=way.code) for way in command.actions)


def planned_legality(board: Board, request: Request) -> Legality:
    """Return the legality of a command at the best distance and with the best answers."""
    command = command_of(board, request)
    assert command
    cover = (command.covers[0].code,) if command.covers else ()
    is_far = "target" in command.needs or command.on(board, request).distance_asked() is not None
    far = [(inches,) for inches in INCHES] if is_far else [()]
    found = Legality.ILLEGAL
    for one in far:
        given: dict[str, Any] = {**vars(request), "distance": one, "cover": cover}
        tried = _Watched(**given)
        found = min(found, _try(board, tried))
        if found is Legality.OK or not tried.read:
            break
    return found


class _Watched(Request):
    """A request that notes whether its distance is read: if it is not, another one makes no difference."""

    read = False

    def __getattribute__(self, name: str) -> object:
        if name in ("distance", "__dict__"):
            object.__setattr__(self, "read", True)
        return super().__getattribute__(name)


def planned_legality_with_another(board: Board, request: Request) -> Legality:
    """Return the legality of a command whose target is one of two, with the best other target."""
    command = command_of(board, request)
    assert command
    if "target" not in command.several or not request.target:
        return Legality.ILLEGAL
    others = (one for one in board.game.units if one not in (*request.unit, *request.target))
    both = (planned_legality(board, changed(request, target=(*request.target, one))) for one in others)
    return min(both, default=Legality.ILLEGAL)


def _try(board: Board, request: Request, asked: int = 0) -> Legality:
    legality, _, asks = plan_as_given(board, request)
    return _try_answers(board, request, asks, asked + 1) if legality is Legality.NEEDS_INPUT else legality


def _try_answers(board: Board, request: Request, asks: Sequence[Ask], asked: int) -> Legality:
    """Return NEEDS_INPUT at best, or a worse legality if every answer leads to it."""
    every = [_codes(board, request, ask) for ask in asks]
    if asked > 2 or not all(every):
        return Legality.NEEDS_INPUT
    found = Legality.ILLEGAL
    for codes in product(*(some[:6] for some in every)):
        given = request
        for ask, code in zip(asks, codes, strict=True):
            given = answered(given, ask, code)
        found = min(found, _try(board, given, asked))
        if found <= Legality.NEEDS_INPUT:
            return Legality.NEEDS_INPUT
    return found


def _codes(board: Board, request: Request, ask: Ask) -> Sequence[str | Decimal]:
    """Return the possible answers: the choices, some distances, or each weapon of the unit."""
    if ask.option == "distance":
        return INCHES
    if ask.option == "firers" and not ask.choices:
        return [weapon.name for weapon in board.unit(request.unit[0]).weapons]
    return [choice.code for choice in ask.choices]
