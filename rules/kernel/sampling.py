"""Estimated odds, for actions too large to follow every way: a great many games are played and counted."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from functools import lru_cache, reduce
from itertools import accumulate
from math import comb
from typing import Any, Concatenate, ParamSpec, TypeVar

from rules.kernel.action import Action, Plan
from rules.kernel.dice import Got, Reading, Roll
from rules.kernel.odds import Dist, Odds
from rules.kernel.table import Decision, Merge, Rule, Table, Then, follow

GAMES = 20_000

P = ParamSpec("P")
T = TypeVar("T")
Chance = Callable[[], float]
"""Returns a random number from 0 to 1."""


def sample(
    action: Action,
    plan: Plan,
    chance: Chance,
    odds: Odds | None = None,
    games: int = GAMES,
    enough: Callable[[], bool] = lambda: False,
) -> Dist:
    """Count each outcome in that many games, at least one, or fewer once it is `enough`.

    The result approximates the odds. Decisions are made, and remembered, as by `odds`.
    """
    table, counts = _QuickTable(chance, odds or Odds()), Counter[object]()
    for _ in range(games):
        counts[table.play(action.rule, plan)] += 1
        if enough():
            break
    return Dist(counts, counts.total())


class _QuickTable:
    """Rolls the number of dice that show each kind of face, instead of die by die; without explanations."""

    def __init__(self, chance: Chance, odds: Odds) -> None:
        self._chance, self._odds = chance, odds

    def roll(self, roll: Roll[Got], count: int = 1) -> Got:
        reading, left = roll.reading, count
        got = reading.start
        for kind, law in _kind_laws(reading, roll.sides):
            if left <= 0:
                break
            n = left if law is None else bisect_right(_binomial_chances(left, *law), self._chance())
            if n:
                got, left = reading.add(got, kind, n), left - n
        return got

    def decide(self, decision: Decision[T], *situation: int) -> T:
        known = self._odds.known_choices.get(id(decision))
        return known[0] if known else self._odds.read_choice(decision)

    def play(self, rule: Callable[Concatenate[Table, P], T | Then[T]], *numbers: P.args, **_: P.kwargs) -> T:
        return self._play_out(rule, numbers)

    def together(self, merge: Merge[T], *parts: Then) -> T:
        return reduce(merge, [self._play_out(part.rule, part.numbers) for part in parts])

    def _play_out(self, rule: Rule, numbers: tuple[object, ...]) -> Any:
        """Play a rule to its end, with all rules that it hands over to."""
        return follow(lambda rule, numbers: rule(self, *numbers), Then(rule, numbers))


@lru_cache(maxsize=512)
def _kind_laws(reading: Reading, sides: int) -> tuple[tuple[int, tuple[int, int] | None], ...]:
    """Return each kind of face with its number of faces and the faces left before it; None for the last kind."""
    faces, left = Counter(map(reading.kind, range(1, sides + 1))), sides
    found: list[tuple[int, tuple[int, int] | None]] = []
    for kind, n in faces.items():
        found.append((kind, None if n == left else (n, left)))
        left -= n
    return tuple(found)


@lru_cache(maxsize=4096)
def _binomial_chances(count: int, faces: int, sides: int) -> list[float]:
    """Return the chances of at most 0, 1, 2 … of `count` dice showing one of `faces`, without the last, which is 1."""
    ways = accumulate(comb(count, n) * faces**n * (sides - faces) ** (count - n) for n in range(count))
    return [one / sides**count for one in ways]
