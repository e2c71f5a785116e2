"""The states of a unit, each once; and the number of an outcome that counts most, with its chances."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec

import pytest

from data import SYSTEMS, system_of
from rules.kernel.action import Aim, FieldName, MainOutcome, State, by_name, main_outcome, up_to
from rules.kernel.odds import Dist
from rules.kernel.text import Term, Text
from rules.kernel.wording import ENGLISH

MOVED = State("moved", Text("movement"), ("turn_end",), Text("has moved"))


def test_no_state_is_listed_twice() -> None:
    assert by_name((MOVED, MOVED._replace(name="fired"))).keys() == {"moved", "fired"}
    with pytest.raises(ValueError, match="moved"):
        by_name((MOVED, MOVED._replace(quiet=True)))


IN_PYTHON = [one.key for one in SYSTEMS if find_spec(f"rules.{one.key}") and find_spec(f"rules.{one.key}.states")]


@pytest.mark.parametrize("key", IN_PYTHON)
def test_every_system_lists_each_of_its_states_once(key: str) -> None:
    """A file of rows names each once, or it cannot be read."""
    assert by_name(import_module(f"rules.{key}.states").LISTED) == system_of(key).states


# The main outcome.

LOST = MainOutcome("casualties", (), 3, {0: 1, 1: 2, 3: 5}, 8)


def test_the_main_outcome_has_the_chance_of_each_number_and_of_so_many_or_more() -> None:
    assert [LOST.chance(n) for n in (0, 1, 2, 3)] == [Fraction(1, 8), Fraction(2, 8), 0, Fraction(5, 8)]
    assert [LOST.at_least(n) for n in (0, 1, 2, 3, 4)] == [1, Fraction(7, 8), Fraction(5, 8), Fraction(5, 8), 0]


def test_a_count_is_expected_on_average_and_a_degree_by_the_chance_of_the_last_one() -> None:
    assert LOST.mean == Fraction(17, 8)
    degrees = LOST._replace(steps=tuple(map(Text, ("held", "shaken", "broken", "gone"))))
    assert degrees.mean == Fraction(5, 8)


def test_a_target_is_wiped_out_by_as_much_as_it_has_and_not_at_all_where_that_cannot_be() -> None:
    assert LOST.wiped_out == Fraction(5, 8)
    assert LOST._replace(whole=1).wiped_out == Fraction(7, 8)
    assert LOST._replace(whole=None).wiped_out is None


def test_outcomes_with_the_same_main_number_are_added_and_the_lowest_comes_first() -> None:
    spent: list[int] = []
    dist = Dist[tuple[int, str]]({(2, "near"): 3, (0, "far"): 4, (2, "far"): 1}, 8)
    found = main_outcome(Aim[tuple[int, str]]("hits", lambda outcome: outcome[0], whole=2), dist, spent.append)
    assert found == MainOutcome("hits", (), 2, {0: 4, 2: 4}, 8)
    assert list(found.weights) == [0, 2]
    assert spent == [3]


def test_an_outcome_and_its_fields_are_named_in_words() -> None:
    assert [LOST.name, LOST._replace(code="fallen").name] == [Term("casualties"), Term("fallen")]
    held, missed = FieldName("held", changes="missed"), FieldName("held")
    assert [ENGLISH(one.effect) for one in (held, missed)] == ["held missed", "held"]
    results = ("failed", "passed", "missed", 0, None)
    assert [missed.leaves_nothing(one) for one in results] == [False, True, False, True, True]
    assert [FieldName("morale", changes="passed").leaves_nothing(one) for one in ("failed", "passed")] == [True, False]


def test_a_state_is_named_with_what_it_points_at() -> None:
    near = MOVED._replace(name="near", with_units=Text("in contact with {units}"))
    said = [[ENGLISH(one.name_with(units)) for units in ((), (Text("A"), Text("B")))] for one in (near, MOVED)]
    assert said == [["near", "in contact with A and B"], ["moved", "moved A and B"]]


def test_exact_odds_are_refused_beyond_a_number() -> None:
    refused = up_to(4, 5, "up to {most}; there are {n}")
    assert refused
    assert ENGLISH(refused) == "up to 4; there are 5"
    assert up_to(4, 4, "up to {most}; there are {n}") is None
