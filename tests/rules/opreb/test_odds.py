"""Odds against icepool and closed forms, as equal fractions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

import icepool
import pytest

from rules.kernel.distribution import summary
from rules.kernel.errors import RuleError
from tests.rows import for_each
from tests.rules.opreb.cases import fire, target
from tests.rules.opreb.playing import chances, exact_chances, the_system

ice: Any = icepool  # its types do not follow maps over tuples

BANG = ice.d6 >= 5


def squad(models: int, bands: int, cover: str, **changes: Any) -> dict[str, Any]:
    """`models` + 4 dice against `bands` + 4, or + 8 in cover."""
    return fire(
        attacker={"skill": 4, "band": 8, "in_position": False},
        shooters=[{"count": models, "rof": 1}],
        distance=8 * bands,
        target=target(skill=4, cover=cover, models=10),
        **changes,
    )


def fractions(die: Any) -> dict[Any, Fraction]:
    return {one: Fraction(quantity, die.denominator()) for one, quantity in die.items()}


def parts(found: Mapping[Any, Fraction], *names: str) -> dict[Any, Fraction]:
    """Return the chances of some fields of the outcome together."""
    seen: dict[Any, Fraction] = {}
    for one, p in found.items():
        key = tuple(getattr(one, name) for name in names)
        seen[key] = seen.get(key, Fraction(0)) + p
    return seen


def damage(models: int, bands: int, cover: str) -> Any:
    left = ((models + 4) @ BANG) - ((bands + 4 + 4 * (cover != "open")) @ BANG)
    return left.map(lambda n: max(0, n))


def binomial(n: int, k: int) -> Fraction:
    """Return the chance of k bangs with n dice."""
    return Fraction(comb(n, k) * 2 ** (n - k), 3**n)


@for_each(("models", "bands", "cover"), [(12, 2, "open"), (12, 2, "light"), (26, 22, "hard")])
def test_damage_is_the_difference_of_two_pools(models: int, bands: int, cover: str) -> None:
    expected = {(n,): p for n, p in fractions(damage(models, bands, cover)).items()}
    assert parts(chances("fire", squad(models, bands, cover)), "damage") == expected


def test_damage_in_closed_form() -> None:
    facts = fire()
    expected = sum(
        (binomial(4, mine) * binomial(3, theirs) for mine in range(5) for theirs in range(4) if mine - theirs == 2),
        Fraction(0),
    )
    assert parts(chances("fire", facts), "damage")[(2,)] == expected


@for_each("cover", ["light", "hard"])
def test_conversion_is_a_die_per_damage(cover: str) -> None:
    turned = damage(12, 2, cover).map(lambda n: ice.tupleize(n, n @ BANG if n else 0))
    shift = (lambda n, k: (n - k, k)) if cover == "light" else (lambda n, k: (k, n - k))
    expected = fractions(turned.map(shift))
    assert parts(chances("fire", squad(12, 2, cover)), "wounds", "pinned") == expected


def test_falling_back_needs_damage_and_a_failed_check() -> None:
    found = chances("fire", squad(12, 2, "open"), morale_bangs=2)
    some = 1 - fractions(damage(12, 2, "open"))[0]
    fails = binomial(4, 0) + binomial(4, 1)
    assert parts(found, "fell_back")[(True,)] == some * fails


def test_where_a_broken_unit_ends_follows_its_tac_move() -> None:
    facts = squad(12, 2, "open", nearest_cover={"kind": "hard", "distance": 7})
    found = parts(chances("fire", facts, ["morale=fail"]), "fall_back_inches", "cover")
    some = 1 - fractions(damage(12, 2, "open"))[0]
    for bangs, inches in ((0, 3), (1, 6), (2, 7), (3, 8), (4, 9)):
        cover = "hard" if inches >= 7 else "open"
        assert found[(inches, cover)] == some * binomial(4, bangs)


def test_initiative_in_closed_form() -> None:
    wins, ties = Fraction(0), Fraction(0)
    for mine in range(6):
        for theirs in range(4):
            p = binomial(5, mine) * binomial(3, theirs)
            wins, ties = wins + p * (mine > theirs), ties + p * (mine == theirs)
    sides = {"sides": [{"skill": 5}, {"skill": 3}]}
    assert chances("initiative", sides)[(0,)] == wins / (1 - ties)
    assert chances("initiative", sides, initiative_tie="first")[(0,)] == wins + ties


def test_kills_are_a_binomial_cut_off_at_the_models() -> None:
    found = chances("activate", {"unit": {"models": 2, "wounds": 5, "pinned": 0}})
    assert found == {
        (0, 5): binomial(5, 0),
        (1, 5): binomial(5, 1),
        (2, 5): sum((binomial(5, k) for k in range(2, 6)), Fraction(0)),
    }


def test_a_pool_past_two_hundred_dice_is_not_weighed() -> None:
    assert chances("fire", squad(56, 2, "open"))
    with pytest.raises(RuleError, match="200 dice"):
        chances("fire", squad(100, 2, "open", support=[]) | {"shooters": [{"count": 100, "rof": 2}]})


def test_odds_of_a_shot_tell_of_damage_and_markers_and_not_of_the_way_back() -> None:
    """The distance and the terrain of falling back affect only the markers that the unit takes there."""
    facts = fire(nearest_cover={"kind": "hard", "distance": 6})
    told = summary(the_system().actions["fire"], exact_chances("fire", facts))
    assert [name for name, _ in told.averages] == ["damage", "wounds", "pinned"]
    assert set(told.likeliest[0][0]) == {"damage", "fell_back", "wounds", "pinned"}
