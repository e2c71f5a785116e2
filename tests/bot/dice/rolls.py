"""Rolls and entries for tests of dice, and dice that are all distinct."""

from __future__ import annotations

from itertools import count
from typing import Any

from rules.game.entry import Entry
from rules.kernel.dice import Roll, Total
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.table import Faces, Made, Source
from rules.kernel.text import Text


class Fresh:
    """Dice with distinct faces, from 1001 on."""

    def __init__(self) -> None:
        self.thrown: list[int] = []
        self._next = count(1001)

    def __call__(self, throw: Roll[Any], n: int) -> Faces:
        faces = tuple(next(self._next) for _ in range(n))
        self.thrown += faces
        return Faces(faces, "bot")


def nines(throw: Roll[Any], count: int) -> Faces:
    return Faces((9,) * count, "bot")


def die(sides: int, key: str = "roll") -> Roll[Any]:
    return Roll(key, Text(key), "attacker", sides, Total())


def recorded_roll(key: str, sides: int, faces: tuple[int, ...], source: Source = "bot", added: int = 0) -> RecordedRoll:
    return RecordedRoll(key=key, label=Text(key), by="attacker", sides=sides, faces=faces, source=source, added=added)


def play(*throws: RecordedRoll, decisions: tuple[Made, ...] = ()) -> Play:
    return Play(action="fire", facts={}, throws=throws, decisions=decisions)


def entry(*plays: Play, **more: Any) -> Entry:
    return Entry(**{"number": 5, "command": "fire", "by": "1", "at": 0.0, "plays": plays} | more)
