"""The knowledge of the bot as an opponent after an entry."""

from __future__ import annotations

from typing import Any

import pytest

from bot.services.play.opponent_reports import moves_no_figure
from rules.game.entry import Entry
from rules.kernel.plays import Made, Play
from rules.kernel.text import Text, table_note


def entry(command: str, *plays: Play, **more: Any) -> Entry:
    return Entry(number=1, command=command, by="1", at=0, plays=plays, **more)


def play(**outcome: Any) -> Play:
    return Play(action="fire", facts={}, outcome=outcome)


@pytest.mark.parametrize("command", ["fire", "turn end", "turn phase", "turn next", "activate", "score"])
def test_an_entry_without_moves_leaves_the_reports_true(command: str) -> None:
    """A unit's view was asked for nine times in three turns, though nothing had moved."""
    assert moves_no_figure(entry(command, play(hits=2)))


@pytest.mark.parametrize(
    "moving",
    [
        entry("move"),
        entry("assault", play(hits=2)),
        entry("place add"),
        entry("undo", undoes=1),
        entry("activate", request={"action": "walk"}),
        entry("fire", play(fall_back_inches=3)),
        entry("fire", notes=(table_note(Text("They seek cover.")),)),
        entry("fire", Play(action="fire", facts={}, decisions=(Made("evade", "defender", "yes"),))),
    ],
    ids=lambda one: one.command,
)
def test_facts_that_a_move_may_have_changed_are_asked_again(moving: Entry) -> None:
    assert not moves_no_figure(moving)
