"""`/turn next`, `/turn end` and the end of the game: a new round, a side that is done, and the most points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from rules.command.alternate_activation import active, end_of_go, forfeits, waiting
from rules.command.system import Board, Command, ResolvedCommand, Verdict, most_points
from rules.command.turns import next_turn, not_yet, throw_for_it
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.request import Request
from rules.kernel.text import Listed, Text, counted
from rules.openfire_d12.commands.actions import ACTIVATIONS, go_note, unfinished
from rules.openfire_d12.commands.board_facts import rulings
from rules.openfire_d12.commands.leaving import still_to_strike


def next(board: Board, request: Request) -> ResolvedCommand:
    """Clears what ends with the round; warns while units have not been activated, and after the last round."""
    left = _idle(board)
    last = rulings(board).rounds
    over = (
        [Text("Round {round} was the last one: `/game victory` (Rounds).", round=last)]
        if board.game.turn >= last
        else []
    )
    return ResolvedCommand(
        after=lambda after, _: next_turn(after),
        notes=partial(_notes, board),
        warnings=(*unfinished(board), *not_yet(board, left), *still_to_strike(board), *over),
        title=Text("Round {round}", round=board.game.turn + 1),
    )


def _notes(before: Board, board: Board, played: Sequence[Played]) -> list[Text]:
    rounds = rulings(board).rounds
    last = (
        [Text("This is the last of {rounds}.", rounds=counted(rounds, "round", "rounds"))]
        if board.game.turn == rounds
        else []
    )
    return [*forfeits(before), *last, throw_for_it(board)]


def _idle(board: Board, side: str | None = None) -> list[Unit]:
    """Units that have yet to be activated; those aboard may stay there."""
    return [unit for unit in waiting(board, side) if not unit.has("aboard")]


def end(board: Board, request: Request) -> ResolvedCommand:
    """The rest of a unit's actions is forfeited; raises RuleError for a side whose go it is not."""
    command = end_of_go(board, request, ACTIVATIONS, go_note)
    return replace(command, warnings=() if active(board) else _passing(board))


def _passing(board: Board) -> tuple[Text, ...]:
    """The warning for a side that has units to activate and activates none."""
    side = board.game.holder
    idle = _idle(board, side)
    if not side or not idle:
        return ()
    values = {"side": side, "units": Listed([unit.ref for unit in idle], "or"), "section": ACTIVATIONS}
    return (Text("{side} has activated nobody and may not pass: activate {units} ({section}).", **values),)


def victory(board: Board) -> Verdict:
    """The most points win after the last round, which ends with the last actions (Rounds; Aftermath Stage)."""
    last = rulings(board).rounds
    game = board.game
    done = bool(game.units) and not _idle(board) and not active(board)
    return most_points(board, game.turn > last or (game.turn == last and done))


NEXT = Command(key="turn next", title=Text("Next round"), order=next, needs=())
END = Command(key="turn end", title=Text("End your go"), order=end, needs=())
