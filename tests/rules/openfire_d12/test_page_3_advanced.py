"""Section 3 of the source text, rule by rule; the README beside this file has the list."""

from __future__ import annotations

from rules.kernel.dice import Need
from rules.kernel.wording import ENGLISH
from tests.rules.openfire_d12.table import (
    SYSTEM,
    armed,
    attack,
    board,
    carry_out,
    expect_refusal,
    needs,
    needs_and_dice,
    outcome,
    play,
    unit,
)


def test_75_vehicles_do_not_rush() -> None:
    expect_refusal("movement", {"unit": unit(vehicle=True), "action": "rush"}, "vehicle")


def test_76_transports_carry_so_many_models_and_the_page_says_not_how() -> None:
    assert "carries X models; the page says not how" in ENGLISH(SYSTEM.topics["special"].text)
    assert "agree on it" in act_inside()


def act_inside() -> str:
    two = board(("Red", "line_squad"), ("Red", "scout_pair"))
    game = two.game.copy()
    carrier = game.units["u1"]
    game.units["u1"] = carrier.model_copy(update={"profile": carrier.profile | {"transport": 2}})
    return carry_out(two._replace(game=game), "board", unit="u2", target="u1").notes[1]


def test_77_the_number_of_a_special_rule_is_the_units_own() -> None:
    assert [needs("fire", attack(target=unit(stealth=x)), "skill_tests") for x in (0, 1, 3)] == [7, 8, 10]


def test_78_fearless_units_re_roll_command_tests() -> None:
    assert len(play("recover", {"unit": unit(suppression=1, fearless=True)}, (1, 1)).played.steps) == 2


def test_79_terrain_does_not_affect_flying_units() -> None:
    facts = {"unit": unit(flying=True), "action": "rush", "terrain": ["slow"], "levels_up": 3}
    assert outcome("movement", facts)["inches"] == 4
    assert needs_and_dice("dangerous", {"unit": unit(flying=True)}) == {}


def test_80_heavy_armour_lowers_damage_to_one_and_piercing_to_none() -> None:
    found = play("fire", attack(armed(dmg=3, prc=1), target=unit(heavy_armour=2)), (12, 6))
    assert found.played.outcome.damage == 1
    assert found.played.steps[1].throw.needed == Need(7)


def test_81_scouts_wait_from_the_start() -> None:
    scout = SYSTEM.muster(board(("Red", "scout_pair")).unit("u1"))
    assert scout.has("scout_waiting")


def test_82_stealth_makes_attacks_on_the_unit_harder() -> None:
    assert needs("fire", attack(target=unit(stealth=2)), "skill_tests") == 9


def test_83_impact_is_a_free_attack_after_an_assault() -> None:
    two = board(("Red", "raiders"), ("Blue", "line_squad"))
    there = carry_out(two, "assault", unit="u1", target="u2", distance=5)
    assert "Impact: a free attack at" in there.notes[0]
    free = carry_out(there.board, "fire", (1,) * 12, unit="u1", target="u2", situation="impact")
    assert free.board.unit("u1").count("actions_left") == there.board.unit("u1").count("actions_left")


def test_84_a_longshot_is_twice_the_range_with_one_die_at_minus_one() -> None:
    far = attack(armed(2, rng=20, att=3, longshot=True), distance=40)
    assert needs_and_dice("fire", far)["skill_tests"] == (Need(8), 2)
    expect_refusal("fire", attack(armed(rng=20, longshot=True), distance=40.5), "it reaches 40″")
