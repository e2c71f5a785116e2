"""`/turn next` and `/turn end`: the turn is over, the fights go on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.action import Played
from rules.commands import mark
from rules.errors import RuleError
from rules.events import Event
from rules.fubar.commands.activate import initiative_note, passed_on, untried
from rules.request import Request
from rules.system import Board, Command, ResolvedCommand
from rules.text import Text
from rules.turns import next_turn, not_yet
from rules.unit import Unit


def next(board: Board, request: Request) -> ResolvedCommand:
    """Clears what ends with the turn; warns while units have not had their try (Initiative)."""
    return ResolvedCommand(
        after=_turned,
        notes=partial(_notes, board),
        warnings=not_yet([unit for unit in untried(board) if not unit.has("aboard")], "turn"),
        title=Text("Turn {turn}", turn=board.game.turn + 1),
    )


def _turned(board: Board, played: Sequence[Played]) -> list[Event]:
    """Units in close combat fight on at once and count as activated (Close Combat)."""
    events = next_turn(board)
    for one, other in fights(board):
        events += mark(one, tried=1, activated=1) + mark(other, tried=1, activated=1)
    return events


def fights(board: Board) -> list[tuple[Unit, Unit]]:
    """Pairs of units in close combat, each pair once."""
    units = board.game.units
    pairs = [(unit, units[enemy]) for unit in units.values() if (enemy := unit.word("engaged_with")) in units]
    return [(one, other) for one, other in pairs if one.id < other.id or other.word("engaged_with") != one.id]


def _notes(before: Board, board: Board, played: Sequence[Played]) -> list[Text]:
    lines = [
        Text("The fight goes on: `/assault` with {one} against {other}.", one=one.ref, other=other.ref)
        for one, other in fights(board)
    ]
    return [*lines, Text("Throw for the initiative: `/initiative`.")]


def end(board: Board, request: Request) -> ResolvedCommand:
    """Passes the initiative on without a try; raises RuleError for a side that does not hold it."""
    game = board.game
    if not game.order:
        raise RuleError(Text("The initiative has not been thrown yet: `/initiative`."), "Initiative")
    if request.side and game.holder != request.side:
        raise RuleError(
            Text(
                "The initiative is with {holder}, not with {side}.",
                holder=game.holder or Text("nobody"),
                side=request.side,
            ),
            "Initiative",
        )
    side = game.holder or ""
    return ResolvedCommand(
        after=lambda after, _: passed_on(after, side, keeps=False),
        notes=lambda after, _: initiative_note(after),
        title=Text("{side} passes the initiative", side=side),
    )


NEXT = Command(key="turn next", title=Text("Next turn"), order=next, needs=())
END = Command(key="turn end", title=Text("Pass the initiative"), order=end, needs=())
