"""The throws that a waiting command has been answered with, found again throw by throw when it is played again.

Their faces stay whatever has changed meanwhile: those that a throw needs count in their order, only what is missing
is thrown, and what is over of the bot's dice waits for the side that threw it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.dice.bot_dice import BotDice, spaced
from bot.dice.returned import Lot
from bot.game.questions import Thrown
from rules.game.entry import Entry
from rules.game.events import OwnDiceKept
from rules.game.game import Game
from rules.kernel.dice import Throw
from rules.kernel.plays import Laid, Play
from rules.kernel.table import Faces
from rules.kernel.text import Text


@dataclass
class Answered:
    """`throws` in the order in which they were made; several may be of one throw, each with some of its dice."""

    throws: list[Thrown]
    changed: bool = False
    """Whether some of what was answered is asked for again."""
    _used: dict[int, int] = field(default_factory=dict[int, int])

    def faces(self, nth: int, throw: Throw[Any], count: int, whose: str, bot: BotDice) -> Iterator[Faces]:
        """What there is for a throw of the `nth` action, `count` dice at the most, in pieces of one source each."""
        for at in self._of(nth, throw):
            piece = self._usable(at, nth, throw, count, whose, bot) if count else None
            if piece is None:
                continue
            faces = piece.faces[:count]
            self._used[at] = len(faces)
            count -= len(faces)
            yield Faces(faces, piece.source, min(piece.queued, len(faces)))

    def add(self, thrown: Thrown) -> None:
        """One more throw, of which every face is used."""
        self._used[len(self.throws)] = len(thrown.faces)
        self.throws.append(thrown)

    def over(self, otherwise: str) -> Iterator[tuple[Lot, tuple[int, ...]]]:
        """The bot's new faces that no throw had a use for, by side (`otherwise` where it was not kept) and die."""
        for at, thrown in enumerate(self.throws):
            faces = thrown.faces[max(thrown.queued, self._used.get(at, 0)) :]
            if thrown.source == "bot" and faces:
                yield (otherwise if thrown.side is None else thrown.side, thrown.sides), faces

    def _of(self, nth: int, throw: Throw[Any]) -> list[int]:
        """The answers to one throw; of those kept before they said their action, the next one."""
        found = [
            at
            for at, one in enumerate(self.throws)
            if at not in self._used and (one.key, one.sides) == (throw.key, throw.sides) and one.nth in (None, nth)
        ]
        old = [at for at in found if self.throws[at].nth is None]
        return [at for at in found if at not in old[1:]]

    def _usable(self, at: int, nth: int, throw: Throw[Any], count: int, whose: str, bot: BotDice) -> Thrown | None:
        """An answer as far as it still holds: what was only counted counts for the same throw alone, and dice that
        waited are there no more when others have drawn them."""
        piece = self.throws[at]
        if piece.source == "counted" and (len(piece.faces) != count or piece.needed not in (None, throw.needed)):
            self._used[at], self.changed = 0, True
            return None
        if piece.side is None:
            if piece.source != "bot":
                bot.give_way(whose, piece.sides)
            piece = self.throws[at] = piece.model_copy(update={"side": whose, "nth": nth})
        queued = piece.faces[: min(piece.queued, count)]
        if queued and not bot.drew(whose, piece.sides, queued):
            piece = piece.model_copy(update={"faces": piece.faces[piece.queued :], "queued": 0})
            self.throws[at], self.changed = piece, True
        return piece


# Players' own dice of an entry that is undone or amended: they lie there until the same command uses them.


def laid_by(entry: Entry) -> dict[tuple[int, str], Laid]:
    """The throws of an entry as they lie on the table."""
    return {
        (nth, throw.key): Laid(
            nth=nth, key=throw.key, sides=throw.sides, faces=throw.faces, source=throw.source, added=throw.added
        )
        for nth, play in enumerate(entry.plays)
        for throw in play.throws
    }


def own_dice_kept(entry: Entry, command: str) -> tuple[OwnDiceKept, ...]:
    """The players' own dice of an entry that is undone, for when the same command is given again."""
    own = tuple(
        laid.model_copy(update={"faces": laid.own, "added": 0})
        for laid in laid_by(entry).values()
        if laid.source != "bot"
    )
    return (OwnDiceKept(command=command, throws=own),) if own else ()


def own_dice_used(game: Game, command: str) -> tuple[OwnDiceKept, ...]:
    """Players' own dice that were kept for this command lie there no longer."""
    return (OwnDiceKept(command=command),) if command in game.kept else ()


def own_dice_notes(game: Game, command: str, plays: Sequence[Play]) -> tuple[Text, ...]:
    """A line for the players when their own dice of the same command, from before it was undone, counted again."""
    throws = own_dice_again(game, command, plays)
    if not throws:
        return ()
    faces = " / ".join(map(spaced, throws))
    return (Text("The players' own dice from before the undo were used again: {faces}.", faces=faces),)


def own_dice_again(game: Game, command: str, plays: Sequence[Play]) -> list[tuple[int, ...]]:
    """The players' own dice from before an undo that counted again in these plays, throw by throw."""
    return [
        throw.faces
        for laid in game.kept.get(command, ())
        if laid.nth < len(plays)
        for throw in plays[laid.nth].throws
        if throw.key == laid.key and throw.source == laid.source and throw.faces == laid.faces[: len(throw.faces)]
    ]
