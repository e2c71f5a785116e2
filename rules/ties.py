"""Ranking by dice: everybody throws, the highest comes first, those tied throw again (initiative, roll-offs)."""

from __future__ import annotations

from collections.abc import Callable

from rules.dice import Throw
from rules.table import Table, Then, then

Throws = Callable[[int], tuple[Throw[int], int, int]]
"""For a contender: the throw, its number of dice, and what is added to their total."""


def ranked(table: Table, throws: Throws, group: tuple[int, ...]) -> tuple[int, ...] | Then[tuple[int, ...]]:
    """The order of the `group`, highest total first.

    They throw in index order; only the tied throw again, highest group first, modifiers included.
    """
    totals = {one: _thrown(table, throws, one) for one in group}
    values = sorted(set(totals.values()), reverse=True)
    if len(values) == 1 and len(group) > 1:
        return then(ranked, throws, group)
    order: tuple[int, ...] = ()
    for value in values:
        tied = tuple(one for one in group if totals[one] == value)
        order += tied if len(tied) == 1 else table.play(ranked, throws, tied)
    return order


def _thrown(table: Table, throws: Throws, one: int) -> int:
    throw, count, modifier = throws(one)
    return table.roll(throw, count) + modifier
