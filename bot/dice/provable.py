"""The bot's dice: the scheme `adjutant1`, by which anybody can recompute them, and the chain of a game's entries.

A game has a seed that is secret until it is revealed; its commitment is posted before the first throw. Each throw is
an HMAC of the seed over what the bot could not know before (the interaction) and over which throw of it this is, so
that a command that is delivered twice, or planned anew after a lost race, has the same dice.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from hashlib import sha256
from struct import unpack
from typing import Any, NamedTuple

from rules.game.entry import Entry, FreshThrow
from rules.kernel.dice import Throw
from rules.kernel.plays import Throwing
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
    found, block = bytearray(digest(f"{of}0".encode()).translate(table, over)), 0
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
    """Dice for tests and demos, the same every time for the same seed: SHA-256 of the seed and a counter."""
    counter = 0

    def block() -> bytes:
        nonlocal counter
        counter += 1
        return hashlib.sha256(seed + counter.to_bytes(8, "big")).digest()

    return fair(block)


# The chain of a game's entries: what the dice of each one came to, bound to all entries before it.

DIGITS = 16
"""Hex digits of a link that are posted: to find another record with the same ones takes 2**64 tries."""
EVERY = 25
"""The head is told with every entry whose number is a multiple of this."""

_POSTED = re.compile(rf"([1-9][0-9]{{0,8}}):([0-9a-f]{{{DIGITS},64}})")
_digest_of = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Head(NamedTuple):
    """The last entry of a record, or of a part of it from the first, and its link in hex."""

    entry: int
    link: str

    def __str__(self) -> str:
        """The head as it is posted: "140:9f2c41d08be7a653"."""
        return f"{self.entry}:{self.link[:DIGITS]}"


def head_told(entry: int, link: str | None, over: bool = False) -> str:
    """The head as everybody reads it under an entry: every so many entries, and where the game is over; else ""."""
    return str(Head(entry, link)) if link is not None and (over or entry % EVERY == 0) else ""


def head_read(text: str) -> str | None:
    """A head as somebody has copied it, with the digits that were posted or more; None for what is none."""
    copied = text.strip(" `\"'….").lower()
    return copied if _POSTED.fullmatch(copied) else None


def first_link(commitment: str) -> str:
    """What the chain of a game begins with: the promise of its first seed, in hex."""
    return sha256(f"{SCHEME}|chain|{commitment}".encode()).hexdigest()


def next_link(before: str, entry: Entry) -> str:
    """The link of an entry that follows the one with the link `before`."""
    return sha256(f"{SCHEME}|chain|{before}|{digest(entry)}".encode()).hexdigest()


def links_of(commitment: str, entries: Iterable[Entry]) -> Iterator[str]:
    """The links of all entries of a game, in order."""
    link = first_link(commitment)
    for entry in entries:
        link = next_link(link, entry)
        yield link


def digest(entry: Entry) -> str:
    """What the dice of an entry came to, as compact JSON: its number and command, the interaction of its new throws,
    the entry it takes back, and the faces by whose they are.
    """
    entropy = entry.fresh[0].entropy if entry.fresh else ""
    thrown = [part for play in entry.plays for throw in play.throws for part in _parts(throw)]
    return _digest_of([entry.number, entry.command, entropy, entry.undoes or 0, thrown])


def _parts(throw: Throwing) -> Iterator[tuple[str, int, tuple[int, ...]]]:
    """A player's own faces, those of the bot that had been seen before, and its new ones."""
    own = len(throw.faces) - len(throw.bots)
    new = own + throw.queued
    for whose, faces in (("own", throw.faces[:own]), ("kept", throw.faces[own:new]), ("bot", throw.faces[new:])):
        if faces:
            yield whose, throw.sides, faces
