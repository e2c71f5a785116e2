"""Units that may not fire, impossible facts, and the odds of fire."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import comb
from typing import Any

from tests.rows import for_each
from tests.rules.fubar import icepool_table
from tests.rules.fubar.page import ARMOUR, LEVELS, SMALL_ARMS, WEAPONS, pool
from tests.rules.fubar.table import chances, expect_refusal, faulty, play, shooters, shot, unit

# Who may fire: refusals before any die.


def test_suppressed_figures_cannot_fire() -> None:
    facts = shot((5, "infantry_rifle"), attacker=unit(figures=8, suppressed=4))
    expect_refusal("fire", facts, "standing figure")
    assert pool(shot((4, "infantry_rifle"), attacker=unit(figures=8, suppressed=4)))[1] == 4


def test_dead_figures_cannot_fire_or_be_hit() -> None:
    expect_refusal("fire", shot(attacker=unit(figures=0, starting=8)), "attacker has no figures")
    expect_refusal("fire", shot(target=unit(figures=0, starting=8)), "target has no figures")


def test_a_heavy_machine_gun_on_foot_needs_two_figures() -> None:
    expect_refusal("fire", shot((1, "heavy_mg"), attacker=unit(figures=1, starting=2)), "standing figure")
    assert pool(shot((1, "heavy_mg"), attacker=unit(figures=2)))[1] == 4


def test_mounted_weapons_need_no_standing_figure() -> None:
    facts = shot(attacker=unit(figures=1, suppressed=1)) | {"shooters": shooters((1, "heavy_mg"), mounted=True)}
    assert pool(facts)[1] == 4


@for_each("weapon", [*SMALL_ARMS, "thrown_grenades"])
def test_small_arms_and_grenades_fire_on_a_walk(weapon: str) -> None:
    assert pool(shot((1, weapon), distance=8, action="walk"))[1] > 0


@for_each("weapon", [name for name in WEAPONS if name not in (*SMALL_ARMS, "thrown_grenades")])
def test_other_support_weapons_on_foot_do_not(weapon: str) -> None:
    expect_refusal("fire", shot((1, weapon), distance=8, action="walk"), "walk")
    mounted = shot(distance=8, action="walk") | {"shooters": shooters((1, weapon), mounted=True)}
    assert pool(mounted)[1] > 0


@for_each("action", ["run", "duck_and_weave", "gone_to_ground", "assault"])
def test_no_fire_with_other_actions(action: str) -> None:
    faulty("fire", shot(action=action), "action")


@for_each("action", ["walk", "aimed_fire"])
def test_only_a_unit_on_guard_reacts(action: str) -> None:
    expect_refusal("fire", shot(action=action, reaction=True), "On Guard")
    assert pool(shot(action="on_guard", reaction=True))[1] == 1


def test_a_mortar_fires_at_a_target_that_any_friend_sees() -> None:
    assert pool(shot((1, "light_mortar"), sight="blocked"))[1] == 3
    expect_refusal("fire", shot((1, "light_mortar"), spotter=False), "sees the target")
    expect_refusal("fire", shot((1, "light_mortar"), (1, "lmg"), sight="blocked"), "LMG")


def test_refusals_do_not_depend_on_dice() -> None:
    expect_refusal("fire", shot((1, "pistol"), distance=9), "No weapon reaches 9″")


# Facts.


@for_each(
    ("more", "field"),
    [
        ({"distance": -1}, "distance"),
        ({"distance": 1000.5}, "distance"),
        ({"cover": "light"}, "cover"),
        ({"sight": True}, "sight"),
        ({"shooters": []}, "shooters"),
        ({"shooters": [{"weapon": "bow", "count": 1}]}, "shooters.0.weapon"),
        ({"shooters": [{"weapon": "lmg", "count": 101}]}, "shooters.0.count"),
        ({"target": unit(suppressed=9)}, "target"),
        ({"target": unit(starting=7)}, "target"),
        ({"target": unit(level="hero")}, "target.level"),
        ({"target_action": "run"}, "target_action"),
        ({"smoke": True}, "smoke"),
    ],
)
def test_facts_that_cannot_be(more: dict[str, Any], field: str) -> None:
    faulty("fire", shot(**more), field)


def test_facts_that_may_be_left_out() -> None:
    least = shot()
    assert set(least) == {"attacker", "shooters", "distance", "target"}
    facts = play("fire", least, [1]).facts.model_dump()
    assert {name: facts[name] for name in ("cover", "action", "target_action", "sight")} == {
        "cover": "none",
        "action": "on_guard",
        "target_action": None,
        "sight": "clear",
    }
    assert (facts["target_at_edge"], facts["same_area"], facts["spotter"], facts["reaction"]) == (
        True,
        False,
        True,
        False,
    )
    assert facts["distance"] == Decimal(10)


# Odds.


@for_each("level", LEVELS)
@for_each("armour", ["none", *ARMOUR])
def test_odds_are_those_of_icepool(level: str, armour: str) -> None:
    facts = shot((4, "infantry_rifle"), attacker=unit(level), cover="soft", target=unit("veteran", 3, armour=armour))
    oracle = icepool_table.fire(4, min(6, LEVELS[level] + 1), ARMOUR.get(armour), 3, 3)
    assert chances("fire", facts) == icepool_table.chances(oracle)


def test_odds_of_eight_lmgs_are_those_of_icepool() -> None:
    facts = shot((8, "lmg"), target=unit("seasoned", 8, armour="medium"))
    assert chances("fire", facts) == icepool_table.chances(icepool_table.fire(24, 5, 5, 2, 8))


def test_hits_follow_the_binomial_law() -> None:
    found: dict[int, Fraction] = {}
    for result, p in chances("fire", shot((7, "infantry_rifle"), target=unit(armour="light"))).items():
        found[result.hits] = found.get(result.hits, Fraction(0)) + p
    assert found == {n: Fraction(comb(7, n) * 2 ** (7 - n), 3**7) for n in range(8)}


@for_each(("behind", "first"), [("light", Fraction(1, 3)), ("very_heavy", Fraction(5, 6))])
def test_two_saves_one_after_the_other(behind: str, first: Fraction) -> None:
    facts = shot(target=unit(armour="heavy"), behind_vehicle=behind)
    saved = sum(p for result, p in chances("fire", facts).items() if result.saved)
    assert saved == Fraction(1, 3) * (first + (1 - first) * Fraction(1, 2))


def test_odds_with_a_choice() -> None:
    assert chances("fire", shot(), ["suppress=0"]) == {(0, 0, 0, 0, 0): Fraction(2, 3), (1, 0, 0, 1, 0): Fraction(1, 3)}
