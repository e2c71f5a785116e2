"""The bot's dice for a throw that was undone: the faces that lay there come out again, new ones behind them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.kernel.dice import Throw
from rules.kernel.table import Faces, Roller


class ReturnedFaces:
    """A roller; `faces` are all that it has given so far, in order."""

    def __init__(self, waiting: Sequence[int], rest: Roller) -> None:
        self._waiting, self._rest = list(waiting), rest
        self.faces: tuple[int, ...] = ()

    def __call__(self, throw: Throw[Any], count: int) -> Faces:
        again = self._waiting[:count]
        del self._waiting[:count]
        new = self._rest(throw, count - len(again)).faces if len(again) < count else ()
        found = (*again, *new)
        self.faces += found
        return Faces(found, "bot", len(again))
