"""Restrictions of a unit: the active side and phase, its spent actions, and required moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.command.effects import clear_states, mark
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.request import Request
from rules.kernel.text import N_, Listed, Note, Text, ask_note
from rules.openfire_ww2.board_facts import is_silenced
from rules.openfire_ww2.facts import AT_VEHICLES, PINNING, section_of
from rules.openfire_ww2.tables import Board

# Falling back: states that keep a unit in place, and moves required by Terror or an order (Terror; Orders).

LYING = ("hit_the_dirt", "set_up_position", "hull_down")
STOPS: dict[str, str] = {
    "pinned": PINNING,
    "set_up_position": section_of("set_up_position"),
    "hull_down": section_of("hull_down"),
    "immobilised": AT_VEHICLES,
    "buttoned": section_of("button_vehicle"),
    "barraged": section_of("barrage"),
}
"""States that keep a unit in place, each with its section."""


def holding_states(unit: Unit) -> list[str]:
    """Return the states that keep a unit in place."""
    return [state for state in STOPS if unit.has(state) and (state != "barraged" or is_silenced(unit))]


def stopping_states(board: Board, unit: Unit, leaves: bool) -> list[str]:
    """Return the states that keep a unit in place even if it `leaves` a position.

    Falling back overrides being pinned (Terror); an order to fall back does so by ruling.
    """
    ordered = unit.has("ordered_back") and can_move_pinned(board)
    given_up = (*(LYING if leaves else ()), *(("pinned",) if ordered or unit.has("retreating") else ()))
    return [state for state in holding_states(unit) if state not in given_up]


def can_move_pinned(board: Board) -> bool:
    """True if by ruling the order Fall Back moves pinned squads (Orders › Fall Back; Pinning)."""
    return board.rulings.fall_back_when_pinned == "moves"


def must_fall_back(unit: Unit) -> bool:
    """True if it still has to fall back after a Terror test, before it does anything else."""
    kept = any(state not in (*LYING, "pinned") for state in holding_states(unit))
    return unit.alive and unit.has("retreating") and not unit.has("fell_back") and not kept


def must_move(unit: Unit) -> bool:
    """True if Terror or an order makes it move now, in any phase and turn and after any action."""
    return must_fall_back(unit) or unit.has("ordered_back")


def duty_warnings(unit: Unit) -> list[Text]:
    """Return the warnings for any act before a required fall back or a due Terror test."""
    found = [Text("{unit} must fall back first (Terror).", unit=unit.ref)] if must_fall_back(unit) else []
    return [*found, *test_warnings(unit)]


def test_warnings(unit: Unit) -> list[Text]:
    due = unit.alive and unit.has("terror_due")
    return [Text("{unit} has lost men: first roll its Terror test, `/morale` (Terror).", unit=unit.ref)] if due else []


def fall_back(board: Board, unit: Unit) -> Iterator[Event]:
    """Yield the events of a required move, which is the move of the turn only in the side's own turn."""
    if unit.has("ordered_back"):
        yield from mark(unit, ordered_back=None)
    if unit.has("retreating"):
        yield from mark(unit, fell_back=1)
    if board.game.holder == unit.side:
        yield from mark(unit, moved_this_turn=1)


# The active side and phase, and a unit's spent actions (Turn sequence).

_DONE = {"moved_this_turn": Text("moved"), "fired": Text("fought"), "acted": Text("used its action")}
_WHOLE = 2
"""Actions of a unit in a turn: a move and a fight."""


def out_of_turn_warnings(board: Board, unit: Unit) -> list[Text]:
    """Return a warning if the side is not the active one.

    That includes a turn in which all sides have acted, and one without an active side in which another side has
    acted.
    """
    game, holder = board.game, board.game.holder
    if holder == unit.side:
        return []
    if holder:
        return [Text("It is {holder}'s turn, not {side}'s (Turn sequence).", holder=holder, side=unit.side)]
    if game.order:
        return [Text("Every side has had its turn: `/turn next` (Turn sequence).")]
    if any(one.has(state) for one in game.units.values() if one.side != unit.side for state in _DONE):
        return [
            Text(
                "Another side has acted, and it is unclear whose turn it is: choose with `/turn phase` (Turn sequence)."
            )
        ]
    return []


def fight_warnings(board: Board, unit: Unit, carries_out: str = "") -> tuple[Text, ...]:
    """Return the warnings for a unit that fights out of turn or phase, without an action left, or due to fall back.

    An order or a manoeuvre may be carried out in both phases.
    """
    found, ordered = out_of_turn_warnings(board, unit), bool(carries_out) and unit.word("manoeuvre") == carries_out
    if not found and not ordered and board.game.phase == "movement":
        found.append(Text("This is the movement phase: units only move (Turn sequence)."))
    if board.game.phase == "combat" and unit.word("carried_out") == "sprint" and not unit.has("fired"):
        sprinted = N_("{unit} has sprinted in this phase instead of shooting or charging ({section}).")
        found.append(Text(sprinted, unit=unit.ref, section=section_of("sprint")))
    return (*found, *(fought_warnings(unit) if ordered else no_fire_warnings(board, unit)), *duty_warnings(unit))


def no_fire_warnings(board: Board, unit: Unit) -> tuple[Text, ...]:
    """Return the warning for a unit that has used its fire, or spent it on another action except Overdrive."""
    if unit.has("fired") or not unit.has("acted"):
        return fought_warnings(unit)
    if board.rulings.manoeuvre_costs == "both":
        return () if unit.has("overdrive") else (_action_used_text(unit),)
    return (_action_used_text(unit),) if _count_used_actions(unit) >= _WHOLE else ()


def fought_warnings(unit: Unit) -> tuple[Text, ...]:
    """Return the warning for a second fight in a turn."""
    return (Text("{unit} has already fought this turn (Turn sequence).", unit=unit.ref),) if unit.has("fired") else ()


def _action_used_text(unit: Unit) -> Text:
    used = N_("{unit} has already used its action this turn for an order or a manoeuvre (Orders and Manoeuvres).")
    return Text(used, unit=unit.ref)


def move_warnings(board: Board, unit: Unit) -> tuple[Text, ...]:
    """Return the warnings for a unit that moves out of turn or phase, or without a move left.

    A required move is free, except for a Terror test that is due before it.
    """
    if must_move(unit):
        return tuple(test_warnings(unit))
    phase, sprints, found = board.game.phase, unit.word("manoeuvre") == "sprint", out_of_turn_warnings(board, unit)
    if not found and phase == "combat" and not sprints:
        found.append(Text("This is the combat phase: units only fight, except for Sprint (Turn sequence)."))
    if not found and phase == "combat" and unit.has("fired"):
        fought = N_("{unit} has fought in this phase; Sprint moves in it instead of shooting or charging ({section}).")
        found.append(Text(fought, unit=unit.ref, section=section_of("sprint")))
    sprinted = phase == "movement" and unit.word("carried_out") == "sprint"
    if unit.has("fell_back"):
        found.append(Text("{unit} has already fallen back (Terror).", unit=unit.ref))
    elif unit.has("moved_this_turn") and not sprinted and not (sprints and phase != "movement"):
        found.append(Text("{unit} has already moved this turn (Turn sequence).", unit=unit.ref))
    elif _has_no_move_left(board, unit, sprinted):
        found.append(_action_used_text(unit))
    return (*found, *test_warnings(unit))


def _has_no_move_left(board: Board, unit: Unit, sprinted: bool) -> bool:
    if not unit.has("acted") or unit.word("manoeuvre") in ("sprint", "overdrive"):
        return False
    return not sprinted if board.rulings.manoeuvre_costs == "both" else _count_used_actions(unit) >= _WHOLE


def act_warnings(board: Board, unit: Unit, name: str = "") -> tuple[Text, ...]:
    """Return the warnings for a unit that takes an order or a manoeuvre instead of moving or fighting."""
    return (*out_of_turn_warnings(board, unit), *spent_warnings(board, unit, name), *duty_warnings(unit))


def _count_used_actions(unit: Unit) -> int:
    """Return the number of actions used; a manoeuvre replaces one, and its own move or shots are part of it."""
    return sum(unit.has(state) for state in _DONE) - unit.has("carried_out")


def spent_warnings(board: Board, unit: Unit, name: str = "") -> tuple[Text, ...]:
    """Return the warning if no action is left for a manoeuvre to replace; Sprint may come after a move."""
    if board.rulings.manoeuvre_costs == "both":
        gone = any(unit.has(state) for state in _DONE if (name, state) != ("sprint", "moved_this_turn"))
    else:
        gone = unit.has("acted") or _count_used_actions(unit) >= _WHOLE
    if not gone:
        return ()
    done = Listed([said for state, said in _DONE.items() if unit.has(state)])
    return (Text("{unit} has {done} this turn (Orders and Manoeuvres).", unit=unit.ref, done=done),)


def second_test_warnings(board: Board, unit: Unit, name: str = "") -> tuple[Text, ...]:
    """Return the warning for another test in the turn, after an order or a manoeuvre."""
    return spent_warnings(board, unit, name) if unit.has("acted") else ()


def moves(board: Board, unit: Unit) -> Iterator[Event]:
    """Yield the events of a move, including the states that it ends; manoeuvres only by ruling."""
    yield from mark(unit, moved_this_turn=1)
    yield from (one for one in clear_states(board, unit, "move") if getattr(one, "state", "") not in LYING)
    if board.rulings.states_last == "until_moved":
        yield from mark(unit, **{state: None for state in LYING if unit.has(state)})


# Changes by a Terror test, and the questions after it.


def apply_tests(board: Board, results: Iterable[tuple[str, str]]) -> Iterator[Event]:
    """Yield the changes by Terror tests, given units with their results.

    Passing ends pinning, retreat and rallying; a unit that fails at half strength falls back once more. The number of
    men left is recorded: while it is unchanged, the test remains valid.
    """
    for unit, result in ((board.unit(id), result) for id, result in results):
        if result != "none" and unit.alive:
            yield from mark(unit, nerve_tested=unit.models)
        if result != "none" and unit.has("terror_due"):
            yield from mark(unit, terror_due=None)
        if result == "passed" and unit.alive:
            yield from clear_states(board, unit, "test_passed")
        if result == "falls_back" and unit.has("fell_back"):
            yield from mark(unit, fell_back=None)


def ask_free_objectives(board: Board, results: Iterable[tuple[str, str]]) -> Iterator[Note]:
    """Yield a question about the side's unassigned objectives for each unit that was pinned or driven back."""
    things = [thing for thing in board.game.things.values() if thing.kind == "objective" and not thing.unit]
    for unit in (board.unit(id) for id, result in results if result in ("pinned", "falls_back")):
        asked = N_("{unit} is pinned: did it hold {objective}?")
        asked = N_("{unit} falls back: did it hold {objective}?") if unit.has("retreating") else asked
        for thing in things:
            if thing.holder == unit.side:
                yield ask_note(Text(asked, unit=unit.ref, objective=thing.label), *release_button(thing.label))


def release_button(label: str) -> tuple[Text, Request]:
    """Return the label of the button and the command that releases an objective."""
    return Text("{objective} is free", objective=label), Request("objective free", weapon=label)
