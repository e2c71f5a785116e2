"""How far: the figure's own move, 2 inches when suppressed."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.errors import RuleError
from rules.kernel.wording import ENGLISH
from tests.rules.bayonet.table import outcome, play


@pytest.mark.parametrize(
    ("facts", "inches"),
    [
        ({"move": 6}, 6),
        ({"move": 6, "suppressed": True}, 2),
        ({"move": 1, "suppressed": True}, 1),
        ({"move": 6, "fleeing": True}, 6),
        ({"move": 6, "fleeing": True, "suppressed": True}, 6),
        ({"move": 0}, 0),
    ],
)
def test_inches_and_a_ledger_that_adds_up(facts: dict[str, Any], inches: int) -> None:
    came_to = outcome("movement", facts)
    assert came_to["inches"] == inches
    assert sum(line["value"] for line in came_to["why"]) == inches


def test_the_page_gives_no_distances() -> None:
    with pytest.raises(RuleError, match="no distances"):
        play("movement", {})


def test_words_say_where_to() -> None:
    assert ENGLISH(play("movement", {"move": 6, "suppressed": True}).text) == "Up to 2″. It is suppressed: into cover."
    assert "away from the enemy" in ENGLISH(play("movement", {"move": 6, "fleeing": True}).text)
