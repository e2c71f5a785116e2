"""Turns: the states that a new one removes, the units that have acted, and the side that is next; in every system."""

from __future__ import annotations

from typing import Any

import pytest

from bot.simulation.duel_matches import sample_game
from bot.simulation.field import SIDES
from data import SYSTEMS, system_of
from rules.command.system import Board, System
from rules.command.turns import (
    forfeit_texts,
    has_acted,
    mark_passed,
    next_side,
    next_turn,
    not_acted_warnings,
    second_roll_warnings,
    sides_rolling,
    unmark_passed,
)
from rules.game.events import Event, ObjectPlaced, ObjectRemoved, StateCounted, StateSet, TurnAdvanced
from rules.game.game import Game
from rules.game.tabletop import TableObject
from rules.game.unit import Unit
from rules.kernel.action import State
from rules.kernel.errors import RuleError
from rules.kernel.request import Request
from rules.kernel.resolve import ruleset_of
from rules.kernel.wording import ENGLISH


def board(system: System, **states: Any) -> Board:
    unit = Unit(id="u1", name="Marines", side="Red", models=5, starting=5, states=states)
    return Board(Game(units={"u1": unit}), system, ruleset_of(system, {}))


def _value(state: State) -> int | str:
    return {"flag": 1, "count": 2}.get(state.holds, "something")


def states_that_end(system: System) -> dict[str, int | str]:
    """Return a marker for each state that ends with the turn."""
    states = system.states.values()
    return {state.name: _value(state) for state in states if state.marker and "turn_end" in state.cleared_by}


def smoke(label: str, turns: int) -> ObjectPlaced:
    return ObjectPlaced(thing=TableObject(kind="smoke", label=label, turns=turns))


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_every_marker_that_ends_with_the_turn_comes_off(system: System) -> None:
    before = board(system, **states_that_end(system))
    events = next_turn(before)
    off = {event.state for event in events if isinstance(event, StateSet) and event.value is None}
    assert off == set(states_that_end(system))
    assert not before.after(events).unit("u1").states


def test_markers_that_stay_do_not_and_states_without_one_end_as_well() -> None:
    before = board(system_of("fubar"), tried=1, suppressed=2, on_guard=1)
    assert before.after(next_turn(before)).unit("u1").states == {"suppressed": 2, "on_guard": 1}


@pytest.mark.parametrize(
    ("event", "left"),
    [
        (StateCounted(unit="u1", state="suppressed", change=-2), 1),
        (StateCounted(unit="u1", state="suppressed", change=1), 4),
        (StateSet(unit="u1", state="suppressed", value=None), 0),
    ],
)
def test_a_count_goes_down_by_number(event: Event, left: int) -> None:
    before = board(system_of("fubar"), suppressed=3)
    assert before.after([event]).unit("u1").count("suppressed") == left


def test_objects_burn_out() -> None:
    before = board(system_of("fubar")).after([smoke("A", turns=1), smoke("B", turns=2)])
    events = next_turn(before)
    assert [event.label for event in events if isinstance(event, ObjectRemoved)] == ["A"]
    after = before.after(events)
    assert {label: thing.turns for label, thing in after.game.things.items()} == {"B": 1}


@pytest.mark.parametrize(
    ("system", "states", "gone"),
    [
        ("fubar", {}, False),
        ("fubar", {"tried": 1}, True),
        ("fubar", {"fired": 1, "moved": 1, "action": "run", "on_guard": 1}, False),
        ("opreb", {"activated": 1}, True),
        ("opreb", {"in_position": 1, "pinned": 2}, False),
        ("bayonet", {"fired": 1}, True),
        ("bayonet", {"suppressed": 1}, False),
    ],
)
def test_who_has_had_its_go(system: str, states: dict[str, Any], gone: bool) -> None:
    """A shot fired in FUBAR counts until the next activation, not for the turn."""
    found = board(system_of(system), **states)
    assert has_acted(found, found.unit("u1")) is gone


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_the_next_turn_removes_states_that_end_with_it(system: System) -> None:
    """By the second turn's end at the latest: some count down, some last through the next bound of their owner."""
    now = board(system, **states_that_end(system)).after([smoke("A", turns=1)])
    for _ in range(2):
        order = system.commands["turn next"].plan(now, Request("turn next", side="Red"))
        now = now.after(order.after(now, []))
        assert all(map(ENGLISH, order.notes(now, [])))
        assert not now.game.things
    assert not states_that_end(system).keys() & now.unit("u1").states.keys()


def test_those_who_have_not_acted_are_named() -> None:
    units = [
        Unit(id=f"u{n}", name="x", side=side, models=1, starting=1) for n, side in enumerate(("Red", "Red", "Blue"), 1)
    ]
    here = board(system_of("openfire_d12"))
    assert not_acted_warnings(here, []) == ()
    assert [ENGLISH(text) for n in (1, 2, 3) for text in not_acted_warnings(here, units[:n])] == [
        "1 unit has not acted this round: u1.",
        "2 units have not acted this round: u1 and u2.",
        "3 units have not acted this round. Red: u1 and u2; Blue: u3.",
    ]


def test_a_side_that_has_passed_is_not_complained_of_until_it_goes_on() -> None:
    here = board(system_of("opreb"))
    done = here.after(mark_passed(here, "Red"))
    assert not_acted_warnings(here, here.game.units.values())
    assert not not_acted_warnings(done, done.game.units.values())
    assert not mark_passed(done, "Red")
    for again in (done.after(unmark_passed(done, "Red")), done.after(next_turn(done))):
        assert not_acted_warnings(again, again.game.units.values())
        assert again.game.scores == {}


@pytest.mark.parametrize(
    ("holder", "can_go", "after"),
    [
        (None, "ABC", "A"),
        ("A", "ABC", "B"),
        ("B", "AB", "A"),
        ("C", "C", "C"),
        ("A", "", None),
        ("gone", "BC", "B"),
    ],
)
def test_whose_go_it_is_next(holder: str | None, can_go: str, after: str | None) -> None:
    assert next_side(["A", "B", "C"], holder, can_go) == after


def test_a_turn_is_followed_by_the_next() -> None:
    assert next_turn(board(system_of("fubar")))[-1] == TurnAdvanced(turn=2)


def test_one_side_alone_does_not_roll_for_the_initiative() -> None:
    alone = board(system_of("fubar"))
    with pytest.raises(RuleError, match="Initiative needs two sides") as refused:
        sides_rolling(alone, "Initiative")
    assert refused.value.rule == "Initiative"
    enemy = Unit(id="u2", name="Militia", side="Blue", models=5, starting=5)
    both = alone._replace(game=Game(units={**alone.game.units, "u2": enemy}))
    assert sides_rolling(both, "Initiative") == ("Red", "Blue")


def test_a_second_roll_for_the_initiative_of_a_turn_is_warned_of() -> None:
    before = board(system_of("openfire_d12"))
    assert second_roll_warnings(before) == ()
    after = before.after([TurnAdvanced(turn=3, order=("Red", "Blue"))])
    assert [ENGLISH(text) for text in second_roll_warnings(after)] == [
        "The initiative of round 3 has already been rolled."
    ]


def test_units_that_forfeit_equally_share_a_line() -> None:
    system = system_of("opreb")
    board = sample_game(system, dict.fromkeys(SIDES, system.about.demo[0]))
    for unit, left in zip(board.game.units_of_side("Red"), (2, 1, 2), strict=False):
        board.game.units[unit.id] = unit.model_copy(update={"states": {**unit.states, "actions_left": left}})
    one, other, third = (unit.id for unit in board.game.units_of_side("Red")[:3])
    told = [ENGLISH(line) for line in forfeit_texts(board)]
    assert [one in told[0], third in told[0], other in told[1]] == [True] * 3
    assert [line.split("forfeit")[1] for line in told] == [" 2 actions each.", "s 1 action."]
