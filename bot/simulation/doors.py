"""The addresses of the local table: one for each player, and one for a screen that both share.

An address ends in a secret that no other one has. Who comes by it sees and says what those may who are behind it, and
nothing else: a player's phone never shows what the other side hides.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import NamedTuple

from bot.simulation.environment import MemberActor
from bot.store.record import Record

SHARED = "shared screen"
_KEPT = "address of the local table"
"""Under what the record remembers the secrets; the shared screen has the one address that earlier versions had."""


class Door(NamedTuple):
    """One address. Whose it is stands first among those who may be spoken for through it."""

    name: str
    secret: str
    viewers: tuple[MemberActor, ...]

    def viewer(self, called: str) -> MemberActor:
        """Who is named in an address, in whatever letters; the first for anybody who may not come this way."""
        return next((one for one in self.viewers if one.name.casefold() == called.casefold()), self.viewers[0])


async def doors_of(record: Record, people: Mapping[str, MemberActor]) -> tuple[Door, ...]:
    """The same ones in every run, so that a bookmark goes on working; the shared screen first."""
    shared = Door(SHARED, await _secret(record, _KEPT), tuple(people.values()))
    own = [Door(name, await _secret(record, f"{_KEPT}: {name}"), (one,)) for name, one in people.items()]
    return shared, *own


async def _secret(record: Record, key: str) -> str:
    return await record.remember(key) or await record.remember(key, secrets.token_urlsafe(16)) or ""


def door_of(doors: Sequence[Door], secret: str) -> Door | None:
    """Compared in a time that tells nothing of how much of it was right."""
    return next((door for door in doors if compare_digest(door.secret.encode(), secret.encode())), None)


@dataclass
class Visit:
    """One request of a browser: by which door it came, and what it is told beside the answer."""

    door: Door
    told: list[str] = field(default_factory=list[str])


VISIT: ContextVar[Visit | None] = ContextVar("visit", default=None)
