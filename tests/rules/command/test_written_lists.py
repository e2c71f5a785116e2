"""Random forces in the shapes of players and list builders are read correctly, or asked about."""

from __future__ import annotations

import re

from data.systems import system_of, vocabulary
from rules.command.army_list import read_list
from tests.rows import for_each
from tests.rules.command.written_lists import Wanted, Written, misread
from tests.rules.command.written_rosters import random_list
from tests.turns import examples


def test_a_list_is_read_as_it_was_meant_and_one_line_in_ten_is_asked_about_at_most() -> None:
    asked = lines = 0
    for one in (random_list(seed) for seed in range(examples(150))):
        found = read_list(system_of(one.system), vocabulary(one.system), one.text)
        assert misread(one, found) == [], one.text
        if one.style != "several":
            asked += len(found.unknown_names) + len(found.faults)
            lines += sum(1 for line in one.text.splitlines() if re.search(r"\w", line))
    assert asked <= 0.1 * lines


@for_each(
    ("text", "is_right"),
    [("Tank 150 pts", True), ("Tank 151 pts", False), ("2x Tank, 150 pts each", False), ("", False)],
)
def test_the_check_sees_a_list_that_is_read_as_something_else(text: str, is_right: bool) -> None:
    tank = Written("one", "Tank 150 pts", [Wanted("tank", 1, {"heavy_cannon": 1, "heavy_mg": 1}, 150)], "fubar")
    assert (misread(tank, read_list(system_of("fubar"), vocabulary("fubar"), text)) == []) is is_right
