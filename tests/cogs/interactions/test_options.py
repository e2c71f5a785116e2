"""Typed options: the arrival of a reserve, values for each target."""

from __future__ import annotations

import pytest

from bot.services.play.roster import ReserveTerms
from cogs.interactions.options import parse_arrival, split_per_target
from rules.kernel.errors import BadFacts
from rules.kernel.wording import ENGLISH
from tests.rows import for_each


@for_each(
    ("text", "turn", "roll"),
    [
        ("3", 3, None),
        (" turn 3 ", 3, None),
        ("4+", 1, 4),
        ("4+ from 2", 2, 4),
        ("from 2", 2, None),
        ("99+ from 999", 999, 99),
    ],
)
def test_a_reserve_arrives_in_a_turn_or_by_a_roll(text: str, turn: int, roll: int | None) -> None:
    assert parse_arrival(text) == ReserveTerms(turn, roll)
    assert parse_arrival(None) is None


@for_each("text", ["", "0", "turn 0", "4+ from 0", "soon", "turn", "turn 00", "3 4"])
def test_another_arrival_is_refused_with_examples(text: str) -> None:
    with pytest.raises(BadFacts) as refused:
        parse_arrival(text)
    assert [*map(ENGLISH, refused.value.faults)] == [
        "reserve: give the turn, such as 3, or the roll, such as 4+, or both: 4+ from 2."
    ]


@for_each(
    ("text", "parts"),
    [(None, ()), ("", ()), (" ", ()), ("soft", ("soft",)), (" soft / / hard", ("soft", "", "hard")), ("/", ("", ""))],
)
def test_values_for_each_target_are_parted_by_a_slash(text: str | None, parts: tuple[str, ...]) -> None:
    assert split_per_target(text) == parts
