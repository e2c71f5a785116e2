"""The effects of hits: armour, suppressed figures, casualties (Firing; Personal Armour)."""

from __future__ import annotations

from typing import Any

from rules.kernel.dice import Need
from tests.rows import for_each
from tests.rules.fubar.page import ARMOUR, LIMITS
from tests.rules.fubar.table import keys, labels, needs_and_dice, outcome, play, shot, unit

# Personal Armour.


@for_each("armour", ARMOUR)
def test_armour_saves_each_hit(armour: str) -> None:
    need = ARMOUR[armour]
    facts = shot((2, "infantry_rifle"), target=unit(armour=armour))
    assert needs_and_dice("fire", facts)["armour_saves"] == (Need(need), 2)
    assert outcome("fire", facts, [5, 6, need, need - 1])["saved"] == 1


def test_without_armour_or_hits_no_save_is_rolled() -> None:
    assert list(needs_and_dice("fire", shot())) == ["to_hit"]
    assert list(needs_and_dice("fire", shot(target=unit(armour="heavy")), face=1)) == ["to_hit"]


def test_troops_behind_a_vehicle_have_its_save_first() -> None:
    facts = shot((3, "infantry_rifle"), behind_vehicle="medium", target=unit(armour="light"))
    found = play("fire", facts, [5, 5, 6, 4, 3, 2, 6, 1])
    assert keys(found) == [("to_hit", 3), ("vehicle_saves", 3), ("armour_saves", 2)]
    assert labels(found) == ["to hit", "vehicle saves", "armour saves"]
    assert outcome("fire", facts, [5, 5, 6, 4, 3, 2, 6, 1])["saved"] == 2
    assert outcome("fire", facts, [5, 5, 6, 4, 5, 6])["saved"] == 3


@for_each(("hull", "need"), [("none", 6), ("light", 5), ("medium", 4), ("heavy", 3), ("very_heavy", 2)])
def test_the_vehicle_in_front_saves_by_its_own_armour(hull: str, need: int) -> None:
    assert needs_and_dice("fire", shot(behind_vehicle=hull))["vehicle_saves"] == (Need(need), 1)


# Unsaved hits: suppressed figures and casualties, one result a figure, within the limit.


@for_each("level", LIMITS)
def test_suppressed_within_the_limit_of_training(level: str) -> None:
    result = outcome("fire", shot((6, "infantry_rifle"), target=unit(level)), [6] * 6)
    assert (result["suppressed"], result["casualties"]) == (LIMITS[level], 6 - LIMITS[level])


@for_each(("already", "new"), [(0, 3), (1, 2), (2, 1), (3, 0), (5, 0)])
def test_suppression_fills_only_up_to_the_limit(already: int, new: int) -> None:
    facts = shot((4, "infantry_rifle"), target=unit("veteran", suppressed=already))
    assert outcome("fire", facts, [6] * 4)["suppressed"] == new


def test_no_more_are_suppressed_than_stand() -> None:
    facts = shot((6, "infantry_rifle"), target=unit("elite", 3, suppressed=2))
    result = outcome("fire", facts, [6] * 6)
    assert result == {"hits": 6, "saved": 0, "suppressed": 1, "casualties": 2, "lost_hits": 3}


def test_one_result_a_figure_and_surplus_hits_are_lost() -> None:
    facts = shot((8, "infantry_rifle"), target=unit("seasoned", 3))
    assert outcome("fire", facts, [6] * 8) == {"hits": 8, "saved": 0, "suppressed": 2, "casualties": 1, "lost_hits": 5}


@for_each(
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
    assert (resolution.played.made, resolution.rulings_used) == ((), ())


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


def test_once_all_who_stood_are_hit_the_suppressed_fall() -> None:
    """Three figures, one suppressed: one of the others is suppressed, the second falls, and so does the third."""
    assert _changes([6, 6, 6], figures=3, suppressed=1) == {"models": -2}
