"""Dice that anybody can recompute: the scheme `adjutant1`.

A game has a seed that is secret until it is revealed; its commitment is posted before the first throw. Each throw is
an HMAC of the seed over what the bot could not know before (the interaction) and over which throw of it this is, so
that a command that is delivered twice, or planned anew after a lost race, has the same dice.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from rules.dice import Throw
from rules.table import Faces

SCHEME = "adjutant1"
SEED_BYTES = 32


def commitment(seed: bytes) -> str:
    """What is posted when a game begins, in hex: it binds the bot to the seed and gives nothing away."""
    return hashlib.sha256(f"{SCHEME}|commit|".encode() + seed).hexdigest()


def faces(seed: bytes, game: str, entropy: str, throw: int, sides: int, count: int) -> tuple[int, ...]:
    """The faces of `count` dice of 2 to 255 `sides`: the `throw`th, from 1, that the interaction `entropy` caused."""
    of, (table, over) = f"{SCHEME}|{game}|{entropy}|{throw}|", _reading(sides)
    found, block = b"", 0
    while len(found) < count:
        found += hmac.digest(seed, f"{of}{block}".encode(), "sha256").translate(table, over)
        block += 1
    return tuple(found[:count])


@cache
def _reading(sides: int) -> tuple[bytes, bytes]:
    """The face of every byte, and the bytes that are left out because they would favour low faces."""
    return bytes(byte % sides + 1 for byte in range(256)), bytes(range(256 - 256 % sides, 256))


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
