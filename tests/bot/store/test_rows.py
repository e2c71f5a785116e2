"""Entries as the record keeps them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.store.rows import entry, events_only
from rules.game.entry import play_back
from rules.game.events import ClockSet
from tests.bot.store.samples import entry as sample


@pytest.mark.parametrize("waited", [{}, {"waited": {}}, {"waited": {"red": 9.5}}])
def test_a_game_by_clocks_is_the_same_by_the_events_of_its_entries_alone(waited: dict[str, Any]) -> None:
    """Entries from before there were clocks do not say how long a side took."""
    clocks = sample(1, command="game clock", events=(ClockSet(seconds=600),)).model_dump(mode="json")
    bodies = [clocks, {"number": 2, "command": "fire", "by": "300", "side": "red", "at": 1.25, **waited}]
    assert play_back(map(events_only, bodies)) == play_back(map(entry, bodies))
