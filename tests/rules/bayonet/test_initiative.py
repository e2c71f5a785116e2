"""The order of the bounds: a die each, ties again."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.bayonet.table import chances, keys, labels, outcome, play


def test_the_highest_goes_first() -> None:
    assert outcome("initiative", {"sides": 3}, (2, 6, 4)) == {"order": [1, 2, 0]}


def test_only_the_tied_roll_again_highest_group_first() -> None:
    played = play("initiative", {"sides": 4}, (2, 5, 2, 5, 1, 3, 4, 4, 6, 1))
    assert played.played.outcome.order == (3, 1, 0, 2)
    assert [step.throw.side for step in played.played.steps[4:]] == [1, 3, 0, 2, 0, 2]


@for_each(("sides", "orders"), [(2, 2), (3, 6), (4, 24)])
def test_every_order_is_as_likely_as_any_other(sides: int, orders: int) -> None:
    assert set(chances("initiative", {"sides": sides}).values()) == {Fraction(1, orders)}


def test_odds_stop_at_six_sides() -> None:
    with pytest.raises(RuleError, match="up to 6 sides"):
        chances("initiative", {"sides": 7})


@for_each("sides", [1, 21, "2", None])
def test_two_sides_or_more(sides: object) -> None:
    with pytest.raises(BadFacts, match=r"^sides: "):
        play("initiative", {"sides": sides})


def test_words_number_the_sides_from_one() -> None:
    resolution = play("initiative", {"sides": 2}, (1, 2))
    assert ENGLISH(resolution.text) == "Order of the bounds: side 2, then side 1."
    assert keys(resolution) == ["initiative 1", "initiative 2"]
    assert labels(resolution) == ["initiative of side 1", "initiative of side 2"]


def test_names_are_shown_as_typed() -> None:
    named = play("initiative", {"sides": 2, "names": ["Blue", "Red"]}, (1, 2))
    assert ENGLISH(named.text) == "Order of the bounds: Red, then Blue."
    with pytest.raises(BadFacts, match=r"^names: give one name for each of 2 sides, not 1$"):
        play("initiative", {"sides": 2, "names": ["Blue"]})


# Activation: without a roll, so it cannot fail.


def test_nothing_is_rolled_or_decided() -> None:
    assert outcome("activate", {}) == {}
    assert play("activate", {}).played.steps == ()
    assert list(chances("activate", {}).values()) == [Fraction(1)]


def test_it_takes_no_facts() -> None:
    with pytest.raises(BadFacts, match="unit: no such field"):
        play("activate", {"unit": {}})
