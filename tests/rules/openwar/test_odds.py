"""The odds of the file equal, as fractions, those of icepool, which knows nothing of our rules."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import icepool as _icepool

from data import system_of
from rules.kernel.distribution import chance_of_each_effect
from rules.kernel.facts import validate
from rules.kernel.resolve import odds, ruleset_of
from tests.rows import for_each
from tests.rules.openwar.cases import fight, shot, unit
from tests.rules.table import Sitting

icepool: Any = _icepool
d6, Die = icepool.d6, icepool.Die
SYSTEM = system_of("openwar")
WEAPONS = {"sword": (3, 5, 0), "axe": (2, 6, 2), "spear": (1, 4, 1), "dagger": (1, 7, 3), "javelin": (1, 5, 1)}
"""Attacks, Difficulty, Pierce."""


def chances(action: str, facts: dict[str, Any], **rulings: str) -> dict[Any, Fraction]:
    return {tuple(outcome): p for outcome, p in Sitting(SYSTEM, rulings).chances(action, facts).items()}


def of_die(die: Any) -> dict[Any, Fraction]:
    return {tuple(outcome): Fraction(quantity, die.denominator()) for outcome, quantity in die.items()}


def pool(dice: int, need: int) -> Any:
    return dice @ (d6 >= need) if dice else Die([0])


def attack(facts: dict[str, Any], skill: int, more: int, tokens: bool) -> Any:
    """(hits, wounds, models lost, how Presence ended) of an attack with one kind of weapon."""
    (group,), attacker, target = facts["weapons"], facts["attacker"], facts["target"]
    attacks, difficulty, pierce = WEAPONS[group["weapon"]]
    skill += attacker.get("holding", False) - attacker.get("exhausted", 0) - (facts.get("cover") == "cover")
    armour = target["armour"] + target.get("holding", False) - pierce
    more += attacker["presence"] + tokens * (attacker.get("glory", 0) + target.get("shaken", 0))

    def ended(hits: int, wounds: int) -> Any:
        lost = min(wounds, target["models"])
        if lost == target["models"]:
            return Die([(hits, wounds, lost, "")])
        return (2 @ d6).map(
            lambda total: (hits, wounds, lost, "passed" if total + more + lost > target["morale"] else "failed")
        )

    hits = pool(group["count"] * attacks, difficulty - skill)
    return hits.map(lambda n: pool(n, armour).map(lambda wounds: ended(n, wounds)))


def expected_odds(die: Any) -> dict[Any, Fraction]:
    return {(*outcome[:3], outcome[3] or None): p for outcome, p in of_die(die).items()}


STATES = (
    (unit(), unit(models=3)),
    (unit(ranged=0, melee=2, presence=3, glory=1), unit(models=2, armour=6, morale=10, shaken=1)),
    (unit(holding=True, exhausted=1), unit(models=1, armour=5, holding=True)),
    (unit(charging=True, exhausted=2, melee=1), unit(models=4, armour=3, morale=6)),
)
FIGHTS = list(product(("sword", "axe", "spear", "dagger"), (1, 2), STATES, ("presence", "none")))
SHOTS = list(product((1, 3), ("open", "cover"), STATES, ("presence", "none")))


@for_each(("weapon", "count", "units", "ruling"), FIGHTS)
def test_a_fight_has_the_chances_of_icepool(weapon: str, count: int, units: Any, ruling: str) -> None:
    attacker, target = units
    facts = fight(weapon, count, attacker=attacker, target=target)
    die = attack(facts, attacker["melee"], 2 * attacker.get("charging", False), ruling == "presence")
    assert chances("fight", facts, tokens_count=ruling) == expected_odds(die)


@for_each(("count", "cover", "units", "ruling"), SHOTS)
def test_a_shot_has_the_chances_of_icepool(count: int, cover: str, units: Any, ruling: str) -> None:
    attacker, target = units
    facts = shot("javelin", count, attacker=attacker, target=target, cover=cover)
    die = attack(facts, attacker["ranged"], 0, ruling == "presence")
    assert chances("fire", facts, tokens_count=ruling) == expected_odds(die)


def test_weapons_of_two_kinds_are_rolled_apart_and_their_wounds_add_up() -> None:
    facts = fight(weapons=[{"weapon": "axe", "count": 1}, {"weapon": "spear", "count": 1}])
    found = chances("fight", facts)
    axes, spears = (pool(n, need).map(lambda hits, arm=arm: pool(hits, arm)) for n, need, arm in ((2, 6, 2), (1, 4, 3)))
    lost = (axes + spears).map(lambda wounds: (min(wounds, 3),))
    summed = {outcome: sum(p for one, p in found.items() if one[2] == outcome[0]) for outcome, _ in lost.items()}
    assert summed == of_die(lost)


@for_each("action", ["fire", "fight"])
def test_a_presence_roll_changes_something_by_being_passed(action: str) -> None:
    """The chance of failing was shown as "won", as if the target had rolled."""
    of, facts = SYSTEM.actions[action], {"fire": shot("javelin", 3), "fight": fight("sword", 2)}[action]
    dist = odds(of, validate(of.facts, facts), ruleset_of(SYSTEM))
    passed = sum(p for outcome, p in dist.fractions().items() if outcome.won == "passed")
    assert chance_of_each_effect(of, dist, "models_lost")["won"] == passed
