"""Random forces in the shapes of players and list builders are read correctly, or asked about."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.systems import system_of, vocabulary
from rules.command.army_list import read_list
from tests.rules.command.written_lists import Wanted, Written, misread
from tests.rules.command.written_rosters import random_list
from tests.turns import examples


@given(st.integers(0, 1_000_000))
@settings(max_examples=examples(150), deadline=None, derandomize=True)
def test_a_list_is_read_as_it_was_meant_or_is_asked_about(seed: int) -> None:
    one = random_list(seed)
    assert misread(one, read_list(system_of(one.system), vocabulary(one.system), one.text)) == [], one.text


def test_one_line_in_ten_of_lists_by_chance_is_asked_about_at_most() -> None:
    asked = lines = 0
    for one in (random_list(seed) for seed in range(300)):
        if one.style != "several":
            found = read_list(system_of(one.system), vocabulary(one.system), one.text)
            asked += len(found.unknown_names) + len(found.faults)
            lines += sum(1 for line in one.text.splitlines() if re.search(r"\w", line))
    assert asked <= 0.1 * lines


@pytest.mark.parametrize(
    ("text", "is_right"),
    [("Tank 150 pts", True), ("Tank 151 pts", False), ("2x Tank, 150 pts each", False), ("", False)],
)
def test_the_check_sees_a_list_that_is_read_as_something_else(text: str, is_right: bool) -> None:
    tank = Written("one", "Tank 150 pts", [Wanted("tank", 1, {"heavy_cannon": 1, "heavy_mg": 1}, 150)], "fubar")
    assert (misread(tank, read_list(system_of("fubar"), vocabulary("fubar"), text)) == []) is is_right
