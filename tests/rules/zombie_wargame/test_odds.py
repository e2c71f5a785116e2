"""The odds of the file equal, as fractions, those of icepool, which knows nothing of our rules."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import icepool as _icepool
import pytest

from data import system_of
from tests.rows import for_each
from tests.rules.table import Sitting
from tests.rules.zombie_wargame.cases import living, shot, zombie

icepool: Any = _icepool
d6, Die, Vector = icepool.d6, icepool.Die, icepool.Vector
SYSTEM = system_of("zombie_wargame")
RANGES = {"rifle": (12, 24), "shotgun": (6, 10), "pistol": (5, 10)}


def chances(action: str, facts: dict[str, Any], **rulings: str) -> dict[Any, Fraction]:
    return {tuple(outcome): p for outcome, p in Sitting(SYSTEM, rulings).chances(action, facts).items()}


def of_die(die: Any) -> dict[Any, Fraction]:
    return {tuple(outcome): Fraction(quantity, die.denominator()) for outcome, quantity in die.items()}


def pool(dice: int, need: int) -> Any:
    return dice @ (d6 >= need) if dice else Die([0])


def wounds(hits: int, target: dict[str, Any], aimed: bool = False) -> Any:
    """(unhurt, wounded, killed, blows to the head, fallen) of so many hits."""
    if not hits:
        return Die([(0, 0, 0, 0, 0)])
    if target["undead"]:
        return pool(hits, 6 - aimed).map(lambda heads: (0, 0, 0, heads, int(heads > 0)))
    row = d6.map(lambda face: Vector([face + aimed <= 2, 2 < face + aimed <= 5, face + aimed > 5]))
    had = target.get("wounds", 0)
    return (hits @ row).map(lambda found: (*map(int, found), 0, int(found[2] > 0 or found[1] + had >= 3)))


def hits_and_wounds(dice: int, need: int, target: dict[str, Any], aimed: bool) -> Any:
    return pool(dice, need).map(lambda hits: wounds(hits, target, aimed).map(lambda of: (hits, *of)))


SHOTS = list(
    product(
        (living(ranged=3), living(ranged=1, aimed=True), living(ranged=2, wounds=1)),
        (zombie(), living(), living(wounds=2)),
        ("two", "one"),
    )
)


@pytest.mark.parametrize("weapon", ["rifle", "shotgun", "pistol"])
@pytest.mark.parametrize("far", [4, 9, 13])
def test_a_shot_has_the_chances_of_icepool(weapon: str, far: int) -> None:
    short, medium = RANGES[weapon]
    for attacker, target, ruling in SHOTS:
        need = 4 + (far > short) + (far > medium) + attacker.get("wounds", 0) * (2 if ruling == "two" else 1)
        aimed = attacker.get("aimed", False)
        expected = hits_and_wounds(attacker["ranged"], need, target, aimed)
        facts = shot(weapon, attacker=attacker, target=target, distance=far)
        assert chances("fire", facts, wounds_count=ruling) == of_die(expected), (attacker, target, ruling)


FIGHTERS = (zombie(), living(melee=3), living(melee=1, wounds=2), zombie(melee=5), living(melee=4))
FIGHTS = list(product(FIGHTERS, FIGHTERS))


@for_each(("attacker", "target"), FIGHTS)
def test_a_fight_has_the_chances_of_icepool(attacker: dict[str, Any], target: dict[str, Any]) -> None:
    def fought(blows: int, parries: int) -> Any:
        left, back = max(0, blows - parries), max(0, parries - blows)

        def ended(of_target: tuple[int, ...], of_attacker: tuple[int, ...]) -> tuple[int, ...]:
            return (left, back, *of_target[:4], *of_attacker[:4], of_target[4], of_attacker[4])

        return icepool.map(ended, wounds(left, target), wounds(back, attacker), star=False)

    pools = [pool(one["melee"], 4 + 2 * one.get("wounds", 0)) for one in (attacker, target)]
    assert chances("fight", {"attacker": attacker, "target": target}) == of_die(icepool.map(fought, *pools))


@for_each(("cool", "near", "number"), [(0, "one", 1), (1, "five", 5), (0, "four", 4), (3, "two", 2)])
def test_cool_is_tested_against_the_zombies_that_are_near(cool: int, near: str, number: int) -> None:
    passed = Fraction(sum(face + cool >= number for face in range(1, 7)), 6)
    expected = {("passed",): passed, ("failed",): 1 - passed}
    found = chances("cool_test", {"unit": living(cool=cool), "near": near})
    assert found == {outcome: p for outcome, p in expected.items() if p}
