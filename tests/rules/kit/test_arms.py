"""Weapons that fire: named ones, or the best that the remaining crew can serve."""

from __future__ import annotations

import pytest

from rules.kernel.errors import RuleError
from rules.kernel.text import Text
from rules.kit.arms import Arms

WORTH = {"rifle": 1.0, "gun": 3.0, "mine": 9.0}


class Crew(Arms):
    """Rifles for a hand each, guns for two, and mines that are not fired."""

    section = "Weapons"

    def takes(self, name: str) -> int:
        return 2 if name == "gun" else 1

    def worth(self, name: str) -> float:
        return WORTH[name]

    def can_fire(self, name: str) -> bool:
        return name != "mine"

    def refusal_text(self, name: str, count: int) -> Text | None:
        return Text("too many") if count > self.left[name] else None

    def silence_text(self) -> Text | None:
        return Text("nobody")


def crew(hands: int) -> Crew:
    return Crew({"rifle": 4, "gun": 2, "mine": 1}, hands)


def test_the_best_fire_first_as_far_as_there_are_hands() -> None:
    assert crew(3).choose("") == [("gun", 1), ("rifle", 1)]
    assert crew(9).choose("") == [("gun", 2), ("rifle", 4)]


def test_a_weapon_that_has_fired_does_not_fire_again() -> None:
    arms = crew(9)
    assert arms.choose("gun, 1 rifle") == [("gun", 2), ("rifle", 1)]
    assert arms.choose("") == [("rifle", 3)]
    with pytest.raises(RuleError, match="nobody"):
        arms.choose("")


def test_more_than_there_are_of_a_weapon_that_is_named_is_refused() -> None:
    with pytest.raises(RuleError, match="too many"):
        crew(9).choose("3 gun")
