"""Rolls as their readers see them: dice that count one by one, totals, and dice of which only a count is known."""

from __future__ import annotations

import pytest

from cogs.rendering.rolls import RollView
from cogs.rendering.text import Reader
from data import system_of
from data.texts import language
from rules.kernel.dice import Need
from rules.kernel.plays import RecordedRoll
from rules.kernel.table import Source
from rules.kernel.text import Text

WORDS = Reader(language("en"))


def view(faces: tuple[int, ...], needed: Need | None, source: Source = "bot", added: int = 0) -> RollView:
    roll = RecordedRoll(
        key="to_hit",
        label=Text("to hit"),
        by="attacker",
        sides=6,
        faces=faces,
        source=source,
        needed=needed,
        added=added,
    )
    return RollView(WORDS, roll, system_of("fubar"))


@pytest.mark.parametrize(
    ("needed", "dice", "is_pool"),
    [(Need(4), "3 **4**", True), (Need(7, summed=True), "3 4", False), (None, "3 4", False)],
)
def test_only_dice_that_count_one_by_one_are_bold_where_they_succeed(
    needed: Need | None, dice: str, is_pool: bool
) -> None:
    shown = view((3, 4), needed)
    assert (shown.dice, shown.is_pool) == (dice, is_pool)
    assert (shown.kind is not None) == is_pool


@pytest.mark.parametrize(
    ("source", "added", "counted", "own"),
    [
        ("bot", 0, "", ""),
        ("physical", 0, "", "own dice"),
        ("counted", 0, "2 hits of 4", "counted"),
        ("counted", 2, "1 hit of 2", "counted"),
    ],
)
def test_of_counted_dice_the_number_of_hits_is_shown_and_only_the_faces_of_the_bot(
    source: Source, added: int, counted: str, own: str
) -> None:
    shown = view((4, 1, 5, 2), Need(4), source, added)
    assert (shown.counted, shown.own_dice) == (counted, own)
    assert shown.faces == ((4, 1, 5, 2) if source != "counted" else (5, 2)[:added])
    assert shown.is_counted == (source == "counted" and not added)
