"""`/turn next`, `/turn end` and the end of the game; and what follows of itself after every entry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from rules.command.effects import fallen, mark
from rules.command.system import Command, ResolvedCommand, Verdict, most_points
from rules.command.turns import (
    active,
    end_of_go,
    forfeits,
    going,
    must_have_taker,
    next_turn,
    not_yet,
    others_end,
    passed_on,
    throw_for_it,
    waiting,
)
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.request import Request
from rules.kernel.text import Listed, Text, counted
from rules.openfire_d12.commands.actions import ACTIVATIONS, go_note, unfinished
from rules.openfire_d12.commands.board_facts import MOST_TOKENS
from rules.openfire_d12.commands.leaving import still_to_strike
from rules.openfire_d12.tables import Board

# What follows of itself from a board: the dead hold nobody, passengers of the lost are out, the go moves on.


def aftermath(board: Board) -> list[Event]:
    """The fallen have no states, nobody stands in the range of a unit that is not there, somebody can go."""
    units = board.game.units.values()
    events = [event for unit in units for event in _put_right(board, unit)]
    cut_short = {unit.side for unit in units if not unit.alive and unit.count("actions_left")}
    return [*events, *_next_to_go(board.after(events), cut_short)]


def _put_right(board: Board, unit: Unit) -> Iterator[Event]:
    if not unit.alive:
        yield from fallen(board, unit)
        return
    for state in ("in_assault_range_of", "free_attack_at"):
        ids = unit.words(state)
        kept = [id for id in ids if _stands(board, unit, id, state)]
        if len(kept) < len(ids):
            yield from mark(unit, **{state: ",".join(kept)})
    carrier = unit.word("aboard")
    if carrier and not (carrier in board.game.units and board.unit(carrier).alive):
        yield from mark(unit, aboard=None)
    yield from _by_hand(unit)


def _stands(board: Board, unit: Unit, id: str, state: str) -> bool:
    """Whether it is still so with that enemy; two units are in each other's assault range, or not at all."""
    other = board.game.units.get(id)
    if other is None or not other.alive or other.side == unit.side:
        return False
    return state != "in_assault_range_of" or unit.id in other.words(state)


def _by_hand(unit: Unit) -> Iterator[Event]:
    """Markers that people set are within what the rules know."""
    if unit.count("suppression") > MOST_TOKENS:
        yield from mark(unit, suppression=MOST_TOKENS)
    if not unit.has("activated"):
        yield from mark(unit, **{name: None for name in ("actions_left", "actions_done") if unit.has(name)})


def _next_to_go(board: Board, fallen: set[str]) -> list[Event]:
    """The next side goes when the active unit has fallen, or when nobody is left of the side that is to go."""
    holder = board.game.holder
    able = {unit.side for unit in waiting(board)}
    if active(board) or (holder in able and holder not in fallen):
        return []
    events = passed_on(board, holder or "")
    return events if board.after(events).game.holder != holder else []


# The commands.


def next(board: Board, request: Request) -> ResolvedCommand:
    """Clears what ends with the round; warns while units have not been activated, and after the last round."""
    return ResolvedCommand(
        after=lambda after, _: next_turn(after),
        notes=partial(_notes, board),
        warnings=before_next(board, request),
        ends=others_end(board, request.side or ""),
        title=Text("Round {round}", round=board.game.turn + 1),
    )


def before_next(board: Board, request: Request) -> tuple[Text, ...]:
    last = board.rulings.rounds
    over = (
        [Text("Round {round} was the last one: the most points have won (Rounds).", round=last)]
        if board.game.turn >= last
        else []
    )
    return (*unfinished(board), *not_yet(board, _idle(board)), *still_to_strike(board), *over)


def _notes(before: Board, board: Board, played: Sequence[Played]) -> list[Text]:
    rounds = board.rulings.rounds
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
    return replace(command, warnings=before_end(board, request))


def before_end(board: Board, request: Request) -> tuple[Text, ...]:
    going(board, request.side, ACTIVATIONS)
    if active(board):
        return ()
    must_have_taker(board, waiting(board), ACTIVATIONS)
    return _passing(board)


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
    last = board.rulings.rounds
    game = board.game
    done = bool(game.units) and not _idle(board) and not active(board)
    return most_points(board, game.turn > last or (game.turn == last and done))


NEXT = Command(key="turn next", title=Text("Next round"), order=next, before=before_next, needs=())
END = Command(key="turn end", title=Text("End your go"), order=end, before=before_end, needs=())
