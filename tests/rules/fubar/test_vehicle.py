"""Fire at vehicles: saves, the damage table hit by hit, those inside (Vehicles)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.kernel.dice import Need
from rules.kernel.errors import BadFacts
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.fubar import icepool_table
from tests.rules.fubar.table import at_vehicle, chances, expect_refusal, faulty, needs_and_dice, outcome, play, unit

SAVES = {"none": 6, "light": 5, "medium": 4, "heavy": 3, "very_heavy": 2}
NOTHING = {
    "stunned": False,
    "weapons_destroyed": 0,
    "immobilised": False,
    "destroyed": False,
    "passenger_casualties": 0,
}


def truck(**more: Any) -> dict[str, Any]:
    return {"armour": "none"} | more


def result(dice: list[int], hits: int = 1, **more: Any) -> dict[str, Any]:
    """Return the effects of unsaved hits, by the dice on the damage table and after it."""
    facts = at_vehicle((hits, "infantry_rifle"), vehicle=truck(), **{"facing": "side"} | more)
    found = outcome("fire_at_vehicle", facts, [6] * hits + [1] * hits + dice)
    return {name: value for name, value in found.items() if name in NOTHING and value != NOTHING[name]}


@for_each("armour", SAVES)
def test_every_vehicle_saves(armour: str) -> None:
    need = SAVES[armour]
    facts = at_vehicle((2, "infantry_rifle"), vehicle={"armour": armour})
    assert needs_and_dice("fire_at_vehicle", facts)["vehicle_saves"] == (Need(need), 2)
    done = play("fire_at_vehicle", facts, [6, 6, need, need - 1, 1]).played
    assert done.outcome.saved == 1
    name = "unarmoured vehicle" if armour == "none" else f"{armour.replace('_', ' ')} vehicle armour"
    assert [(ENGLISH(line.why), line.value) for line in done.steps[1].throw.ledger] == [(name, need)]


@for_each(
    ("face", "effect"),
    [
        (1, {"stunned": True}),
        (2, {"stunned": True}),
        (3, {"weapons_destroyed": 1}),
        (4, {"weapons_destroyed": 1}),
        (5, {"immobilised": True}),
        (6, {"destroyed": True}),
    ],
)
def test_the_damage_table(face: int, effect: dict[str, Any]) -> None:
    assert result([face]) == effect


@for_each(
    ("facing", "dice", "effect"),
    [
        ("front", [2, 6], {"stunned": True}),
        ("front", [6, 3], {"weapons_destroyed": 1}),
        ("rear", [2, 6], {"destroyed": True}),
        ("rear", [5, 3], {"immobilised": True}),
        ("side", [3], {"weapons_destroyed": 1}),
    ],
)
def test_front_better_of_two_side_one_rear_worse_of_two(facing: str, dice: list[int], effect: dict[str, Any]) -> None:
    assert result(dice, facing=facing) == effect


@for_each(
    ("dice", "effect"),
    [
        ([1, 2], {"stunned": True, "weapons_destroyed": 1}),
        ([3, 4], {"weapons_destroyed": 1, "immobilised": True}),
        ([5, 5], {"immobilised": True, "destroyed": True}),
        ([1, 2, 1], {"stunned": True, "weapons_destroyed": 1, "immobilised": True}),
        ([1, 1, 1, 1], {"stunned": True, "weapons_destroyed": 1, "immobilised": True, "destroyed": True}),
        ([3, 1, 1], {"stunned": True, "weapons_destroyed": 1, "immobilised": True}),
    ],
)
def test_the_same_effect_again_is_the_next_higher(dice: list[int], effect: dict[str, Any]) -> None:
    assert result(dice, hits=len(dice)) == effect


@for_each(
    ("already", "face", "effect"),
    [
        (["stunned"], 2, {"weapons_destroyed": 1}),
        (["stunned", "weapon_destroyed"], 1, {"immobilised": True}),
        (["weapon_destroyed"], 3, {"immobilised": True}),
        (["weapon_destroyed"], 1, {"stunned": True}),
        (["immobilised"], 5, {"destroyed": True}),
        (["stunned", "weapon_destroyed", "immobilised"], 1, {"destroyed": True}),
    ],
)
def test_effects_of_this_turn_count(already: list[str], face: int, effect: dict[str, Any]) -> None:
    assert result([face], already=already) == effect


def test_after_destroyed_no_further_dice_on_the_table() -> None:
    assert result([6], hits=3) == {"destroyed": True}


def test_all_inside_take_one_hit_each_when_it_is_destroyed() -> None:
    facts = at_vehicle(vehicle=truck(passengers=5))
    assert outcome("fire_at_vehicle", facts, [6, 1, 6])["passenger_casualties"] == 5
    armoured = at_vehicle(vehicle=truck(passengers=5, passenger_armour="medium"))
    assert outcome("fire_at_vehicle", armoured, [6, 1, 6, 5, 6, 4, 1, 1])["passenger_casualties"] == 3


@for_each("face", [1, 3, 5])
def test_those_inside_are_safe_while_it_is_not_destroyed(face: int) -> None:
    facts = at_vehicle(vehicle=truck(passengers=5, passenger_armour="medium"))
    assert outcome("fire_at_vehicle", facts, [6, 1, face])["passenger_casualties"] == 0


def _mixed_truck(**more: Any) -> dict[str, Any]:
    """Return a truck with a crew of two without armour, and two units of two in armour of their own."""
    units = [{"figures": 2, "armour": "medium"}, {"figures": 2, "armour": "power"}]
    return at_vehicle((3, "infantry_rifle"), vehicle=truck(crew={"figures": 2}, units=units), **more)


def test_the_crew_and_each_unit_save_apart_when_they_bail_out() -> None:
    facts = _mixed_truck()
    played = play("fire_at_vehicle", facts, [6, 1, 1, 1, 6, 5, 4, 2, 3])
    assert [step.throw.key for step in played.played.steps[-2:]] == ["passenger_saves_1", "passenger_saves_2"]
    lost = {(e.unit, e.effect): e.change for e in played.effects if e.effect in ("models", "crew_lost")}
    assert lost == {
        ("vehicle", "models"): -1,
        ("vehicle", "crew_lost"): 2,
        ("passengers 1", "models"): -1,
        ("passengers 2", "models"): -1,
    }
    assert "4 casualties among those inside, 2 of them crew" in ENGLISH(played.text)


def test_hits_fall_on_crew_and_units_in_turn() -> None:
    """Three unsaved hits, one for the crew, one for each unit; the crew has no armour, both others save."""
    dice = [6, 6, 6, 1, 1, 1, 1, 3, 5, 5, 3]
    played = play("fire_at_vehicle", _mixed_truck(), dice, passenger_hits="each_unsaved")
    lost = [(e.unit, e.effect, e.change) for e in played.effects if e.effect in ("models", "crew_lost")]
    assert lost == [("vehicle", "crew_lost", 1)]


def test_a_small_group_has_its_last_hit_while_others_take_more() -> None:
    """Four unsaved hits: one for the only one of the crew, three for the passengers, who are five."""
    facts = at_vehicle((4, "infantry_rifle"), vehicle=truck(crew={"figures": 1}, passengers=5))
    dice = [6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1]
    played = play("fire_at_vehicle", facts, dice, passenger_hits="each_unsaved")
    lost = [(e.unit, e.effect, e.change) for e in played.effects if e.effect in ("models", "crew_lost")]
    assert lost[-2:] == [("vehicle", "crew_lost", 1), ("passengers", "models", -5)]


def test_those_hit_by_ruling_and_then_bailing_out_save_again() -> None:
    """One hit for the crew by ruling; then the other of the crew and all passengers take one each."""
    played = play("fire_at_vehicle", _mixed_truck(), [6, 1, 1, 1, 6, 5, 5, 3, 2], passenger_hits="each_unsaved")
    lost = {(e.unit, e.effect): e.change for e in played.effects if e.effect in ("models", "crew_lost")}
    assert lost == {("vehicle", "models"): -1, ("vehicle", "crew_lost"): 2, ("passengers 2", "models"): -1}


def test_passengers_need_not_save_hits_that_the_vehicle_saved() -> None:
    facts = at_vehicle(vehicle={"armour": "light", "passengers": 5})
    found = outcome("fire_at_vehicle", facts, [6, 5], passenger_hits="each_unsaved")
    assert (found["saved"], found["passenger_casualties"]) == (1, 0)


def test_vehicles_are_never_suppressed() -> None:
    facts = at_vehicle((3, "infantry_rifle"), vehicle=truck(passengers=5))
    effects = play("fire_at_vehicle", facts, [6, 6, 6, 1, 1, 1, 1, 5, 6]).effects
    assert not [effect for effect in effects if effect.effect == "suppressed"]


def test_dice_in_the_order_of_the_page() -> None:
    vehicle = truck(passengers=2, passenger_armour="light")
    facts = at_vehicle((1, "infantry_rifle"), (1, "light_cannon"), vehicle=vehicle, facing="rear", cover="soft")
    steps = play("fire_at_vehicle", facts, [5, 4, 1, 1, 1, 1, 1, 2, 2, 6, 1, 6, 3]).played.steps
    assert [step.throw.key for step in steps] == [
        "to_hit",
        "to_hit_ignoring_cover",
        "vehicle_saves",
        "vehicle_damage",
        "vehicle_damage 2",
        "passenger_saves",
    ]
    assert [(ENGLISH(step.throw.label), step.throw.by, len(step.faces)) for step in steps] == [
        ("to hit", "attacker", 1),
        ("to hit, ignoring cover", "attacker", 4),
        ("vehicle saves", "defender", 2),
        ("vehicle damage", "attacker", 2),
        ("vehicle damage (2)", "attacker", 2),
        ("passenger saves", "defender", 2),
    ]


# The owner picks the weapon that is destroyed.


def _lost_weapons(choose: list[str], weapons: list[str] | None) -> list[str | None]:
    resolution = play("fire_at_vehicle", at_vehicle(vehicle=truck(weapons=weapons)), [6, 1, 3], choose)
    return [effect.to for effect in resolution.effects if effect.effect == "weapons_lost"]


def test_the_owner_picks_the_weapon() -> None:
    assert _lost_weapons(["weapon_lost=lmg"], ["light_cannon", "lmg"]) == ["lmg"]
    assert _lost_weapons([], ["light_cannon", "lmg"]) == ["light_cannon"]
    assert len(_lost_weapons([], None)) == 1, "nobody said what it carries"
    assert _lost_weapons([], []) == [], "none is left"


def test_a_weapon_without_a_name_is_none() -> None:
    with pytest.raises(BadFacts, match="weapon_lost"):
        _lost_weapons(["weapon_lost= "], ["light_cannon", "lmg"])


def test_no_weapon_is_picked_when_none_is_lost() -> None:
    resolution = play("fire_at_vehicle", at_vehicle(vehicle=truck()), [6, 1, 1], ["weapon_lost=lmg"])
    assert resolution.played.made == ()


def test_effects_on_the_table() -> None:
    facts = at_vehicle((4, "infantry_rifle"), vehicle=truck(passengers=3, weapons=["lmg"]))
    effects = play("fire_at_vehicle", facts, [6] * 4 + [1] * 4 + [1, 3, 5, 6]).effects
    assert {(e.unit, e.effect, e.change, e.to) for e in effects} == {
        ("vehicle", "stunned", 1, None),
        ("vehicle", "weapons_lost", 0, "lmg"),
        ("vehicle", "immobilised", 1, None),
        ("vehicle", "destroyed", 1, None),
        ("vehicle", "models", -1, None),
        ("vehicle", "effects_this_turn", 0, "stunned"),
        ("vehicle", "effects_this_turn", 0, "weapon_destroyed"),
        ("vehicle", "effects_this_turn", 0, "immobilised"),
        ("passengers", "models", -3, None),
    }


# Fire at vehicles follows the rules of firing.


def test_cover_and_aim_as_at_figures() -> None:
    aimed = at_vehicle(cover="moderate", action="aimed_fire")
    assert needs_and_dice("fire_at_vehicle", aimed)["to_hit"] == (Need(5), 1)


def test_refused_as_at_figures() -> None:
    expect_refusal("fire_at_vehicle", at_vehicle(sight="blocked"), "sight")
    expect_refusal("fire_at_vehicle", at_vehicle(distance=25), "No weapon reaches")
    expect_refusal("fire_at_vehicle", at_vehicle((1, "rpg"), action="walk"), "walk")
    expect_refusal("fire_at_vehicle", at_vehicle((9, "pistol")), "No weapon reaches|standing")
    expect_refusal("fire_at_vehicle", at_vehicle(attacker=unit(figures=0, starting=2)), "no figures")


@for_each(
    ("more", "field"),
    [
        ({"facing": "top"}, "facing"),
        ({"already": ["destroyed"]}, "already"),
        ({"vehicle": {"armour": "power"}}, "vehicle.armour"),
        ({"vehicle": {"armour": "light", "passengers": 101}}, "vehicle.passengers"),
        ({"vehicle": {"armour": "light", "passenger_armour": "thick"}}, "vehicle.passenger_armour"),
    ],
)
def test_facts_that_cannot_be(more: dict[str, Any], field: str) -> None:
    faulty("fire_at_vehicle", at_vehicle(**more), field)


# Odds.


@for_each("facing", ["front", "side", "rear"])
@for_each("armour", SAVES)
def test_odds_are_those_of_icepool(armour: str, facing: str) -> None:
    facts = at_vehicle((5, "infantry_rifle"), vehicle={"armour": armour}, facing=facing)
    found = {tuple(result)[:6]: p for result, p in chances("fire_at_vehicle", facts).items()}
    assert found == icepool_table.chances(icepool_table.vehicle(5, 4, SAVES[armour], facing))


@for_each(("facing", "destroyed"), [("front", Fraction(1, 36)), ("side", Fraction(1, 6)), ("rear", Fraction(11, 36))])
def test_one_rifle_at_a_truck(facing: str, destroyed: Fraction) -> None:
    found = chances("fire_at_vehicle", at_vehicle(vehicle=truck(), facing=facing))
    assert sum(p for result, p in found.items() if result.destroyed) == Fraction(1, 2) * Fraction(5, 6) * destroyed


def test_passengers_who_bail_out_save_by_the_binomial_law() -> None:
    facts = at_vehicle(vehicle=truck(passengers=2, passenger_armour="heavy"))
    found = chances("fire_at_vehicle", facts)
    lost = [sum(p for r, p in found.items() if r.destroyed and r.passenger_casualties == n) for n in range(3)]
    assert lost == [Fraction(5, 72) * Fraction(n, 4) for n in (1, 2, 1)]
