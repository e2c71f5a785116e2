"""Luck: sums of dice compared with every possible roll, with icepool and with each other."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import icepool as _icepool
import pytest
from hypothesis import given
from hypothesis import strategies as some

from rules.kernel.dice import Highest, Lowest, Need, Successes, Total, Weights, spread_faces
from rules.kernel.luck import FEW_DICE, PRECISION, LuckTrial, at_least, chance_of, judge_luck, sum_trials, trials
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.roll_kinds import LOOKED_UP, MORALE, TO_HIT, UNWANTED, RollKind
from rules.kernel.text import Text
from tests.rows import for_each

icepool: Any = _icepool
PLAY = Play(action="fire", facts={"facing": "front"})


def throw(*faces: int, sides: int = 6, needed: Need | None = None, **more: Any) -> RecordedRoll:
    given: dict[str, Any] = {"source": "bot"} | more
    return RecordedRoll(key="x", label=Text("x"), by="unit", sides=sides, faces=faces, needed=needed, **given)


def die(need: int, sides: int = 6) -> Weights:
    return spread_faces(Successes(need), 1, sides)


dice = some.lists(some.tuples(some.sampled_from((4, 6)), some.integers(1, 7)), min_size=1, max_size=5)


@given(dice, some.integers(-1, 7))
def test_the_chance_is_that_of_every_roll_there_is(dice: list[tuple[int, int]], got: int) -> None:
    every = list(product(*(range(1, sides + 1) for sides, _ in dice)))
    good = sum(sum(face >= need for face, (_, need) in zip(faces, dice, strict=True)) >= got for faces in every)
    laws: dict[Weights, int] = {}
    for sides, need in dice:
        laws[die(need, sides)] = laws.get(die(need, sides), 0) + 1
    assert at_least(laws, got) == Fraction(good, len(every))


@for_each(("fours", "fives", "pairs"), [(3, 4, 0), (10, 0, 6), (0, 0, 9), (12, 7, 5)])
def test_the_chance_is_icepools(fours: int, fives: int, pairs: int) -> None:
    """Single dice at 4+ and 5+, and pairs whose total must be 8 or less."""
    hits = fours @ (icepool.d6 >= 4) + fives @ (icepool.d6 >= 5) + pairs @ (2 @ icepool.d6 <= 8)
    [pair] = trials(PLAY, throw(4, 4, needed=Need(8, at_most=True)), MORALE)
    laws = {die(4): fours, die(5): fives, pair.law: pairs}
    for got in range(fours + fives + pairs + 1):
        assert at_least(laws, got) == hits.probability(">=", got)


def test_points_are_icepools_too() -> None:
    total = 5 @ icepool.d6 + 3 @ icepool.d12
    laws = {spread_faces(Total(), 1, 6): 5, spread_faces(Total(), 1, 12): 3}
    assert all(at_least(laws, got) == total.probability(">=", got) for got in range(8, 67))


@given(some.permutations([(2, 30), (3, 20), (4, 11), (5, 7), (6, 40)]), some.integers(0, 108))
def test_the_order_does_not_matter(parts: Sequence[tuple[int, int]], got: int) -> None:
    laws = {die(need): times for need, times in parts}
    other = {die(need): times for need, times in reversed(parts)}
    assert abs(at_least(laws, got) - at_least(other, got)) < Fraction(1, 2**100)


def test_many_of_the_same_are_the_binomial_law() -> None:
    good = sum(comb(40, n) * 2**n * 4 ** (40 - n) for n in range(15, 41))
    assert at_least({die(5): 40}, 15) == Fraction(good, 6**40)


@pytest.mark.parametrize("got", [0, 290, 333, 360, 500, 1000])
def test_so_many_that_ways_are_rounded_still_right_to_thirty_digits(got: int) -> None:
    assert 1 << PRECISION < 6**1000
    exact = Fraction(sum(comb(1000, n) * 2**n * 4 ** (1000 - n) for n in range(got, 1001)), 6**1000)
    assert abs(at_least({die(5): 1000}, got) - exact) < Fraction(1, 10**30)


def test_ten_thousand_dice_of_every_kind() -> None:
    laws = {die(need, sides): 400 for need in (2, 3, 4, 5, 6) for sides in (6, 8, 10, 12, 20)}
    mean = sum(Fraction(sides - need + 1, sides) * 400 for need in (2, 3, 4, 5, 6) for sides in (6, 8, 10, 12, 20))
    half = at_least(laws, int(mean) + 1)
    assert Fraction(45, 100) < half < Fraction(55, 100)
    assert at_least(laws, int(mean) - 200) > Fraction(999, 1000) > Fraction(1, 1000) > at_least(laws, int(mean) + 200)


# Texts


def test_too_few_dice_to_say() -> None:
    nineteen, twenty = (trials(PLAY, throw(*[4] * n, needed=Need(4)), TO_HIT) for n in (19, 20))
    assert judge_luck(nineteen).chance is None
    assert judge_luck(twenty).chance == Fraction(1, 2**20)
    assert judge_luck([*nineteen, *trials(PLAY, throw(1, needed=Need(4)), TO_HIT)]).chance == Fraction(21, 2**20)


@for_each("need", [1, 7])
def test_dice_that_cannot_fail_or_succeed_say_nothing_however_many(need: int) -> None:
    luck = judge_luck(trials(PLAY, throw(*[4] * 50, needed=Need(need)), TO_HIT))
    assert luck.dice == 50
    assert luck.chance is None


@for_each(("uncertain", "said"), [(3, False), (4, True)])
def test_of_twenty_dice_four_must_be_uncertain_before_the_chance_is_named(uncertain: int, said: bool) -> None:
    """Four dice that succeed on a 4 have a variance of 1; the others cannot succeed."""
    lots = [*trials(PLAY, throw(*[1] * uncertain, needed=Need(4)), TO_HIT)]
    lots += trials(PLAY, throw(*[1] * (20 - uncertain), needed=Need(7)), TO_HIT)
    assert judge_luck(lots).chance == (Fraction(1) if said else None)


def test_expected_successes_are_added_up() -> None:
    lots = [*trials(PLAY, throw(1, 4, 6, needed=Need(4)), TO_HIT), *trials(PLAY, throw(6, 6, needed=Need(5)), TO_HIT)]
    assert sum_trials(lots)[:3] == (5, 4, Fraction(3, 2) + Fraction(2, 3))


# As the rules read them


def test_several_dice_whose_total_must_be_low_succeed_or_fail_together() -> None:
    [found] = trials(PLAY, throw(3, 6, needed=Need(8, at_most=True)), MORALE)
    assert (found.dice, found.times, found.got) == (2, 1, 0)
    assert sum_trials([found]).expected == Fraction(26, 36)


def test_each_die_of_a_plain_total_has_its_own_chances() -> None:
    [found] = trials(PLAY, throw(2, 4), RollKind("movement"))
    assert found == LuckTrial("movement", "bot", 2, spread_faces(Total(), 1, 6), 2, 6, added=True)


def test_an_unwanted_result_is_counted_the_other_way_round() -> None:
    """Dangerous ground: a natural 12 harms, so eleven faces of twelve are a success."""
    [found] = trials(PLAY, throw(12, 4, 9, 1, sides=12, needed=Need(12)), UNWANTED)
    assert found.got == 3
    assert sum_trials([found]).expected == Fraction(11, 3)


def test_where_no_face_is_better_there_is_no_luck() -> None:
    assert trials(PLAY, throw(3), LOOKED_UP) == []


@for_each(("reading", "got", "mean"), [(Lowest(), 2, Fraction(91, 36)), (Highest(), 5, Fraction(161, 36))])
def test_of_two_dice_only_one_may_count(reading: Any, got: int, mean: Fraction) -> None:
    [found] = trials(PLAY, throw(2, 5), RollKind("to_kill", reading=lambda play: reading))
    assert (found.dice, found.got, found.added) == (2, got, True)
    assert sum_trials([found]).expected == mean


def test_own_dice_and_the_bots_are_distinguished() -> None:
    found = trials(PLAY, throw(6, 1, 6, source="physical", added=1, needed=Need(6)), TO_HIT)
    assert [(one.hands, one.dice, one.got) for one in found] == [("own", 2, 1), ("bot", 1, 1)]
    assert [one.hands for one in trials(PLAY, throw(6, 1), TO_HIT)] == ["bot"]
    together = throw(6, 1, source="physical", added=1, needed=Need(8, at_most=True))
    assert [one.hands for one in trials(PLAY, together, MORALE)] == ["own"]


def test_dice_rolled_again_are_dice_of_their_own() -> None:
    """The first roll and its replacement are two rolls: each die counts once, as rolled."""
    first, again = throw(2, needed=Need(4)), throw(7, sides=12, needed=Need(4), rerolled=(2,))
    lots: list[LuckTrial] = [*trials(PLAY, first, MORALE), *trials(PLAY, again, MORALE)]
    assert sum_trials(lots)[:3] == (2, 1, Fraction(1, 2) + Fraction(9, 12))


def test_nothing_is_certain_of_no_dice() -> None:
    assert at_least({}, 0) == 1
    assert at_least({}, 1) == 0


def test_a_pool_rolled_under_a_value_counts_each_die() -> None:
    """Three hits of five dice count as three, where 2.5 were expected; a total to roll under counts as one."""
    pool = throw(1, 5, 5, 6, 10, sides=10, needed=Need(5, at_most=True, each=True))
    assert pool.successes == 3
    [found] = trials(PLAY, pool, TO_HIT)
    assert (found.got, found.dice, sum_trials([found]).expected) == (3, 5, Fraction(5, 2))
    assert throw(1, 5, sides=10, needed=Need(5, at_most=True)).successes == 0


def test_the_chance_of_few_or_even_dice_is_not_named() -> None:
    """From 20 dice on, unless they can hardly fail."""
    few, enough = ([LuckTrial("morale", "bot", 1, die(4), 1, 1)] * n for n in (FEW_DICE - 1, FEW_DICE))
    assert (judge_luck(few).chance, judge_luck(enough).chance) == (None, Fraction(1, 2**FEW_DICE))
    assert chance_of(few) == Fraction(1, 2 ** (FEW_DICE - 1))
    sure = [LuckTrial("morale", "bot", 1, die(1), 1, 1)] * 20
    assert judge_luck(sure) == (20, 20, 20, None)
    assert chance_of([]) == 1
