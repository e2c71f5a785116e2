"""`/turn next` and `/turn end`: a new turn, and a side that is done with its unit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.commands import Board, Command, Request, ResolvedCommand
from rules.errors import RuleError
from rules.events import Event
from rules.opreb.commands.actions import active, ended, go_note, passed_on, waiting
from rules.system import Played
from rules.text import counted, say
from rules.turns import next_turn, not_yet, to_collect


def next(board: Board, request: Request) -> ResolvedCommand:
    """Clears what ends with the turn; warns while units have not been activated (Initiative)."""
    return ResolvedCommand(
        after=lambda after, _: next_turn(after),
        notes=partial(_notes, board),
        warnings=not_yet(waiting(board), "turn"),
        title=say("Turn {turn}", turn=board.game.turn + 1),
    )


def _notes(before: Board, board: Board, played: Sequence[Played]) -> list[str]:
    return [*to_collect(before, board), say("Each side nominates a unit: `/initiative`.")]


def end(board: Board, request: Request) -> ResolvedCommand:
    """The rest of a unit's actions is forfeited; raises RuleError for a side whose go it is not."""
    game = board.game
    if not game.order:
        raise RuleError(say("The initiative has not been thrown yet: `/initiative`."), "Initiative")
    if request.side and game.holder != request.side:
        holder = game.holder or say("nobody")
        raise RuleError(say("It is the go of {holder}, not of {side}.", holder=holder, side=request.side), "Initiative")
    side = game.holder or ""
    forfeits = [
        say("{unit} forfeits {actions}.", unit=unit.name, actions=counted(unit.count("actions_left"), "action"))
        for unit in active(board)
    ]
    return ResolvedCommand(
        after=lambda after, _: _handed_on(after, side),
        notes=lambda after, _: [*forfeits, *go_note(after)],
        title=say("{side} is done", side=side) if side else say("Nobody is done"),
    )


def _handed_on(board: Board, side: str) -> list[Event]:
    events = ended(board, active(board))
    return [*events, *passed_on(board.after(events), side)]


NEXT = Command(key="turn next", title="Next turn", order=next, needs=())
END = Command(key="turn end", title="End your go", order=end, needs=())
