"""The building blocks of facts: strict types, exact decimals, and one fault per field."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from rules.errors import BadFacts
from rules.facts import Count, Facts, Flag, Inches, Modifier, checked


class Group(Facts):
    count: Count
    loaded: Flag = True


class Shot(Facts):
    distance: Inches
    groups: tuple[Group, ...] = Field(default=(Group(count=1),), min_length=1)
    modifier: Modifier = 0


def faults(**given: Any) -> list[str]:
    with pytest.raises(BadFacts) as caught:
        checked(Shot, given)
    return list(caught.value.faults)


@pytest.mark.parametrize("written", [0, 11, 11.0, 1.1, 0.1, 1000, Decimal("11.000000001")])
def test_distances_are_the_decimals_they_were_written_as(written: float | Decimal) -> None:
    assert checked(Shot, {"distance": written}).distance == Decimal(str(written))


def test_exact_decimals_are_exact_in_sums() -> None:
    assert checked(Shot, {"distance": 1.1}).distance * 10 == 11
    assert checked(Shot, {"distance": 0.1}).distance + checked(Shot, {"distance": 0.2}).distance == Decimal("0.3")


@pytest.mark.parametrize(
    "written", [-1, -0.01, 1000.1, 10**400, "10", True, None, [], {}, Decimal("NaN"), Decimal("Infinity")]
)
def test_what_is_no_distance(written: Any) -> None:
    assert all(fault.startswith("distance: ") for fault in faults(distance=written))


@pytest.mark.parametrize("count", [-1, 101, 1.0, 1.5, "3", True, None])
def test_counts_are_whole_and_bounded(count: Any) -> None:
    [fault] = faults(distance=1, groups=[{"count": count}])
    assert fault.startswith("groups.0.count: ")


@pytest.mark.parametrize("flag", [0, 1, "yes", "true", None])
def test_flags_are_true_or_false(flag: Any) -> None:
    [fault] = faults(distance=1, groups=[{"count": 1, "loaded": flag}])
    assert fault.startswith("groups.0.loaded: ")


@pytest.mark.parametrize("modifier", [-11, 11, 0.5])
def test_modifiers_are_bounded(modifier: Any) -> None:
    assert faults(distance=1, modifier=modifier)[0].startswith("modifier: ")


def test_every_fault_has_a_line_of_its_own() -> None:
    assert faults(groups=[{"count": 101}, {}], modifier=-11, extra=1) == [
        "distance: missing",
        "groups.0.count: Input should be less than or equal to 100, not 101",
        "groups.1.count: missing",
        "modifier: Input should be greater than or equal to -10, not -11",
        "extra: no such field",
    ]


def test_a_group_at_fault_does_not_make_the_list_too_short() -> None:
    assert len(faults(distance=1, groups=[{"count": -1}])) == 1
    assert faults(distance=1, groups=[])[0].startswith("groups: ")


def test_long_values_are_cut_short() -> None:
    [fault] = faults(distance="x" * 500)
    assert len(fault) < 120


def test_facts_go_to_json_and_back() -> None:
    shot = checked(Shot, {"distance": 11.5, "groups": [{"count": 2}]})
    kept = json.loads(json.dumps(shot.model_dump(mode="json")))
    assert kept == {"distance": 11.5, "groups": [{"count": 2, "loaded": True}], "modifier": 0}
    assert checked(Shot, kept) == shot


def test_facts_are_not_changed_once_made() -> None:
    with pytest.raises(ValueError, match="frozen"):
        checked(Shot, {"distance": 1}).modifier = 3


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(["distance", "groups", "modifier", "x"]), ANYTHING))
def test_whatever_is_given_is_taken_or_refused_by_name(given: dict[str, Any]) -> None:
    assert {fault.split(".")[0].split(":")[0] for fault in _faults(given)} <= {"distance", "groups", "modifier", "x"}


def _faults(given: dict[str, Any]) -> tuple[str, ...]:
    try:
        checked(Shot, given)
    except BadFacts as error:
        return error.faults
    return ()
