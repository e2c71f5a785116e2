"""Who gives a command, and where."""

from __future__ import annotations

from typing import NamedTuple
from uuid import uuid4


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

    `source` is unique in the life of the record; the same call applied twice has one effect. `entropy` is what the
    bot's dice are made of beside the seed of their game: the interaction, as Discord calls it.
    """

    who: Person
    where: Place
    source: str | None = None
    entropy: str | None = None

    @property
    def chance(self) -> str:
        """What the bot could not know before this call, where that was said."""
        return self.entropy or self.source or uuid4().hex
