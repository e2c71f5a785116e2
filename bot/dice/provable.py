"""The bot's dice: the reproducible scheme `adjutant1`, its sources of randomness, and the chain of a game's entries.

No other file may import a source of randomness.

A game has a seed that is secret until it is revealed; its commitment is posted before the first roll. Each roll is an
HMAC of the seed over data that the bot could not know before (the interaction) and the number of the roll within it, so
that a command that is delivered twice, or planned again after a conflict, has the same dice.
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

from rules.game.entry import Entry, FreshRoll
from rules.kernel.dice import Roll
from rules.kernel.table import Faces, Roller

SCHEME = "adjutant1"
SEED_BYTES = 32
_BLOCK = 64
"""Bytes of a block of SHA-256, to which HMAC pads its key."""
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


def commitment(seed: bytes) -> str:
    """Return the commitment posted when a game starts, in hex: it binds the bot and reveals nothing."""
    return hashlib.sha256(f"{SCHEME}|commit|".encode() + seed).hexdigest()


def faces(seed: bytes, game: str, entropy: str, roll: int, sides: int, count: int) -> tuple[int, ...]:
    """Return the faces of `count` dice with 2 to 255 `sides`: roll number `roll`, from 1, of interaction `entropy`."""
    digest, of, (table, over) = _digest(seed), f"{SCHEME}|{game}|{entropy}|{roll}|", _face_table(sides)
    found, block = bytearray(digest(f"{of}0".encode()).translate(table, over)), 0
    while len(found) < count:
        block += 1
        found += digest(f"{of}{block}".encode()).translate(table, over)
    return tuple(found[:count])


def draw_order(seed: bytes, game: str, entropy: str, count: int) -> tuple[int, ...]:
    """Return the numbers below `count` in an unpredictable order; no dice are derived from the same data."""
    digest = _digest(seed)
    return tuple(sorted(range(count), key=lambda at: digest(f"{SCHEME}|{game}|{entropy}|order|{at}".encode())))


@lru_cache(64)
def _digest(seed: bytes) -> Callable[[bytes], bytes]:
    """Return HMAC-SHA256 with a seed of at most 64 bytes; the common part is computed once."""
    key = seed.ljust(_BLOCK, b"\0")
    inner, outer = hashlib.sha256(key.translate(_INNER)).copy, hashlib.sha256(key.translate(_OUTER)).copy

    def digest(message: bytes) -> bytes:
        first, second = inner(), outer()
        first.update(message)
        second.update(first.digest())
        return second.digest()

    return digest


@cache
def _face_table(sides: int) -> tuple[bytes, bytes]:
    """Return the face of every byte, and the bytes left out because they would favour low faces."""
    return bytes(byte % sides + 1 for byte in range(256)), bytes(range(256 - 256 % sides, 256))


@dataclass
class ProvableDice:
    """The bot's dice of one interaction, as a roller; `made` are its rolls so far, in order."""

    seed: bytes = field(repr=False)
    game: str
    entropy: str
    made: list[FreshRoll] = field(default_factory=list[FreshRoll])

    def __call__(self, roll: Roll[Any], count: int) -> Faces:
        nth = len(self.made) + 1
        found = faces(self.seed, self.game, self.entropy, nth, roll.sides, count)
        self.made.append(FreshRoll(self.entropy, nth, roll.sides, found))
        return Faces(found, "bot")


# Dice and seeds from the machine's randomness.

Bytes = Callable[[], bytes]


def fair_dice(source: Bytes) -> Roller:
    """Return dice from random bytes; bytes that would favour low faces are dropped, so that all are equally likely."""
    pool = bytearray()

    def roll(throw: Roll[Any], count: int) -> Faces:
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
    """Return dice from the operating system's randomness."""
    return fair_dice(lambda: os.urandom(64))


def draw_seed() -> bytes:
    """Return a new random seed for the dice of a game."""
    return os.urandom(SEED_BYTES)


def chance() -> Callable[[], float]:
    """Return a source of numbers from 0 up to, but excluding, 1 for estimates; never used for a game's dice."""
    pool: list[int] = []

    def draw() -> float:
        if not pool:
            pool.extend(unpack("<512Q", os.urandom(4096)))
        return (pool.pop() >> 11) / (1 << 53)

    return draw


def seeded_dice(seed: bytes) -> Roller:
    """Return reproducible dice for tests and demos: SHA-256 of the seed and a counter."""
    counter = 0

    def block() -> bytes:
        nonlocal counter
        counter += 1
        return hashlib.sha256(seed + counter.to_bytes(8, "big")).digest()

    return fair_dice(block)


# The chain of a game's entries: the dice of each one, bound to all entries before it.

DIGITS = 16
"""Posted hex digits of a link: finding another record with the same ones takes 2**64 tries."""
EVERY = 25
"""Interval of the posted heads: one with every entry whose number is a multiple of it."""

_POSTED = re.compile(rf"([1-9][0-9]{{0,8}}):([0-9a-f]{{{DIGITS},64}})")
_digest_of = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Head(NamedTuple):
    """The last entry of a record, or of a prefix of it, and its link in hex."""

    entry: int
    link: str

    def __str__(self) -> str:
        """Return the head as posted: "140:9f2c41d08be7a653"."""
        return f"{self.entry}:{self.link[:DIGITS]}"


def format_head(entry: int, link: str | None, over: bool = False) -> str:
    """Return the head to post with an entry: every so many entries, and at the end of the game; else ""."""
    return str(Head(entry, link)) if link is not None and (over or entry % EVERY == 0) else ""


def parse_head(text: str) -> str | None:
    """Return a copied head, with the posted digits or more; None for other text."""
    copied = text.strip(" `\"'….").lower()
    return copied if _POSTED.fullmatch(copied) else None


def first_link(commitment: str) -> str:
    """Return the first link of a game's chain, in hex: from the commitment to its first seed."""
    return sha256(f"{SCHEME}|chain|{commitment}".encode()).hexdigest()


def next_link(before: str, entry: Entry) -> str:
    """Return the link of an entry; `before` is the link of the previous one."""
    return sha256(f"{SCHEME}|chain|{before}|{digest(entry)}".encode()).hexdigest()


def links_of(commitment: str, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the links of all entries of a game, in order."""
    link = first_link(commitment)
    for entry in entries:
        link = next_link(link, entry)
        yield link


def digest(entry: Entry) -> str:
    """Return an entry's dice as compact JSON.

    It contains the number and command, the interaction of its new rolls, the entry it undoes, and the faces by source.
    """
    entropy = entry.fresh[0].entropy if entry.fresh else ""
    rolled = list[tuple[str, int, tuple[int, ...]]]()
    for roll in entry.rolls:
        # A player's own faces, known faces of the bot, and its new ones.
        own = len(roll.faces) - len(roll.bot_faces)
        new = own + roll.queued
        parts = (("own", roll.faces[:own]), ("kept", roll.faces[own:new]), ("bot", roll.faces[new:]))
        rolled += [(whose, roll.sides, faces) for whose, faces in parts if faces]
    return _digest_of([entry.number, entry.command, entropy, entry.undoes or 0, rolled])
