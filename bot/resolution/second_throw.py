"""Corrections by hand after which a unit could do again what has been done: another throw by a marker taken off."""

from __future__ import annotations

from collections.abc import Iterator

from rules.command.system import Board, Command
from rules.kernel.errors import RulesError
from rules.kernel.request import Request


def opened(before: Board, after: Board, unit: str) -> bool:
    """Whether a command of the unit that would do something again on the board `before` is a first one `after`."""
    return any(_again(before, one, request) and _anew(after, one, request) for one, request in _commands(before, unit))


def _commands(board: Board, unit: str) -> Iterator[tuple[Command, Request]]:
    """Every command that a unit can be given without another option."""
    for key, command in board.system.commands.items():
        yield command, Request(key, unit=(unit,))
    for key, command in board.system.acts.items():
        yield command, Request("act", unit=(unit,), action=key)


def _again(board: Board, command: Command, request: Request) -> bool:
    try:
        return bool(command.ordered(board, request).rethrows)
    except RulesError:
        return False


def _anew(board: Board, command: Command, request: Request) -> bool:
    try:
        return not command.ordered(board, request).rethrows
    except RulesError:
        return False
