"""What a table arranges beside the rules: clocks, and texts that people seal.

Of a sealed text the record has the digest alone, until it is opened.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from rules.game.game import Game, GameEvent
from rules.game.tabletop import AtEnd, Clock, Seal


class ClockSet(GameEvent):
    """Each side has so many seconds from now on, and some more for each go that it ends; none: there are no clocks. Or
    one `side` has so many left.
    """

    kind: Literal["clock"] = "clock"
    seconds: int
    increment: int = 0
    at_end: AtEnd = "nothing"
    side: str | None = None

    def applies_to(self, game: Game, was: Game) -> bool:
        return self.side is None or game.clock is not None or was.clock is None

    def happen(self, game: Game) -> None:
        old, anew = game.clock, Clock(seconds=self.seconds, increment=self.increment, at_end=self.at_end)
        if self.side is not None:
            anew = old and old.more(self.side, self.seconds - old.left(self.side))
        there = anew is not None and (self.side is not None or self.seconds > 0)
        game.clock = anew.model_copy(update={"set_by": game.number + 1}) if anew and there else None


class SealLaid(GameEvent):
    """Somebody seals a text, of which there is only the digest here."""

    kind: Literal["sealed"] = "sealed"
    seal: Seal

    def happen(self, game: Game) -> None:
        game.seals[self.seal.digest] = self.seal


class SealsReady(GameEvent):
    """Whoever has sealed these has them opened as soon as every side does."""

    kind: Literal["ready"] = "ready"
    digests: tuple[str, ...]

    def happen(self, game: Game) -> None:
        for digest in self.digests:
            if digest in game.seals:
                game.seals[digest] = game.seals[digest].model_copy(update={"ready": True})


class OpenedSeal(BaseModel):
    """What anybody can make the digest of; both are empty where whoever sealed it was forgotten. With a `unit` it says
    where that stood.
    """

    model_config = ConfigDict(frozen=True)

    digest: str
    salt: str = ""
    text: str = ""
    unit: str | None = None


class SealsOpened(GameEvent):
    """Seals are opened, for everybody."""

    kind: Literal["opened"] = "opened"
    opened: tuple[OpenedSeal, ...]

    def happen(self, game: Game) -> None:
        for one in self.opened:
            game.seals.pop(one.digest, None)
