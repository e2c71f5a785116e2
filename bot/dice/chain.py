"""The chain of a game's entries: what the dice of each one came to, bound to all entries before it.

Whoever has read the head of the chain, the link of an entry, knows later whether a record is still the one that was
played: nobody can take an entry out, put one in, cut the end off or turn a face, own dice included, and have that link
again. A digest has no name in it, nor anything else that is rewritten where a person is forgotten.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

from bot.dice.provable import SCHEME
from rules.game.entry import Entry
from rules.kernel.plays import Throwing

DIGITS = 16
"""Hex digits of a link that are posted: to find another record with the same ones takes 2**64 tries."""
EVERY = 25
"""The head is told with every entry whose number is a multiple of this."""

_POSTED = re.compile(rf"([1-9][0-9]{{0,8}}):([0-9a-f]{{{DIGITS},64}})")
_digest = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Head(NamedTuple):
    """The last entry of a record, or of a part of it from the first, and its link in hex."""

    entry: int
    link: str

    def __str__(self) -> str:
        """As it is posted: "140:9f2c41d08be7a653"."""
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
    return _digest([entry.number, entry.command, entropy, entry.undoes or 0, thrown])


def _parts(throw: Throwing) -> Iterator[tuple[str, int, tuple[int, ...]]]:
    """A player's own faces, those of the bot that had been seen before, and its new ones."""
    own = len(throw.faces) - len(throw.bots)
    new = own + throw.queued
    for whose, faces in (("own", throw.faces[:own]), ("kept", throw.faces[own:new]), ("bot", throw.faces[new:])):
        if faces:
            yield whose, throw.sides, faces
