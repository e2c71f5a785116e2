"""Events about dice: those that wait after an undo, and whose dice a side rolls."""

from __future__ import annotations

from typing import Literal

from rules.game.game import Game, GameEvent
from rules.kernel.plays import Laid

Agreed = Literal["", "next", "behind", "first"]
"""The other sides' agreement about a waiting die: none yet, next in line, behind own dice, or before any others."""


class DiceReturned(GameEvent):
    """The bot's waiting dice of one size, in the order in which they were drawn.

    The next rolls of the side that rolled them use them first.
    """

    kind: Literal["queue"] = "queue"
    sides: int
    faces: tuple[int, ...]
    of: tuple[str, ...] = ()
    """For each face, the command that it was rolled for and is known from."""
    whose: tuple[str, ...] = ()
    """For each face, the side that rolled it, "" for none; missing in older records."""
    drawn: tuple[int, ...] = ()
    """For each face, its place in the order of drawing (see `bot.dice.returned`); 0 in older records."""
    line: tuple[Agreed, ...] = ()
    """For each face, the agreement of the other sides; "" in older records."""
    came: tuple[tuple[str, int], ...] = ()
    """The dice that this entry took from the line, each with its side and its place in the order of drawing."""

    def apply(self, game: Game) -> None:
        game.queues[self.sides] = self.faces
        game.seen[self.sides] = self.of
        game.whose[self.sides] = self.whose
        game.drawn[self.sides] = self.drawn
        game.line[self.sides] = self.line


class OwnDiceKept(GameEvent):
    """Players' own dice kept by an undo until the same command is given again; empty once used."""

    kind: Literal["kept"] = "kept"
    command: str
    throws: tuple[Laid, ...] = ()

    def apply(self, game: Game) -> None:
        if self.throws:
            game.kept[self.command] = self.throws
        else:
            game.kept.pop(self.command, None)


class DiceModeSet(GameEvent):
    """A side uses the bot's dice from now on, or its own at the table."""

    kind: Literal["diced"] = "diced"
    side: str
    mode: Literal["bot", "physical"]

    def apply(self, game: Game) -> None:
        game.dice[self.side] = self.mode
