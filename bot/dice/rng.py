"""The bot's dice. The only file that may import a source of randomness."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from struct import unpack
from typing import Any

from bot.dice.provable import SEED_BYTES
from rules.kernel.dice import Throw
from rules.kernel.table import Faces, Roller

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
