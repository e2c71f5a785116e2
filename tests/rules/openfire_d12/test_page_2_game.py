"""Section 2 of the source text, paragraph by paragraph; the README beside this file has the list."""

from __future__ import annotations

from typing import Any

from rules.game.events import PointsScored, TurnAdvanced
from rules.kernel.dice import Need
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.openfire_d12.table import (
    SYSTEM,
    armed,
    attack,
    board,
    carry_out,
    expect_refusal,
    forbidden,
    marked,
    needs,
    needs_and_dice,
    outcome,
    plan_command,
    play,
    unit,
    warnings_of,
)

TWO = board(("Red", "line_squad"), ("Blue", "raiders"))
CLOSE = marked(marked(TWO, "u1", in_assault_range_of="u2"), "u2", in_assault_range_of="u1")


def _step(key: str) -> str:
    return ENGLISH(next(step.text for step in SYSTEM.setup if step.key == key))


def test_40_setting_up_has_steps_in_order() -> None:
    steps = ["module", "mission", "terrain", "areas", "objectives", "deploy", "scouts", "initiative"]
    assert [step.key for step in SYSTEM.setup] == steps


def test_41_mission_and_terrain_are_agreed_and_the_other_player_may_change_them() -> None:
    assert "scoring, rounds" in _step("mission")
    assert "may change it" in _step("terrain")


def test_42_objective_markers_are_one_to_two_inches() -> None:
    assert "1–2″" in _step("objectives")


def test_43_the_winner_of_a_roll_off_chooses_its_area_and_armies_deploy_wholly_inside() -> None:
    assert "winner chooses" in _step("areas")
    assert "wholly inside" in _step("deploy")


def test_44_scouts_wait_and_are_placed_in_turn_over_twelve_inches_from_enemies() -> None:
    scouts = marked(board(("Red", "scout_pair"), ("Blue", "scout_pair")), "u1", "u2", scout_waiting=1)
    notes = carry_out(scouts, "scout", unit="u1").notes
    assert "more than 12″" in notes[0]
    assert "Scout pair (Blue)" in notes[1]


def test_45_a_game_has_five_rounds_by_default() -> None:
    assert SYSTEM.rulings().model_dump()["rounds"] == 5
    last = marked(TWO, "u1", "u2", activated=1).after([TurnAdvanced(turn=5)])
    assert "Round 5 was the last" in warnings_of(last, "turn next")[0]


def test_46_activation_markers_are_collected() -> None:
    assert SYSTEM.states["activated"].marker
    after = carry_out(marked(TWO, "u1", "u2", activated=1), "turn next").board
    assert not any(unit.has("activated") for unit in after.game.units.values())


def test_47_initiative_is_as_many_dice_as_players_highest_first_ties_again() -> None:
    came_to = carry_out(TWO, "initiative", (6, 6, 5, 7, 1, 1, 1, 2))
    assert came_to.board.game.order == ("Blue", "Red")


def test_48_sides_activate_units_in_turn_with_two_actions() -> None:
    red = carry_out(TWO, "initiative", (6, 6, 1, 1)).board
    assert carry_out(red, "activate", unit="u1").board.unit("u1").count("actions_left") == 2
    spent = marked(carry_out(red, "move", unit="u1").board, "u1", actions_left=1)
    assert carry_out(spent, "fire", (1,) * 10, unit="u1", target="u2", distance=5).board.game.holder == "Blue"


def test_49_no_action_is_repeated_but_recover() -> None:
    tired = marked(TWO, "u1", activated=1, actions_left=2, suppression=1, actions_done="recover,advance")
    assert "has taken Advance" in warnings_of(tired, "move", unit="u1")[0]
    assert not warnings_of(tired, "recover", unit="u1", situation="no_enemy_within_12")


def test_50_after_its_actions_a_unit_is_marked() -> None:
    assert carry_out(TWO, "move", unit="u1").board.unit("u1").has("activated")


@for_each(
    ("near", "needed"),
    [
        ({"in_assault_range": True, "enemy_within_6": True, "enemy_within_12": True}, 5),
        ({"enemy_within_12": True}, 6),
        ({}, 5),
        ({"enemy_within_6": True, "enemy_within_12": True, "friend_within_6": True}, 5),
    ],
)
def test_51_recover_is_a_command_test_with_modifiers(near: dict[str, bool], needed: int) -> None:
    assert needs("recover", {"unit": unit(suppression=1)} | near, "cmd_test") == needed


@for_each(("face", "left", "extra"), [(4, 1, False), (5, 1, True), (12, 0, True)])
def test_52_failed_a_token_goes_passed_an_action_comes_critical_all_tokens_go(
    face: int, left: int, extra: bool
) -> None:
    found = outcome("recover", {"unit": unit(suppression=2)}, (face,))
    assert (found["suppression"], found["extra_action"]) == (left, extra)


def _move(action: str, **more: Any) -> dict[str, Any]:
    return {"unit": unit(), "action": action} | more


def test_53_an_advance_is_mov_less_two_with_a_token_and_none_with_two() -> None:
    assert outcome("movement", _move("advance"))["inches"] == 6
    assert outcome("movement", _move("advance", unit=unit(suppression=1)))["inches"] == 4
    expect_refusal("movement", _move("advance", unit=unit(suppression=2)), "2 suppression tokens")


def test_54_an_advance_does_not_enter_an_assault_range() -> None:
    assert "Neither ends in an enemy's assault range" in ENGLISH(SYSTEM.topics["movement"].text)


def test_55_inside_an_assault_range_it_moves_freely_and_leaving_is_attacked_before_it_moves() -> None:
    assert not carry_out(CLOSE, "move", unit="u1", extra="stays_in_assault_range").plays[0].played.made
    left = carry_out(CLOSE, "move", (), ["free_attack=yes"], unit="u1", extra="leaves_assault_range")
    assert left.notes[0].startswith("Before the models move: ")


def test_56_a_rush_is_mov_less_two_without_tokens_and_out_of_assault_range() -> None:
    assert outcome("movement", _move("rush"))["inches"] == 4
    expect_refusal("movement", _move("rush", unit=unit(suppression=1)), "1 suppression token ")
    forbidden(CLOSE, "move", "may not rush", unit="u1", action="rush")


def _assault(distance: float, **more: Any) -> dict[str, Any]:
    return {"unit": unit(), "target": unit(), "distance": distance} | more


def test_57_an_assault_is_mov_and_three_and_must_get_there() -> None:
    assert outcome("assault", _assault(10)) | {"why": []} == {"inches": 9, "reached": True, "why": []}
    expect_refusal("assault", _assault(10.1), "Choose another action")


def test_58_no_assault_with_a_token() -> None:
    expect_refusal("assault", _assault(1, unit=unit(suppression=1)), "Assault action")


def test_59_an_assault_does_not_leave_an_assault_range() -> None:
    three = board(("Red", "line_squad"), ("Red", "line_squad"), ("Blue", "raiders"))
    near = marked(marked(three, "u1", in_assault_range_of="u3"), "u3", in_assault_range_of="u1")
    given: dict[str, Any] = {"unit": "u3", "target": "u2", "distance": 3, "situation": "leaves_assault_range"}
    assert "may not leave" in warnings_of(near, "assault", **given)[0]


def test_60_no_attack_with_two_tokens() -> None:
    expect_refusal("fire", attack(attacker=unit(suppression=2)), "2 suppression tokens")


def test_61_with_enemies_in_assault_range_only_they_are_attacked_at_range_one() -> None:
    three = board(("Red", "line_squad"), ("Red", "line_squad"), ("Blue", "raiders"))
    near = marked(marked(three, "u1", in_assault_range_of="u3"), "u3", in_assault_range_of="u1")
    forbidden(near, "fire", "may attack nobody else", unit="u3", target="u2", distance=3)
    expect_refusal("fire", attack(armed(rng=2), distance=1, in_assault_range=True), "range 1")


def test_62_targets_may_be_split_and_a_model_uses_one_weapon() -> None:
    three = board(("Red", "line_squad"), ("Blue", "raiders"), ("Blue", "raiders"))
    given: dict[str, Any] = {"target": ("u2", "u3"), "distance": 5, "firers": ("2 service rifle", "service rifle")}
    assert len(plan_command(three, "fire", unit="u1", **given).plays) == 2
    expect_refusal("fire", attack(armed(3), armed(3)), "one weapon")


def test_63_range_is_the_weapons_least_and_most() -> None:
    expect_refusal("fire", attack(armed(rng_min=7), distance=6), "out of range")
    expect_refusal("fire", attack(armed(rng=5), distance=6), "out of range")


def test_64_the_target_may_react_once_targets_are_named() -> None:
    assert play("fire", attack(distance=7), (1,)).played.made[0].by == "defender"


def test_65_each_model_rolls_its_weapons_attacks_and_each_success_is_a_hit() -> None:
    assert needs_and_dice("fire", attack(armed(4, att=2)), 7)["skill_tests"] == (Need(7), 8)
    assert outcome("fire", attack(armed(1, att=2)), (7, 6, 12))["hits"] == 1


@for_each("more", [{"attacker": unit(suppression=1)}, {"los": "obscured"}])
def test_66_suppression_and_obscured_sight_cost_three_each(more: dict[str, Any]) -> None:
    assert needs("fire", attack(**more), "skill_tests") == 10


def test_67_every_hit_asks_a_defence_test_that_piercing_makes_harder() -> None:
    assert needs("fire", attack(armed(prc=3)), "defence_tests") == 10
    assert needs("fire", attack(armed(prc=3)), "defence_tests", piercing="literal") == 4


def test_68_cover_and_evading_help_the_defence_test() -> None:
    assert needs("fire", attack(cover="heavy", distance=7), "defence_tests", ("evade=yes",)) == 2


def test_69_damage_is_added_up_before_it_is_applied() -> None:
    found = outcome("fire", attack(armed(3, dmg=2), target=unit(2, max_hp=3)), (12, 12, 12, 1, 1, 12))
    assert (found["damage"], found["hp"]) == (4, [0, 2])


def test_70_the_owner_picks_the_leader_last_and_remaining_damage_carries_over() -> None:
    found = outcome("fire", attack(armed(1, dmg=3), target=unit(3)), (12, 1), ("casualty_order=1",))
    assert found["hp"] == [1, 0, 2]
    alone = outcome("fire", attack(armed(1, dmg=3), target=unit(hp=[0, 0, 2])), (12, 1))
    assert alone["hp"] == [0, 0, 0]


def test_71_a_model_that_was_damaged_before_comes_first() -> None:
    found = outcome("fire", attack(target=unit(hp=[2, 1, 2])), (12, 1), ("casualty_order=0",))
    assert found["hp"] == [2, 0, 2]


def test_72_interacting_is_as_the_object_says() -> None:
    assert outcome("interact", {"unit": unit(), "object": "relay"})["passed"]
    assert not outcome("interact", {"unit": unit(), "object": "relay", "test": {"attribute": "cmd"}}, (1,))["passed"]


def test_73_modules_may_bring_actions_of_their_own() -> None:
    assert "one from a module" in ENGLISH(SYSTEM.topics["activation"].text)


def test_74_the_most_points_after_the_last_round_win() -> None:
    last = marked(TWO, "u1", "u2", activated=1).after(
        [TurnAdvanced(turn=5), PointsScored(side="Blue", points=1, why=Text("relay"))]
    )
    assert SYSTEM.victory(last)[::2] == ("Blue", True)
