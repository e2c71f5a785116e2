"""Turns: the states that a new one removes, the units that have acted, and the side that is next; in every system."""

from __future__ import annotations

from typing import Any

import pytest

from bot.simulation.duel_matches import sample_game
from bot.simulation.field import SIDES
from data import SYSTEMS, system_of
from rules.command.system import Board, System
from rules.command.turns import (
    active_units,
    by_side,
    check_own_unit_ended,
    ended_actions,
    first_waiting_side,
    forfeit_texts,
    go_note,
    hand_to,
    has_acted,
    mark_passed,
    must_have_taker,
    next_side,
    next_turn,
    not_acted_warnings,
    not_rolled_warnings,
    out_of_go_warnings,
    pass_on,
    require_active_side,
    roll_note,
    second_roll_warnings,
    sides_rolling,
    unmark_passed,
    waiting_units,
)
from rules.game.events import (
    Event,
    LossesTaken,
    ObjectPlaced,
    ObjectRemoved,
    StateCounted,
    StateSet,
    TurnAdvanced,
    UnitPlaced,
)
from rules.game.game import Game
from rules.game.tabletop import TableObject
from rules.game.unit import Unit
from rules.kernel.action import State
from rules.kernel.errors import RuleError
from rules.kernel.request import Request
from rules.kernel.resolve import ruleset_of
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.rows import for_each


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


@for_each("system", SYSTEMS)
def test_every_marker_that_ends_with_the_turn_comes_off(system: System) -> None:
    before = board(system, **states_that_end(system))
    events = next_turn(before)
    off = {event.state for event in events if isinstance(event, StateSet) and event.value is None}
    assert off == set(states_that_end(system))
    assert not before.after(events).unit("u1").states


def test_markers_that_stay_do_not_and_states_without_one_end_as_well() -> None:
    before = board(system_of("fubar"), tried=1, suppressed=2, on_guard=1)
    assert before.after(next_turn(before)).unit("u1").states == {"suppressed": 2, "on_guard": 1}


@for_each(
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


@for_each(
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


@for_each("system", SYSTEMS)
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


@for_each(
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


def units(*sides: str, **states: dict[str, Any]) -> list[Unit]:
    """Return u1 of the first side and so on, with these states."""
    return [
        Unit(id=f"u{n}", name=f"u{n}", side=side, models=1, starting=1, states=states.get(f"u{n}", {}))
        for n, side in enumerate(sides, 1)
    ]


def at_table(*sides: str, turn: TurnAdvanced | None = None, **states: dict[str, Any]) -> Board:
    """Return these units in a game of Open Rebellion, in this turn."""
    system = system_of("opreb")
    here = Board(Game(units={one.id: one for one in units(*sides, **states)}), system, ruleset_of(system, {}))
    return here.after([turn]) if turn else here


def go(holder: str | None, phase: str | None = None) -> TurnAdvanced:
    return TurnAdvanced(turn=1, order=("Red", "Blue"), holder=holder, phase=phase)


@for_each(
    ("sides", "said"),
    [
        (["Red"] * 3, "u1, u2 and u3"),
        (["Red"] * 4, "4 units of Red"),
        (["Red", "Blue"], "u1 (Red) and u2 (Blue)"),
        (["Red", "Blue", "Blue", "Blue"], "u1 (Red) and u2, u3 and u4 (Blue)"),
        (["Red", "Blue", "Blue", "Blue", "Blue"], "u1 (Red) and 4 units of Blue"),
    ],
)
def test_up_to_three_units_of_a_side_are_named(sides: list[str], said: str) -> None:
    assert ENGLISH(by_side(units(*sides))) == said


def test_a_unit_whose_name_has_its_side_needs_no_other_word_for_it() -> None:
    one, other, third = units("Red", "Blue", "Blue")
    named = [one.model_copy(update={"name": f"{one.name} ({one.side})"}) for one in (other, third)]
    assert ENGLISH(by_side([one, *named])) == "u1 (Red) and u2 and u3"
    assert ENGLISH(by_side([one, named[0], third])) == "u1 (Red) and u2 and u3 (Blue)"


def test_a_side_that_is_handed_the_turn_is_marked_as_going_on_and_keeps_the_phase() -> None:
    fresh = at_table("Red", "Blue")
    assert hand_to(fresh, "Blue") == []
    here = at_table("Red", "Blue", turn=go("Red", "fire"))
    assert hand_to(here, "Red") == []
    assert hand_to(here, "Blue") == [go("Blue", "fire")]
    passed = here.after(mark_passed(here, "Blue"))
    assert hand_to(passed, "Blue") == [*unmark_passed(passed, "Blue"), go("Blue", "fire")]
    assert pass_on(here, "Red") == [go("Blue", "fire")]
    assert pass_on(fresh, "Red") == []
    assert pass_on(at_table("Red", "Blue", turn=go("Red"), u1={"actions_left": 1}), "Red") == [go("Red")]
    assert pass_on(at_table("Red", turn=go("Red"), u1={"activated": 1}), "Red") == [go(None)]


def test_units_wait_until_they_are_done_or_dead_and_are_active_while_they_have_actions() -> None:
    here = at_table("Red", "Red", "Blue", "Blue", u1={"activated": 1, "actions_left": 2}, u3={"actions_left": 1})
    here = here.after([LossesTaken(unit="u4", models=1)])
    assert [one.id for one in waiting_units(here)] == ["u2", "u3"]
    assert [one.id for one in waiting_units(here, "Blue", done="hidden")] == ["u3"]
    assert [one.id for one in active_units(here)] == ["u1", "u3"]
    assert [one.id for one in active_units(here, "Red")] == ["u1"]
    assert first_waiting_side(here, ("Blue", "Red")) == "Blue"
    assert first_waiting_side(here, ("Blue", "Red"), done="actions_left") == "Red"
    assert [(one.side, ENGLISH(one.left), one.unit) for one in ended_actions(here, "Red")] == [
        ("Blue", "u3 has 1 action left.", "u3")
    ]


@for_each(
    ("states", "others", "refused"),
    [
        ({"u1": {"actions_left": 2}}, ["Blue"], False),
        ({"u2": {"actions_left": 2}}, ["Blue"], True),
        ({"u2": {"actions_left": 2}}, [], False),
        ({"u2": {"actions_left": 2}, "u3": {"activated": 1}}, ["Blue"], False),
    ],
)
def test_actions_that_are_left_must_end_before_the_next_unit_of_the_side_begins(
    states: dict[str, Any], others: list[str], refused: bool
) -> None:
    here = at_table("Red", "Red", *others, turn=go("Red"), **states)
    if not refused:
        check_own_unit_ended(here, here.unit("u1"), "Activation")
        return
    with pytest.raises(RuleError) as error:
        check_own_unit_ended(here, here.unit("u1"), "Activation")
    assert (ENGLISH(error.value.text), error.value.rule) == (
        "u2 has 2 actions left. Act, or end its activation with `/turn end`; then it is Blue's turn.",
        "Activation",
    )


@for_each(
    ("here", "notes"),
    [
        (at_table("Red", "Blue"), []),
        (at_table("Red", "Blue", u2={"actions_left": 1}), ["u2 has 1 action left."]),
        (at_table("Red", "Blue", "Blue", turn=go("Blue")), ["Blue's turn, 2 units left."]),
        (at_table("Red", "Blue", turn=go(None)), ["Every unit has been activated."]),
        (
            at_table("Red", "Blue", turn=go(None)).after([LossesTaken(unit="u2", models=1)]),
            ["Every unit has been activated: the game is over."],
        ),
    ],
)
def test_a_note_says_who_goes_on(here: Board, notes: list[str]) -> None:
    assert [ENGLISH(one) for one in go_note(here)] == notes


def test_only_the_active_side_ends_its_turn() -> None:
    for here, side, said in (
        (at_table("Red"), "Red", "Roll for initiative first: `/initiative`."),
        (at_table("Red", turn=go(None)), "Red", "Every unit has been activated: `/turn next`."),
        (at_table("Red", turn=go("Red")), "Blue", "It is Red's turn, not Blue's."),
    ):
        with pytest.raises(RuleError) as error:
            require_active_side(here, side, "Turn")
        assert (ENGLISH(error.value.text), error.value.rule) == (said, "Turn")
    for side in (None, "", "Red"):
        assert require_active_side(at_table("Red", turn=go("Red")), side, "Turn") == "Red"


def test_a_side_cannot_pass_to_itself() -> None:
    must_have_taker("Red", units("Red", "Blue"), "Turn")
    for left in ([], units("Red")):
        with pytest.raises(RuleError, match="Only Red has units left to activate") as error:
            must_have_taker("Red", left, "Turn")
        assert error.value.rule == "Turn"


def test_a_unit_out_of_its_go_or_before_the_roll_is_warned_of() -> None:
    here = at_table("Red", "Blue", turn=go("Red"))
    assert out_of_go_warnings(here, here.unit("u1"), "Turn") == []
    assert out_of_go_warnings(at_table("Red"), here.unit("u1"), "Turn") == []
    assert [ENGLISH(one) for one in out_of_go_warnings(here, here.unit("u2"), "Turn")] == [
        "Red activates a unit now, not Blue (Turn)."
    ]
    told = ["Roll for the initiative of turn 1 first: `/initiative` (Turn)."]
    cases: list[tuple[dict[str, Any], bool]] = [
        ({}, False),
        ({"u1": {"activated": 1}}, False),
        ({"u2": {"activated": 1}}, True),
        ({"u2": {"tried": 1}}, True),
        ({"u3": {"tried": 1}}, False),
    ]
    for states, warned in cases:
        before = at_table("Red", "Red", "Blue", **states)
        assert [ENGLISH(one) for one in not_rolled_warnings(before, before.unit("u1"), "Turn")] == told * warned
        after = at_table("Red", "Red", "Blue", turn=go("Red"), **states)
        assert not_rolled_warnings(after, after.unit("u1"), "Turn") == []
    rolled = here.after(next_turn(here)).after([TurnAdvanced(turn=1)])
    assert [ENGLISH(one) for one in not_rolled_warnings(rolled, rolled.unit("u1"), "Turn")] == told


def test_a_note_to_roll_is_the_reason_where_that_is_not_possible() -> None:
    alone = board(system_of("fubar"))
    both = alone.after([UnitPlaced(unit=units("Red", "Blue")[1])])
    assert ENGLISH(roll_note(both)) == "Roll for the initiative."
    assert ENGLISH(roll_note(both, Text("Go."))) == "Go."
    assert ENGLISH(roll_note(alone)).startswith("Initiative needs two sides.")
