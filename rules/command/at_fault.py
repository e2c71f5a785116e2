"""Options at fault: those whose change would lift a refusal. Commands are only planned, without dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from rules.command.legality import command_of
from rules.command.order import Command
from rules.command.system import Board
from rules.kernel.errors import RulesError
from rules.kernel.facts import Choice, MissingFacts
from rules.kernel.request import Request, changed
from rules.kernel.text import Text

INCHES = tuple(map(Decimal, (0, 1, 4, 6, 10, 12, 18, 24, 36, 48)))
"""Distances to try: there is one between any two ranges of a system."""


def options_at_fault(board: Board, request: Request) -> tuple[str, ...]:
    """Return the options whose change lifts the refusal of a request, else those whose change causes a different one.

    Units are only at fault if no other option is. The result is empty if the request is not refused, its units are
    gone, or no single option counts; for missing facts, it has the options that are asked for.
    """
    if not {*request.unit, *request.target} <= set(board.game.units):
        return ()
    command = command_of(board, request)
    refusal = command and _find_refusal(board, command, request)
    if not (command and refusal):
        return ()
    if isinstance(refusal, MissingFacts):
        return tuple(dict.fromkeys(ask.option for ask in refusal.asks))
    found = {one: _best_result(board, command, refusal, _vary_option(board, command, request, one)) for one in _OPTIONS}
    for reached in (_MENDED, _OTHER):
        at_fault = [option for option, best in found.items() if best == reached]
        if at_fault:
            return tuple(option for option in at_fault if option != "unit" or len(at_fault) == 1)
    return ()


def situations_asked(board: Board, request: Request) -> Iterator[Choice]:
    """Yield the choices of the situations that a command asks for, at its distance and at 0″, where all weapons reach.

    Planned, since a command that bends a rule is refused before it asks.
    """
    if not (command := command_of(board, request)):
        return
    for distance in (request.distance, (Decimal(0),)):
        try:
            command.plan(board, replace(request, distance=distance, situation=()))
        except MissingFacts as missing:
            yield from (one for ask in missing.asks if ask.option == "situation" for one in ask.choices)
        except RulesError:
            continue


_SAME, _OTHER, _MENDED = range(3)


def _best_result(board: Board, command: Command, refusal: RulesError, others: Iterator[Request]) -> int:
    """Return the best result among some other requests."""
    best = _SAME
    for request in others:
        now = _find_refusal(board, command, request)
        if now is None:
            return _MENDED
        if _refusal_kind(now) != _refusal_kind(refusal):
            best = _OTHER
    return best


def _find_refusal(board: Board, command: Command, request: Request) -> RulesError | None:
    """Return the error of a request, or None, without rolling a die."""
    try:
        for play in command.plan(board, command.complete_request(request, board.ruler)).plays:
            board.system.actions[play.action].plan(play.facts, board.book)
    except RulesError as error:
        return error
    return None


def _refusal_kind(error: RulesError) -> object:
    """Return the sentence of a refusal without its units and numbers."""
    return error.text.msgid if type(error.text) is Text else error.text


_OPTIONS = ("unit", "target", "action", "distance", "cover", "firers", "situation")


def _vary_option(board: Board, command: Command, request: Request, option: str) -> Iterator[Request]:
    """Yield requests with another value of one option."""
    game, given = board.game, request.situation
    match option:
        case "unit":
            sides = {board.unit(id).side for id in request.unit} or {request.side}
            own = [one.id for one in game.living if one.side in sides]
            several = "unit" in command.several
            yield from (changed(request, unit=ids) for ids in _vary_members(request.unit, own, several))
        case "target":
            living = [one.id for one in game.living if one.id not in request.unit]
            several = "target" in command.several
            yield from (changed(request, target=ids) for ids in _vary_members(request.target, living, several))
        case "action":
            yield from (changed(request, action=one.code) for one in command.actions)
        case "distance":
            yield from (changed(request, distance=(one,)) for one in INCHES)
        case "cover":
            yield from (changed(request, cover=(one.code,)) for one in command.covers)
        case "firers":
            yield changed(request, firers=())
            if len(request.unit) == 1:
                armed = board.system.ready_to_fire(board, board.unit(request.unit[0]))
                yield from (changed(request, firers=(f"{one.count} {one.name}",)) for one in armed)
        case "situation":
            yield changed(request, situation=())
            yield from (changed(request, situation=(*given[:nth], *given[nth + 1 :])) for nth in range(len(given)))
            others = (one.code for one in command.situations_of(board, request) if one.code not in given)
            yield from (changed(request, situation=(*given, one)) for one in others)
        case _:
            pass


def _vary_members(given: tuple[str, ...], others: list[str], several: bool) -> Iterator[tuple[str, ...]]:
    """Yield the units with one of them left out, with one replaced, and with one added."""
    for nth in range(len(given)):
        rest = (*given[:nth], *given[nth + 1 :])
        if rest:
            yield rest
        yield from ((*given[:nth], one, *given[nth + 1 :]) for one in others if one not in given)
    if several or not given:
        yield from ((*given, one) for one in others if one not in given)
