"""What can go wrong with the record.

StoreError             the database cannot be used; at start one sentence that begins with ADJUTANT_DATABASE
└── Unavailable        it cannot be used just now: locked, full, read only or gone, while the bot runs
RecordError            the root of what a caller of the record answers to
├── Conflict           somebody else wrote that entry first: plan again, play on with the same faces
├── Repeated           the same interaction is in the record already; `number` is its entry
├── Settled            the question has been answered, or dropped, by now
├── ChannelTaken       a channel has room for one game that is not over
└── NameTaken          the campaigns of a server have different names
"""

from __future__ import annotations

from typing import Literal

from bot.errors import AppError


class StoreError(AppError):
    """The database cannot be opened, is not ours, or is newer than this program."""


Trouble = Literal["locked", "full", "read_only", "gone"]
"""Somebody else holds the file too long; the disk is full; nothing may be written; unreadable, or no server there."""


class Unavailable(StoreError):
    """A call of the record could not be carried out, because of the database and not of what was asked.

    `written` is False where nothing of it was, and None where the connection broke off on the way to the disk, so
    that nobody knows: look into the record before it is tried again.
    """

    def __init__(self, kind: Trouble, why: str, written: bool | None = False) -> None:
        super().__init__(f"the database is {kind.replace('_', ' ')}: {why}")
        self.kind: Trouble = kind
        self.written = written


class RecordError(AppError):
    """The root of everything the record raises on purpose while a game goes on."""


class Conflict(RecordError):
    """The entry is not the next one of its game any more."""


class Repeated(RecordError):
    """An entry from the same source is in the record already, under `number`."""

    def __init__(self, number: int) -> None:
        super().__init__(f"this was recorded as entry {number}")
        self.number = number


class Settled(RecordError):
    """A pending question that is no longer open, or has moved on from the step that was answered."""


class ChannelTaken(RecordError):
    """The channel has a game that is not over."""


class NameTaken(RecordError):
    """The server has a campaign of that name."""
