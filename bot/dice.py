"""Where the dice of a command come from: the game's queue of undone dice, the bot, or a player's hands."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict

from bot.errors import Refusal
from rules.dice import Throw
from rules.errors import BadDice, DiceNeeded
from rules.events import Event, Queue
from rules.table import Faces, Roller, check_faces

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

    `kept` holds every new face in order, so that the command can be played again with the same dice.
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

    def drew(self, sides: int, faces: tuple[int, ...]) -> None:
        """Dice of the queue that an earlier step of the command has taken already."""
        at = self.drawn.get(sides, 0)
        if self.queues.get(sides, ())[at : at + len(faces)] == faces:
            self.drawn[sides] = at + len(faces)

    def used_up(self) -> list[Event]:
        """What is left of the queues that were drawn from."""
        return [Queue(sides=sides, faces=self.queues[sides][n:]) for sides, n in self.drawn.items() if n]


class Thrown(TypedDict):
    """A throw that has been answered, as a waiting command keeps it."""

    label: str
    sides: int
    faces: list[int]
    source: str
    queued: int


Hands = Callable[[Throw[Any]], str | None]
"""Whose dice a throw is made with: "bot", "physical", or None where nothing was agreed."""


@dataclass
class TableDice:
    """Everybody's dice for one command: what is answered already, faces that were typed, the bot's, or a question.

    `typed` faces must answer every throw for which no other hands were agreed. `otherwise` is whose dice are
    thrown where nothing was agreed or typed. A question whose size changed since it was answered is asked anew.
    """

    bot: Dice
    hands: Hands
    thrown: list[Thrown]
    typed: list[int] | None = None
    otherwise: str = "bot"
    changed: bool = False
    _at: int = 0
    _typed_at: int = 0
    _last: str = ""

    def __call__(self, throw: Throw[Any], count: int, label: str) -> Faces:
        if self._at < len(self.thrown):
            answered = self._answered(throw, count)
            if answered:
                return answered
        found = self._new(throw, count, label)
        self._at += 1
        self.thrown.append(
            Thrown(label=label, sides=throw.sides, faces=[*found.faces], source=found.source, queued=found.queued)
        )
        return found

    def _answered(self, throw: Throw[Any], count: int) -> Faces | None:
        old = self.thrown[self._at]
        if old["sides"] != throw.sides or len(old["faces"]) != count:
            self.changed = True
            del self.thrown[self._at :]
            return None
        self._at += 1
        faces = tuple(old["faces"])
        self.bot.drew(throw.sides, faces[: old["queued"]])
        return Faces(faces, old["source"], old["queued"])

    def _new(self, throw: Throw[Any], count: int, label: str) -> Faces:
        agreed = self.hands(throw)
        if self.typed is not None and self._typed_at < len(self.typed):
            return self._from_typed(self.typed, throw, count, label)
        if self.typed is not None and agreed is None:
            raise BadDice(f"{label}: {count} d{throw.sides} needed ({throw.by}), 0 given")
        if (agreed or self.otherwise) == "physical":
            raise DiceNeeded(throw, count, label)
        return self.bot(throw, count, label)

    def _from_typed(self, typed: list[int], throw: Throw[Any], count: int, label: str) -> Faces:
        faces = typed[self._typed_at : self._typed_at + count]
        if len(faces) < count:
            raise BadDice(f"{label}: {count} d{throw.sides} needed ({throw.by}), {len(faces)} given")
        check_faces(faces, throw.sides, label)
        self._typed_at += count
        self._last = label
        return Faces(tuple(faces), "physical")

    def left(self) -> list[int] | None:
        """The typed faces that no throw has asked for yet."""
        return None if self.typed is None else self.typed[self._typed_at :]

    def finish(self) -> None:
        """Raises BadDice when faces are left over that no throw asked for."""
        over = len(self.left() or ())
        if over:
            after = f" after {self._last}" if self._last else ": no dice are needed"
            raise BadDice(f"{over} face{'s' * (over > 1)} left over{after}")
