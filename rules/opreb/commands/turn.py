"""`/turn next` and `/turn end`: a new turn, and a side that is done with its unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.command.alternate_activation import end_of_go, forfeits, go_note, waiting
from rules.command.system import Board, Command, ResolvedCommand
from rules.command.turns import next_turn, not_yet, throw_for_it
from rules.kernel.action import Played
from rules.kernel.request import Request
from rules.kernel.text import Text


def next(board: Board, request: Request) -> ResolvedCommand:
    """Clears what ends with the turn; warns while units have actions left or wait for theirs (Initiative)."""
    return ResolvedCommand(
        after=lambda after, _: next_turn(after),
        notes=lambda after, _: [throw_for_it(after, Text("Each side nominates a unit: `/initiative`."))],
        warnings=(*forfeits(board), *not_yet(board, waiting(board))),
        title=Text("Turn {turn}", turn=board.game.turn + 1),
    )


def end(board: Board, request: Request) -> ResolvedCommand:
    """Warns that the rest of a unit's actions is forfeited; raises RuleError for a side whose go it is not."""
    ended = end_of_go(board, request, "Initiative", go_note)
    return replace(ended, warnings=tuple(forfeits(board)), notes=_next_go)


def _next_go(board: Board, played: Sequence[Played]) -> list[Text]:
    """What is forfeited has been said in the warning."""
    return go_note(board)


NEXT = Command(key="turn next", title=Text("Next turn"), order=next, needs=())
END = Command(key="turn end", title=Text("End your go"), order=end, needs=())
