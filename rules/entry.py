"""One command that stood: who, for whom, the facts, the faces with their source, the decisions, and what changed."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from rules.events import Event


class Throwing(BaseModel):
    """A throw as it went into the record. `queued` counts leading faces that an undo had given back."""

    model_config = ConfigDict(frozen=True)

    label: str
    by: str
    sides: int
    faces: tuple[int, ...]
    source: str
    needed: str | None = None
    ledger: tuple[dict[str, Any], ...] = ()
    result: Any = None
    rule: str = ""
    queued: int = 0
    rerolled: tuple[int, ...] = ()


class Play(BaseModel):
    """One action as it was resolved. `roles` says which unit took which part in the facts."""

    model_config = ConfigDict(frozen=True)

    action: str
    facts: dict[str, Any]
    roles: dict[str, str] = Field(default_factory=dict[str, str])
    throws: tuple[Throwing, ...] = ()
    decisions: tuple[dict[str, str], ...] = ()
    outcome: dict[str, Any] = Field(default_factory=dict[str, Any])
    effects: tuple[dict[str, Any], ...] = ()
    leaned: tuple[str, ...] = ()
    topic: str = ""
    text: str = ""


class Entry(BaseModel):
    """A line of the record. Append-only: an undo is a line of its own that names the one undone.

    `at` is seconds since 1970; `by` the person who gave the command and `side` the side it was for;
    `source` the interaction it came from, so that the same one applied twice has one effect.
    """

    model_config = ConfigDict(frozen=True)

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
    title: str = ""
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    reason: str = ""
    undoes: int | None = None
    volley: int | None = None
    source: str | None = None
