"""Ranking by dice: index order, only the tied again, highest group first, modifiers included."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from rules.kernel.contests import rank_group
from rules.kernel.dice import Line, Roll, Total
from rules.kernel.table import Given, Live, Table
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.table import by_hand, exact_chances, play_rule

MODIFIERS = (0, 0, 0, 0)


def _throws(modifiers: tuple[int, ...]):
    def roll_of(side: int) -> tuple[Roll[int], int, int]:
        ledger = (Line(Text("modifier"), modifiers[side], "Initiative", "total"),)
        label = Text("side {n}", n=side)
        return Roll(f"side_{side}", label, "unit", 6, Total(), None, ledger, "Initiative", side), 1, modifiers[side]

    return roll_of


def order(table: Table, modifiers: tuple[int, ...]) -> tuple[int, ...]:
    return table.play(rank_group, _throws(modifiers), tuple(range(len(modifiers))))


def in_dice(table: Table, counts: tuple[int, ...]) -> tuple[int, ...]:
    """Return the same with a number of dice of its own for each side."""
    throws = _throws((0,) * len(counts))

    def roll_of(side: int) -> tuple[Roll[int], int, int]:
        return throws(side)[0], counts[side], 0

    return table.play(rank_group, roll_of, tuple(range(len(counts))))


@for_each(
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
    assert play_rule(order, modifiers, faces=faces) == result


def test_the_highest_tied_group_rolls_first() -> None:
    live = Live(Given([2, 6, 2, 6, 1, 4, 5, 3]))
    live.play(order, MODIFIERS)
    assert [step.throw.side for step in live.steps] == [0, 1, 2, 3, 1, 3, 0, 2]
    assert [step.throw.key for step in live.steps][4:] == ["side_1 2", "side_3 2", "side_0 2", "side_2 2"]
    labels = [ENGLISH(step.throw.label) for step in live.steps]
    assert labels[4:] == ["side 1 (2)", "side 3 (2)", "side 0 (2)", "side 2 (2)"]


@for_each("sides", [1, 2, 3, 4])
def test_equal_sides_have_equal_chances(sides: int) -> None:
    chances = exact_chances(order, (0,) * sides)
    every = list(permutations(range(sides)))
    assert chances == {one: Fraction(1, len(every)) for one in every}


def test_weighing_the_ways_totals_fall_equals_following_every_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    contests = [(0,), (0, 0), (0, 2), (0, 6), (-1, 3), (0, 0, 0), (0, 1, -1), (2, 0, 5), (0, 9, 0), (1, 1, 4)]
    short = {modifiers: exact_chances(order, modifiers) for modifiers in contests}
    monkeypatch.setattr("rules.kernel.odds.EXACT", {})
    assert {modifiers: exact_chances(order, modifiers) for modifiers in contests} == short


def test_several_dice_a_side_are_weighed_as_they_are_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    short = exact_chances(in_dice, (1, 2, 3))
    assert sum(short.values()) == 1
    monkeypatch.setattr("rules.kernel.odds.EXACT", {})
    assert exact_chances(in_dice, (1, 2, 3)) == short


def test_six_sides_with_modifiers_of_their_own() -> None:
    chances = exact_chances(order, (0, 1, 0, 2, 0, 1))
    assert sum(chances.values()) == 1
    assert len(chances) == 720
    first = [sum(p for one, p in chances.items() if one[0] == side) for side in range(6)]
    assert first[0] == first[2] == first[4] < first[1] == first[5] < first[3]


def test_live_ranking_stays_below_the_odds_by_the_ties_alone() -> None:
    exact, live = exact_chances(order, (1, 0, 0)), by_hand(order, (1, 0, 0), longest=6)
    left = 1 - sum(live.values())
    assert left < Fraction(1, 8)
    assert all(0 <= exact[one] - live[one] <= left for one in exact)
