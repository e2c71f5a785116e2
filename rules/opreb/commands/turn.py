"""`/turn next` and `/turn end`: what a turn ends, a side that is done; and what follows of itself after every entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.command.effects import fallen, mark
from rules.command.system import Command, ResolvedCommand
from rules.command.turns import (
    active,
    end_of_go,
    forfeits,
    go_note,
    going,
    next_turn,
    not_yet,
    others_end,
    passed_on,
    throw_for_it,
    waiting,
)
from rules.game.events import Event
from rules.kernel.action import Played
from rules.kernel.request import Request
from rules.kernel.text import Text
from rules.opreb.tables import Board


def next(board: Board, request: Request) -> ResolvedCommand:
    """Clears what ends with the turn; warns while units have actions left or wait for theirs (Initiative)."""
    return ResolvedCommand(
        after=lambda after, _: next_turn(after),
        notes=lambda after, _: [throw_for_it(after, Text("Each side nominates a unit."))],
        warnings=before_next(board, request),
        ends=others_end(board, request.side or ""),
        title=Text("Turn {turn}", turn=board.game.turn + 1),
    )


def before_next(board: Board, request: Request) -> tuple[Text, ...]:
    return (*forfeits(board), *not_yet(board, waiting(board)))


def end(board: Board, request: Request) -> ResolvedCommand:
    """Warns that the rest of a unit's actions is forfeited; raises RuleError for a side whose go it is not."""
    ended = end_of_go(board, request, "Initiative", go_note)
    return replace(ended, warnings=before_end(board, request), notes=_next_go)


def before_end(board: Board, request: Request) -> tuple[Text, ...]:
    going(board, request.side, "Initiative")
    return tuple(forfeits(board))


def _next_go(board: Board, played: Sequence[Played]) -> list[Text]:
    """What is forfeited has been said in the warning."""
    return go_note(board)


NEXT = Command(key="turn next", title=Text("Next turn"), order=next, before=before_next, needs=())
END = Command(key="turn end", title=Text("End your go"), order=end, before=before_end, needs=())


# What follows of itself from a board of Open Rebellion, whoever changed it and how.


def aftermath(board: Board) -> list[Event]:
    """The fallen keep no markers, and a side with nobody left to act does not hold up the turn."""
    events = [event for unit in board.game.units.values() for event in fallen(board, unit)]
    events += _spent(board)
    return [*events, *_not_held_up(board.after(events))]


def _spent(board: Board) -> list[Event]:
    """Actions are those of this turn's activation: undoing a shot of an earlier turn gives none back."""
    left = [unit for unit in board.game.units.values() if unit.alive and unit.has("actions_left")]
    return [event for unit in left if not unit.has("activated") for event in mark(unit, actions_left=None)]


def _not_held_up(board: Board) -> list[Event]:
    holder = board.game.holder
    if holder is None or waiting(board, holder) or any(unit.side == holder for unit in active(board)):
        return []
    return passed_on(board, holder)
