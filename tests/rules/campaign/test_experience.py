"""What a unit learns in a battle, how recruits dilute it, and its level (Aftermath › Experience)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.campaign.table import DEEDS, faulty, learned, outcome, refused, told


def came_to(facts: dict[str, Any]) -> dict[str, Any]:
    return outcome("experience", facts)


def test_fighting_earns_one_and_each_deed_another() -> None:
    assert came_to(learned())["gained"] == 1
    assert [came_to(learned(deed))["gained"] for deed in DEEDS] == [2, 2, 2, 2]
    assert came_to(learned("caused_losses", "won"))["gained"] == 3


def test_at_most_four_a_battle() -> None:
    assert came_to(learned(*DEEDS))["gained"] == 4
    assert came_to(learned(*DEEDS[:3]))["gained"] == 4


def test_nothing_for_those_who_routed() -> None:
    assert came_to(learned(*DEEDS, "routed", before=5)) == {"gained": 0, "after": 5, "level": 1, "level_up": False}


@pytest.mark.parametrize(("before", "level"), [(0, 0), (2, 0), (3, 1), (8, 1), (9, 2), (16, 2), (17, 3), (500, 3)])
def test_a_level_at_4_10_and_18(before: int, level: int) -> None:
    assert came_to(learned(before=before))["level"] == level


@pytest.mark.parametrize(("before", "models", "recruits", "after"), [(9, 8, 2, 6), (9, 8, 8, 0), (5, 3, 1, 3)])
def test_recruits_dilute_first_rounded_down(before: int, models: int, recruits: int, after: int) -> None:
    assert came_to(learned("routed", before=before, models=models, recruits=recruits))["after"] == after


def test_half_of_it_recruits_may_fall_a_level() -> None:
    found = came_to(learned(before=10, models=8, recruits=4))
    assert (found["after"], found["level"], found["level_up"]) == (6, 1, False)
    assert told("experience", learned(before=10, models=8, recruits=4)).endswith("Down to level 1.")


def test_a_level_regained_in_the_same_battle_is_none_up() -> None:
    found = came_to(learned(*DEEDS, before=10, models=8, recruits=2))
    assert (found["after"], found["level"], found["level_up"]) == (11, 2, False)


@given(st.sets(st.sampled_from(DEEDS)), st.booleans(), st.booleans(), st.integers(0, 40), st.integers(1, 30), st.data())
def test_laws(deeds: set[str], fought: bool, routed: bool, before: int, models: int, data: st.DataObject) -> None:
    recruits = data.draw(st.integers(0, models))
    facts = learned(*deeds, fought=fought, routed=routed, before=before, models=models, recruits=recruits)
    found = came_to(facts)
    assert 0 <= found["gained"] <= (0 if routed else 4)
    assert found["gained"] <= found["after"] <= before + found["gained"]
    assert 0 <= found["level"] <= 3
    if found["level_up"]:
        assert came_to(facts | {"recruits": 0})["level"] >= found["level"]
    assert came_to(facts | {"recruits": 0})["after"] >= found["after"]


def test_a_unit_with_nobody_left_is_refused() -> None:
    refused("experience", learned(models=0), "wiped out")


def test_more_recruits_than_figures_are_refused() -> None:
    refused("experience", learned(models=4, recruits=5), "5 recruits in a unit of 4")


@pytest.mark.parametrize("field", [*DEEDS, "models"])
def test_what_has_to_be_given(field: str) -> None:
    facts = learned()
    del facts[field]
    faulty("experience", facts, field)


@pytest.mark.parametrize(
    ("field", "value"), [("before", -1), ("before", 1001), ("recruits", -1), ("models", 101), ("won", 1)]
)
def test_facts_that_cannot_be(field: str, value: object) -> None:
    faulty("experience", learned() | {field: value}, field)
