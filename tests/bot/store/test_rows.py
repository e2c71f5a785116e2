"""Entries as the record keeps them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.errors import Unreadable
from bot.store.rows import Made, entry, events_only, read_entry
from rules.game.entry import play_back
from rules.game.events import ClockSet
from tests.bot.store.samples import entry as sample


@pytest.mark.parametrize("waited", [{}, {"waited": {}}, {"waited": {"red": 9.5}}])
def test_a_game_by_clocks_is_the_same_by_the_events_of_its_entries_alone(waited: dict[str, Any]) -> None:
    """Entries from before there were clocks do not say how long a side took."""
    clocks = sample(1, command="game clock", events=(ClockSet(seconds=600),)).model_dump(mode="json")
    bodies = [clocks, {"number": 2, "command": "fire", "by": "300", "side": "red", "at": 1.25, **waited}]
    assert play_back(map(events_only, bodies)) == play_back(map(entry, bodies))


NEWER = sample(7).model_dump() | {"events": [{"kind": "new"}, {}]}


@pytest.mark.parametrize(
    ("body", "made", "said"),
    [
        (None, entry, "entry 7 is damaged"),
        (None, events_only, "entry 7 is damaged"),
        ({"command": "fire"}, events_only, "entry 7 is damaged"),
        ({"command": "fire"}, entry, "entry 7 has a form that this version does not know"),
        (
            sample(7).model_dump() | {"events": [{"kind": "k" * 41}]},
            entry,
            f"entry 7 has an event that this version does not know ({'k' * 40})",
        ),
        (NEWER, entry, "entry 7 has an event that this version does not know (new)"),
        (NEWER, events_only, "entry 7 has an event that this version does not know (new)"),
        (sample(7).model_dump() | {"events": [{}]}, entry, "entry 7 has a form that this version does not know"),
    ],
)
def test_an_entry_that_cannot_be_read_says_why(body: Any, made: Made, said: str) -> None:
    with pytest.raises(Unreadable) as raised:
        read_entry(7, body, made)
    assert str(raised.value).startswith(f"This game cannot be read: {said}. Nothing is lost")
