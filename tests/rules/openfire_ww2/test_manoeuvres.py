"""Manoeuvres by `/act`: permitted units, the states set by passing, and the resulting actions."""

from __future__ import annotations

from typing import Any, cast

import pytest

from rules.kernel.errors import RuleError
from rules.kernel.facts import MissingFacts
from rules.openfire_ww2.shooting import WW2Shot
from tests.rows import for_each
from tests.rules.openfire_ww2.table import board, carry_out, marked, plan_command, states, warnings_of

FIELD = board(
    ("Red", "rifle_squad"),  # u1
    ("Red", "medium_tank"),  # u2
    ("Red", "mortar_team"),  # u3
    ("Blue", "heavy_tank"),  # u4
    ("Blue", "rifle_team"),  # u5
)
PASS, FAIL = (1, 1), (6, 6)


@for_each(
    ("name", "id", "set_by_it"),
    [
        ("hit_the_dirt", "u1", {"hit_the_dirt": 1}),
        ("set_up_position", "u1", {"set_up_position": 1}),
        ("sprint", "u1", {"manoeuvre": "sprint"}),
        ("button_vehicle", "u1", {"manoeuvre": "button_vehicle"}),
        ("overdrive", "u2", {"overdrive": 1, "manoeuvre": "overdrive"}),
        ("hull_down", "u2", {"hull_down": 1}),
        ("barrage", "u3", {"manoeuvre": "barrage"}),
    ],
)
def test_passing_sets_it_and_either_way_the_action_is_spent(name: str, id: str, set_by_it: dict[str, Any]) -> None:
    assert states(carry_out(FIELD, name, PASS, unit=id).board, id) == {"acted": 1} | set_by_it
    assert states(carry_out(FIELD, name, FAIL, unit=id).board, id) == {"acted": 1}


@for_each(("faces", "kept"), [(PASS, {}), (FAIL, {"lay_before": 1})])
def test_who_lies_down_again_gets_up_from_the_earlier_turn(faces: tuple[int, int], kept: dict[str, int]) -> None:
    lying = marked(FIELD, "u1", hit_the_dirt=1, lay_before=1)
    found = states(carry_out(lying, "hit_the_dirt", faces, unit="u1").board, "u1")
    assert {name: n for name, n in found.items() if name == "lay_before"} == kept


def test_a_vehicle_tests_by_the_ruling() -> None:
    assert carry_out(FIELD, "hull_down", PASS, unit="u2").plays[0].rulings_used == ("vehicle_mor",)


@for_each(
    ("name", "id", "word"),
    [
        ("hit_the_dirt", "u2", "is not for vehicles"),
        ("overdrive", "u1", "is for vehicles only"),
        ("barrage", "u1", "no artillery"),
        ("button_vehicle", "u2", "is not for vehicles"),
    ],
)
def test_who_may_not(name: str, id: str, word: str) -> None:
    with pytest.raises(RuleError, match=word):
        plan_command(FIELD, name, unit=id)


@for_each("state", ["moved_last_turn", "moved_this_turn"])
def test_artillery_that_has_moved_tests_for_no_barrage(state: str) -> None:
    """A barrage that it may not fire is refused before the test."""
    with pytest.raises(RuleError, match="may not fire after it moved"):
        plan_command(marked(FIELD, "u3", **{state: 1}), "barrage", unit="u3")


def test_overdrive_in_the_combat_phase_offers_no_move_but_a_longer_charge() -> None:
    """Its button moved a vehicle in the combat phase, which was then warned of."""
    assert carry_out(FIELD, "overdrive", PASS, unit="u2").notes == ("It moves now, +3″.",)
    combat = carry_out(FIELD, "turn phase", action="combat", side="Red").board
    assert carry_out(combat, "overdrive", PASS, unit="u2").notes == ("A charge in this phase gets +3″.",)


def test_warned_when_the_unit_has_moved_fought_or_acted() -> None:
    on = marked(FIELD, "u1", moved_this_turn=1, fired=1)
    assert warnings_of(on, "sprint", unit="u1") == (
        "Rifle squad has moved and fought this turn (Orders and Manoeuvres).",
    )
    assert plan_command(FIELD, "sprint", unit="u1").warnings == ()


def test_a_vehicle_is_buttoned_up_in_two_steps() -> None:
    first = carry_out(FIELD, "button_vehicle", PASS, unit="u1")
    assert first.notes == ("Now name the vehicle and its distance.",)
    with pytest.raises(MissingFacts, match="which vehicle"):
        plan_command(first.board, "button_vehicle", unit="u1")
    shots = carry_out(first.board, "button_vehicle", (4, 4, 4, 1, 1, 4, 4), unit="u1", target="u4", distance=10)
    facts = cast(WW2Shot, shots.order.plays[0].facts)
    assert [(one.weapon.rof, one.teams) for one in facts.weapons] == [(1, 2), (5, 1)]
    assert (shots.order.warnings, shots.plays[0].played.outcome) == ((), (5, True))
    assert states(shots.board, "u4") == {"buttoned": 2}
    assert states(shots.board, "u1") == {"acted": 1, "fired": 1, "carried_out": "shots"}
    with pytest.raises(RuleError, match="buttoned up"):
        plan_command(shots.board, "fire", unit="u4", target="u1", distance=10)


def test_slits_that_are_missed_change_nothing_for_the_vehicle() -> None:
    on = carry_out(FIELD, "button_vehicle", PASS, unit="u1").board
    shots = carry_out(on, "button_vehicle", (1,) * 7, unit="u1", target="u4", distance=10)
    assert states(shots.board, "u4") == {}
    with pytest.raises(RuleError, match="not a vehicle"):
        plan_command(on, "button_vehicle", unit="u1", target="u5", distance=10)
    with pytest.raises(RuleError, match="range"):
        carry_out(on, "button_vehicle", unit="u1", target="u4", distance=40)


@for_each(("turns", "left"), [(0, {"buttoned": 1}), (1, {"buttoned": 1}), (2, {})])
def test_being_buttoned_up_lasts_to_the_end_of_the_vehicles_next_turn(turns: int, left: dict[str, int]) -> None:
    on = carry_out(FIELD, "turn phase", action="combat", side="Red").board
    on = carry_out(on, "button_vehicle", PASS, unit="u1").board
    on = carry_out(on, "button_vehicle", (4,) * 7, unit="u1", target="u4", distance=10).board
    for _ in range(turns):
        on = carry_out(on, "turn end").board
    assert states(on, "u4") == left


def test_a_barrage_is_fired_at_once_and_silences_through_the_next_turn() -> None:
    on = carry_out(FIELD, "turn phase", action="combat", side="Red").board
    on = carry_out(on, "barrage", PASS, unit="u3").board
    fired = carry_out(on, "scatter", (1, 1, 2, 2, 3, 3), unit="u3", target="u5", distance=20)
    assert fired.order.warnings == ()
    assert "has already fought this turn" in warnings_of(fired.board, "scatter", unit="u3", target="u5", distance=20)[0]
    on = carry_out(fired.board, "turn next").board
    assert states(on, "u3") == {"barraged": 1}
    with pytest.raises(RuleError, match="fired a barrage"):
        plan_command(on, "scatter", unit="u3", target="u5", distance=20)
    assert carry_out(on, "move", unit="u3").plays[0].played.outcome.inches == 0
    assert states(carry_out(on, "turn end").board, "u3") == {}


def test_overdrive_leaves_a_vehicle_its_fire() -> None:
    on = carry_out(FIELD, "overdrive", (1, 1), unit="u2").board
    moved = carry_out(on, "move", unit="u2").board
    assert plan_command(moved, "fire", unit="u2", target="u4", distance=10, situation="front").warnings == ()


def test_a_manoeuvre_is_carried_out_in_either_phase() -> None:
    on = carry_out(FIELD, "turn phase", action="movement", side="Red").board
    on = carry_out(on, "button_vehicle", (1, 1), unit="u1").board
    assert plan_command(on, "button_vehicle", unit="u1", target="u4", distance=9).warnings == ()
    assert "movement phase" in warnings_of(on, "fire", unit="u1", target="u5", distance=9)[0]
