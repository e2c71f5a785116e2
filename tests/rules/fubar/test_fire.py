"""Fire at figures: Firing, Suppression, Cover, Weapons and Personal Armour, paragraph by paragraph."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from data.files import opened
from tests.rules.fubar import icepool_table
from tests.rules.fubar.table import chances, faulty, outcome, play, refused, shooters, shot, thrown, unit

LEVELS = {"green": 6, "seasoned": 5, "veteran": 4, "elite": 4}
LIMITS = {"green": 1, "seasoned": 2, "veteran": 3, "elite": 4}
COVERS = {"none": 0, "soft": 1, "moderate": 2, "hard": 3}
ARMOUR = {"light": 6, "medium": 5, "heavy": 4, "power": 3, "battlesuit": 2}
WEAPONS = {
    "pistol": (8, 1),
    "infantry_rifle": (24, 1),
    "sniper_rifle": (32, 2),
    "smg": (16, 3),
    "lmg": (32, 3),
    "combat_shotgun": (8, 3),
    "grenade_launcher": (16, 3),
    "heavy_mg": (32, 4),
    "flamethrower": (8, 4),
    "thrown_grenades": (8, 3),
    "rpg": (24, 3),
    "light_at_gun": (32, 3),
    "light_mortar": (40, 3),
    "light_cannon": (32, 4),
    "heavy_cannon": (48, 6),
}
IGNORES_COVER = ("flamethrower", "light_cannon", "heavy_cannon")
SMALL_ARMS = (
    "pistol",
    "infantry_rifle",
    "assault_rifle",
    "sniper_rifle",
    "smg",
    "lmg",
    "combat_shotgun",
    "grenade_launcher",
)


def pool(facts: dict[str, Any]) -> tuple[str | None, int]:
    """What the first throw of a shot needs, and its dice."""
    return next(iter(thrown("fire", facts).values()))


# Firing: one die per Fire Point, expertise or better hits.


@pytest.mark.parametrize("level", LEVELS)
def test_expertise_hits(level: str) -> None:
    need = LEVELS[level]
    facts = shot((2, "infantry_rifle"), attacker=unit(level))
    assert thrown("fire", facts)["to hit"] == (f"{need}+", 2)
    assert outcome("fire", facts, [need - 1, need])["hits"] == 1


@pytest.mark.parametrize("weapon", WEAPONS)
def test_one_die_per_fire_point_up_to_its_range(weapon: str) -> None:
    reach, points = WEAPONS[weapon]
    crew = 2 if weapon == "heavy_mg" else 1
    facts = shot((1, weapon), attacker=unit("seasoned", crew), distance=reach)
    assert pool(facts)[1] == points
    refused("fire", facts | {"distance": reach + 0.1}, "Nothing reaches")


def test_the_table_has_every_weapon_of_the_page() -> None:
    rows = opened("fubar", "weapons")
    assert set(rows) == {*WEAPONS, "assault_rifle"}
    assert {name for name, row in rows.items() if row.get("small")} == set(SMALL_ARMS)
    assert {name for name, row in rows.items() if row.get("ignores_cover")} == set(IGNORES_COVER)


@pytest.mark.parametrize(("distance", "dice"), [(0, 4), (12, 4), (12.01, 2), (13, 2), (24, 2)])
def test_assault_rifles_have_two_fire_points_up_to_12_inches(distance: float, dice: int) -> None:
    assert pool(shot((2, "assault_rifle"), distance=distance))[1] == dice


def test_all_weapons_that_reach_fire_in_one_throw() -> None:
    facts = shot((4, "infantry_rifle"), (1, "lmg"), (1, "smg"), distance=17)
    assert thrown("fire", facts) == {"to hit": ("5+", 7)}
    assert "out of range (16″)" in play("fire", facts, [1] * 7).text


def test_weapons_of_count_nothing_do_not_fire() -> None:
    assert pool(shot((0, "smg"), (1, "pistol"), distance=8))[1] == 1
    refused("fire", shot((0, "infantry_rifle")), "No weapon fires")


# Six-sided dice: a natural 6 succeeds, a natural 1 fails.


@pytest.mark.parametrize("cover", COVERS)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("action", ["on_guard", "aimed_fire"])
def test_a_six_always_hits_and_a_one_never(cover: str, level: str, action: str) -> None:
    facts = shot((2, "infantry_rifle"), attacker=unit(level), cover=cover, action=action)
    assert outcome("fire", facts, [6, 1])["hits"] == 1


# Cover: the number gets worse, never worse than 6+; then Aimed Fire.


@pytest.mark.parametrize("cover", COVERS)
@pytest.mark.parametrize("level", LEVELS)
def test_cover_makes_the_number_worse_never_beyond_six(level: str, cover: str) -> None:
    need = min(6, LEVELS[level] + COVERS[cover])
    assert pool(shot(attacker=unit(level), cover=cover))[0] == f"{need}+"


@pytest.mark.parametrize("cover", COVERS)
@pytest.mark.parametrize("level", LEVELS)
def test_aimed_fire_adds_one_to_the_die_after_cover(level: str, cover: str) -> None:
    need = min(6, LEVELS[level] + COVERS[cover]) - 1
    assert pool(shot(attacker=unit(level), cover=cover, action="aimed_fire"))[0] == f"{need}+"


def test_the_ledger_says_where_the_number_comes_from() -> None:
    facts = shot((2, "infantry_rifle"), attacker=unit("green"), cover="soft", action="aimed_fire")
    [hits] = play("fire", facts, [1, 1]).played.steps
    needed = [(line.value, line.rule) for line in hits.throw.ledger if line.of == "needed"]
    assert needed == [(6, "Units › Training"), (1, "Cover"), (-1, "Cover"), (-1, "Activation")]


@pytest.mark.parametrize("weapon", IGNORES_COVER)
def test_flamethrowers_and_cannons_ignore_cover(weapon: str) -> None:
    facts = shot((1, weapon), distance=8, cover="hard")
    assert thrown("fire", facts) == {"to hit, ignoring cover": ("5+", WEAPONS[weapon][1])}


def test_weapons_that_ignore_cover_throw_second() -> None:
    facts = shot((1, "flamethrower"), (2, "infantry_rifle"), distance=8, cover="moderate")
    assert list(thrown("fire", facts).items()) == [("to hit", ("6+", 2)), ("to hit, ignoring cover", ("5+", 4))]
    assert outcome("fire", facts, [6, 5, 5, 5, 4, 1])["hits"] == 3


def test_at_the_edge_of_its_cover_or_not_to_be_hit() -> None:
    refused("fire", shot(cover="soft", target_at_edge=False), "2″ of the edge")
    assert pool(shot(cover="none", target_at_edge=False))[1] == 1


@pytest.mark.parametrize(("distance", "allowed"), [(6, True), (6.1, False), (10, False)])
def test_inside_one_area_of_cover_up_to_6_inches(distance: float, allowed: bool) -> None:
    facts = shot(cover="soft", same_area=True, target_at_edge=False, distance=distance)
    if allowed:
        assert pool(facts) == ("6+", 1)
    else:
        refused("fire", facts, "within 6″")


def test_cover_blocks_sight_through_it() -> None:
    refused("fire", shot(sight="blocked"), "sight is blocked")


# What the target does: Duck and Weave, Gone to Ground.


@pytest.mark.parametrize(("cover", "need"), [("none", 5), ("soft", 5), ("moderate", 6), ("hard", 6)])
def test_duck_and_weave_is_soft_cover_if_better_than_none(cover: str, need: int) -> None:
    facts = shot(attacker=unit("veteran"), cover=cover, target_action="duck_and_weave")
    assert pool(facts)[0] == f"{need}+"


@pytest.mark.parametrize(("cover", "need"), [("none", 4), ("soft", 6), ("moderate", 6), ("hard", 6)])
def test_gone_to_ground_raises_cover_by_one_level(cover: str, need: int) -> None:
    facts = shot(attacker=unit("veteran"), cover=cover, target_action="gone_to_ground")
    assert pool(facts)[0] == f"{need}+"


@pytest.mark.parametrize(("cover", "label"), [("soft", "moderate cover"), ("moderate", "hard"), ("hard", "hard cover")])
def test_gone_to_ground_names_the_level_reached(cover: str, label: str) -> None:
    [hits] = play("fire", shot(cover=cover, target_action="gone_to_ground"), [1]).played.steps
    assert any(label in line.why for line in hits.throw.ledger)


# Personal Armour.


@pytest.mark.parametrize("armour", ARMOUR)
def test_armour_saves_each_hit(armour: str) -> None:
    need = ARMOUR[armour]
    facts = shot((2, "infantry_rifle"), target=unit(armour=armour))
    assert thrown("fire", facts)["armour saves"] == (f"{need}+", 2)
    assert outcome("fire", facts, [5, 6, need, need - 1])["saved"] == 1


def test_without_armour_or_hits_no_save_is_thrown() -> None:
    assert list(thrown("fire", shot())) == ["to hit"]
    assert list(thrown("fire", shot(target=unit(armour="heavy")), face=1)) == ["to hit"]


def test_troops_behind_a_vehicle_have_its_save_first() -> None:
    facts = shot((3, "infantry_rifle"), behind_vehicle="medium", target=unit(armour="light"))
    steps = play("fire", facts, [5, 5, 6, 4, 3, 2, 6, 1]).played.steps
    assert [(step.label, len(step.faces)) for step in steps] == [
        ("to hit", 3),
        ("vehicle saves", 3),
        ("armour saves", 2),
    ]
    assert outcome("fire", facts, [5, 5, 6, 4, 3, 2, 6, 1])["saved"] == 2
    assert outcome("fire", facts, [5, 5, 6, 4, 5, 6])["saved"] == 3


@pytest.mark.parametrize(("hull", "need"), [("none", 6), ("light", 5), ("medium", 4), ("heavy", 3), ("very_heavy", 2)])
def test_the_vehicle_in_front_saves_by_its_own_armour(hull: str, need: int) -> None:
    assert thrown("fire", shot(behind_vehicle=hull))["vehicle saves"] == (f"{need}+", 1)


# Unsaved hits: suppressed figures and casualties, one result a figure, within the limit.


@pytest.mark.parametrize("level", LIMITS)
def test_suppressed_within_the_limit_of_training(level: str) -> None:
    result = outcome("fire", shot((6, "infantry_rifle"), target=unit(level)), [6] * 6)
    assert (result["suppressed"], result["casualties"]) == (LIMITS[level], 6 - LIMITS[level])


@pytest.mark.parametrize(("already", "new"), [(0, 3), (1, 2), (2, 1), (3, 0), (5, 0)])
def test_room_for_suppression_is_what_the_limit_leaves(already: int, new: int) -> None:
    facts = shot((4, "infantry_rifle"), target=unit("veteran", suppressed=already))
    assert outcome("fire", facts, [6] * 4)["suppressed"] == new


def test_no_more_are_suppressed_than_stand() -> None:
    facts = shot((6, "infantry_rifle"), target=unit("elite", 3, suppressed=2))
    result = outcome("fire", facts, [6] * 6)
    assert result == {"hits": 6, "saved": 0, "suppressed": 1, "casualties": 2, "lost_hits": 3}


def test_one_result_a_figure_and_surplus_hits_are_lost() -> None:
    facts = shot((8, "infantry_rifle"), target=unit("seasoned", 3))
    assert outcome("fire", facts, [6] * 8) == {"hits": 8, "saved": 0, "suppressed": 2, "casualties": 1, "lost_hits": 5}


@pytest.mark.parametrize(
    ("choice", "suppressed", "casualties"),
    [
        ("allocation=suppress_first", 3, 1),
        ("allocation=casualties_first", 0, 4),
        ("suppress=0", 0, 4),
        ("suppress=2", 2, 2),
        ("suppress=9", 3, 1),
    ],
)
def test_the_owner_chooses_the_mix(choice: str, suppressed: int, casualties: int) -> None:
    facts = shot((4, "infantry_rifle"), target=unit("veteran"))
    result = outcome("fire", facts, [6] * 4, [choice])
    assert (result["suppressed"], result["casualties"]) == (suppressed, casualties)


def test_without_unsaved_hits_nothing_is_decided() -> None:
    resolution = play("fire", shot(target=unit(armour="battlesuit")), [5, 2], ["suppress=1"])
    assert (resolution.played.made, resolution.leaned) == ((), ())


def test_without_room_there_is_nothing_to_decide() -> None:
    resolution = play("fire", shot(target=unit("green", suppressed=1)), [5])
    assert (resolution.played.made, resolution.played.outcome.casualties) == ((), 1)


def _changes(faces: list[int], **target: Any) -> dict[str, int]:
    effects = play("fire", shot((len(faces), "infantry_rifle"), target=unit(**target)), faces).effects
    assert all(effect.unit == "target" for effect in effects)
    return {effect.effect: effect.change for effect in effects}


def test_effects_mark_and_remove_figures() -> None:
    assert _changes([5, 6, 5]) == {"suppressed": 2, "models": -1}
    assert _changes([1, 4]) == {}


def test_a_suppressed_figure_that_falls_takes_its_marker_along() -> None:
    assert _changes([6, 6, 6], level="green", figures=3, suppressed=1) == {"suppressed": -1, "models": -3}


# Who may fire: refusals before any die.


def test_suppressed_figures_cannot_fire() -> None:
    facts = shot((5, "infantry_rifle"), attacker=unit(figures=8, suppressed=4))
    refused("fire", facts, "standing figure")
    assert pool(shot((4, "infantry_rifle"), attacker=unit(figures=8, suppressed=4)))[1] == 4


def test_dead_figures_cannot_fire_or_be_hit() -> None:
    refused("fire", shot(attacker=unit(figures=0, starting=8)), "attacker has no figures")
    refused("fire", shot(target=unit(figures=0, starting=8)), "target has no figures")


def test_a_heavy_machine_gun_on_foot_needs_two_figures() -> None:
    refused("fire", shot((1, "heavy_mg"), attacker=unit(figures=1, starting=2)), "standing figure")
    assert pool(shot((1, "heavy_mg"), attacker=unit(figures=2)))[1] == 4


def test_mounted_weapons_need_no_standing_figure() -> None:
    facts = shot(attacker=unit(figures=1, suppressed=1)) | {"shooters": shooters((1, "heavy_mg"), mounted=True)}
    assert pool(facts)[1] == 4


@pytest.mark.parametrize("weapon", [*SMALL_ARMS, "thrown_grenades"])
def test_small_arms_and_grenades_fire_on_a_walk(weapon: str) -> None:
    assert pool(shot((1, weapon), distance=8, action="walk"))[1] > 0


@pytest.mark.parametrize("weapon", [name for name in WEAPONS if name not in (*SMALL_ARMS, "thrown_grenades")])
def test_other_support_weapons_on_foot_do_not(weapon: str) -> None:
    refused("fire", shot((1, weapon), distance=8, action="walk"), "walk")
    mounted = shot(distance=8, action="walk") | {"shooters": shooters((1, weapon), mounted=True)}
    assert pool(mounted)[1] > 0


@pytest.mark.parametrize("action", ["run", "duck_and_weave", "gone_to_ground", "assault"])
def test_no_fire_with_other_actions(action: str) -> None:
    faulty("fire", shot(action=action), "action")


@pytest.mark.parametrize("action", ["walk", "aimed_fire"])
def test_only_a_unit_on_guard_reacts(action: str) -> None:
    refused("fire", shot(action=action, reaction=True), "On Guard")
    assert pool(shot(action="on_guard", reaction=True))[1] == 1


def test_a_mortar_fires_at_what_any_friend_sees() -> None:
    assert pool(shot((1, "light_mortar"), sight="blocked"))[1] == 3
    refused("fire", shot((1, "light_mortar"), spotter=False), "sees the target")
    refused("fire", shot((1, "light_mortar"), (1, "lmg"), sight="blocked"), "LMG")


def test_refusals_do_not_depend_on_dice() -> None:
    refused("fire", shot((1, "pistol"), distance=9), "Nothing reaches 9″")


# Facts.


@pytest.mark.parametrize(
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


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("armour", ["none", *ARMOUR])
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


@pytest.mark.parametrize(("behind", "first"), [("light", Fraction(1, 3)), ("very_heavy", Fraction(5, 6))])
def test_two_saves_one_after_the_other(behind: str, first: Fraction) -> None:
    facts = shot(target=unit(armour="heavy"), behind_vehicle=behind)
    saved = sum(p for result, p in chances("fire", facts).items() if result.saved)
    assert saved == Fraction(1, 3) * (first + (1 - first) * Fraction(1, 2))


def test_odds_with_a_choice() -> None:
    assert chances("fire", shot(), ["suppress=0"]) == {(0, 0, 0, 0, 0): Fraction(2, 3), (1, 0, 0, 1, 0): Fraction(1, 3)}
