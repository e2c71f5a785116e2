"""Readings of dice: the value at the table and the distribution over every roll agree."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.dice import (
    Highest,
    LateLines,
    Line,
    Lowest,
    Need,
    Reading,
    Successes,
    Tally,
    Total,
    read_faces,
    spread_faces,
    total,
)
from rules.kernel.text import Text
from tests.rows import for_each

READINGS: list[Reading[Any]] = [Successes(4), Successes(1), Successes(7), Total(), Highest(), Lowest(), Tally((4, 6))]


@for_each("reading", READINGS)
@for_each("sides", [2, 4, 6])
@for_each("count", [0, 1, 2, 4])
def test_spread_counts_every_roll(reading: Reading[Any], sides: int, count: int) -> None:
    by_hand: dict[Any, int] = {}
    for faces in product(range(1, sides + 1), repeat=count):
        got = read_faces(reading, faces)
        by_hand[got] = by_hand.get(got, 0) + 1
    assert dict(spread_faces(reading, count, sides)) == by_hand


@given(st.integers(0, 60), st.integers(1, 7), st.sampled_from([4, 6, 10, 12, 20]))
def test_successes_follow_the_binomial_law(count: int, need: int, sides: int) -> None:
    good = max(0, sides + 1 - need)
    law = {n: comb(count, n) * good**n * (sides - good) ** (count - n) for n in range(count + 1)}
    assert dict(spread_faces(Successes(need), count, sides)) == {n: ways for n, ways in law.items() if ways}


@given(st.sampled_from(READINGS), st.integers(0, 40), st.sampled_from([4, 6, 12]))
def test_weights_add_up_to_all_rolls(reading: Reading[Any], count: int, sides: int) -> None:
    assert sum(ways for _, ways in spread_faces(reading, count, sides)) == sides**count


@given(st.sampled_from(READINGS), st.lists(st.integers(1, 6), max_size=12), st.randoms(use_true_random=False))
def test_the_order_of_the_dice_does_not_matter(reading: Reading[Any], faces: list[int], shuffling: Any) -> None:
    shuffled = list(faces)
    shuffling.shuffle(shuffled)
    assert read_faces(reading, shuffled) == read_faces(reading, faces)


def test_two_dice_make_the_triangle_of_2d6() -> None:
    ways = dict(spread_faces(Total(), 2, 6))
    assert [ways[total] for total in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


def test_higher_and_lower_of_two_dice() -> None:
    best, worst = dict(spread_faces(Highest(), 2, 6)), dict(spread_faces(Lowest(), 2, 6))
    assert best == {face: 2 * face - 1 for face in range(1, 7)}
    assert worst == {face: 13 - 2 * face for face in range(1, 7)}


def test_a_tally_counts_every_mark_reached() -> None:
    assert read_faces(Tally((4, 6)), [6, 4, 3, 6]) == (3, 2)


def test_without_dice_a_reading_is_its_start() -> None:
    assert [read_faces(reading, []) for reading in READINGS] == [0, 0, 0, 0, 0, 0, (0, 0)]


def test_a_hundred_dice_are_exact() -> None:
    ways = dict(spread_faces(Successes(5), 100, 6))
    assert Fraction(sum(n * w for n, w in ways.items()), 6**100) == Fraction(100, 3)


def test_lines_add_up_by_sort() -> None:
    lines = (
        Line(Text("skill"), 4, "Firing"),
        Line(Text("cover"), 1, "Cover"),
        Line(Text("rifles"), 8, "Weapons", "dice"),
    )
    assert (total(lines), total(lines, "dice"), total((), "dice")) == (5, 8, 0)


def test_lines_made_late_are_made_once_and_equal_a_ledger() -> None:
    lines = (Line(Text("skill"), 4, "Firing"), Line(Text("cover"), 1, "Cover"))
    made = list[int]()

    def make() -> tuple[Line, ...]:
        made.append(1)
        return lines

    late = LateLines(make)
    assert made == []
    assert (len(late), late[1], tuple(late[:1]), hash(late)) == (2, lines[1], lines[:1], hash(lines))
    assert late == lines
    assert late != lines[:1]
    assert late != 3
    assert made == [1]


def test_a_number_is_met_by_a_die_or_by_the_total() -> None:
    assert [Need(4).is_met_by(face) for face in (3, 4, 5)] == [False, True, True]
    assert [Need(4, at_most=True).is_met_by(face) for face in (3, 4, 5)] == [True, True, False]
    assert [Need(4).count(faces) for faces in ((3, 4, 5), ())] == [2, 0]
    assert [Need(8, summed=True).count(faces) for faces in ((3, 4), (4, 4))] == [0, 1]
    assert [Need(8, at_most=True).count(faces) for faces in ((4, 4), (4, 5))] == [1, 0]
    assert Need(4, at_most=True, each=True).count((3, 4, 5)) == 2
