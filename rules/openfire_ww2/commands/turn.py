"""`/turn end` and `/turn next`: whose turn it is, what it ends, and the Terror tests it begins with."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.command.effects import clearing, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.command.turns import next_turn, not_yet
from rules.game.events import Event, StateCounted, TurnAdvanced
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.request import Request
from rules.kernel.text import Note, Text, asks, counted
from rules.openfire_ww2.commands.fire import elsewhere
from rules.openfire_ww2.commands.phase import TURN, others_turn, somebodys_turn, turned, unnamed
from rules.openfire_ww2.commands.turn_state import LYING, falls_back_first, freed, steadied
from rules.openfire_ww2.morale import due, passing, results, sure, test
from rules.openfire_ww2.objectives import MAJORITY, TURNS, majority, majority_events
from rules.openfire_ww2.tables import Board


def end(board: Board, request: Request) -> ResolvedCommand:
    """A side's turn is over; the next side begins with its Terror tests. Raises RuleError for another side."""
    side = _whose(board, request)
    after = _after_side(board, side)
    units = due(board, [after]) if after else []
    plays = tuple(test(unit) for unit in units if not sure(unit))
    return ResolvedCommand(
        plays,
        after=partial(_handed_on, side, after, tuple(unit.id for unit in units), plays),
        notes=partial(_notes, board, tuple(units), plays),
        warnings=_left_behind(board, (side,)),
        title=Text("{side}: turn over", side=side),
    )


def before_end(board: Board, request: Request) -> tuple[Text, ...]:
    return _left_behind(board, (_whose(board, request),))


def _whose(board: Board, request: Request) -> str:
    """The side whose turn is over; raises RuleError."""
    side = board.game.holder or request.side
    somebodys_turn(board)
    if side is None:
        raise RuleError(Text("Whose turn is over? `/turn phase` says whose it is."), TURN)
    if request.side and request.side != side:
        raise RuleError(others_turn(side, request.side), TURN)
    return side


def _left_behind(board: Board, sides: Sequence[str]) -> tuple[Text, ...]:
    """Warnings of units of these sides that have still to fall back, or to fire as ordered."""
    return tuple(said for unit in _of(board, sides) for said in (*falls_back_first(unit), *elsewhere(board, unit, ())))


def _after_side(board: Board, side: str) -> str | None:
    """The side that comes after it, passing over those that have fallen; None when all have had their turn."""
    order = turned(board, side).order
    return next(iter(_left(board, order[order.index(side) + 1 :])), None)


def _left(board: Board, sides: Sequence[str]) -> list[str]:
    """The sides that have anybody left."""
    living = {unit.side for unit in board.game.units.values() if unit.alive}
    return [side for side in sides if side in living]


def _first(board: Board) -> str | None:
    """The side that begins a turn: the first of the order that has anybody left, if any has."""
    order = board.game.order
    return next(iter((*_left(board, order), *order)), None)


def _handed_on(
    side: str,
    after: str | None,
    units: tuple[str, ...],
    plays: Sequence[Planned],
    board: Board,
    played: Sequence[Played],
) -> list[Event]:
    events: list[Event] = [*side_ended(board, (side,)), turned(board.after([turned(board, side)]), after)]
    started = side_started(board, (after,)) if after else []
    return [*events, *started, *_steadied(board, units, plays, played)]


def _steadied(board: Board, units: Sequence[str], plays: Sequence[Planned], played: Sequence[Played]) -> list[Event]:
    """The units that tested and passed, and those that pass without dice by order."""
    found = results(plays, played)
    thrown = [id for id, _ in found]
    return steadied(board, [*found, *((id, "passed") for id in units if id not in thrown)])


def side_ended(board: Board, sides: Sequence[str]) -> list[Event]:
    """Being buttoned up, and the silence after a barrage, count turn ends of the unit's own side; phases begin anew."""
    return [*unnamed(board, sides), *_counted_down(board, sides)]


def _counted_down(board: Board, sides: Sequence[str]) -> list[Event]:
    return [
        StateCounted(unit=unit.id, state=state, change=-1)
        for unit in _of(board, sides)
        for state in ("buttoned", "barraged")
        if unit.has(state)
    ]


def side_started(board: Board, sides: Sequence[str]) -> list[Event]:
    """Hold the Line ends with the officer's next turn; lying and standing in position too, by ruling."""
    brief = board.rulings.states_last == "next_turn"
    return [
        event
        for unit in _of(board, sides)
        for event in clearing(board, unit, "turn_start")
        if brief or event.state not in LYING  # pyright: ignore — clearing takes markers off
    ]


def _of(board: Board, sides: Sequence[str]) -> list[Unit]:
    return [unit for unit in board.game.units.values() if unit.side in sides]


def next_turn_order(board: Board, request: Request) -> ResolvedCommand:
    """Whoever has not had a turn forfeits it; warns while units have done nothing."""
    game = board.game
    begins = _first(board)
    first = (begins,) if begins else game.sides
    units = due(board, first)
    plays = tuple(test(unit) for unit in units if not sure(unit))
    return ResolvedCommand(
        plays,
        after=partial(_next, first, tuple(unit.id for unit in units), plays),
        notes=lambda after, played: [*_notes(board, units, plays, after, played), *_majority(board)],
        warnings=before_next(board, request),
        title=Text("Turn {turn}", turn=game.turn + 1),
    )


def before_next(board: Board, request: Request) -> tuple[Text, ...]:
    return (*not_yet(board, _idle(board)), *_left_behind(board, _still_to_end(board)))


def _majority(board: Board) -> list[Text]:
    """Who held most objectives in the turn that ends, and for how many turns by now (Objectives)."""
    side = majority(board)
    if side is None:
        return []
    turns = counted(board.game.tally(MAJORITY, side) + 1, "turn", "turns")
    return [
        Text(
            "{side} has held the majority of objectives for {turns}; {needed} win: `/game victory`.",
            side=side,
            turns=turns,
            needed=TURNS,
        )
    ]


def _idle(board: Board) -> list[Unit]:
    """Units that could have done something and did not; a side that has ended its turn has said so of its own."""
    done = ("moved_this_turn", "fired", "acted", "retreating")
    kept = ("pinned", "buttoned", "barraged", "towed_by", "set_up_position", "hull_down")
    units = [unit for unit in _of(board, _still_to_end(board)) if unit.alive]
    return [unit for unit in units if not any(unit.has(state) for state in (*done, *kept))]


def _next(
    first: tuple[str, ...],
    units: tuple[str, ...],
    plays: Sequence[Planned],
    board: Board,
    played: Sequence[Played],
) -> list[Event]:
    game = board.game
    ending = _still_to_end(board)
    ends = [event for event in next_turn(board) if not _counts_own_turns(event)]
    remembered = [event for unit in _of(board, game.sides) for event in _remembered(unit)]
    turned = TurnAdvanced(turn=game.turn + 1, order=game.order, holder=_first(board))
    started = side_started(board, first)
    return [
        *majority_events(board),
        *side_ended(board, ending),
        *ends,
        *remembered,
        turned,
        *started,
        *_steadied(board, units, plays, played),
    ]


def _still_to_end(board: Board) -> tuple[str, ...]:
    """The sides whose turn was not ended by `/turn end`: all of them where nobody kept count of turns."""
    game = board.game
    if not game.order:
        return game.sides
    return game.order[game.order.index(game.holder) :] if game.holder in game.order else ()


def _counts_own_turns(event: Event) -> bool:
    return getattr(event, "state", None) in ("buttoned", "barraged")


def _remembered(unit: Unit) -> list[Event]:
    """What counts in the next turn of what it did in this one."""
    moved = mark(unit, moved_last_turn=1) if unit.has("moved_this_turn") else []
    return [*moved, *(mark(unit, lay_before=1) if unit.has("hit_the_dirt") else [])]


def _notes(
    before: Board, units: Sequence[Unit], plays: Sequence[Planned], board: Board, played: Sequence[Played]
) -> list[Text]:
    lines = [*passing(units), *freed(board, results(plays, played))]
    game = board.game
    if game.holder:
        return [*lines, _phase(Text("{holder}'s turn: which phase?", holder=game.holder))]
    if game.order:
        return [
            *lines,
            asks(Text("Every side has had its turn."), Text("Next turn"), Request("turn next")),
        ]
    return [*lines, _phase(Text("Whose turn is it?"))]


def _phase(asked: Text) -> Note:
    return asks(asked, Text("Phase …"), Request("turn phase"))


END = Command(key="turn end", title=Text("End your turn"), order=end, before=before_end, needs=())
NEXT = Command(key="turn next", title=Text("Next turn"), order=next_turn_order, before=before_next, needs=())
