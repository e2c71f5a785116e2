"""Whose turn and phase it is, what a unit has spent of it, and what a passed Terror test takes off it."""

from __future__ import annotations

from collections.abc import Iterable

from rules.commands import clearing, mark
from rules.events import Event
from rules.openfire_ww2.commands.board_facts import rulings
from rules.system import Board
from rules.text import Listed, Text
from rules.unit import Unit

LYING = ("hit_the_dirt", "set_up_position", "hull_down")


def out_of_turn(board: Board, unit: Unit) -> list[Text]:
    """A warning when it is the other side's turn."""
    holder = board.game.holder
    if holder in (None, unit.side):
        return []
    return [Text("It is the turn of {holder}, not of {side} (Turn sequence).", holder=holder, side=unit.side)]


def to_fight(board: Board, unit: Unit, carries_out: str = "") -> tuple[Text, ...]:
    """Warnings of a unit that fights: out of turn or phase, or with its action spent.

    What carries out an order or a manoeuvre is possible in both phases; Overdrive leaves a unit its fire.
    """
    found, ordered = out_of_turn(board, unit), bool(carries_out) and unit.word("manoeuvre") == carries_out
    if not found and not ordered and board.game.phase == "movement":
        found.append(Text("This is the movement phase: units only move in it (Turn sequence)."))
    if unit.has("fired"):
        found.append(Text("{unit} has fought this turn (Turn sequence).", unit=unit.ref))
    elif unit.has("acted") and not ordered and not unit.has("overdrive"):
        found.append(_action_used(unit))
    return tuple(found)


def _action_used(unit: Unit) -> Text:
    return Text(
        "{unit} has used its action for an order or a manoeuvre this turn (Orders and Manoeuvres).", unit=unit.ref
    )


def to_move(board: Board, unit: Unit) -> tuple[Text, ...]:
    """Warnings of a unit that moves: out of turn or phase, or with its action spent; Sprint is excepted."""
    sprints = unit.word("manoeuvre") == "sprint"
    found = out_of_turn(board, unit)
    if not found and board.game.phase == "combat" and not sprints:
        found.append(Text("This is the combat phase: units only fight in it, but for Sprint (Turn sequence)."))
    if unit.has("moved_this_turn") and not sprints:
        found.append(Text("{unit} has moved this turn (Turn sequence).", unit=unit.ref))
    elif unit.has("acted") and unit.word("manoeuvre") not in ("sprint", "overdrive"):
        found.append(_action_used(unit))
    return tuple(found)


def to_act(board: Board, unit: Unit) -> tuple[Text, ...]:
    """Warnings of a unit that takes an order or a manoeuvre, which is instead of moving or fighting."""
    return (*out_of_turn(board, unit), *spent(unit))


def spent(unit: Unit) -> tuple[Text, ...]:
    """A warning when it has moved, fought or used its action."""
    done = [said for state, said in _DONE.items() if unit.has(state)]
    if not done:
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
    if rulings(board).states_last == "until_moved":
        events += [event for state in LYING if unit.has(state) for event in mark(unit, **{state: None})]
    return events


def steadied(board: Board, results: Iterable[tuple[str, str]]) -> list[Event]:
    """Passing a Terror test ends pinning, retreat and rallying of units, given with what their test came to."""
    return [
        event
        for id, result in results
        if result == "passed" and board.unit(id).alive
        for event in clearing(board, board.unit(id), "test_passed")
    ]


def freed(board: Board, results: Iterable[tuple[str, str]]) -> list[Text]:
    """A reminder for each unit that was pinned, where its side holds objectives (Objectives)."""
    pinned = [board.unit(id) for id, result in results if result == "pinned"]
    holders = {thing.holder for thing in board.game.things.values() if thing.kind == "objective"}
    return [
        Text("{unit} is pinned: if it held an objective, `/objective free`.", unit=unit.ref)
        for unit in pinned
        if unit.side in holders
    ]
