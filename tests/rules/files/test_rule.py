"""Rolls of several weapons, one after the other: the results of all weapons add up."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from data.files import new_system
from rules.files.system import read_system
from tests.rules.table import Sitting


def test_the_third_roll_of_each_weapon_counts() -> None:
    """A hit on 4 or more wounds on 4 or more, and is saved on 5 or more: a sixth of the shots kill."""
    saves = '{ roll = "saves", check = "save", by = "defender", dice = "hits"'
    wounds = '{ roll = "wounds", check = 4, by = "attacker", dice = "hits", as = "wounded" },\n    '
    text = new_system("club")
    assert saves in text
    club = read_system(text.replace(saves, wounds + saves.replace("hits", "wounded")).encode(), "club.toml")
    unit = {"move": 6, "skill": 4, "save": 5, "models": 4, "shaken": False}
    armed = [{"weapon": "musket", "count": 1}, {"weapon": "pistol", "count": 1}]
    facts = {"attacker": unit, "target": unit, "weapons": armed, "distance": 10}
    found = dict[int, Fraction]()
    for outcome, p in Sitting(club).chances("fire", facts).items():
        found[outcome.failed] = found.get(outcome.failed, Fraction(0)) + p
    assert found == {n: comb(3, n) * Fraction(1, 6) ** n * Fraction(5, 6) ** (3 - n) for n in range(4)}
