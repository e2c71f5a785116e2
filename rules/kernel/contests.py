"""Ranking by dice: all contenders roll, the highest goes first, ties are rolled again (initiative, roll-offs)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from itertools import accumulate, combinations
from math import prod
from operator import add
from typing import NamedTuple

from rules.kernel.action import Played, up_to
from rules.kernel.dice import Roll, spread_faces
from rules.kernel.odds import Dist, Odds, compute_odds_by, lowest_terms, merge_dists, mix
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, Listed, Sentence, Text, Value

Rolls = Callable[[int], tuple[Roll[int], int, int]]
"""The roll of a contender: the request, the number of dice, and the modifier of their total."""

Group = tuple[int, ...]


def _ranking_odds(odds: Odds, rolls: Rolls, group: Group) -> Dist:
    """Return the odds of `rank_group`, computed from all rankings of the totals.

    Tied contenders are ranked by the odds of their own contest. If all are tied, the contest begins again.
    """
    if len(group) < 2:
        return Dist({group: 1}, 1)
    levels = _tie_levels(rolls, group)
    falls: dict[tuple[Group, ...], int] = {}
    for fall, ways in _rankings(levels, group, [1] * len(levels[group])):
        odds.spend(len(fall))
        falls[fall] = ways
    falls.pop((group,), None)
    parts: list[tuple[int, Dist]] = []
    for fall, ways in falls.items():  # the tied roll again
        contests = [odds.of(rank_group, rolls, tied) for tied in fall]
        parts.append((ways, reduce(partial(merge_dists, add, spend=odds.spend), contests)))
    return lowest_terms(mix({}, parts, sum(falls.values()), odds.spend))


def _tie_levels(rolls: Rolls, group: Group) -> dict[Group, list[int]]:
    """Return for each part of the group the number of ways in which it ties at each total, highest total first."""
    ways: dict[int, dict[int, int]] = {}
    for one in group:
        roll, count, modifier = rolls(one)
        ways[one] = {got + modifier: n for got, n in spread_faces(roll.reading, count, roll.sides)}
    totals = sorted({total for of in ways.values() for total in of}, reverse=True)
    parts = [part for size in range(1, len(group) + 1) for part in combinations(group, size)]
    return {part: [prod(ways[one].get(total, 0) for one in part) for total in totals] for part in parts}


def _rankings(
    levels: Mapping[Group, Sequence[int]], left: Group, above: Sequence[int]
) -> Iterator[tuple[tuple[Group, ...], int]]:
    """Yield every ranking of the contenders `left`, with its weight.

    `above` holds for each total the number of ways in which all the others rolled higher.
    """
    for size in range(1, len(left) + 1):
        for tied in combinations(left, size):
            here = [ways * more for ways, more in zip(above, levels[tied], strict=True)]
            rest = tuple(one for one in left if one not in tied)
            if rest and any(here):
                below = _rankings(levels, rest, list(accumulate(here, initial=0))[:-1])
                yield from (((tied, *fall), ways) for fall, ways in below)
            elif ways := sum(here):
                yield (tied,), ways


@compute_odds_by(_ranking_odds)
def rank_group(table: Table, rolls: Rolls, group: Group) -> Group | Then[Group]:
    """Return the order of the `group`, highest total first.

    Contenders roll in index order. Only the tied roll again, the highest group first, with their modifiers.
    """
    totals: dict[int, int] = {}
    for one in group:
        roll, count, modifier = rolls(one)
        totals[one] = table.roll(roll, count) + modifier
    values = sorted(set(totals.values()), reverse=True)
    if len(values) == 1 and len(group) > 1:
        return then(rank_group, rolls, group)
    order: Group = ()
    for value in values:
        tied = tuple(one for one in group if totals[one] == value)
        order += tied if len(tied) == 1 else table.play(rank_group, rolls, tied)
    return order


# A contest as an action: each contender rolls once, and the outcome is their order.


class RollOrder(NamedTuple):
    """Order of the contenders, as indices into the facts, the winner first."""

    order: tuple[int, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Contest:
    """Plan of a contest: the names of the contenders and the roll of each."""

    names: tuple[Value, ...]
    throws: tuple[tuple[Roll[int], int, int], ...]
    rulings_used: tuple[str, ...] = ()

    def roll_of(self, one: int) -> tuple[Roll[int], int, int]:
        """Return the request, the number of dice, and the modifier of their total."""
        return self.throws[one]

    def in_order(self, order: RollOrder) -> list[Value]:
        return [self.names[one] for one in order.order]


def play_contest(table: Table, plan: Contest) -> RollOrder:
    return RollOrder(table.play(rank_group, plan.roll_of, tuple(range(len(plan.throws)))))


def contest_text(plan: Contest, played: Played[RollOrder]) -> Text:
    return order_text(plan.in_order(played.outcome))


def too_many_sides_text(sides: int, most: int = 6) -> Text | None:
    """Return the sentence that refuses exact odds for many sides, whose orders grow as a factorial."""
    return up_to(most, sides, N_("Exact odds go up to {most} sides; there are {n} here."))


def order_text(names: Sequence[Value]) -> Text:
    """Return the text that names the winner and the order of the others."""
    first, *rest = names
    return Sentence(Text("{first} goes first, then {rest}.", first=first, rest=Listed(rest, "then")))
