"""Where the dice of a command come from: the game's queue of undone dice, the bot, or a player's hands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.errors import Refusal
from rules.dice import Throw
from rules.events import Event, Queue
from rules.table import Faces, Roller

_LIMIT = 1000


def faces_typed(text: str, sides: int) -> list[int] | None:
    """Faces read off a table: "5 2 6 4 5", "52645" for dice of one digit, several throws separated by "/".

    None means that the bot throws ("roll", or nothing). Raises Refusal for a text that is neither.
    """
    said = text.strip().lower()
    if said in ("", "roll"):
        return None
    faces: list[int] = []
    for word in re.split(r"[\s,;/]+", said.strip(" ,;/")):
        if not re.fullmatch(r"[0-9]{1,200}", word):
            raise Refusal(f"{word[:20]!r} is not a face. Write the faces like 5 2 6 4, throws separated by /, or roll.")
        faces += _split(word, sides)
    if len(faces) > _LIMIT:
        raise Refusal(f"{len(faces)} dice are more than any throw needs.")
    return faces


def _split(word: str, sides: int) -> list[int]:
    return [int(face) for face in word] if sides < 10 and len(word) > 1 else [int(word[:4])]


@dataclass
class Dice:
    """The bot's dice for one command: undone dice come out first, in their order; then new ones are thrown.

    `thrown` keeps every face in order, so that the command can be played again with the same dice.
    """

    roller: Roller
    queues: Mapping[int, tuple[int, ...]]
    kept: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    drawn: dict[int, int] = field(default_factory=dict[int, int])
    _replayed: int = 0

    def __call__(self, throw: Throw[Any], count: int, label: str) -> Faces:
        queue = self.queues.get(throw.sides, ())
        at = self.drawn.get(throw.sides, 0)
        old = queue[at : at + count]
        self.drawn[throw.sides] = at + len(old)
        fresh = self._fresh(throw, count - len(old), label)
        return Faces((*old, *fresh), "bot", len(old))

    def _fresh(self, throw: Throw[Any], count: int, label: str) -> tuple[int, ...]:
        faces: list[int] = []
        while len(faces) < count and self._replayed < len(self.kept) and self.kept[self._replayed][0] == throw.sides:
            faces.append(self.kept[self._replayed][1])
            self._replayed += 1
        missing = count - len(faces)
        if missing:
            new = self.roller(throw, missing, label).faces
            self.kept += [(throw.sides, face) for face in new]
            self._replayed = len(self.kept)
            faces += new
        return tuple(faces)

    def again(self, queues: Mapping[int, tuple[int, ...]]) -> Dice:
        """The same dice for another try at the same command, after somebody else wrote first."""
        return Dice(self.roller, queues, self.kept)

    def used_up(self) -> list[Event]:
        """What is left of the queues that were drawn from."""
        return [Queue(sides=sides, faces=self.queues[sides][n:]) for sides, n in self.drawn.items() if n]
