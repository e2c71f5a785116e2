"""`/assault`: who charges whom with what, and what the board keeps of it."""

from __future__ import annotations

from typing import Any, cast

import pytest

from rules.errors import RuleError
from rules.openfire_ww2.assault import Assault
from tests.rules.openfire_ww2.table import board, done, marked, ordered, states, warned

FIELD = board(("Red", "veteran_rifle_team"), ("Blue", "rifle_team"), ("Blue", "mg_team"), ("Blue", "medium_tank"))


def facts(on: Any = FIELD, target: str = "u2", **given: Any) -> Assault:
    return cast(Assault, ordered(on, "assault", unit="u1", target=target, **given).plays[0].facts)


def test_each_side_fights_with_what_gives_most_dice() -> None:
    found = facts()
    assert (found.attacker.weapon.rof, found.attacker.teams) == (3, 1)
    assert (found.defender.weapon.rof, found.defender.teams, found.defender.weapon.grenade) == (1, 1, False)
    assert found.defender_shoots


def test_losses_land_on_the_board_and_the_charge_is_a_move_and_the_action() -> None:
    after = done(FIELD, "assault", (1, 1, 1, 4, 4, 4, 3, 3), unit="u1", target="u2")
    assert [after.board.unit(id).models for id in ("u1", "u2")] == [3, 2]
    assert states(after.board, "u1") == {"fired": 1, "moved_this_turn": 1}
    assert after.notes[0] == "Veteran rifle team fought with SMG, Rifle team with bolt action rifle."
    assert after.texts == ("Veteran rifle team loses no men, Rifle team loses 1 man. Rifle team: its nerve holds.",)
    assert after.throws == (
        "Rifle team before contact: to hit",
        "Veteran rifle team in contact: to hit",
        "Veteran rifle team in contact: to kill",
        "Rifle team in contact: to hit",
        "Terror of Rifle team",
    )


def test_the_last_man() -> None:
    on = marked(FIELD, "u2", models=1)
    after = done(on, "assault", (1, 4, 4, 4, 4, 4, 4), unit="u1", target="u2")
    assert not after.board.unit("u2").alive
    assert "Rifle team is out of action." in after.notes


def test_terror_on_either_side_is_marked() -> None:
    after = done(FIELD, "assault", (6, 4, 6, 6), unit="u1", target="u2")
    assert states(after.board, "u1") == {"pinned": 1, "fired": 1, "moved_this_turn": 1}


def test_states_go_in() -> None:
    found = facts(marked(FIELD, "u2", holds_the_line=1, set_up_position=1, pinned=1))
    assert set(found.defender.states) == {"holds_the_line", "set_up_position"}
    assert found.defender.model_dump()["pinned"]


@pytest.mark.parametrize(
    "states", [{"buttoned": 1}, {"barraged": 1}, {"towed_by": "u9"}, {"moved_this_turn": 1}, {"moved_last_turn": 1}]
)
def test_who_cannot_shoot_before_contact(states: dict[str, Any]) -> None:
    assert not facts(marked(FIELD, "u3", **states), "u3").defender_shoots
    assert facts(FIELD, "u3").defender_shoots
    assert not facts(FIELD, "u3", situation="no_shots").defender_shoots


def test_heavy_after_move_decides_for_the_defender_too() -> None:
    moved = board(("Red", "veteran_rifle_team"), ("Blue", "mg_team"), heavy_after_move="last")
    assert facts(marked(moved, "u2", moved_this_turn=1)).defender_shoots


@pytest.mark.parametrize("state", ["pinned", "set_up_position", "buttoned", "barraged", "retreating", "hull_down"])
def test_refused_for_who_cannot_move(state: str) -> None:
    with pytest.raises(RuleError):
        ordered(marked(FIELD, "u1", **{state: 1}), "assault", unit="u1", target="u2")


def test_refused_among_friends_without_sight_or_where_nothing_harms() -> None:
    with pytest.raises(RuleError, match="same side"):
        ordered(FIELD, "assault", unit="u3", target="u2")
    with pytest.raises(RuleError, match="hides"):
        done(FIELD, "assault", unit="u1", target="u2", situation="hidden")
    with pytest.raises(RuleError, match="cannot harm"):
        done(FIELD, "assault", unit="u1", target="u4")
    bare = board(("Red", "tractor"), ("Blue", "rifle_team"))
    with pytest.raises(RuleError, match="no weapon left"):
        ordered(bare, "assault", unit="u1", target="u2")


def test_warned_of_a_charge_that_does_not_reach() -> None:
    given = {"unit": "u1", "target": "u2"}
    assert ordered(FIELD, "assault", distance=7, **given).warnings == ()
    assert "reaches 7″" in warned(FIELD, "assault", distance=8, **given)[0]
    assert "reaches 4″" in warned(marked(FIELD, "u1", hit_the_dirt=1), "assault", distance=5, **given)[0]
    assert "has fought" in warned(marked(FIELD, "u1", fired=1), "assault", **given)[0]
