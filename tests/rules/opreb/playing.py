"""Plays of Open Rebellion in tests: faces in, resolutions out; and all possible plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Any

from data import system_of
from rules.command.system import System
from rules.kernel.facts import validate
from rules.kernel.odds import Dist
from rules.kernel.resolve import Resolution, odds, parse_choices, resolve, ruleset_of
from rules.kernel.table import DiceNeeded, Faces, Given, Roller

Dice = Sequence[int]


@cache
def the_system() -> System:
    return system_of("opreb")


def play(
    action: str, facts: Mapping[str, Any], dice: Dice = (), choose: Sequence[str] = (), **rulings: Any
) -> Resolution:
    """Play with these faces, all of which must be used."""
    given = Given(dice)
    resolution = _play_all(action, facts, given, choose, rulings)
    given.finish()
    return resolution


def all_show(
    action: str, facts: Mapping[str, Any], face: int, choose: Sequence[str] = (), **rulings: Any
) -> Resolution:
    """Play with every die showing the same face."""
    return _play_all(action, facts, lambda throw, count: Faces((face,) * count, "physical"), choose, rulings)


def _play_all(
    action: str, facts: Mapping[str, Any], given: Roller, choose: Sequence[str], rulings: Mapping[str, Any]
) -> Resolution:
    one = the_system().actions[action]
    book = ruleset_of(the_system(), rulings)
    return resolve(the_system(), one, validate(one.facts, facts), book, given, parse_choices(one, choose))


def outcome(
    action: str, facts: Mapping[str, Any], dice: Dice = (), choose: Sequence[str] = (), **rulings: Any
) -> dict[str, Any]:
    return play(action, facts, dice, choose, **rulings).played.outcome._asdict()


def chances(action: str, facts: Mapping[str, Any], choose: Sequence[str] = (), **rulings: Any) -> dict[Any, Fraction]:
    """Return every outcome with its chance."""
    return exact_chances(action, facts, choose, **rulings).fractions()


def exact_chances(action: str, facts: Mapping[str, Any], choose: Sequence[str] = (), **rulings: Any) -> Dist:
    """Return every outcome with its weight."""
    one = the_system().actions[action]
    book = ruleset_of(the_system(), rulings)
    return odds(one, validate(one.facts, facts), book, parse_choices(one, choose))


def every_face(
    action: str, facts: Mapping[str, Any], choose: Sequence[str] = (), **rulings: Any
) -> dict[Any, Fraction]:
    """Return every outcome with its chance, by playing every set of faces, weighted by the number of its orders."""
    return _count_outcomes(action, facts, choose, rulings, _faces)


def every_count(
    action: str, facts: Mapping[str, Any], choose: Sequence[str] = (), **rulings: Any
) -> dict[Any, Fraction]:
    """Return the same by playing every number of bangs of every roll, weighted by the binomial distribution."""
    return _count_outcomes(action, facts, choose, rulings, _bang_counts)


def _faces(count: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    for faces in combinations_with_replacement(range(1, 7), count):
        orders = factorial(count) // prod(map(factorial, Counter(faces).values()))
        yield faces, Fraction(orders, 6**count)


def _bang_counts(count: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    for bangs in range(count + 1):
        yield (5,) * bangs + (1,) * (count - bangs), Fraction(comb(count, bangs) * 2 ** (count - bangs), 3**count)


def _count_outcomes(
    action: str, facts: Mapping[str, Any], choose: Sequence[str], rulings: Mapping[str, Any], throws: Any
) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    open_plays: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while open_plays:
        faces, chance = open_plays.pop()
        try:
            got = _play_all(action, facts, Given(faces), choose, rulings).played.outcome
        except DiceNeeded as needed:
            open_plays += [(faces + more, chance * p) for more, p in throws(needed.count)]
            continue
        found[got] = found.get(got, Fraction(0)) + chance
    return found
