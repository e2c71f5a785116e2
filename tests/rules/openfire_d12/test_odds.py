"""Exact odds against closed forms, counting by hand and icepool; and against every possible play."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from math import comb
from typing import Any

import icepool

from rules.kernel.facts import validate
from rules.kernel.resolve import ruleset_of
from rules.kernel.wording import ENGLISH
from rules.openfire_d12.fire import D12FireOutcome
from rules.openfire_d12.recover import RecoverOutcome
from tests.rows import for_each
from tests.rules.openfire_d12.cases import CASES
from tests.rules.openfire_d12.table import SYSTEM, armed, attack, chances, sitting, unit

EVADE = ("evade=yes",)
TOO_MANY = "Exact odds go up to 200 dice of one weapon or 60 of several; this attack has {}."


@for_each(
    ("groups", "dice"),
    [([(100, 2)], None), ([(67, 3)], 201), ([(30, 1), (15, 2)], None), ([(31, 1), (15, 2)], 61)],
)
def test_exact_odds_go_up_to_200_dice_of_one_weapon_or_60_of_several(
    groups: list[tuple[int, int]], dice: int | None
) -> None:
    arms = [armed(models, att=att) for models, att in groups]
    action, facts = SYSTEM.actions["fire"], attack(*arms, attacker=unit(100))
    refused = action.plan(validate(action.facts, facts), ruleset_of(SYSTEM)).too_big()
    assert (refused and ENGLISH(refused)) == (dice and TOO_MANY.format(dice))


def binomial(dice: int, successes: int, p: Fraction) -> Fraction:
    return comb(dice, successes) * p**successes * (1 - p) ** (dice - successes)


def chances_of_field(found: dict[Any, Fraction], field: str) -> dict[int, Fraction]:
    """Return the chances of one field of an outcome."""
    sums: dict[int, Fraction] = {}
    for outcome, p in found.items():
        key = getattr(outcome, field)
        sums[key] = sums.get(key, Fraction(0)) + p
    return sums


@for_each(("models", "att", "skl", "need"), [(4, 1, 7, 7), (5, 2, 3, 9), (10, 3, 12, 2)])
def test_hits_and_failed_tests_are_binomial(models: int, att: int, skl: int, need: int) -> None:
    dice, hit, fail = models * att, Fraction(13 - skl, 12), Fraction(need - 1, 12)
    facts = attack(armed(models, att=att), attacker=unit(10, skl=skl), target=unit(40) | {"def": need})
    found = chances("fire", facts)
    assert chances_of_field(found, "hits") == {n: binomial(dice, n, hit) for n in range(dice + 1)}
    through = {n: binomial(dice, n, hit * fail) for n in range(dice + 1)}
    assert chances_of_field(found, "failed") == through
    assert chances_of_field(found, "damage") == through


def test_models_lost_are_damage_by_hit_points_to_the_last() -> None:
    found = chances("fire", attack(armed(4, att=2), target=unit(2, max_hp=3)))
    damage = {n: binomial(8, n, Fraction(1, 4)) for n in range(9)}
    lost = {n: sum(p for d, p in damage.items() if min(2, d // 3) == n) for n in range(3)}
    assert chances_of_field(found, "models_lost") == lost


def test_two_weapons_against_icepool() -> None:
    """Each die hits and then may fail to be saved: a rifle does 1, a cannon 2; models have 2 hit points."""
    rifle = icepool.map(_through(5, 1), icepool.d12, icepool.d12)
    cannon = icepool.map(_through(7, 2), icepool.d12, icepool.d12)
    facts = attack(armed(2, att=2), armed(1, att=3, dmg=2, prc=2), distance=7, target=unit(3))
    die = 4 @ rifle + 3 @ cannon
    expected = {damage: Fraction(die.quantity(damage), die.denominator()) for damage in die.outcomes()}
    assert chances_of_field(chances("fire", facts, EVADE), "damage") == expected


def _through(need: int, damage: int) -> Any:
    return lambda hit, held: damage if hit >= 7 and held < need else 0


def test_evading_with_mixed_weapons_counted_by_hand() -> None:
    facts = attack(armed(), armed(1, dmg=3, prc=1), distance=9, target=unit(2), cover="light")
    by_hand: dict[D12FireOutcome, Fraction] = {}
    chance = {True: Fraction(1, 2), False: Fraction(1, 2)}
    for one, other in product((True, False), repeat=2):
        for fail, second in product((True, False), repeat=2):
            p = chance[one] * chance[other]
            p *= _chance_to_hold(one, fail, Fraction(3, 12)) * _chance_to_hold(other, second, Fraction(4, 12))
            damage = fail + 3 * second
            hp = {0: (2, 2), 1: (1, 2), 3: (0, 1), 4: (0, 0)}[damage]
            end = D12FireOutcome(one + other, fail + second, damage, 2 - sum(map(bool, hp)), hp, 1)
            if p:
                by_hand[end] = by_hand.get(end, Fraction(0)) + p
    assert chances("fire", facts, EVADE) == by_hand


def _chance_to_hold(hit: bool, failed: bool, fails: Fraction) -> Fraction:
    if not hit:
        return Fraction(not failed)
    return fails if failed else 1 - fails


def test_the_order_of_casualties_moves_hit_points_not_chances() -> None:
    facts = attack(armed(3))
    listed, chosen = chances("fire", facts), chances("fire", facts, ("casualty_order=2,1,0",))
    assert {(end.damage, tuple(sorted(end.hp))): p for end, p in listed.items() if end.hits == 3} == {
        (end.damage, tuple(sorted(end.hp))): p for end, p in chosen.items() if end.hits == 3
    }


@for_each("cmd", range(1, 13))
def test_recover_is_a_die_and_for_the_fearless_two(cmd: int) -> None:
    facts: dict[str, Any] = {"enemy_within_6": True, "enemy_within_12": True}
    p, crit = Fraction(13 - cmd, 12), Fraction(1, 12)
    plain = chances("recover", facts | {"unit": unit(suppression=2, cmd=cmd)})
    assert plain.get(RecoverOutcome(True, True, 0, True)) == crit
    assert plain.get(RecoverOutcome(True, False, 1, True), 0) == p - crit
    twice = chances("recover", facts | {"unit": unit(suppression=2, cmd=cmd, fearless=True)})
    assert twice.get(RecoverOutcome(False, False, 1, False), 0) == (1 - p) ** 2
    assert twice.get(RecoverOutcome(True, True, 0, True)) == crit + (1 - p) * crit


@for_each(("times", "need"), [(1, 7), (4, 3), (12, 12)])
def test_tests_are_trinomial(times: int, need: int) -> None:
    found = chances("test", {"unit": unit(skl=need), "attribute": "skl", "times": times})
    crit, plain = Fraction(1, 12), Fraction(12 - need, 12)
    fail = 1 - crit - plain
    for (successes, criticals), p in found.items():
        ordinary = successes - criticals
        ways = comb(times, criticals) * comb(times - criticals, ordinary)
        assert p == ways * crit**criticals * plain**ordinary * fail ** (times - successes)


@for_each("models", [1, 5, 20])
def test_dangerous_ground_is_a_twelfth_then_a_defence_test(models: int) -> None:
    found = chances("dangerous", {"unit": unit(models) | {"def": 8}})
    assert chances_of_field(found, "hits") == {n: binomial(models, n, Fraction(1, 12)) for n in range(models + 1)}
    assert chances_of_field(found, "failed") == {n: binomial(models, n, Fraction(7, 144)) for n in range(models + 1)}


@for_each("players", [2, 3])
def test_every_order_of_initiative_is_as_likely_ties_rolled_again_for_ever(players: int) -> None:
    found = chances("initiative", {"players": players})
    assert {end.order for end in found} == set(permutations(range(players)))
    assert len(set(found.values())) == 1


@for_each("facts", CASES["fire"])
def test_playing_every_roll_in_an_order_of_casualties_agrees_with_the_odds(facts: dict[str, Any]) -> None:
    table = sitting(("casualty_order=2,0,1",))
    live: dict[Any, Fraction] = {}
    for resolution, chance in table.every_play("fire", facts, 2_000):
        live[resolution.played.outcome] = live.get(resolution.played.outcome, Fraction(0)) + chance
    exact = table.chances("fire", facts)
    assert live == exact if sum(live.values()) == 1 else all(p <= exact[end] for end, p in live.items())


@for_each(("dice", "weapons"), [(20, 1), (30, 1), (30, 2), (60, 1)])
def test_many_dice_at_models_with_hit_points_sum_to_one(dice: int, weapons: int) -> None:
    groups = [armed(dice // weapons, dmg=at, prc=at) for at in range(1, weapons + 1)]
    facts = attack(*groups, attacker=unit(dice), target=unit(10, max_hp=3), distance=12, cover="light")
    assert sum(chances("fire", facts, EVADE).values()) == 1
