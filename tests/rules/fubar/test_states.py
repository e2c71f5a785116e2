"""The clearing of each state, counted out by hand: a table compared with itself would always agree."""

from __future__ import annotations

from rules.command.system import Board
from rules.command.turns import next_turn
from rules.game.game import Game
from rules.game.unit import Unit, Value
from rules.kernel.resolve import ruleset_of
from tests.rules.fubar.table import SYSTEM

OF_THE_TURN = {
    "tried",
    "activated",
    "acted",
    "reacted",
    "charging_at",
    "fought",
    "yet_to_strike",
    "withdrew",
    "effects_this_turn",
    "boarded",
}
OF_AN_ACTIVATION = {"suppressed", "acted", "action", "on_guard", "moved", "fired", "stunned", "boarded", "charging_at"}
FOR_GOOD = {"immobilised", "weapons_lost", "crew_lost", "destroyed"}


def states_cleared_by(what: str) -> set[str]:
    return {name for name, state in SYSTEM.states.items() if what in state.cleared_by}


def test_states_of_a_turn_end_with_it() -> None:
    assert states_cleared_by("turn_end") == OF_THE_TURN


def test_states_of_an_activation_end_with_the_next() -> None:
    assert states_cleared_by("activation") == OF_AN_ACTIVATION


def test_no_damage_of_a_vehicle_is_repaired_in_the_game() -> None:
    assert {name for name, state in SYSTEM.states.items() if not state.cleared_by} == FOR_GOOD


def test_a_unit_that_has_fought_may_act_again_in_the_next_turn() -> None:
    states: dict[str, Value] = {"acted": 1, "activated": 1, "tried": 1, "suppressed": 1}
    unit = Unit(id="u1", name="Marines", side="Red", models=5, starting=5, states=states)
    before = Board(Game(units={"u1": unit}), SYSTEM, ruleset_of(SYSTEM, {}))
    assert before.after(next_turn(before)).unit("u1").states == {"suppressed": 1}
