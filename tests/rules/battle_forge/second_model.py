"""A second model of Battle Forge, written directly from its pages in another way: every result with its chance.

It uses none of the rules' own code.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

WEAPONS = {
    "rifle": (12, 24, 1, 0),
    "carbine": (9, 18, 2, 0),
    "machine_gun": (18, 36, 4, 1),
    "marksman_rifle": (24, 36, 1, 2),
    "bayonet": (0, 0, 1, 0),
    "sabre": (0, 0, 2, 1),
}
"""Short and long range, attacks, armour penetration."""
COVER = {"none": 0, "normal": 1, "fortified": 2, "negative": -1}
Chances = dict[Any, Fraction]


class Attacked(NamedTuple):
    hits: int
    failed: int
    models_lost: int
    shock: int
    nerve: str | None


def passes(value: int) -> Fraction:
    """Return the chance of a d10 at that value or less; a 1 always passes, a 10 never."""
    return Fraction(max(1, min(9, value)), 10)


def of(n: int, p: Fraction) -> dict[int, Fraction]:
    return {k: comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)}


def attack(action: str, facts: dict[str, Any], evade: str = "spend", limit: str = "courage") -> Chances:
    """Return every result of a shot or of a fight with its chance."""
    shooter, target = facts["attacker"], facts["target"]
    distance = facts.get("distance", 0)
    pairs: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}
    for group in facts["weapons"]:
        short, _, attacks, ap = WEAPONS[group["weapon"]]
        skill = shooter["acc"] if action == "fire" else shooter["strength"]
        skill += -shooter.get("shock", 0) + bool(shooter.get("focus")) - bool(target.get("evade") and evade == "spend")
        save = target["sav"] - ap
        if action == "fire":
            skill -= (distance > short) + bool(facts.get("obscured") and distance > 3)
            save += COVER[facts.get("cover", "none")] if distance > 3 else 0
        else:
            skill -= bool(facts.get("across"))
        both: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for hits, p in of(group["count"] * attacks, passes(skill)).items():
            for failed, q in of(hits, 1 - passes(save)).items():
                both[hits, failed] += p * q
        summed: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for (a, b), p in pairs.items():
            for (c, d), q in both.items():
                summed[a + c, b + d] += p * q
        pairs = dict(summed)
    found: defaultdict[Attacked, Fraction] = defaultdict(Fraction)
    for (hits, failed), p in pairs.items():
        for nerve, q in _nerve(target, hits, failed, limit).items():
            lost = min(failed, target["models"])
            found[Attacked(hits, failed, lost, int(hits > 0), nerve)] += p * q
    return {tuple(result): p for result, p in found.items() if p}


def _nerve(target: dict[str, Any], hits: int, failed: int, limit: str) -> dict[str | None, Fraction]:
    """Return the results of the break test, if the survivors must take one."""
    models, lost = target["models"], min(failed, target["models"])
    shaken = limit == "courage" and hits > 0 and target.get("shock", 0) + 1 >= target["co"]
    if lost == models or not (lost > models / 2 or shaken):
        return {None: Fraction(1)}
    p = passes(target["co"])
    return {"passed": p, "failed": 1 - p}


def courage(unit: dict[str, Any]) -> Chances:
    """Return the chances of the number of shock removed."""
    return {(n,): p for n, p in of(unit.get("shock", 0), passes(unit["co"])).items()}


def test(unit: dict[str, Any], value: str, less_shock: bool) -> Fraction:
    """Return the chance that a unit passes a check."""
    return passes(unit[value] - (unit.get("shock", 0) if less_shock else 0))


def inches(facts: dict[str, Any]) -> int:
    unit = facts["unit"]
    return max(0, unit["mov"] - unit.get("shock", 0)) + 2 * bool(facts.get("road"))


def two_d10() -> Chances:
    """Return the chances of going first for each of two sides."""
    return {((0, 1),): Fraction(1, 2), ((1, 0),): Fraction(1, 2)}
