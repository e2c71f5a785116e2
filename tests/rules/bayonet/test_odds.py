"""Exact odds against counting by hand, closed forms and icepool; and against every possible play."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import icepool
import pytest

from rules.bayonet.fire import BayonetFireOutcome
from tests.rows import for_each
from tests.rules.bayonet.table import chances, figure, shot

DIE = range(1, 7)


def _fraction(die: Any, outcome: Any) -> Fraction:
    return Fraction(die.quantity(outcome), die.denominator())


def _name_result(score: int, against: int) -> str:
    if against >= score:
        return "none"
    return "suppressed" if 2 * against > score else "flee" if 2 * against == score else "downed"


def _count_results(results: list[str], strays: int = 0) -> BayonetFireOutcome:
    found = Counter(results)
    return BayonetFireOutcome(found["none"], found["suppressed"], found["flee"], found["downed"], strays)


@for_each(("attack", "defence"), [(3, 3), (6, 2), (-5, 4), (20, 0), (0, -5)])
def test_one_shot_is_the_36_rolls_counted(attack: int, defence: int) -> None:
    facts = shot(shooter=figure(range_cf=attack), targets=[{"figure": figure(physical_cf=defence)}])
    by_hand: Counter[BayonetFireOutcome] = Counter(
        _count_results([_name_result(a + attack, d + defence)]) for a, d in product(DIE, DIE)
    )
    assert chances("fire", facts) == {end: Fraction(ways, 36) for end, ways in by_hand.items()}


def test_one_shot_against_icepool() -> None:
    die = icepool.map(lambda a, d: _name_result(a + 3, d + 3), icepool.d6, icepool.d6)
    found = chances("fire", shot())
    assert {end: _fraction(die, end) for end in ("none", "suppressed", "flee", "downed")} == {
        end: found.get(_count_results([end]), Fraction(0)) for end in ("none", "suppressed", "flee", "downed")
    }


def test_an_area_has_one_attack_die_so_its_targets_hang_together() -> None:
    targets = [{"figure": figure(), "ring_distance": away} for away in (0.5, 1.5, 2.5)]
    found = chances("fire", shot(shooter=figure(range_cf=6), area={}, targets=targets))

    def results(attack: int, *defence: int) -> str:
        return " ".join(_name_result(attack + 6 - 3 * ring, face + 3) for ring, face in enumerate(defence))

    die = icepool.map(results, *(icepool.d6,) * 4)
    by_icepool: dict[BayonetFireOutcome, Fraction] = {}
    for ends in die.outcomes():
        end = _count_results(ends.split())
        by_icepool[end] = by_icepool.get(end, Fraction(0)) + _fraction(die, ends)
    assert found == by_icepool
    assert sum(found.values()) == 1


@pytest.mark.parametrize("often", ["once_a_shot", "once_a_target"])
def test_br_an_area_into_combat_by_hand(often: str) -> None:
    """Two targets with a die each, one attack die, and a stray of two dice off the first of them or off each."""
    targets = [{"figure": figure(physical_cf=physical), "ring_distance": away} for physical, away in ((3, 0), (6, 2))]
    facts = shot(area={}, targets=targets, into_combat="overlap", bystanders=[figure(physical_cf=1)])
    found: dict[BayonetFireOutcome, Fraction] = {}
    for attack, first, second in product(DIE, repeat=3):
        pairs = [(attack + 2, first + 3), (attack + 2 - 3, second + 6)]
        strays = sum(2 * score <= against for score, against in pairs)
        strays = min(strays, 1) if often == "once_a_shot" else strays
        for faces in product(DIE, repeat=2 * strays):
            more = [(a + 2, d + 1) for a, d in zip(faces[::2], faces[1::2], strict=True)]
            end = _count_results([_name_result(*pair) for pair in (*pairs, *more)], strays)
            found[end] = found.get(end, Fraction(0)) + Fraction(1, 6 ** (3 + 2 * strays))
    assert chances("fire", facts, area_stray=often) == found


def test_a_burst_has_an_attack_die_each_so_its_parts_are_independent() -> None:
    facts = shot(shooter=figure(range_cf=4), split=[3, 1], targets=[{"figure": figure()}] * 2)
    found = chances("fire", facts)
    one, other = (chances("fire", shot(shooter=figure(range_cf=part))) for part in (3, 1))
    both: dict[BayonetFireOutcome, Fraction] = {}
    for (a, p), (b, q) in product(one.items(), other.items()):
        end = BayonetFireOutcome(*(x + y for x, y in zip(a, b, strict=True)))
        both[end] = both.get(end, Fraction(0)) + p * q
    assert found == both


def test_stray_shots_by_hand() -> None:
    facts = shot(into_combat="overlap", bystanders=[figure(physical_cf=1)])
    by_hand: dict[BayonetFireOutcome, Fraction] = {}
    for a, d in product(DIE, DIE):
        score, against = a + 2, d + 3
        first = _name_result(score, against)
        strayed = 2 * score <= against
        for b, e in product(DIE, DIE):
            second = [_name_result(b + 2, e + 1)] if strayed else []
            end = _count_results([first, *second], int(strayed))
            by_hand[end] = by_hand.get(end, Fraction(0)) + Fraction(1, 6**4)
    assert chances("fire", facts, choose=["stray=0"]) == by_hand


@for_each("downed", [1, 2, 5])
def test_afterwards_is_multinomial(downed: int) -> None:
    for end, chance in chances("afterwards", {"downed": downed}).items():
        ways, left = 1, downed
        for number in end:
            ways, left = ways * comb(left, number), left - number
        assert chance == Fraction(ways, 6**downed)


def test_assault_is_36_rolls_apart() -> None:
    found = chances("assault", {"attacker": figure(), "defender": figure()})
    assert len(found) == 36
    assert set(found.values()) == {Fraction(1, 36)}


def test_twelve_targets_into_combat_are_no_trouble() -> None:
    targets = [{"figure": figure(physical_cf=at), "ring_distance": at * 0.3} for at in range(12)]
    facts = shot(area={}, targets=targets, into_combat="overlap", bystanders=[figure()])
    assert sum(chances("fire", facts, choose=["stray=0"]).values()) == 1
