"""Dice that anybody can recompute: the scheme `adjutant1`.

A game has a seed that is secret until it is revealed; its commitment is posted before the first throw. Each throw is
an HMAC of the seed over what the bot could not know before (the interaction) and over which throw of it this is, so
that a command that is delivered twice, or planned anew after a lost race, has the same dice.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from struct import unpack
from typing import Any

from rules.game.entry import FreshThrow
from rules.kernel.dice import Throw
from rules.kernel.table import Faces, Roller

SCHEME = "adjutant1"
SEED_BYTES = 32
_BLOCK = 64
"""Bytes of a block of SHA-256, to which HMAC fills up its key."""
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


def commitment(seed: bytes) -> str:
    """What is posted when a game begins, in hex: it binds the bot to the seed and gives nothing away."""
    return hashlib.sha256(f"{SCHEME}|commit|".encode() + seed).hexdigest()


def faces(seed: bytes, game: str, entropy: str, throw: int, sides: int, count: int) -> tuple[int, ...]:
    """The faces of `count` dice of 2 to 255 `sides`: the `throw`th, from 1, that the interaction `entropy` caused."""
    digest, of, (table, over) = _digest(seed), f"{SCHEME}|{game}|{entropy}|{throw}|", _reading(sides)
    found, block = digest(f"{of}0".encode()).translate(table, over), 0
    while len(found) < count:
        block += 1
        found += digest(f"{of}{block}".encode()).translate(table, over)
    return tuple(found[:count])


def order_drawn(seed: bytes, game: str, entropy: str, count: int) -> tuple[int, ...]:
    """The numbers below `count` in an order that nobody can know before; no dice are made of what it is made of."""
    digest = _digest(seed)
    return tuple(sorted(range(count), key=lambda at: digest(f"{SCHEME}|{game}|{entropy}|order|{at}".encode())))


@lru_cache(64)
def _digest(seed: bytes) -> Callable[[bytes], bytes]:
    """HMAC-SHA256 by a seed of at most 64 bytes, of which what every message has in common is worked out once."""
    key = seed.ljust(_BLOCK, b"\0")
    inner, outer = hashlib.sha256(key.translate(_INNER)).copy, hashlib.sha256(key.translate(_OUTER)).copy

    def digest(message: bytes) -> bytes:
        first, second = inner(), outer()
        first.update(message)
        second.update(first.digest())
        return second.digest()

    return digest


@cache
def _reading(sides: int) -> tuple[bytes, bytes]:
    """The face of every byte, and the bytes that are left out because they would favour low faces."""
    return bytes(byte % sides + 1 for byte in range(256)), bytes(range(256 - 256 % sides, 256))


@dataclass
class ProvableDice:
    """The bot's dice of one interaction, as a roller; `made` are its throws so far, in order."""

    seed: bytes = field(repr=False)
    game: str
    entropy: str
    made: list[FreshThrow] = field(default_factory=list[FreshThrow])

    def __call__(self, throw: Throw[Any], count: int) -> Faces:
        nth = len(self.made) + 1
        found = faces(self.seed, self.game, self.entropy, nth, throw.sides, count)
        self.made.append(FreshThrow(self.entropy, nth, throw.sides, found))
        return Faces(found, "bot")


# The bot's dice. The only file that may import a source of randomness.

Bytes = Callable[[], bytes]


def fair(source: Bytes) -> Roller:
    """Dice from random bytes; bytes that would favour low faces are thrown away, so that all are equally likely."""
    pool = bytearray()

    def roll(throw: Throw[Any], count: int) -> Faces:
        sides, faces = throw.sides, list[int]()
        top = 256 - 256 % sides
        while len(faces) < count:
            if not pool:
                pool.extend(source())
            byte = pool.pop()
            if byte < top:
                faces.append(byte % sides + 1)
        return Faces(tuple(faces), "bot")

    return roll


def system_dice() -> Roller:
    """Dice from the operating system's own randomness."""
    return fair(lambda: os.urandom(64))


def drawn_seed() -> bytes:
    """What the dice of a game are made of (see `bot.dice.provable`)."""
    return os.urandom(SEED_BYTES)


def chance() -> Callable[[], float]:
    """Numbers from 0 up to 1 for estimates, where a great many are drawn: no die of a game is made of them."""
    pool: list[int] = []

    def draw() -> float:
        if not pool:
            pool.extend(unpack("<512Q", os.urandom(4096)))
        return (pool.pop() >> 11) / (1 << 53)

    return draw


def seeded_dice(seed: bytes) -> Roller:
    """The same dice every time for the same seed: SHA-256 of the seed and a counter."""
    counter = 0

    def block() -> bytes:
        nonlocal counter
        counter += 1
        return hashlib.sha256(seed + counter.to_bytes(8, "big")).digest()

    return fair(block)
