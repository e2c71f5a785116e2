"""`/turn next`, `/turn end` and the end of the game: a new round, a side that is done, and the most points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.commands import Board, Command, Request, ResolvedCommand
from rules.errors import RuleError
from rules.events import Event
from rules.openfire_d12.commands.actions import ACTIVATIONS, active, forfeited, go_note, passed_on, waiting
from rules.openfire_d12.commands.board_facts import rulings
from rules.system import Played, Verdict, most_points
from rules.text import counted, say
from rules.turns import next_turn, not_yet, to_collect


def next(board: Board, request: Request) -> ResolvedCommand:
    """Clears what ends with the round; warns while units have not been activated, and after the last round."""
    left = [unit for unit in waiting(board) if not unit.has("aboard")]
    last = rulings(board).rounds
    over = (
        [say("Round {round} was the last one: `/game victory` (Rounds).", round=last)]
        if board.game.turn >= last
        else []
    )
    return ResolvedCommand(
        after=lambda after, _: next_turn(after),
        notes=partial(_notes, board),
        warnings=(*not_yet(left, "round"), *over),
        title=say("Round {round}", round=board.game.turn + 1),
    )


def _notes(before: Board, board: Board, played: Sequence[Played]) -> list[str]:
    rounds = rulings(board).rounds
    last = [say("This is the last of {rounds}.", rounds=counted(rounds, "round"))] if board.game.turn == rounds else []
    return [*_lost(before), *to_collect(before, board), *last, say("Throw for the initiative: `/initiative`.")]


def end(board: Board, request: Request) -> ResolvedCommand:
    """The rest of a unit's actions is forfeited; raises RuleError for a side whose go it is not."""
    game = board.game
    if not game.order:
        raise RuleError(say("The initiative has not been thrown yet: `/initiative`."), ACTIVATIONS)
    if game.holder is None:
        raise RuleError(say("Every unit has been activated: `/turn next`."), ACTIVATIONS)
    side = game.holder
    if request.side and side != request.side:
        raise RuleError(say("It is the go of {holder}, not of {side}.", holder=side, side=request.side), ACTIVATIONS)
    return ResolvedCommand(
        after=lambda after, _: _handed_on(after, side),
        notes=lambda after, _: [*_lost(board), *go_note(after)],
        title=say("{side} is done", side=side),
    )


def _lost(board: Board) -> list[str]:
    """What the units that were active had left."""
    return [
        say("{unit} forfeits {actions}.", unit=unit.name, actions=counted(unit.count("actions_left"), "action"))
        for unit in active(board)
    ]


def _handed_on(board: Board, side: str) -> list[Event]:
    events = forfeited(active(board))
    return [*events, *passed_on(board.after(events), side)]


def victory(board: Board) -> Verdict:
    """The most points after the last round win (Rounds; Aftermath Stage)."""
    last = rulings(board).rounds
    game = board.game
    return most_points(board, game.turn > last or (game.turn == last and bool(game.units) and not waiting(board)))


NEXT = Command(key="turn next", title="Next round", order=next, needs=())
END = Command(key="turn end", title="End your go", order=end, needs=())
