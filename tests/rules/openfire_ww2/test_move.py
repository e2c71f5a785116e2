"""`/move`, `/act tow` and `unhitch`: the effect of states on a move, and the states that a move ends."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.errors import BadFacts, RuleError
from tests.rows import for_each
from tests.rules.openfire_ww2.table import board, carry_out, marked, plan_command, states, warnings_of

FIELD = board(
    ("Red", "rifle_team"), ("Red", "medium_tank"), ("Red", "at_gun"), ("Red", "half_track"), ("Blue", "sniper")
)


def inches(on: Any, id: str = "u1", **given: Any) -> int:
    return carry_out(on, "move", unit=id, **given).plays[0].played.outcome.inches


def test_a_move_is_recorded() -> None:
    after = carry_out(FIELD, "move", unit="u1", terrain="forest")
    assert (after.plays[0].played.outcome.inches, states(after.board, "u1")) == (2, {"moved_this_turn": 1})


@for_each(
    ("id", "state", "far"),
    [
        ("u1", {"hit_the_dirt": 1}, 2),
        ("u1", {"manoeuvre": "sprint"}, 7),
        ("u2", {"overdrive": 1}, 13),
        ("u2", {"engine_damaged": 1}, 5),
        ("u3", {"towed_by": "u4"}, 5),
        ("u1", {"pinned": 1}, 0),
        ("u2", {"immobilised": 1}, 0),
        ("u2", {"buttoned": 1}, 0),
        ("u3", {"barraged": 1}, 0),
    ],
)
def test_states_make_the_move(id: str, state: dict[str, Any], far: int) -> None:
    on = marked(FIELD, id, **state)
    assert inches(on, id) == far
    after = carry_out(on, "move", unit=id).board
    assert after.unit(id).has("moved_this_turn") == bool(far)


def test_charging_is_an_extra() -> None:
    assert inches(FIELD, extra="charge", terrain=("road",)) == 9
    with pytest.raises(BadFacts, match="extra"):
        plan_command(FIELD, "move", unit="u1", extra="sprint")


@for_each("state", ["set_up_position", "hull_down"])
def test_a_position_is_held_until_it_is_given_up(state: str) -> None:
    on = marked(FIELD, "u2", **{state: 1})
    stays = carry_out(on, "move", unit="u2")
    assert states(stays.board, "u2") == {state: 1}
    assert "It may give up" in stays.notes[0]
    gone = carry_out(on, "move", unit="u2", extra="leave_position")
    assert (gone.plays[0].played.outcome.inches, states(gone.board, "u2")) == (10, {"moved_this_turn": 1})


@for_each(("ruling", "lies"), [("until_moved", False), ("until_ended", True), ("next_turn", True)])
def test_how_long_a_unit_lies_is_a_ruling(ruling: str, lies: bool) -> None:
    on = marked(board(("Red", "rifle_team"), states_last=ruling), "u1", hit_the_dirt=1)
    after = carry_out(on, "move", unit="u1").board
    assert after.unit("u1").has("hit_the_dirt") == lies
    assert carry_out(after, "turn next").board.unit("u1").has("hit_the_dirt") == (lies and ruling == "until_ended")


def test_a_sprint_is_spent_by_the_move() -> None:
    on = carry_out(FIELD, "sprint", (1, 1), unit="u1").board
    assert states(on, "u1") == {"acted": 1, "manoeuvre": "sprint"}
    combat = carry_out(on, "turn phase", action="combat", side="Red").board
    order = plan_command(combat, "move", unit="u1")
    assert order.warnings == ()
    spent = {"acted": 1, "moved_this_turn": 1, "carried_out": "sprint"}
    assert states(carry_out(combat, "move", unit="u1").board, "u1") == spent


def test_a_sprint_in_the_combat_phase_is_instead_of_shooting_or_charging() -> None:
    """A unit could run and shoot in the same combat phase (Manoeuvres › Sprint)."""
    combat = carry_out(FIELD, "turn phase", action="combat", side="Red").board
    on = carry_out(combat, "sprint", (1, 1), unit="u1").board
    away, instead = carry_out(on, "move", unit="u1").board, "instead of shooting or charging (Manoeuvres › Sprint)."
    for act in ("fire", "assault"):
        [told] = warnings_of(away, act, unit="u1", target="u5", distance=5)
        assert told == f"Rifle team has sprinted in this phase {instead}"
    shot = carry_out(combat, "fire", (1,), unit="u1", target="u5", distance=10).board
    late = carry_out(shot, "sprint", (1, 1), unit="u1").board
    assert warnings_of(late, "move", unit="u1") == (
        f"Rifle team has fought in this phase; Sprint moves in it {instead}",
    )
    moving = carry_out(late, "turn phase", action="movement", side="Red").board
    assert warnings_of(moving, "move", unit="u1") == ()
    later = carry_out(away, "turn phase", action="movement", side="Red").board
    assert warnings_of(later, "move", unit="u1") == ()


def test_a_retreating_unit_shows_where_it_must_go() -> None:
    assert "away from the nearest enemy" in carry_out(marked(FIELD, "u1", retreating=1), "move", unit="u1").notes[0]


def test_warned_of_a_second_move_a_spent_action_and_the_combat_phase() -> None:
    assert "has already moved" in warnings_of(marked(FIELD, "u1", moved_this_turn=1), "move", unit="u1")[0]
    assert "used its action" in warnings_of(marked(FIELD, "u1", acted=1, fired=1), "move", unit="u1")[0]
    combat = carry_out(FIELD, "turn phase", action="combat", side="Red").board
    assert "combat phase" in warnings_of(combat, "move", unit="u1")[0]
    assert "It is Blue's turn" in warnings_of(carry_out(FIELD, "turn end", side="Red").board, "move", unit="u1")[0]


def test_a_gun_in_tow_moves_with_its_vehicle_and_does_not_fire() -> None:
    on = carry_out(FIELD, "tow", unit="u3", target="u4").board
    after = carry_out(on, "move", unit="u4")
    assert states(after.board, "u3") == {"towed_by": "u4", "moved_this_turn": 1}
    assert after.notes == ("Moves with it: AT gun.",)
    with pytest.raises(RuleError, match="in tow"):
        plan_command(on, "fire", unit="u3", target="u5", distance=10)
    pinned = warnings_of(marked(on, "u3", pinned=1), "move", unit="u4")
    assert pinned == ("AT gun in tow cannot move: pinned (Pinning).",)
    free = carry_out(on, "unhitch", unit="u3").board
    assert states(free, "u3") == {}
    with pytest.raises(RuleError, match="not in tow"):
        plan_command(free, "unhitch", unit="u3")


@for_each(("gun", "vehicle", "word"), [("u1", "u4", "not a gun"), ("u3", "u2", "cannot tow")])
def test_towing_an_unsuitable_gun_or_vehicle_is_refused(gun: str, vehicle: str, word: str) -> None:
    with pytest.raises(RuleError, match=word):
        plan_command(FIELD, "tow", unit=gun, target=vehicle)


def test_one_gun_a_vehicle() -> None:
    on = carry_out(FIELD, "tow", unit="u3", target="u4").board
    with pytest.raises(RuleError, match="already hitched up"):
        plan_command(on, "tow", unit="u3", target="u4")


def test_falling_back_is_stronger_than_being_pinned_or_in_position() -> None:
    on = marked(FIELD, "u1", retreating=1, pinned=1, set_up_position=1)
    after = carry_out(on, "move", unit="u1")
    assert after.plays[0].played.outcome.inches == 5
    assert states(after.board, "u1") == {"retreating": 1, "pinned": 1, "fell_back": 1}


def test_one_that_rallies_moves_toward_the_officer() -> None:
    notes = carry_out(marked(FIELD, "u1", retreating=1, rallying=1), "move", unit="u1").notes
    assert notes == ("Rifle team is rallying: move it toward the officer.",)


def test_a_unit_that_stays_where_it_is_bends_no_rule() -> None:
    on = carry_out(FIELD, "hull_down", (1, 1), unit="u2").board
    assert plan_command(on, "move", unit="u2").warnings == ()
    fired = marked(on, "u2", fired=1)
    assert plan_command(fired, "move", unit="u2").warnings == ()
    assert plan_command(fired, "move", unit="u2", extra="leave_position").warnings


def test_a_move_shows_its_parts() -> None:
    [told] = carry_out(FIELD, "move", unit="u1", terrain=("road", "river"), extra="charge").texts
    assert told == "Up to 5″ (infantry 5, road: half again +2, river: half −4, charging +2)."
