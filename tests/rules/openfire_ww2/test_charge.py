"""`/assault`: charger, target and weapons, and the states that the board keeps."""

from __future__ import annotations

from typing import Any, cast

import pytest

from rules.kernel.errors import RuleError
from rules.kernel.facts import MissingFacts
from rules.openfire_ww2.assault import WW2AssaultFacts
from rules.openfire_ww2.facts import AnyFighter, FightingVehicle
from tests.rows import for_each
from tests.rules.openfire_ww2.table import board, carry_out, marked, plan_command, states, warnings_of

FIELD = board(("Red", "veteran_rifle_team"), ("Blue", "rifle_team"), ("Blue", "mg_team"), ("Blue", "medium_tank"))


def facts(on: Any = FIELD, target: str = "u2", **given: Any) -> WW2AssaultFacts:
    given = {"unit": "u1", "distance": 5} | given
    return cast(WW2AssaultFacts, plan_command(on, "assault", target=target, **given).plays[0].facts)


def weapons_used(fighter: AnyFighter) -> dict[str | None, int]:
    return {group.name: group.teams for group in fighter.groups}


def test_each_side_fights_with_all_that_could_fire_but_grenades() -> None:
    found = facts()
    assert weapons_used(found.attacker) == {"smg": 1, "bolt_action_rifle": 1}
    assert weapons_used(found.defender) == {"bolt_action_rifle": 1}
    assert found.defender_shoots
    assert weapons_used(facts(marked(FIELD, "u1", models=1)).attacker) == {"smg": 1}


def test_a_grenade_is_thrown_where_there_is_nothing_else_and_once_a_turn() -> None:
    bare = board(("Red", "rifle_team"), ("Blue", "rifle_team"))
    unit = bare.unit("u1")
    bare.game.units["u1"] = unit.model_copy(update={"weapons": unit.weapons[1:]})
    assert weapons_used(facts(bare).attacker) == {"hand_grenade": 1}
    after = carry_out(bare, "assault", (1, 1, 1), unit="u1", target="u2", distance=5)
    assert states(after.board, "u1")["grenade_thrown"] == 1


def test_a_vehicle_fights_with_its_weapons_the_main_one_first() -> None:
    found = facts(FIELD, unit="u4", target="u1")
    assert isinstance(found.attacker, FightingVehicle)
    assert list(weapons_used(found.attacker)) == ["75mm_gun", "lmg"]
    assert found.attacker.body.weapons == 3
    lost = facts(marked(FIELD, "u4", weapons_lost=1), unit="u4", target="u1")
    assert weapons_used(lost.attacker) == {"lmg": 2}


def test_the_side_of_a_vehicle_that_charges_is_asked_where_it_can_be_harmed() -> None:
    """Infantry that can do nothing to a tank leaves nothing to ask."""
    tanks = board(("Red", "half_track"), ("Blue", "rifle_team"), ("Blue", "mg_team"))
    with pytest.raises(MissingFacts, match="charger_front, charger_side"):
        plan_command(tanks, "assault", unit="u1", target="u2", distance=5)
    assert plan_command(FIELD, "assault", unit="u4", target="u1", distance=5).plays


def test_losses_land_on_the_board_and_the_charge_is_a_move_and_the_action() -> None:
    after = carry_out(FIELD, "assault", (1, 1, 1, 4, 1, 4, 4, 3, 3), unit="u1", target="u2", distance=5)
    assert [after.board.unit(id).models for id in ("u1", "u2")] == [3, 2]
    assert states(after.board, "u1") == {"fired": 1, "moved_this_turn": 1}
    assert after.notes[0] == (
        "Veteran rifle team fought with 1 SMG, 1 bolt action rifle, Rifle team with 1 bolt action rifle."
    )
    assert after.texts == ("Veteran rifle team loses no men, Rifle team loses 1 man. Rifle team: its nerve holds.",)
    assert after.throws == (
        "Rifle team before contact: to hit",
        "Veteran rifle team in contact: to hit, SMG",
        "Veteran rifle team in contact: to hit, bolt action rifle",
        "Veteran rifle team in contact: to kill, SMG",
        "Rifle team in contact: to hit",
        "Terror of Rifle team",
    )


def test_the_last_man() -> None:
    on = marked(FIELD, "u2", models=1)
    after = carry_out(on, "assault", (1, 4, 4, 4, 1, 4, 4, 4), unit="u1", target="u2", distance=5)
    assert not after.board.unit("u2").alive


def test_terror_on_either_side_is_marked() -> None:
    after = carry_out(FIELD, "assault", (6, 4, 6, 6), unit="u1", target="u2", distance=5)
    assert states(after.board, "u1") == {"pinned": 1, "fired": 1, "moved_this_turn": 1, "nerve_tested": 2}


def test_states_go_in() -> None:
    found = facts(marked(FIELD, "u2", holds_the_line=1, set_up_position=1, pinned=1))
    assert set(found.defender.states) == {"holds_the_line", "set_up_position"}
    assert found.defender.model_dump()["pinned"]


@for_each(
    "states", [{"buttoned": 1}, {"barraged": 1}, {"towed_by": "u9"}, {"moved_this_turn": 1}, {"moved_last_turn": 1}]
)
def test_a_silenced_weapon_is_silent_before_contact_and_in_it(states: dict[str, Any]) -> None:
    assert weapons_used(facts(marked(FIELD, "u3", **states), "u3").defender) == {}
    assert weapons_used(facts(FIELD, "u3").defender) == {"hmg": 1}
    assert not facts(FIELD, "u3", situation="no_shots").defender_shoots


def test_heavy_after_move_decides_for_the_defender_too() -> None:
    moved = board(("Red", "veteran_rifle_team"), ("Blue", "mg_team"), heavy_after_move="last")
    assert weapons_used(facts(marked(moved, "u2", moved_this_turn=1)).defender) == {"hmg": 1}


def test_who_moved_with_nothing_but_a_heavy_weapon_does_not_charge() -> None:
    on = board(("Red", "mg_team"), ("Blue", "rifle_team"))
    with pytest.raises(RuleError, match="heavy weapon may not fire after it moved"):
        facts(marked(on, "u1", moved_this_turn=1))


def test_a_charge_leaves_a_position_by_itself() -> None:
    for state in ("set_up_position", "hull_down"):
        on = marked(board(("Red", "rifle_team"), ("Blue", "rifle_team"), states_last="until_ended"), "u1", **{state: 1})
        assert facts(on).attacker.states == ()
        after = carry_out(on, "assault", (1, 1, 1), unit="u1", target="u2", distance=5)
        assert state not in states(after.board, "u1")


@for_each("state", ["pinned", "immobilised", "buttoned", "barraged", "retreating"])
def test_refused_for_who_cannot_move(state: str) -> None:
    with pytest.raises(RuleError):
        plan_command(marked(FIELD, "u1", **{state: 1}), "assault", unit="u1", target="u2", distance=5)


def test_refused_among_friends_without_sight_or_where_nothing_harms() -> None:
    with pytest.raises(RuleError, match="same side"):
        plan_command(FIELD, "assault", unit="u3", target="u2")
    with pytest.raises(RuleError, match="hides"):
        carry_out(FIELD, "assault", unit="u1", target="u2", situation="hidden", distance=5)
    with pytest.raises(RuleError, match="cannot harm"):
        carry_out(FIELD, "assault", unit="u1", target="u4", distance=5)
    bare = board(("Red", "tractor"), ("Blue", "rifle_team"))
    with pytest.raises(RuleError, match="no weapon left"):
        plan_command(bare, "assault", unit="u1", target="u2", distance=5)


def test_warned_of_a_charge_that_does_not_reach() -> None:
    given = {"unit": "u1", "target": "u2"}
    assert plan_command(FIELD, "assault", distance=7, **given).warnings == ()
    assert "reaches 7″" in warnings_of(FIELD, "assault", distance=8, **given)[0]
    assert "reaches 4″" in warnings_of(marked(FIELD, "u1", hit_the_dirt=1), "assault", distance=5, **given)[0]
    assert "has already fought" in warnings_of(marked(FIELD, "u1", fired=1), "assault", distance=7, **given)[0]


def test_overdrive_lengthens_the_charge_only_in_the_phase_in_which_it_is_driven() -> None:
    """The 3″ counted twice: for the move of the movement phase, and again for the charge after it (Overdrive)."""
    driven = marked(FIELD, "u4", overdrive=1, acted=1, moved_this_turn=1, carried_out="move")
    fresh = marked(FIELD, "u4", overdrive=1, acted=1, manoeuvre="overdrive")
    charge = {"unit": "u4", "target": "u1", "distance": 15, "situation": ("charger_front",)}
    assert "reaches 12″" in warnings_of(driven, "assault", **charge)[0]
    assert warnings_of(fresh, "assault", **charge) == ()


def test_a_shell_that_hit_bursts_though_its_gun_falls_in_the_same_assault() -> None:
    near = board(("Red", "rifle_squad"), ("Blue", "at_gun"), ("Red", "mg_team"))
    after = carry_out(near, "assault", (6, 1, 1, 6, 6, 4, 1, 6, 6, 4, 4, 4, 6, 4), unit="u1", target="u2", distance=5)
    assert after.notes[1:] == ("75mm gun hit: who is near Rifle squad?",)
    burst = carry_out(after.board, "blast", (6, 1, 1), unit="u2", target="u3", count=1)
    assert (after.board.unit("u3").models, burst.board.unit("u3").models) == (3, 2)
    with pytest.raises(RuleError, match="out of action and cannot fire"):
        plan_command(after.board, "fire", unit="u2", target="u3", distance=10)


def test_shells_of_a_gun_before_contact_and_in_it_are_one_question() -> None:
    """Each burst of the two is asked for; two equal buttons would do only one of them."""
    near = board(("Red", "rifle_squad"), ("Blue", "at_gun"))
    after = carry_out(near, "assault", (6, 1, *[1] * 7, 6, 1), unit="u1", target="u2", distance=5)
    assert after.notes[1:] == ("75mm gun, 2 hits: who is near Rifle squad?",)
