"""What stands against a unit: whose turn and phase it is, what it has spent of it, whether it has to fall back."""

from __future__ import annotations

from collections.abc import Iterable

from rules.command.effects import clearing, mark
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.request import Request
from rules.kernel.text import Listed, Note, Text, asks
from rules.openfire_ww2.commands.board_facts import silenced
from rules.openfire_ww2.movement import STOPPED
from rules.openfire_ww2.tables import Board

# Falling back: what keeps a unit in place, and moves that Terror or an order demands (Terror; Orders).

LYING = ("hit_the_dirt", "set_up_position", "hull_down")


def standing(unit: Unit) -> list[str]:
    """The states that keep a unit where it is."""
    return [state for state in STOPPED if unit.has(state) and (state != "barraged" or silenced(unit))]


def stopped(board: Board, unit: Unit, leaves: bool) -> list[str]:
    """What keeps it there though it `leaves` a position.

    Falling back is stronger than being pinned (Terror); an order to fall back is so by ruling.
    """
    ordered = unit.has("ordered_back") and moves_though_pinned(board)
    given_up = (*(LYING if leaves else ()), *(("pinned",) if ordered or unit.has("retreating") else ()))
    return [state for state in standing(unit) if state not in given_up]


def moves_though_pinned(board: Board) -> bool:
    """Whether the order Fall Back moves the pinned, by ruling (Orders › Fall Back; Pinning)."""
    return board.rulings.fall_back_when_pinned == "moves"


def driven(unit: Unit) -> bool:
    """Whether it has still to fall back after a Terror test, before it does anything else."""
    kept = any(state not in (*LYING, "pinned") for state in standing(unit))
    return unit.alive and unit.has("retreating") and not unit.has("fell_back") and not kept


def sent(unit: Unit) -> bool:
    """Whether Terror or an order has it move now: in any phase, in anybody's turn, whatever it has done."""
    return driven(unit) or unit.has("ordered_back")


def comes_first(unit: Unit) -> list[Text]:
    """The warnings for anything else than falling back, or than the Terror test that losses have made due."""
    found = [Text("{unit} has to fall back first (Terror).", unit=unit.ref)] if driven(unit) else []
    return [*found, *test_first(unit)]


def test_first(unit: Unit) -> list[Text]:
    due = unit.alive and unit.has("terror_due")
    return [Text("{unit} has lost men and tests first: `/morale` (Terror).", unit=unit.ref)] if due else []


def fallen_back(board: Board, unit: Unit) -> list[Event]:
    """A move that was demanded; it is the unit's move of the turn only in the turn of its own side."""
    events = mark(unit, ordered_back=None) if unit.has("ordered_back") else []
    events += mark(unit, fell_back=1) if unit.has("retreating") else []
    return [*events, *(mark(unit, moved_this_turn=1) if board.game.holder == unit.side else [])]


# Whose turn and phase it is, and what a unit has spent of it (Turn sequence).


def out_of_turn(board: Board, unit: Unit) -> list[Text]:
    """A warning when it is the other side's turn, or nobody's: all have had theirs, or it was never said whose it is
    and another side has acted already.
    """
    game, holder = board.game, board.game.holder
    if holder == unit.side:
        return []
    if holder is None and game.order:
        return [Text("The turn is over, every side has had its own: `/turn next` (Turn sequence).")]
    if holder is None:
        others = [one for one in game.units.values() if one.side != unit.side]
        mixed = any(one.has(state) for one in others for state in _DONE)
        whose = Text("Another side has acted, and it is nobody's turn: `/turn phase` says whose (Turn sequence).")
        return [whose] if mixed else []
    return [Text("It is the turn of {holder}, not of {side} (Turn sequence).", holder=holder, side=unit.side)]


def to_fight(board: Board, unit: Unit, carries_out: str = "") -> tuple[Text, ...]:
    """Warnings of a unit that fights: out of turn or phase, with its action spent, or bound to fall back.

    What carries out an order or a manoeuvre is possible in both phases.
    """
    found, ordered = out_of_turn(board, unit), bool(carries_out) and unit.word("manoeuvre") == carries_out
    if not found and not ordered and board.game.phase == "movement":
        found.append(Text("This is the movement phase: units only move in it (Turn sequence)."))
    found += fought_before(unit) if ordered else no_fire_left(board, unit)
    return (*found, *comes_first(unit))


def no_fire_left(board: Board, unit: Unit) -> tuple[Text, ...]:
    """The warning for a unit that has used its fire, or an order or a manoeuvre in place of it."""
    if unit.has("fired"):
        return fought_before(unit)
    return (_action_used(unit),) if _no_fire_left(board, unit) else ()


def fought_before(unit: Unit) -> tuple[Text, ...]:
    """The warning for a second fight in a turn."""
    return (Text("{unit} has fought this turn (Turn sequence).", unit=unit.ref),) if unit.has("fired") else ()


def second_test(board: Board, unit: Unit, name: str = "") -> tuple[Text, ...]:
    """The warning for another test of the turn, after an order or a manoeuvre."""
    return spent(board, unit, name) if unit.has("acted") else ()


def _no_fire_left(board: Board, unit: Unit) -> bool:
    """Overdrive in place of a move leaves a unit its fire."""
    if board.rulings.manoeuvre_costs == "both":
        return unit.has("acted") and not unit.has("overdrive")
    return unit.has("acted") and used(unit) >= BOTH


def _action_used(unit: Unit) -> Text:
    return Text(
        "{unit} has used its action for an order or a manoeuvre this turn (Orders and Manoeuvres).", unit=unit.ref
    )


def to_move(board: Board, unit: Unit) -> tuple[Text, ...]:
    """Warnings of a unit that moves: out of turn or phase, or with its move spent; a move demanded is free."""
    if sent(unit):
        return ()
    game, sprints = board.game, unit.word("manoeuvre") == "sprint"
    found = out_of_turn(board, unit)
    if not found and game.phase == "combat" and not sprints:
        found.append(Text("This is the combat phase: units only fight in it, but for Sprint (Turn sequence)."))
    sprinted = game.phase == "movement" and unit.word("carried_out") == "sprint"
    if unit.has("fell_back"):
        found.append(Text("{unit} has fallen back (Terror).", unit=unit.ref))
    elif unit.has("moved_this_turn") and not sprinted and not (sprints and game.phase != "movement"):
        found.append(Text("{unit} has moved this turn (Turn sequence).", unit=unit.ref))
    elif _no_move_left(board, unit, sprinted):
        found.append(_action_used(unit))
    return (*found, *test_first(unit))


def _no_move_left(board: Board, unit: Unit, sprinted: bool) -> bool:
    if not unit.has("acted") or unit.word("manoeuvre") in ("sprint", "overdrive"):
        return False
    return not sprinted if board.rulings.manoeuvre_costs == "both" else used(unit) >= BOTH


def to_act(board: Board, unit: Unit, name: str = "") -> tuple[Text, ...]:
    """Warnings of a unit that takes an order or a manoeuvre, which is instead of moving or fighting."""
    return (*out_of_turn(board, unit), *spent(board, unit, name), *comes_first(unit))


BOTH = 2
"""A move and a fight: what a unit has in a turn."""


def used(unit: Unit) -> int:
    """How much of that it has used; a manoeuvre takes the place of one, and its own move or shots are part of it."""
    return sum(unit.has(state) for state in _DONE) - unit.has("carried_out")


def spent(board: Board, unit: Unit, name: str = "") -> tuple[Text, ...]:
    """The warning when nothing is left that a manoeuvre could take the place of; Sprint may come after a move."""
    if board.rulings.manoeuvre_costs == "both":
        gone = any(unit.has(state) for state in _DONE if (name, state) != ("sprint", "moved_this_turn"))
    else:
        gone = unit.has("acted") or used(unit) >= BOTH
    done = [said for state, said in _DONE.items() if unit.has(state)]
    if not gone:
        return ()
    return (Text("{unit} has {done} this turn (Orders and Manoeuvres).", unit=unit.ref, done=Listed(done)),)


_DONE = {
    "moved_this_turn": Text("moved"),
    "fired": Text("fought"),
    "acted": Text("used its action"),
}


def moves(board: Board, unit: Unit) -> list[Event]:
    """What a move sets, and the manoeuvres it ends by ruling."""
    events = mark(unit, moved_this_turn=1)
    if board.rulings.states_last == "until_moved":
        events += [event for state in LYING if unit.has(state) for event in mark(unit, **{state: None})]
    return events


def steadied(board: Board, results: Iterable[tuple[str, str]]) -> list[Event]:
    """What Terror tests change, given units with what theirs came to.

    Passing ends pinning, retreat and rallying; who fails at half strength falls back once more. The men that are left
    are remembered: as long as there are as many, the test stands.
    """
    events: list[Event] = []
    for unit, result in ((board.unit(id), result) for id, result in results):
        if result != "none" and unit.alive:
            events += mark(unit, nerve_tested=unit.models)
        if result != "none" and unit.has("terror_due"):
            events += mark(unit, terror_due=None)
        if result == "passed" and unit.alive:
            events += clearing(board, unit, "test_passed")
        if result == "falls_back" and unit.has("fell_back"):
            events += mark(unit, fell_back=None)
    return events


def freed(board: Board, results: Iterable[tuple[str, str]]) -> list[Note]:
    """The question, for each unit that was pinned or driven back, about each objective of its side that is held by no
    unit's name.
    """
    shaken = [board.unit(id) for id, result in results if result in ("pinned", "falls_back")]
    things = [thing for thing in board.game.things.values() if thing.kind == "objective" and not thing.unit]
    return [_if_it_held(unit, thing.label) for unit in shaken for thing in things if thing.holder == unit.side]


def _if_it_held(unit: Unit, label: str) -> Note:
    asked = Text("{unit} is pinned: did it hold {objective}?", unit=unit.ref, objective=label)
    if unit.has("retreating"):
        asked = Text("{unit} falls back: did it hold {objective}?", unit=unit.ref, objective=label)
    return asks(asked, *freeing(label))


def freeing(label: str) -> tuple[Text, Request]:
    """What frees an objective, and what its button is called."""
    return Text("{objective} is free", objective=label), Request("objective free", weapon=label)
