"""Entries as the record keeps them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.errors import Unreadable
from bot.store.rows import Made, entry, events_only, read_entry, unit_links
from rules.game.entry import play_back
from rules.game.events import ClockSet, LossesTaken, StateSet, UnitPlaced
from rules.kernel.plays import Play
from tests.bot.store.samples import entry as sample
from tests.bot.store.samples import unit
from tests.rows import for_each


@pytest.mark.parametrize("waited", [{}, {"waited": {}}, {"waited": {"red": 9.5}}])
def test_a_game_by_clocks_is_the_same_by_the_events_of_its_entries_alone(waited: dict[str, Any]) -> None:
    """Entries from before there were clocks do not say how long a side took."""
    clocks = sample(1, command="game clock", events=(ClockSet(seconds=600),)).model_dump(mode="json")
    bodies = [clocks, {"number": 2, "command": "fire", "by": "300", "side": "red", "at": 1.25, **waited}]
    assert play_back(map(events_only, bodies)) == play_back(map(entry, bodies))


def test_the_units_of_an_entry_are_those_that_took_part_or_were_affected_each_once() -> None:
    play = Play(action="fire", facts={}, throws=(), roles={"attacker": "u2", "target": "u1"})
    events = (UnitPlaced(unit=unit("u3")), ClockSet(seconds=600), StateSet(unit="u4", state="pinned", value=1))
    one = sample(2, plays=(play,), events=(*events, LossesTaken(unit="u1", models=1)))
    assert unit_links("g", one) == [{"game_id": "g", "unit_id": id, "number": 2} for id in ("u2", "u1", "u3", "u4")]


NEWER = sample(7).model_dump() | {"events": [{"kind": "new"}, {}]}


@for_each(
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
