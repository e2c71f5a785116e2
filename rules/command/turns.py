"""What a new turn does in every system: states that end with it, objects that burn out, who has not acted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.command.effects import clearing
from rules.command.system import Board
from rules.game.events import Event, ObjectPlaced, ObjectRemoved, PointsScored, TurnAdvanced
from rules.game.unit import Unit
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.request import Request
from rules.kernel.text import Joined, Listed, Plural, Term, Text, asks


def next_turn(board: Board) -> list[Event]:
    """The events of a turn's end and the next one's start, without what is peculiar to a system."""
    game = board.game
    events: list[Event] = [event for unit in game.units.values() for event in clearing(board, unit, "turn_end")]
    events += burned_down(board)
    events += [event for side in game.sides for event in goes_on(board, side)]
    return [*events, TurnAdvanced(turn=game.turn + 1)]


_PASSED = "passed"
"""The tally of sides that have handed over without an activation."""


def passes(board: Board, side: str) -> list[Event]:
    """The side is done for this turn, unless it activates a unit after all."""
    return [] if board.game.tally(_PASSED, side) else [PointsScored(side=side, points=1, tally=_PASSED)]


def goes_on(board: Board, side: str) -> list[Event]:
    """A side that activates a unit is not done."""
    return [PointsScored(side=side, points=-1, tally=_PASSED)] if board.game.tally(_PASSED, side) else []


def burned_down(board: Board) -> list[Event]:
    """Objects with turns of their own count down; at none left they are picked up."""
    events: list[Event] = []
    for thing in board.game.things.values():
        if thing.turns is not None and thing.turns <= 1:
            events.append(ObjectRemoved(label=thing.label))
        elif thing.turns is not None:
            events.append(ObjectPlaced(thing=thing.model_copy(update={"turns": thing.turns - 1})))
    return events


_GO = ("tried", "activated", "acted", "fired")


def had_go(board: Board, unit: Unit) -> bool:
    """Whether a unit has had its go this turn: one of its states says so, and ends with the turn."""
    states = board.system.states
    return any(
        unit.has(name) and name in states and {"turn_end", "turn_start"} & set(states[name].cleared_by) for name in _GO
    )


def is_done(board: Board, unit: Unit) -> bool:
    """Whether a unit has had its go and its system leaves it nothing to do without a warning."""
    return had_go(board, unit) and not board.system.may(board, unit)


def not_yet(board: Board, units: Iterable[Unit]) -> tuple[Text, ...]:
    """A warning with the list of units that have not acted, or nothing; those of sides that are done have meant it."""
    idle, turn = [unit for unit in units if not board.game.tally(_PASSED, unit.side)], board.system.turn
    if not idle:
        return ()
    sides = {unit.side: Listed([one.ref for one in idle if one.side == unit.side]) for unit in idle}
    if len(sides) == 1:
        return (
            Plural(
                "{n} unit has not acted this {turn}: {units}.",
                "{n} units have not acted this {turn}: {units}.",
                len(idle),
                turn=Term(turn),
                units=sides[idle[0].side],
            ),
        )
    named = Joined([Text("{side}: {units}", side=side, units=names) for side, names in sides.items()], "; ")
    return (Text("{count} units have not acted this {turn}. {units}.", count=len(idle), turn=Term(turn), units=named),)


def contending(board: Board, section: str) -> tuple[str, ...]:
    """The sides that throw for the initiative, in the order in which they sat down; raises RuleError for one alone."""
    sides = board.game.sides
    if len(sides) < 2:
        raise RuleError(Text("Initiative needs two sides: use `/game join` or `/force load` for the other."), section)
    return sides


def throw_for_it(board: Board, said: Text | None = None) -> Text:
    """That the initiative is thrown for now; where the rules forbid it, such as to a side that is wiped out, why."""
    command, request = board.system.commands["initiative"], Request("initiative")
    try:
        command.ordered(board, request)
    except (RuleError, BadFacts) as refused:
        return refused.text
    return asks(said or Text("Throw for the initiative: `/initiative`."), command.title, request)


def thrown_before(board: Board) -> tuple[Text, ...]:
    """The warning for a second throw for the initiative in a turn."""
    if not board.game.order:
        return ()
    word = Term(board.system.turn)
    return (Text("The initiative of {word} {turn} has been thrown.", word=word, turn=board.game.turn),)


def next_side(sides: Sequence[str], holder: str | None, can_go: Iterable[str]) -> str | None:
    """The side that comes after `holder` among those that can still go; None when nobody can."""
    able = set(can_go)
    at = sides.index(holder) + 1 if holder in sides else 0
    turn = [*sides[at:], *sides[:at]]
    return next((side for side in turn if side in able), None)
