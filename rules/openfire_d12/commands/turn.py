"""`/turn next`, `/turn end` and the end of the game: a new round, a side that is done, and the most points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.action import Played
from rules.alternate_activation import end_of_go, forfeits, waiting
from rules.openfire_d12.commands.actions import ACTIVATIONS, go_note
from rules.openfire_d12.commands.board_facts import rulings
from rules.request import Request
from rules.system import Board, Command, ResolvedCommand, Verdict, most_points
from rules.text import Text, counted
from rules.turns import next_turn, not_yet


def next(board: Board, request: Request) -> ResolvedCommand:
    """Clears what ends with the round; warns while units have not been activated, and after the last round."""
    left = [unit for unit in waiting(board) if not unit.has("aboard")]
    last = rulings(board).rounds
    over = (
        [Text("Round {round} was the last one: `/game victory` (Rounds).", round=last)]
        if board.game.turn >= last
        else []
    )
    return ResolvedCommand(
        after=lambda after, _: next_turn(after),
        notes=partial(_notes, board),
        warnings=(*not_yet(left, "round"), *over),
        title=Text("Round {round}", round=board.game.turn + 1),
    )


def _notes(before: Board, board: Board, played: Sequence[Played]) -> list[Text]:
    rounds = rulings(board).rounds
    last = (
        [Text("This is the last of {rounds}.", rounds=counted(rounds, "round", "rounds"))]
        if board.game.turn == rounds
        else []
    )
    return [*forfeits(before), *last, Text("Throw for the initiative: `/initiative`.")]


def end(board: Board, request: Request) -> ResolvedCommand:
    """The rest of a unit's actions is forfeited; raises RuleError for a side whose go it is not."""
    return end_of_go(board, request, ACTIVATIONS, go_note)


def victory(board: Board) -> Verdict:
    """The most points after the last round win (Rounds; Aftermath Stage)."""
    last = rulings(board).rounds
    game = board.game
    return most_points(board, game.turn > last or (game.turn == last and bool(game.units) and not waiting(board)))


NEXT = Command(key="turn next", title=Text("Next round"), order=next, needs=())
END = Command(key="turn end", title=Text("End your go"), order=end, needs=())
