"""Turns in every system: the end of one, the units that have not acted, and sides that activate alternately."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rules.command.effects import clear_states, mark
from rules.command.planned import Ends
from rules.command.system import Board
from rules.command.victory import judge_victory
from rules.game.events import Event, ObjectPlaced, ObjectRemoved, PointsScored, TurnAdvanced
from rules.game.unit import Unit
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.request import Request
from rules.kernel.text import Joined, Listed, Note, Plural, Term, Text, UnitRef, ask_note, counted


def next_turn(board: Board) -> list[Event]:
    """Return the events of a turn's end and the next one's start that all systems share."""
    game = board.game
    events: list[Event] = [event for unit in game.units.values() for event in clear_states(board, unit, "turn_end")]
    events += count_down_objects(board)
    events += [event for side in game.sides for event in unmark_passed(board, side)]
    events += record_roll(board)
    return [*events, TurnAdvanced(turn=game.turn + 1)]


PASSED = "passed"
"""The tally of sides that have passed without an activation."""


def mark_passed(board: Board, side: str) -> list[Event]:
    """Return events that mark a side as done for this turn, unless it activates a unit after all."""
    return [] if board.game.tally(PASSED, side) else [PointsScored(side=side, points=1, tally=PASSED)]


def unmark_passed(board: Board, side: str) -> list[Event]:
    """Return events that unmark a side which activates a unit after it has passed."""
    return [PointsScored(side=side, points=-1, tally=PASSED)] if board.game.tally(PASSED, side) else []


def count_down_objects(board: Board) -> list[Event]:
    """Return events that count down objects with a limited time; at zero they are removed."""
    events: list[Event] = []
    for thing in board.game.things.values():
        if thing.turns is not None and thing.turns <= 1:
            events.append(ObjectRemoved(label=thing.label))
        elif thing.turns is not None:
            events.append(ObjectPlaced(thing=thing.model_copy(update={"turns": thing.turns - 1})))
    return events


def has_acted(board: Board, unit: Unit) -> bool:
    """True if a unit has acted this turn, by one of its states that end with the turn."""
    return any(map(unit.has, board.system.turn_states))


def is_done(board: Board, unit: Unit) -> bool:
    """True if a unit has acted and may do nothing more without a warning."""
    return has_acted(board, unit) and not board.system.may(board, unit)


NAMED = 3
"""Most units of a side that are named in a line; more are only counted."""


def by_side(units: Iterable[Unit]) -> Text:
    """Return units in words, grouped by side: "Chief and Gunner", "Chief (Blue) and 7 units of Green"."""
    sides: dict[str, list[Unit]] = {}
    for unit in units:
        sides.setdefault(unit.side, []).append(unit)
    if len(sides) == 1 and all(len(those) <= NAMED for those in sides.values()):
        return Listed([one.ref for one in next(iter(sides.values()))])
    found = list[Text]()
    for side, those in sides.items():
        names = Listed([unit.ref for unit in those])
        if len(those) > NAMED:
            found.append(Text("{n} units of {side}", n=len(those), side=side))
        elif all(unit.tells_side for unit in those):
            found.append(names)
        else:
            found.append(Text("{units} ({side})", units=names, side=side))
    return Listed(found)


def not_acted_warnings(board: Board, units: Iterable[Unit]) -> tuple[Text, ...]:
    """Return a warning with the units that have not acted, or nothing; sides that are done are left out."""
    idle, turn = [unit for unit in units if not board.game.tally(PASSED, unit.side)], board.system.turn
    if not idle:
        return ()
    by_side: dict[str, list[UnitRef]] = {}
    for unit in idle:
        by_side.setdefault(unit.side, []).append(unit.ref)
    sides = {side: Listed(units) for side, units in by_side.items()}
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


def sides_rolling(board: Board, section: str) -> tuple[str, ...]:
    """Return the sides that roll for the initiative, in the order in which they joined.

    Raise RuleError for a single side.
    """
    sides = board.game.sides
    if len(sides) < 2:
        raise RuleError(Text("Initiative needs two sides. Add the other with `/game join` or `/force load`."), section)
    return sides


def roll_note(board: Board, said: Text | None = None) -> Text:
    """Return a note to roll for the initiative, or the reason why that is not possible now."""
    command, request = board.system.commands["initiative"], Request("initiative")
    try:
        command(board, request).judge()
    except (RuleError, BadFacts) as refused:
        return refused.text
    return ask_note(said or Text("Roll for the initiative."), command.title, request)


ROLLED = "thrown"
"""The tally of the sides that went first in the turn before, which shows that the table rolls for the initiative."""


def rolls_initiative(board: Board) -> bool:
    """True if the table rolls for the initiative, as it did in the turn before."""
    return any(board.game.tallies.get(ROLLED, {}).values())


def record_roll(board: Board) -> list[Event]:
    """Return events at the end of a turn that record if its initiative was rolled, so that it is rolled again."""
    was = board.game.tallies.get(ROLLED, {})
    now = dict.fromkeys(board.game.order[:1], 1)
    changes = {side: now.get(side, 0) - was.get(side, 0) for side in {**was, **now}}
    return [PointsScored(side=side, points=change, tally=ROLLED) for side, change in changes.items() if change]


def not_rolled_warnings(board: Board, unit: Unit, section: str) -> list[Text]:
    """Return the warning for a unit that acts before the initiative of this turn is rolled.

    It applies at a table that keeps the order of play: one that rolled in the turn before, or where another unit of
    that side has already acted.
    """
    mine = [one for one in board.game.units_of_side(unit.side) if one.id != unit.id]
    kept = rolls_initiative(board) or any(one.has("activated") or one.has("tried") for one in mine)
    return [] if board.game.order or not kept else [not_rolled_text(board, section)]


def not_rolled_text(board: Board, section: str) -> Text:
    values = {"word": Term(board.system.turn), "turn": board.game.turn, "section": section}
    return Text("Roll for the initiative of {word} {turn} first: `/initiative` ({section}).", **values)


def second_roll_warnings(board: Board) -> tuple[Text, ...]:
    """Return the warning for a second roll for the initiative in a turn."""
    if not board.game.order:
        return ()
    word = Term(board.system.turn)
    return (Text("The initiative of {word} {turn} has already been rolled.", word=word, turn=board.game.turn),)


def next_side(sides: Sequence[str], holder: str | None, can_go: Iterable[str]) -> str | None:
    """Return the side after `holder` among those that can still act; None if there is none."""
    able = set(can_go)
    at = sides.index(holder) + 1 if holder in sides else 0
    turn = [*sides[at:], *sides[:at]]
    return next((side for side in turn if side in able), None)


# Sides that activate units alternately, each with some actions: units waiting, active units, the next side.


def waiting_units(board: Board, side: str | None = None, done: str = "activated") -> list[Unit]:
    """Return the living units without the state `done`, which have not acted this turn."""
    units = board.game.units.values()
    return [unit for unit in units if not unit.has(done) and unit.alive and side in (None, unit.side)]


def active_units(board: Board, side: str | None = None) -> list[Unit]:
    """Return the units with actions left, of one side or of all; at most one, unless the rules were bent."""
    units = board.game.units.values()
    return [unit for unit in units if unit.has("actions_left") and unit.alive and side in (None, unit.side)]


def first_waiting_side(board: Board, order: Iterable[str], done: str = "activated") -> str | None:
    """Return the first side in the order that has units waiting."""
    sides = {unit.side for unit in waiting_units(board, done=done)}
    return next((side for side in order if side in sides), None)


def hand_to(board: Board, side: str) -> list[Event]:
    """Return events that make a side the active one; none before the initiative was rolled."""
    game, again = board.game, unmark_passed(board, side)
    if not game.order or game.holder == side:
        return again
    return [*again, TurnAdvanced(turn=game.turn, order=game.order, holder=side, phase=game.phase)]


def pass_on(board: Board, side: str) -> list[Event]:
    """Return events that pass the activation to the next side.

    A side with a unit in the middle of its actions precedes one with units to activate. There are no events before
    the initiative was rolled.
    """
    game = board.game
    if not game.order:
        return []
    holder = next_side(game.order, side, {unit.side for unit in active_units(board) or waiting_units(board)})
    return [TurnAdvanced(turn=game.turn, order=game.order, holder=holder, phase=game.phase)]


def ended_actions(board: Board, side: str) -> tuple[Ends, ...]:
    """Return the actions left to units of other sides, from which a command of `side` takes the activation."""
    return tuple(
        Ends(unit.side, actions_left_sentence(board, unit), unit.id)
        for unit in active_units(board)
        if unit.side != side
    )


def check_own_unit_ended(board: Board, unit: Unit, section: str) -> None:
    """Raise RuleError if the side has another unit in the middle of its actions and the other side is next.

    Ending those actions early passes the activation.
    """
    mine = [other for other in active_units(board, unit.side) if other.id != unit.id]
    if not mine:
        return
    next_up = next_side(board.game.order, unit.side, {one.side for one in waiting_units(board)})
    if next_up not in (None, unit.side):
        text = Text(
            "{unit} has {actions} left. Act, or end its activation with `/turn end`; then it is {side}'s turn.",
            unit=mine[0].ref,
            actions=_actions_left_text(mine[0]),
            side=next_up,
        )
        raise RuleError(text, section)


def forfeit_actions(units: Iterable[Unit]) -> list[Event]:
    """Return events that remove the actions these units have left."""
    return [event for unit in units for event in mark(unit, actions_left=None)]


def forfeit_texts(board: Board, side: str | None = None) -> list[Text]:
    """Return sentences about the actions that active units would forfeit, one per number of actions."""
    lost: dict[int, list[Unit]] = {}
    for unit in active_units(board, side):
        lost.setdefault(unit.count("actions_left"), []).append(unit)
    return [_forfeit_text(units) for units in lost.values()]


def _forfeit_text(units: Sequence[Unit]) -> Text:
    if len(units) == 1:
        return Text("{unit} forfeits {actions}.", unit=units[0].ref, actions=_actions_left_text(units[0]))
    return Text(
        "{units} forfeit {actions} each.",
        units=Listed([unit.ref for unit in units]),
        actions=_actions_left_text(units[0]),
    )


def _actions_left_text(unit: Unit) -> Text:
    return counted(unit.count("actions_left"), "action", "actions")


def actions_left_sentence(board: Board, unit: Unit) -> Text:
    """Return the sentence with the number of actions that a unit has left."""
    return Text("{unit} has {actions} left.", unit=unit.ref, actions=_actions_left_text(unit))


def go_note(board: Board, left: Callable[[Board, Unit], Text] = actions_left_sentence) -> list[Text]:
    """Return the sentences about the active units, or about the next side to activate.

    Before the initiative was rolled, only active units are named.
    """
    game, going = board.game, active_units(board)
    if going:
        return [left(board, unit) for unit in going]
    if not game.order:
        return []
    if game.holder is None and judge_victory(board).over:
        return [ask_note(Text("Every unit has been activated: the game is over."))]
    if game.holder is None:
        return [turn_over_note(board, Text("Every unit has been activated."))]
    units = counted(len(waiting_units(board, game.holder)), "unit", "units")
    return [ask_note(Text("{side}'s turn, {units} left.", side=game.holder, units=units))]


def turn_over_note(board: Board, said: Text) -> Note:
    """Return a note that the turn is over, with the command for the next one."""
    return ask_note(said, board.system.commands["turn next"].title, Request("turn next"))


def require_active_side(board: Board, side: str | None, section: str) -> str:
    """Return the active side; raise RuleError if there is none, or if it is not `side`."""
    game = board.game
    if not game.order:
        raise RuleError(Text("Roll for initiative first: `/initiative`."), section)
    if game.holder is None:
        raise RuleError(Text("Every unit has been activated: `/turn next`."), section)
    if side and game.holder != side:
        raise RuleError(Text("It is {holder}'s turn, not {side}'s.", holder=game.holder, side=side), section)
    return game.holder


def must_have_taker(side: str, left: Iterable[Unit], section: str) -> None:
    """Raise RuleError for a side that passes if all units left to activate are its own."""
    if {unit.side for unit in left} <= {side}:
        text = Text("Only {side} has units left to activate. Activate one, or go on with `/turn next`.", side=side)
        raise RuleError(text, section)


def end_activation(board: Board, side: str) -> list[Event]:
    """Return events that end the activation of a side: its unit forfeits its actions, or the side passes.

    Units of other sides keep their actions.
    """
    going = active_units(board, side)
    events = forfeit_actions(going) if going else mark_passed(board, side)
    return [*events, *pass_on(board.after(events), side)]


def out_of_go_warnings(board: Board, unit: Unit, section: str) -> list[Text]:
    """Return the warning for a unit of a side that is not the active one."""
    holder = board.game.holder
    if not holder or holder == unit.side:
        return []
    values = {"holder": holder, "side": unit.side, "section": section}
    return [Text("{holder} activates a unit now, not {side} ({section}).", **values)]
