"""Dice that anybody can recompute: the scheme `adjutant1`.

A game has a seed that is secret until it is revealed; its commitment is posted before the first throw. Each throw is
an HMAC of the seed over what the bot could not know before (the interaction) and over which throw of it this is, so
that a command that is delivered twice, or planned anew after a lost race, has the same dice.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rules.dice import Throw
from rules.table import Faces

SCHEME = "adjutant1"
SEED_BYTES = 32


def commitment(seed: bytes) -> str:
    """What is posted when a game begins, in hex: it binds the bot to the seed and gives nothing away."""
    return hashlib.sha256(f"{SCHEME}|commit|".encode() + seed).hexdigest()


def faces(seed: bytes, game: str, entropy: str, throw: int, sides: int, count: int) -> tuple[int, ...]:
    """The faces of `count` dice of 2 to 256 `sides`: the `throw`th, from 1, that the interaction `entropy` caused."""
    top = 256 - 256 % sides
    found: list[int] = []
    for byte in _bytes(seed, f"{SCHEME}|{game}|{entropy}|{throw}"):
        if len(found) == count:
            break
        if byte < top:  # the rest would favour low faces
            found.append(byte % sides + 1)
    return tuple(found)


def _bytes(seed: bytes, of: str) -> Iterator[int]:
    block = 0
    while True:
        yield from hmac.digest(seed, f"{of}|{block}".encode(), "sha256")
        block += 1


@dataclass
class ProvableDice:
    """The bot's dice of one interaction, as a roller; `made` are its throws so far, sides and faces."""

    seed: bytes = field(repr=False)
    game: str
    entropy: str
    made: list[tuple[int, tuple[int, ...]]] = field(default_factory=list[tuple[int, tuple[int, ...]]])

    def __call__(self, throw: Throw[Any], count: int) -> Faces:
        found = faces(self.seed, self.game, self.entropy, len(self.made) + 1, throw.sides, count)
        self.made.append((throw.sides, found))
        return Faces(found, "bot")
