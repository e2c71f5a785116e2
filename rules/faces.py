"""Faces read off the table: handed to the throws in order, and refused where they cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.dice import Throw
from rules.errors import BadDice
from rules.table import DiceNeeded, Faces, Roller, Source
from rules.text import NOTHING, Text, counted


@dataclass
class Given:
    """Answers throws with faces already known, in order; then `rest` rolls, or the next throw is asked for."""

    faces: Sequence[int]
    rest: Roller | None = None
    source: Source = "physical"
    at: int = 0
    last: Text = NOTHING

    def __call__(self, throw: Throw[Any], count: int) -> Faces:
        left = self.faces[self.at : self.at + count]
        if not left:
            return self._more(throw, count)
        check_faces(left, throw.sides, throw.label)
        if len(left) < count:
            raise too_few(throw, count, len(left))
        self.at, self.last = self.at + count, throw.label
        return Faces(tuple(left), self.source)

    def _more(self, throw: Throw[Any], count: int) -> Faces:
        if self.rest is None:
            raise DiceNeeded(throw, count)
        return self.rest(throw, count)

    def finish(self) -> None:
        """Raises BadDice when faces are left over that no throw asked for."""
        over = len(self.faces) - self.at
        if over:
            raise left_over(over, self.last)


def too_few(throw: Throw[Any], count: int, given: int) -> BadDice:
    """Fewer faces were given than a throw needs."""
    values: dict[str, Any] = {"label": throw.label, "count": count, "sides": throw.sides, "given": given}
    return BadDice(Text("{label}: {count} d{sides} needed, {given} given", **values))


def left_over(count: int, last: Text) -> BadDice:
    """More faces were given than the throws up to `last` need; NOTHING where there was none."""
    faces = counted(count, "face", "faces")
    if not last:
        return BadDice(Text("{faces} left over: no dice are needed", faces=faces))
    return BadDice(Text("{faces} left over after {throw}", faces=faces, throw=last))


def check_faces(faces: Sequence[int], sides: int, label: Text) -> None:
    """Raises BadDice for a face that such a die does not have."""
    for face in faces:
        if not 1 <= face <= sides:
            raise BadDice(
                Text("{label}: {face} is not a face of a d{sides} (1 to {sides})", label=label, face=face, sides=sides)
            )
