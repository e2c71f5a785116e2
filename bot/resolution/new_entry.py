"""A change that somebody makes by hand, before it is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.store.tables import State
from rules.game.entry import FreshThrow
from rules.game.events import Event
from rules.kernel.text import NOTHING, Text


@dataclass(frozen=True)
class NewEntry:
    """A change that somebody makes by hand, as it is to be recorded; `state` is what becomes of the game with it."""

    command: str
    events: Sequence[Event]
    title: Text = NOTHING
    side: str | None = None
    notes: Sequence[Text] = ()
    reason: str = ""
    state: State | None = None
    fresh: Sequence[FreshThrow] = ()
    """Throws of the bot for commands that are not played on."""
