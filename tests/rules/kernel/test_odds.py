"""Odds of rules made up for the test, against live play and closed forms."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import settings as within
from hypothesis import strategies as st

from rules.kernel.dice import Highest, Need, Roll, Successes, Tally, Total
from rules.kernel.odds import Dist, Odds, compute_odds_by
from rules.kernel.table import Decision, Frame, Table, Then, then
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.table import by_hand, exact_chances

HIT = Roll("to_hit", Text("to hit"), "attacker", 6, Successes(4), Need(4))
SAVE = Roll("saves", Text("saves"), "defender", 6, Successes(5), Need(5))
SCORE = Roll("score", Text("score"), "attacker", 6, Total())


class Lost(NamedTuple):
    hits: int
    lost: int


def volley(table: Table, dice: int) -> Then[Lost]:
    return then(saves, table.roll(HIT, dice))


def saves(table: Table, hits: int) -> Lost:
    return Lost(hits, hits - table.roll(SAVE, hits))


def roll_nothing(table: Table) -> str:
    return "nothing"


def branch(table: Table, dice: int) -> str:
    """Asks for more or fewer dice by what came before, and plays a rule in the middle."""
    best = table.roll(Roll("best", Text("best"), "unit", 4, Highest()), dice)
    if best == 4:
        return f"hit, {table.play(volley, 1).lost} lost"
    return "even" if table.roll(Roll("luck", Text("luck"), "unit", 4, Total()), 2) % 2 == 0 else "odd"


def explodes(table: Table) -> Then[int] | int:
    """A 6 is rolled again and again; what counts is the last face."""
    face = table.roll(SCORE)
    return then(explodes) if face == 6 else face


def twins(table: Table, modifier: int) -> int | Then[int]:
    one, other = table.roll(SCORE), table.roll(SCORE) + modifier
    if one == other:
        return then(twins, modifier)
    return 0 if one > other else 1


def both(table: Table) -> tuple[Lost, Lost]:
    return table.together(lambda one, other: (one, other), then(volley, 2), then(volley, 1))


def reroll(table: Table, dice: int) -> int:
    """Misses of the first roll are rolled a second time."""
    hits = table.roll(HIT, dice)
    again = HIT._replace(key="misses", label=Text("misses again"), again="to_hit")
    return hits + table.roll(again, dice - hits)


@for_each(
    ("rule", "numbers"),
    [(roll_nothing, ()), (volley, (0,)), (volley, (3,)), (branch, (2,)), (both, ()), (reroll, (3,))],
)
def test_odds_agree_with_live_play(rule: Any, numbers: tuple[int, ...]) -> None:
    assert exact_chances(rule, *numbers) == by_hand(rule, *numbers)


def test_a_rule_without_chance_is_certain() -> None:
    assert exact_chances(roll_nothing) == {"nothing": 1}


@given(st.integers(0, 12))
def test_hits_and_saves_are_two_binomials(dice: int) -> None:
    for (hits, lost), p in exact_chances(volley, dice).items():
        hit = Fraction(comb(dice, hits), 2**dice)
        assert p == hit * Fraction(comb(hits, lost) * 2**lost, 3**hits)


def test_rolling_misses_again_makes_three_in_four() -> None:
    assert exact_chances(reroll, 4) == {n: Fraction(comb(4, n) * 3**n, 4**4) for n in range(5)}


def test_independent_parts_multiply() -> None:
    one, other = exact_chances(volley, 2), exact_chances(volley, 1)
    assert exact_chances(both) == {(a, b): p * q for a, p in one.items() for b, q in other.items()}


def test_a_roll_made_again_for_ever_is_summed_to_the_end() -> None:
    assert exact_chances(explodes) == {face: Fraction(1, 5) for face in range(1, 6)}


def test_ties_are_divided_out_with_their_modifier() -> None:
    assert exact_chances(twins, 0) == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert exact_chances(twins, 1) == {0: Fraction(10, 31), 1: Fraction(21, 31)}


@within(deadline=None, max_examples=20)
@given(st.integers(-5, 5))
def test_live_ties_come_ever_closer_from_below(modifier: int) -> None:
    exact, live = exact_chances(twins, modifier), by_hand(twins, modifier, longest=6)
    left = 1 - sum(live.values())
    assert all(0 <= exact[end] - live.get(end, 0) <= left for end in exact)


def hopeless(table: Table) -> str | Then[str]:
    return then(hopeless_back) if table.roll(HIT) else "out"


def hopeless_back(table: Table) -> Then[str]:
    return then(hopeless)


def counts_sixes(table: Table) -> int | Then[int]:
    return then(counts_sixes).convert(lambda more: more + 1) if table.roll(SCORE) == 6 else 0


@for_each("rule", [hopeless, counts_sixes])
def test_a_circle_by_way_of_another_rule_or_with_another_result_is_an_error_of_ours(rule: Any) -> None:
    with pytest.raises(RuntimeError, match="comes round to itself"):
        exact_chances(rule)


CALLS: list[int] = []


def counted_saves(table: Table, hits: int) -> int:
    CALLS.append(hits)
    return hits


def merge(table: Table, dice: int) -> Then[int]:
    first, second = table.roll(HIT, dice), table.roll(SAVE, dice)
    return then(counted_saves, first + second)


def _coin(odds: Odds, dice: int) -> Dist[int]:
    return Dist({0: 1, dice: 1}, 2)


@compute_odds_by(_coin)
def toss(table: Table, dice: int) -> int:
    CALLS.append(dice)
    return dice * table.roll(HIT)


def test_a_shortcut_gives_the_odds_of_a_rule_that_is_then_not_followed() -> None:
    CALLS.clear()
    assert exact_chances(lambda table: table.play(toss, 3)) == {0: Fraction(1, 2), 3: Fraction(1, 2)}
    assert CALLS == []
    assert by_hand(toss, 3) == {0: Fraction(1, 2), 3: Fraction(1, 2)}
    assert CALLS != []


def test_equal_histories_meet_at_then() -> None:
    CALLS.clear()
    exact_chances(merge, 5)
    assert sorted(CALLS) == list(range(11))


def _yes(text: str) -> bool:
    return text == "yes"


GO = Decision[bool]("go", "unit", Text("Go?"), ("yes", "no"), "yes", _yes)


def may_go(table: Table) -> int:
    return table.roll(SCORE) if table.decide(GO) else 0


def test_decisions_take_their_default_or_the_choice() -> None:
    assert exact_chances(may_go) == {face: Fraction(1, 6) for face in range(1, 7)}
    assert exact_chances(may_go, go="no") == {0: 1}


def test_assumptions_about_the_players_are_shown() -> None:
    def assumed(decision: Decision[bool], **choices: str) -> list[str]:
        every = Odds({name: [value] for name, value in choices.items()})
        every.of(lambda table: table.decide(decision))
        return list(map(ENGLISH, every.assumed_choices()))

    assert (assumed(GO), assumed(GO, go="no"), assumed(replace(GO, asked=False))) == (["go yes"], ["go no"], [])


@within(deadline=None)
@given(st.integers(0, 20), st.integers(2, 6), st.sampled_from([4, 6, 12]))
def test_chances_add_up_to_one(dice: int, need: int, sides: int) -> None:
    def rule(table: Table) -> Any:
        got = table.roll(Roll("a", Text("a"), "unit", sides, Tally((need, sides))), dice)
        return table.roll(Roll("b", Text("b"), "unit", sides, Successes(need)), got[0]) + got[1]

    dist = Odds().of(rule)
    assert sum(dist.weights.values()) == dist.total
    assert sum(dist.fractions().values()) == 1


def test_forty_dice_take_no_time() -> None:
    chances = exact_chances(volley, 40)
    assert sum(chances.values()) == 1
    assert sum(p * lost.lost for lost, p in chances.items()) == 40 * Fraction(1, 2) * Fraction(2, 3)


CALL = Decision[int]("call", "attacker", Text("How many?"), ("N",), "0", int)


def score_then_call(table: Table) -> int:
    return 10 * table.roll(SCORE) + table.decide(CALL, 0) + table.roll(HIT)


def test_the_odds_of_the_rest_begin_with_the_dice_rolled() -> None:
    frame = Frame(score_then_call, (), (4,))
    rest = Odds({"call": ["2"]}).after(frame)
    assert {outcome: Fraction(weight, rest.total) for outcome, weight in rest.weights.items()} == {
        42: Fraction(1, 2),
        43: Fraction(1, 2),
    }
