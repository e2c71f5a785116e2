"""Exact odds against closed forms and icepool, as equal fractions; and against every possible play."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import icepool

from rules.kernel.facts import validate
from rules.kernel.resolve import odds, ruleset_of
from rules.kernel.text import NOTHING
from rules.kernel.wording import ENGLISH
from rules.openfire_ww2.fire import WW2Fire
from rules.openfire_ww2.tables import too_many_text
from tests.rows import for_each
from tests.rules.openfire_ww2.table import (
    SYSTEM,
    chances,
    fighter,
    play,
    rifle,
    shell,
    shot,
    squad,
    summed,
    tank,
    weapon,
)
from tests.rules.table import Sitting

PAIR: Any = icepool.Vector
TWO_DICE: Any = 2 @ icepool.d6


def fraction(die: Any, outcome: Any) -> Fraction:
    return Fraction(die.quantity(outcome), die.denominator())


def binomial(n: int, p: Fraction) -> list[Fraction]:
    return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


def pairs(miss: int, hit: int, kill: int) -> Any:
    """Return a die of hits and kills, weighed out of 36."""
    return icepool.Die({PAIR((0, 0)): miss, PAIR((1, 0)): hit, PAIR((1, 1)): kill})


def at_most(total: int) -> Fraction:
    return Fraction(sum(a + b <= total for a, b in product(range(1, 7), repeat=2)), 36)


@for_each("dice", [1, 6, 20])
def test_hits_are_binomial_and_so_are_kills(dice: int) -> None:
    found = chances("fire", shot(squad(men=30, starting=30), weapon(rof=dice)))
    half = Fraction(1, 2)
    assert summed(found, "hits") == dict(enumerate(binomial(dice, half)))
    assert summed(found, "kills") == dict(enumerate(binomial(dice, half * half)))


def test_hits_and_kills_together() -> None:
    found = summed(chances("fire", shot(squad(rank="conscript"), weapon(rof=5))), "hits", "kills")
    hits = binomial(5, Fraction(4, 6))
    assert found == {(h, k): hits[h] * binomial(h, Fraction(1, 2))[k] for h in range(6) for k in range(h + 1)}


def test_kills_stop_at_the_last_man() -> None:
    found = summed(chances("fire", shot(squad(men=2), weapon(rof=4))), "kills")
    one, two = binomial(4, Fraction(1, 4))[1], sum(binomial(4, Fraction(1, 4))[2:])
    assert (found[1], found[2]) == (one, two)


def test_terror_after_one_loss() -> None:
    found = summed(chances("fire", shot()), "kills", "terror")
    assert found == {
        (0, "none"): Fraction(3, 4),
        (1, "passed"): Fraction(1, 4) * at_most(8),
        (1, "pinned"): Fraction(1, 4) * (1 - at_most(8)),
    }


def test_terror_gets_harder_with_every_man_beyond_half() -> None:
    found = summed(chances("fire", shot(squad(men=4), weapon(rof=3))), "kills", "terror")
    for kills, p in enumerate(binomial(3, Fraction(1, 4))[1:], 1):
        needed = 8 if kills == 0 else 8 - (2 + kills)
        assert found[kills, "passed"] == p * at_most(needed)
        assert found[kills, "falls_back"] == p * (1 - at_most(needed))


def test_two_kinds_of_weapon_against_icepool() -> None:
    """Each die of either kind is a miss, a hit or a kill; the pairs are added up."""
    first = pairs(miss=18, hit=9, kill=9)
    second = pairs(miss=12, hit=8, kill=16)
    die = 4 @ first + 3 @ second
    facts = shot(squad(men=20, starting=20), weapon(rof=4), weapon(rof=3, pen=7, acc=1))
    found = summed(chances("fire", facts), "hits", "kills")
    assert found == {end: fraction(die, PAIR(end)) for end in found}
    assert sum(found.values()) == 1


def test_twenty_dice_of_two_kinds_with_terror_against_icepool() -> None:
    one = icepool.Die({0: 3, 1: 1})
    kills = 20 @ one
    passed = (TWO_DICE <= 8).probability(True)
    found = summed(chances("fire", shot(squad(men=40, starting=40), weapon(rof=10), weapon(rof=10))), "kills", "terror")
    for n in range(1, 20):
        assert found[n, "passed"] == fraction(kills, n) * passed


def test_the_chance_of_a_6_on_the_side() -> None:
    found = summed(chances("fire", shot(tank(), weapon(pen=7, rof=6), facing="side")), "immobilised")
    assert found[False] == (1 - Fraction(1, 2) * Fraction(1, 6)) ** 6


def test_the_chance_of_a_knock_out() -> None:
    found = summed(chances("fire", shot(tank(), weapon(pen=8, rof=7), facing="rear")), "hp_lost", "knocked_out")
    kills = binomial(7, Fraction(1, 2) * Fraction(4, 6))
    assert found == {(n, False): kills[n] for n in range(3)} | {(3, True): sum(kills[3:])}


def test_weapons_lost_on_the_front_against_icepool() -> None:
    die: Any = icepool.Die({0: 11, 1: 1})
    lost = (5 @ die).map(lambda sixes: min(sixes, 2))
    found = summed(chances("fire", shot(tank(weapons=2), weapon(pen=7, rof=5))), "weapons_destroyed")
    assert found == {n: fraction(lost, n) for n in range(3)}


def test_bystanders_hang_together_with_the_target_by_the_hits_alone() -> None:
    found = summed(
        chances("fire", shot(None, shell(rof=2), bystanders=[squad(mor=10, rank="veteran")])), "hits", "others"
    )
    hits = binomial(2, Fraction(1, 2))
    for h, p in enumerate(hits):
        kills = binomial(h, Fraction(5, 6))
        for k in range(h + 1):
            mine = sum(chance for (of, others), chance in found.items() if (of, others[0].kills) == (h, k))
            assert mine == p * kills[k]


@for_each(("unit", "needed"), [({}, 8), ({"rank": "veteran"}, 9), ({"men": 2, "starting": 4}, 6)])
def test_morale_is_two_dice(unit: dict[str, Any], needed: int) -> None:
    facts = {"unit": {"mor": 8, "rank": "trained", "men": 6, "starting": 6} | unit}
    found = chances("morale", facts)
    assert {one.total: p for one, p in found.items()} == {n: fraction(TWO_DICE, n) for n in range(2, 13)}
    assert summed(found, "result")["passed"] == at_most(needed)


def test_an_initiative_test_is_two_dice() -> None:
    facts = {"unit": {"mor": 6, "rank": "trained"}, "order": "sprint"}
    assert summed(chances("initiative_test", facts), "passed")[True] == at_most(7)


def test_mines_are_binomial() -> None:
    found = summed(chances("minefield", {"kind": "infantry", "models": 8, "trn": 7}), "killed")
    assert found == dict(enumerate(binomial(8, Fraction(2, 6))))


@for_each("dice", [3, 4])
def test_more_than_half_must_hit_to_button_a_vehicle(dice: int) -> None:
    found = summed(chances("button_vehicle", shot(tank(), rifle(rof=dice))), "buttoned")
    assert found[True] == sum(p for n, p in enumerate(binomial(dice, Fraction(1, 2))) if 2 * n > dice)


def test_shells_one_after_the_other() -> None:
    facts = {"weapon": shell(), "targets": [[squad() | {"name": "a"}]] * 3}
    found = {others[0].kills: Fraction(0) for others in summed(chances("artillery", facts), "others")}
    for others, p in summed(chances("artillery", facts), "others").items():
        found[others[0].kills] += p
    assert found == dict(enumerate(binomial(3, Fraction(5, 6))))


def test_a_duel_of_two_men_by_hand() -> None:
    """The last man of each side: the one killed first does not strike."""
    man = squad(men=1)
    facts = {"attacker": fighter(man), "defender": fighter(man)}
    found = summed(chances("assault", facts), "attacker_casualties", "defender_casualties", "charge")
    kill, live = Fraction(1, 4), Fraction(3, 4)
    assert found == {
        (1, 0, "stopped"): kill,
        (0, 1, "contact"): live * kill,
        (1, 0, "contact"): live * live * kill,
        (0, 0, "contact"): live**3,
    }


def test_holding_fire_changes_the_odds() -> None:
    facts = {"attacker": fighter(), "defender": fighter()}
    assert summed(chances("assault", facts, ["stand_and_shoot=no"]), "charge") == {"contact": 1}
    held, unable = (
        chances("assault", facts, ["stand_and_shoot=no"]),
        chances("assault", facts | {"defender_shoots": False}),
    )
    assert held == unable


@for_each(
    ("action", "facts"),
    [
        ("fire", shot(squad(men=2, starting=2), weapon(), weapon(pen=6))),
        ("fire", shot(tank(), weapon(pen=7), weapon(pen=8))),
        ("blast", {"weapon": shell(), "hits": 2, "bystanders": [squad(men=2)]}),
        ("assault", {"attacker": fighter(squad(men=2)), "defender": fighter(squad(men=1)), "defender_shoots": False}),
        ("button_vehicle", shot(tank(), rifle(rof=3))),
        ("minefield", {"kind": "infantry", "models": 4, "trn": 5}),
    ],
)
def test_every_play_agrees_with_the_odds(action: str, facts: dict[str, Any]) -> None:
    assert Sitting(SYSTEM).every_outcome(action, facts, 100_000) == chances(action, facts)


@for_each("dice", [60, 100])
def test_odds_are_worked_out_for_100_dice_at_a_squad(dice: int) -> None:
    facts = validate(WW2Fire.action.facts, shot(squad(), weapon(rof=dice)))
    assert sum(odds(WW2Fire.action, facts, ruleset_of(SYSTEM)).fractions().values()) == 1


def test_odds_are_refused_beyond() -> None:
    plan = WW2Fire.action.plan(
        validate(WW2Fire.action.facts, shot(squad(), weapon(rof=100), weapon())), ruleset_of(SYSTEM)
    )
    assert "100 dice; this one has 101" in ENGLISH(WW2Fire.action.too_big(plan) or NOTHING)
    hull = WW2Fire.action.plan(validate(WW2Fire.action.facts, shot(tank(), weapon(rof=61))), ruleset_of(SYSTEM))
    assert "60 dice" in ENGLISH(WW2Fire.action.too_big(hull) or NOTHING)
    near = WW2Fire.action.plan(
        validate(WW2Fire.action.facts, shot(squad(), shell(rof=10), bystanders=[squad()] * 5)), ruleset_of(SYSTEM)
    )
    said = ENGLISH(WW2Fire.action.too_big(near) or NOTHING)
    assert f"up to {11 * 12 * 13**5:,} here" in said, "11 × 12 of the target, 13 of each of the five near it"
    assert too_many_text(200_000) is None


def test_odds_of_crowds_are_refused() -> None:
    for action, facts in (
        ("artillery", {"weapon": shell(), "targets": [[squad()] * 20]}),
        ("blast", {"weapon": shell(), "hits": 6, "bystanders": [squad()] * 12}),
        ("button_vehicle", shot(tank(), rifle(rof=100), rifle())),
        ("assault", {"attacker": fighter(), "defender": fighter(weapon=weapon(rof=61))}),
        ("assault", {"attacker": fighter(squad(men=61, starting=61), teams=61), "defender": fighter()}),
    ):
        of = SYSTEM.actions[action]
        assert of.too_big(of.plan(validate(of.facts, facts), ruleset_of(SYSTEM)))


@for_each(("order", "used"), [("supporting_fire", ()), ("hold_the_line", ("order_test",)), ("sprint", ())])
def test_who_tests_for_an_order_is_a_ruling_but_not_for_supporting_fire(order: str, used: tuple[str, ...]) -> None:
    facts = {"unit": {"mor": 6, "rank": "trained"}, "order": order}
    assert play("initiative_test", facts, (1, 1)).rulings_used == used
