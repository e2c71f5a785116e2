"""Requests: their situations and numbers, their words, and copies with other values in some fields."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from decimal import Decimal
from typing import Any

import pytest

from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.request import Request, changed, group_of, requested_situations
from rules.kernel.wording import ENGLISH
from tests.rows import for_each

SHOT = Request("fire", unit=("u1",), situation=("walk",))


def test_a_changed_request_equals_a_replaced_one() -> None:
    other = changed(SHOT, target=("u2",), side="Red")
    assert other == replace(SHOT, target=("u2",), side="Red")
    assert hash(other) == hash(replace(SHOT, target=("u2",), side="Red"))


def test_the_first_stays_as_it_is() -> None:
    changed(SHOT, target=("u2",))
    assert SHOT.target == ()


def test_the_copy_is_frozen_too() -> None:
    with pytest.raises(FrozenInstanceError):
        changed(SHOT, side="Red").side = "Blue"  # pyright: ignore[reportAttributeAccessIssue] — that is what is tried


def test_a_field_that_it_has_not_is_refused() -> None:
    with pytest.raises(TypeError, match="tarjet"):
        changed(SHOT, tarjet=("u2",))


def test_situations_have_numbers_and_lengths() -> None:
    asked = Request("fire", situation=("covered=2", "walk", "near=6.5", "far=x", "covered=3"))
    assert [asked.number(code, 9) for code in ("covered", "walk", "far", "none")] == [2, 1, 1, 9]
    assert [asked.length(code) for code in ("near", "covered", "walk")] == [Decimal("6.5"), Decimal(2), None]
    assert requested_situations(("walk", "cover…", "…")) == ("cover", "")
    assert (asked.single_situation(("walk", "run")), asked.single_situation(("run",))) == ("walk", None)
    with pytest.raises(RuleError, match=r"^Not possible at the same time: walk and covered 2\.$"):
        asked.single_situation(("walk", "covered=2"))


def test_each_target_has_a_value_of_its_own_or_the_one_for_all() -> None:
    assert [Request.value_for(given, 1, "none") for given in ((), ("a",), ("a", "b"))] == ["none", "a", "b"]
    with pytest.raises(BadFacts, match=r"^Target 3 has no value: give one for all targets or one for each\.$"):
        Request.value_for(("a", "b"), 2, None)


@for_each(
    ("given", "said"),
    [
        ({}, ""),
        ({"distance": (Decimal(9),), "cover": ("open",)}, ", 9″, in the open"),
        ({"distance": (Decimal(9),), "cover": ("none",)}, ", 9″"),
        ({"cover": ("hard",), "situation": ("covered=2", "near=6")}, ", hard cover, covered 2, near 6″"),
        ({"extra": ("smoke",), "terrain": ("woods",), "situation": ("walk",)}, ", walk, woods, smoke"),
        ({"target": ("u1", "u2"), "distance": (Decimal(9), Decimal(8))}, ", u1: 9″; u2: 8″"),
        ({"target": ("u1", "u2"), "distance": (Decimal(9), Decimal(9))}, ", 9″"),
        ({"target": ("u1", "u2"), "cover": ("hard", "fortification")}, ", u1: hard cover; u2: fortification"),
        ({"target": ("u1",), "distance": (Decimal(9), Decimal(1))}, ", 9″ and 1″"),
        ({"target": ("u1",), "cover": ("hard", "soft")}, ", hard cover, soft cover"),
    ],
)
def test_the_details_of_a_shot_follow_its_title(given: dict[str, Any], said: str) -> None:
    assert ENGLISH(Request("fire", **given).details({"near="})) == said


def test_a_request_is_stored_without_what_was_not_given_and_read_again() -> None:
    shot = Request("fire", ("u1",), distance=(Decimal("9.50"),), count=0, side="")
    assert shot.to_stored() == {"command": "fire", "unit": ("u1",), "count": 0, "distance": ["9.50"]}
    assert Request.of({"command": "fire", "unit": ["u1"], "count": 0, "distance": ["9.50"]}) == replace(shot, side=None)
    assert (group_of("turn next"), group_of("fire")) == ("turn", "fire")
