"""Arrangements of a table outside the rules: clocks, and sealed texts.

Until a sealed text is opened, the record has only its digest.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from rules.game.game import Game, GameEvent
from rules.game.tabletop import AtEnd, Clock, Seal


class ClockSet(GameEvent):
    """The clocks are set: seconds for each side, and an increment for each activation that it ends.

    Zero seconds remove the clocks. With a `side`, only its remaining time is set.
    """

    kind: Literal["clock"] = "clock"
    seconds: int
    increment: int = 0
    at_end: AtEnd = "nothing"
    side: str | None = None

    def applies_to(self, game: Game, was: Game) -> bool:
        return self.side is None or game.clock is not None or was.clock is None

    def apply(self, game: Game) -> None:
        old, anew = game.clock, Clock(seconds=self.seconds, increment=self.increment, at_end=self.at_end)
        if self.side is not None:
            anew = old and old.with_more_time(self.side, self.seconds - old.remaining_seconds(self.side))
        there = anew is not None and (self.side is not None or self.seconds > 0)
        game.clock = anew.model_copy(update={"set_by": game.number + 1}) if anew and there else None


class SealLaid(GameEvent):
    """A player seals a text, of which only the digest is recorded."""

    kind: Literal["sealed"] = "sealed"
    seal: Seal

    def apply(self, game: Game) -> None:
        game.seals[self.seal.digest] = self.seal


class SealsReady(GameEvent):
    """A player agrees to have these seals opened as soon as every side agrees."""

    kind: Literal["ready"] = "ready"
    digests: tuple[str, ...]

    def apply(self, game: Game) -> None:
        for digest in self.digests:
            if digest in game.seals:
                game.seals[digest] = game.seals[digest].model_copy(update={"ready": True})


class OpenedSeal(BaseModel, frozen=True):
    """The text and the salt from which a digest can be verified; both are empty if the author was erased.

    With a `unit` it gives the unit's position.
    """

    digest: str
    salt: str = ""
    text: str = ""
    unit: str | None = None


class SealsOpened(GameEvent):
    """Seals are opened for all to read."""

    kind: Literal["opened"] = "opened"
    opened: tuple[OpenedSeal, ...]

    def apply(self, game: Game) -> None:
        for one in self.opened:
            game.seals.pop(one.digest, None)
