"""The clocks of the sides: what they were given, what they have spent and on what, and for whom they run now.

Times are data here: what an entry `waited` for stands in it, in seconds, and so no undo gives any of it back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

AtEnd = Literal["nothing", "go lost", "game lost"]
"""What becomes of a side whose time is up: it is only told, its go ends, or it loses the game."""
WORDS = (600.0, 300.0, 60.0, 0.0)
"""Seconds left at which players are told."""


class Clock(BaseModel):
    """The clocks of a game as its entries have them.

    Each side has `seconds`, `increment` more for every go that it has ended, and what is `extra`: that and what an
    umpire has put right. `spent` is in seconds by side and command. `at` is when the last entry was made, `set_by` the
    entry that set them, or put one of them right, last.
    """

    model_config = ConfigDict(frozen=True)

    seconds: int
    increment: int = 0
    at_end: AtEnd = "nothing"
    extra: dict[str, float] = Field(default_factory=dict[str, float])
    spent: dict[str, dict[str, float]] = Field(default_factory=dict[str, dict[str, float]])
    at: float = 0.0
    set_by: int = 0

    def used(self, side: str) -> float:
        """Seconds that a side has spent."""
        return sum(self.spent.get(side, {}).values())

    def left(self, side: str) -> float:
        """Seconds that a side had left at the last entry; below 0 once its time is up."""
        return self.seconds + self.extra.get(side, 0.0) - self.used(side)

    def took(self, waited: Mapping[str, float], command: str) -> Clock:
        """These clocks once it was waited so long for sides, until a command was carried out."""
        spent = {side: dict(kinds) for side, kinds in self.spent.items()}
        for side, seconds in waited.items():
            kinds = spent.setdefault(side, {})
            kinds[command] = kinds.get(command, 0.0) + max(0.0, seconds)
        return self.model_copy(update={"spent": spent})

    def more(self, side: str, seconds: float) -> Clock:
        """These clocks with more time for a side, or less."""
        return self.model_copy(update={"extra": {**self.extra, side: self.extra.get(side, 0.0) + seconds}})


class Hands(NamedTuple):
    """Where the hands stand: the seconds that each side has left, whose clocks run, and when (since 1970) that was."""

    left: dict[str, float]
    running: tuple[str, ...]
    at: float


class Running(BaseModel):
    """The clocks since the entry `number`: those of `sides` run since `at`, `waited` is what was counted before that.

    `told` has for each side the seconds left of which its players have heard, since the clocks were `set_by` that
    entry; `ended` is the entry by which the bot has ended a go, or the game.
    """

    model_config = ConfigDict(frozen=True)

    number: int
    at: float
    sides: tuple[str, ...] = ()
    waited: dict[str, float] = Field(default_factory=dict[str, float])
    told: dict[str, float] = Field(default_factory=dict[str, float])
    set_by: int = 0
    ended: int = 0

    def until(self, passed: float) -> dict[str, float]:
        """Seconds that were waited for each side since that entry, `passed` of them since `at`; never less than none,
        whatever was done to the clock on the wall.
        """
        now = {side: self.waited.get(side, 0.0) + max(0.0, passed) for side in self.sides}
        return {side: round(seconds, 3) for side, seconds in (self.waited | now).items()}

    def word(self, side: str, left: float) -> float | None:
        """The mark that a side has come to with so many seconds left, if nobody has been told yet."""
        mark = min((one for one in WORDS if left <= one), default=None)
        return mark if mark is not None and mark < self.told.get(side, mark) else None


def waited_for(holder: str | None, asked: Iterable[str | None], bots: Iterable[str]) -> tuple[str, ...]:
    """The sides whose clocks run: those that are asked something by the rules, else the one that holds the go.

    None is a question to nobody's side, for consent or for the umpire: as long as one is open, no other clock runs.
    Sides that the bot plays have all the time in the world.
    """
    questions = list(asked)
    sides = dict.fromkeys(side for side in (questions or [holder]) if side)
    return tuple(side for side in sides if side not in set(bots))
