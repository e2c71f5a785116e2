"""What a new turn takes off the table, and which units have had their go; in every system."""

from __future__ import annotations

from typing import Any

import pytest

from data import SYSTEMS, system_of
from rules.commands import Board, Request
from rules.events import ObjectPlaced, StateCounted, StateSet, TableObject
from rules.game import Game
from rules.resolve import book_of
from rules.system import State, System
from rules.turns import collected, had_go, next_turn
from rules.unit import Unit


def board(system: System, **states: Any) -> Board:
    unit = Unit(id="u1", name="Marines", side="Red", models=5, starting=5, states=states)
    return Board(Game(units={"u1": unit}), system, book_of(system, {}))


def _value(state: State) -> int | str:
    return {"flag": 1, "count": 2}.get(state.holds, "something")


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_every_marker_that_ends_with_the_turn_is_collected(system: System) -> None:
    ending = [state for state in system.states.values() if state.marker and "turn_end" in state.cleared_by]
    before = board(system, **{state.name: _value(state) for state in ending})
    after = before.after(next_turn(before))
    assert len(collected(before, after)) == len(ending)
    assert not after.unit("u1").states


def test_markers_that_stay_and_states_without_one_are_not() -> None:
    before = board(system_of("fubar"), tried=1, suppressed=2, on_guard=1)
    assert collected(before, before.after(next_turn(before))) == []


def test_a_count_that_goes_down_is_collected_by_number() -> None:
    before = board(system_of("fubar"), suppressed=3)
    assert collected(before, before.after([StateCounted(unit="u1", state="suppressed", change=-2)])) == [
        "2 suppressed from Marines"
    ]
    assert collected(before, before.after([StateCounted(unit="u1", state="suppressed", change=1)])) == []
    assert collected(before, before.after([StateSet(unit="u1", state="suppressed", value=None)])) == [
        "suppressed from Marines"
    ]


def test_objects_that_burn_out_are_collected() -> None:
    before = board(system_of("fubar")).after(
        [
            ObjectPlaced(thing=TableObject(kind="smoke", label=label, turns=turns))
            for label, turns in (("A", 1), ("B", 2))
        ]
    )
    after = before.after(next_turn(before))
    assert collected(before, after) == ["smoke A"]
    assert after.game.things["B"].turns == 1


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
    assert had_go(found, found.unit("u1")) is gone


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_the_next_turn_says_what_to_collect(system: System) -> None:
    before = board(system).after([ObjectPlaced(thing=TableObject(kind="smoke", label="A", turns=1))])
    ending = [state for state in system.states.values() if state.marker and "turn_end" in state.cleared_by]
    before = before.after([StateSet(unit="u1", state=state.name, value=_value(state)) for state in ending])
    order = system.commands["turn next"].ordered(before, Request("turn next", side="Red"))
    after = before.after(order.after(before, []))
    said = " ".join(order.notes(after, []))
    assert [gone for gone in collected(before, after) if gone not in said] == []
    assert "smoke A" in said or "A" in after.game.things
