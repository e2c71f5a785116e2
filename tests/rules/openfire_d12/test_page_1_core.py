"""Section 1 of the source text, paragraph by paragraph; the README beside this file has the list."""

from __future__ import annotations

from rules.kernel.facts import validate
from rules.kernel.wording import ENGLISH
from rules.openfire_d12.facts import D12Profile, D12UnitFacts, WeaponKind
from tests.rows import for_each
from tests.rules.openfire_d12.table import (
    SYSTEM,
    armed,
    attack,
    board,
    carry_out,
    chances,
    expect_refusal,
    forbidden,
    hurt,
    marked,
    needs,
    outcome,
    play,
    unit,
    weapon,
)


def says(topic: str, *words: str) -> None:
    """The rule is explained under that topic, in our own words."""
    text = ENGLISH(SYSTEM.topics[topic].text)
    assert all(word in text for word in words), text


def test_1_the_licence_asks_for_attribution() -> None:
    assert "open-source-tabletop contributors" in SYSTEM.about.credit
    assert "adapted" in SYSTEM.about.credit
    assert "CC BY 4.0" in SYSTEM.about.licence


def test_2_it_is_played_with_twelve_sided_dice() -> None:
    assert SYSTEM.die == 12
    assert {step.throw.sides for step in play("fire", attack(), (12, 1)).played.steps} == {12}


def test_3_a_disagreement_may_be_rolled_off() -> None:
    assert (
        carry_out(board(("Red", "raiders"), ("Blue", "raiders")), "roll_off", (3, 4)).plays[0].played.outcome.winner
        == 1
    )


def test_4_a_unit_is_one_model_or_several_with_one_profile() -> None:
    says("units", "one model or several", "one profile")
    assert validate(D12UnitFacts, unit(1)).models == 1


@for_each("attribute", ["mov", "skl", "defence", "cmd", "hp"])
def test_5_a_profile_has_five_attributes(attribute: str) -> None:
    assert D12Profile.model_fields[attribute].is_required()


def test_6_a_weapon_has_range_attacks_damage_piercing() -> None:
    rifle = validate(WeaponKind, weapon(rng_min=6, att=3, dmg=2, prc=1))
    assert (rifle.rng_min, rifle.rng, rifle.att, rifle.dmg, rifle.prc) == (6, 24, 3, 2, 1)


def test_7_models_stay_within_four_inches_of_their_leader_where_it_could_get() -> None:
    says("units", "4″", "leader", "wall", "cannot be climbed")


def test_8_friends_are_ones_own_and_enemies_the_others() -> None:
    says("units", "Friends", "allied")
    forbidden(board(("Red", "raiders"), ("Red", "line_squad")), "fire", "same side", unit="u1", target="u2", distance=5)


def test_9_hit_points_suppression_and_activation_are_tracked() -> None:
    assert SYSTEM.states["suppression"].marker
    assert SYSTEM.states["activated"].marker
    squad = board(("Red", "line_squad"), ("Blue", "raiders"))
    assert carry_out(squad, "dangerous", (12, 1, 1, 1, 1, 1), unit="u1").board.unit("u1").hp == (1, 2, 2, 2, 2)


def test_10_a_die_that_reaches_the_attribute_succeeds_and_a_twelve_is_critical() -> None:
    facts = {"unit": unit(skl=9), "attribute": "skl"}
    assert [outcome("test", facts, (face,))["successes"] for face in (8, 9, 12)] == [0, 1, 1]
    assert outcome("test", facts, (12,))["criticals"] == 1


def test_11_in_a_roll_off_the_highest_sum_wins_and_ties_roll_again() -> None:
    assert outcome("roll_off", {"sides": 2, "dice": 2}, (6, 6, 4, 8, 1, 2, 1, 3)) == {"winner": 1}


def test_12_modifiers_add_up_and_the_die_stays_within_one_and_twelve() -> None:
    assert needs("fire", attack(attacker=unit(suppression=1, skl=2), los="obscured"), "skill_tests") == 8
    assert outcome("test", {"unit": unit(skl=12), "attribute": "skl", "modifier": 9}, (4,))["successes"] == 1
    assert outcome("test", {"unit": unit(skl=1), "attribute": "skl", "modifier": -9}, (1,))["successes"] == 1


def test_13_the_second_die_of_a_re_roll_counts_and_no_die_is_rolled_three_times() -> None:
    facts = {"unit": unit(fearless=True), "attribute": "cmd"}
    assert len(play("test", facts, (6, 1)).played.steps) == 2


def test_14_distances_are_from_base_to_base_and_free_to_measure() -> None:
    says("measuring", "base edge to base edge", "at any time")


def test_15_within_is_any_part_and_wholly_within_all_of_it() -> None:
    says("measuring", "Within means any part", "wholly within means all")


def test_16_assault_range_is_an_inch_round_the_base() -> None:
    says("measuring", "assault range is 1″")
    assert outcome("assault", {"unit": unit(), "target": unit(), "distance": 10})["reached"]


def test_17_the_leader_moves_and_the_others_are_set_around_it() -> None:
    says("movement", "leader in straight legs", "place the others around it")


def test_18_no_model_moves_off_the_table_or_over_other_units() -> None:
    says("movement", "not off the table", "not over the bases of other units")


def test_19_keywords_are_agreed_before_play() -> None:
    says("terrain", "Agree on keywords")
    assert "keywords" in ENGLISH(next(step.text for step in SYSTEM.setup if step.key == "terrain"))


def test_20_the_same_level_costs_nothing() -> None:
    says("terrain", "same level costs nothing")
    assert outcome("movement", {"unit": unit(), "action": "advance", "terrain": ["climb"]})["inches"] == 6


def test_21_clear_ground_is_free_and_impassable_ground_is_closed() -> None:
    says("terrain", "Impassable", "clear")


def test_22_obscuring_terrain_spoils_sight() -> None:
    says("terrain", "Obscuring")
    says("sight", "behind obscuring terrain", "all of it inside")


@for_each(("cover", "needed"), [("light", 6), ("heavy", 4)])
def test_23_light_cover_is_one_better_and_heavy_three(cover: str, needed: int) -> None:
    assert needs("fire", attack(cover=cover), "defence_tests") == needed


def test_24_climbing_is_an_inch_a_level_up_and_an_inch_for_two_down() -> None:
    facts = {"unit": unit(), "action": "advance", "levels_up": 2, "levels_down": 2}
    assert outcome("movement", facts)["inches"] == 3


def test_25_a_climb_ends_on_clear_ground_unless_a_second_move_goes_on() -> None:
    squad = board(("Red", "line_squad"))
    assert "second move" in carry_out(squad, "move", unit="u1", extra="ends_climbing").warnings[0]


def test_26_dangerous_ground_is_a_die_a_model_and_a_twelve_is_a_hit_of_one_without_piercing() -> None:
    assert outcome("dangerous", {"unit": unit(3)}, (12, 11, 12, 6, 7))["damage"] == 1


def test_27_slow_ground_takes_two_inches() -> None:
    assert outcome("movement", {"unit": unit(), "action": "advance", "terrain": ["slow"]})["inches"] == 4


def test_28_no_unit_stops_on_rough_ground() -> None:
    squad = board(("Red", "line_squad"))
    assert "rough ground" in carry_out(squad, "move", unit="u1", extra="ends_rough").warnings[0]


def test_29_an_attack_needs_a_line_of_sight() -> None:
    expect_refusal("fire", attack(los="blocked"), "blocked")


def test_30_sight_is_the_leaders() -> None:
    says("sight", "leader's eye")


@for_each(("los", "needed"), [("clear", 7), ("obscured", 10)])
def test_31_all_of_a_model_is_clear_and_part_of_it_obscured(los: str, needed: int) -> None:
    assert needs("fire", attack(los=los), "skill_tests") == needed


def test_32_a_model_of_a_third_unit_in_the_way_blocks() -> None:
    says("sight", "third unit in the way: blocked")


def test_33_blocked_means_another_target() -> None:
    expect_refusal("fire", attack(los="blocked"), "choose another target")


def test_34_terrain_that_is_not_obscuring_spoils_no_sight() -> None:
    says("sight", "not obscuring never hinders sight")


def test_35_thin_parts_do_not_count() -> None:
    says("sight", "Thin parts do not count")


def test_36_most_models_count_and_no_majority_is_obscured() -> None:
    assert needs("fire", attack(seen={"clear": 3, "blocked": 1}), "skill_tests") == 7
    assert needs("fire", attack(seen={"clear": 1, "obscured": 1, "blocked": 1}), "skill_tests") == 10


def test_37_a_unit_evades_before_the_dice_and_only_from_beyond_six_inches() -> None:
    made = play("fire", attack(distance=6.5), (1,)).played.made
    assert made[0].name == "evade"
    assert not play("fire", attack(distance=6), (1,)).played.made


def test_38_evading_is_two_better_then_costs_a_token() -> None:
    assert needs("fire", attack(distance=7), "defence_tests", ("evade=yes",)) == 5
    assert all(end.suppression == 1 for end in chances("fire", attack(armed(), distance=7), ("evade=yes",)))


def test_39_a_unit_with_two_tokens_does_not_evade() -> None:
    assert not play("fire", attack(distance=7, target=unit(suppression=2)), (1,)).played.made


def test_a_unit_that_lost_its_last_model_is_out() -> None:
    forbidden(hurt(marked(board(("Red", "raiders")), "u1"), "u1", 0), "move", "out of action", unit="u1")
