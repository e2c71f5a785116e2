"""Who gives a command, and where."""

from __future__ import annotations

from typing import NamedTuple


class Person(NamedTuple):
    """A Discord user: the id as text, and the name they show."""

    id: str
    name: str


class Place(NamedTuple):
    """A text channel, thread or forum post, as ids in text; `guild` is None outside a server."""

    guild: str | None
    channel: str


class Call(NamedTuple):
    """One command as it came in: who, where, and the interaction it came by.

    `source` is unique in the life of the record; the same call applied twice has one effect.
    """

    who: Person
    where: Place
    source: str | None = None
