"""One command that stood: who, for whom, the facts, the faces with their source, the decisions, and what changed."""

from __future__ import annotations

from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from rules.dice import Line, Need
from rules.effect import Effect
from rules.events import Event
from rules.table import Made, Source
from rules.text import NOTHING, Text

FORMAT = 1
"""How entries are recorded today."""


class Throwing(BaseModel):
    """A throw as it went into the record.

    `queued` counts the first of the bot's faces that had been seen before, `added` the last ones that the bot threw for
    a player; `rerolled` are the faces that these replaced. `side` is whose throw it was, "" for nobody's, and None in
    what was recorded before throws said so; `part` is that of the unit whose it was, where it was one of several.
    """

    model_config = ConfigDict(frozen=True)

    key: str
    label: Text
    by: str
    sides: int
    faces: tuple[int, ...]
    source: Source
    needed: Need | None = None
    ledger: tuple[Line, ...] = ()
    result: Any = None
    rule: str = ""
    queued: int = 0
    added: int = 0
    rerolled: tuple[int, ...] = ()
    side: str | None = None
    part: str = ""

    @property
    def bots(self) -> tuple[int, ...]:
        """The faces that the bot's dice showed: all, none, or the last ones."""
        last = len(self.faces) if self.source == "bot" else self.added
        return self.faces[len(self.faces) - last :]

    @property
    def successes(self) -> int:
        """How many dice show what is needed; of several whose total must, 1 or 0; 0 where no number is needed."""
        if self.needed is None:
            return 0
        if self.needed.at_most:
            return int(sum(self.faces) <= self.needed.face)
        return sum(face >= self.needed.face for face in self.faces)


class Play(BaseModel):
    """One action as it was resolved. `roles` says which unit took which part in the facts."""

    model_config = ConfigDict(frozen=True)

    action: str
    facts: dict[str, Any]
    roles: dict[str, str] = Field(default_factory=dict[str, str])
    throws: tuple[Throwing, ...] = ()
    decisions: tuple[Made, ...] = ()
    outcome: dict[str, Any] = Field(default_factory=dict[str, Any])
    effects: tuple[Effect, ...] = ()
    leaned: tuple[str, ...] = ()
    topic: str = ""
    text: Text = NOTHING
    brief: Text | None = None
    """What the figures, markers and dice do not say themselves; None where that is the whole text."""


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
