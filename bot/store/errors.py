"""Errors of the record.

StoreError             the database cannot be used; at start one sentence that begins with ADJUTANT_DATABASE
└── Unavailable        it cannot be used for now: locked, full, read only or gone, while the bot runs RecordError
the root of errors that callers of the record handle
├── Conflict           another entry was written first: plan again, replay with the same faces
├── EntryRepeated      the same interaction is already recorded; `number` is its entry
├── QuestionSettled    the question has been answered or dropped meanwhile
├── ChannelTaken       the channel already has an unfinished game
└── NameTaken          the server already has a campaign of that name
"""

from __future__ import annotations

from typing import Literal

from bot.errors import AppError


class StoreError(AppError):
    """Raised if the database cannot be opened, belongs to another program, or is newer than this one."""


Trouble = Literal["locked", "full", "read_only", "gone"]
"""The kinds of trouble: another program keeps the file locked; the disk is full; writing is not allowed; the database
is unreadable or unreachable.
"""


class Unavailable(StoreError):
    """Raised if a call to the record failed because of the database, not the request.

    `written` is False if nothing was written, and None if the connection broke during the commit, so that the result is
    unknown: check the record before a retry.
    """

    def __init__(self, kind: Trouble, why: str, written: bool | None = False) -> None:
        super().__init__(f"the database is {kind.replace('_', ' ')}: {why}")
        self.kind: Trouble = kind
        self.written = written


class RecordError(AppError):
    """The root of the errors that callers of the record handle."""


class Conflict(RecordError):
    """Raised if the entry is no longer the next one of its game."""


class EntryRepeated(RecordError):
    """Raised if an entry from the same source is already recorded, under `number`."""

    def __init__(self, number: int) -> None:
        super().__init__(f"this was recorded as entry {number}")
        self.number = number


class QuestionSettled(RecordError):
    """Raised for a question that is closed, or has moved on from the answered step."""


class ChannelTaken(RecordError):
    """Raised if the channel has an unfinished game."""


class NameTaken(RecordError):
    """Raised if the server has a campaign of that name."""
