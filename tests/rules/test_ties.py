"""Ranking by dice: index order, only the tied again, highest group first, modifiers included."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from rules.dice import Line, Throw, Total
from rules.table import Given, Live, Table
from rules.ties import ranked
from tests.rules.table import by_hand, played, weighed

MODIFIERS = (0, 0, 0, 0)


def _throws(modifiers: tuple[int, ...]):
    def throw_of(side: int) -> tuple[Throw[int], int, int]:
        ledger = (Line("modifier", modifiers[side], "Initiative", "total"),)
        return Throw(f"side {side}", "unit", 6, Total(), None, ledger, "Initiative", side), 1, modifiers[side]

    return throw_of


def order(table: Table, modifiers: tuple[int, ...]) -> tuple[int, ...]:
    return table.play(ranked, _throws(modifiers), tuple(range(len(modifiers))))


@pytest.mark.parametrize(
    ("modifiers", "faces", "result"),
    [
        ((0, 0), (3, 5), (1, 0)),
        ((0, 0), (3, 3, 2, 6), (1, 0)),
        ((0, 0), (3, 3, 4, 4, 6, 1), (0, 1)),
        ((3, 0), (3, 5), (0, 1)),
        ((1, 0), (3, 4, 5, 6, 2, 1), (0, 1)),
        ((0, 0, 0), (2, 6, 2, 1, 5), (1, 2, 0)),
        ((0, 0, 0, 0), (2, 6, 2, 6, 1, 4, 5, 3), (3, 1, 0, 2)),
    ],
)
def test_order(modifiers: tuple[int, ...], faces: tuple[int, ...], result: tuple[int, ...]) -> None:
    assert played(order, modifiers, faces=faces) == result


def test_the_highest_tied_group_throws_first() -> None:
    live = Live(Given([2, 6, 2, 6, 1, 4, 5, 3]))
    live.play(order, MODIFIERS)
    assert [step.throw.side for step in live.steps] == [0, 1, 2, 3, 1, 3, 0, 2]
    assert [step.label for step in live.steps][4:] == ["side 1 (2)", "side 3 (2)", "side 0 (2)", "side 2 (2)"]


@pytest.mark.parametrize("sides", [1, 2, 3, 4])
def test_equal_sides_have_equal_chances(sides: int) -> None:
    chances = weighed(order, (0,) * sides)
    every = list(permutations(range(sides)))
    assert chances == {one: Fraction(1, len(every)) for one in every}


def test_live_ranking_stays_below_the_odds_by_the_ties_alone() -> None:
    exact, live = weighed(order, (1, 0, 0)), by_hand(order, (1, 0, 0), longest=6)
    left = 1 - sum(live.values())
    assert left < Fraction(1, 8)
    assert all(0 <= exact[one] - live[one] <= left for one in exact)
