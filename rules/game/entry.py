"""One command that stood: who, for whom, the facts, the faces with their source, the decisions, and what changed."""

from __future__ import annotations

from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from rules.game.events import Event
from rules.kernel.plays import Play
from rules.kernel.text import NOTHING, Text

FORMAT = 1
"""How entries are recorded today."""


class FreshThrow(NamedTuple):
    """New dice of the bot as they were made, also those that nothing needed in the end: enough to make them again.

    `entropy` is the interaction that caused the throw, `throw` which of its throws it was, counted from 1.
    """

    entropy: str
    throw: int
    sides: int
    faces: tuple[int, ...]


class Entry(BaseModel):
    """A line of the record. Append-only: an undo is a line of its own that names the one undone.

    `at` is seconds since 1970; `by` the person who gave the command and `side` the side it was for;
    `source` the interaction it came from, so that the same one applied twice has one effect; `format` is 0 for what
    was recorded before texts were values and throws had keys. `fresh` are the throws of the bot that first came into
    the record with it, in order; none in games whose dice nobody can recompute.
    """

    model_config = ConfigDict(frozen=True)

    format: int = FORMAT
    number: int
    command: str
    by: str
    at: float
    side: str | None = None
    request: dict[str, Any] = Field(default_factory=dict[str, Any])
    plays: tuple[Play, ...] = ()
    events: tuple[Event, ...] = ()
    rulings: dict[str, Any] = Field(default_factory=dict[str, Any])
    version: str = ""
    title: Text = NOTHING
    notes: tuple[Text, ...] = ()
    warnings: tuple[Text, ...] = ()
    reason: str = ""
    undoes: int | None = None
    volley: int | None = None
    source: str | None = None
    fresh: tuple[FreshThrow, ...] = ()
