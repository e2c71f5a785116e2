"""Figures that come before the next battle (Aftermath › Reinforcements)."""

from __future__ import annotations

from tests.rows import for_each
from tests.rules.campaign.table import faulty, outcome, text_of_play


@for_each(
    ("facts", "figures"),
    [
        ({}, 3),
        ({"lost_battle": True}, 5),
        ({"territories": 4}, 7),
        ({"base": 0}, 0),
        ({"base": 3, "lost_battle": True, "territories": 1}, 6),
    ],
)
def test_base_and_two_after_a_defeat_and_the_worth_of_territories(facts: dict[str, object], figures: int) -> None:
    assert outcome("reinforcements", facts) == {"figures": figures}


def test_reinforcements_are_shown_with_their_parts() -> None:
    assert text_of_play("reinforcements", {"lost_battle": True, "territories": 1}) == (
        "6 recruits (base 3, +2 after a defeat, +1 for territories)."
    )
    assert text_of_play("reinforcements", {"base": 1}) == "1 recruit (base 1)."


@for_each(("field", "value"), [("base", -1), ("territories", 101), ("lost_battle", "yes")])
def test_facts_that_cannot_be(field: str, value: object) -> None:
    faulty("reinforcements", {field: value}, field)
