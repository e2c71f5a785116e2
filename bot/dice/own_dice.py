"""Players' own dice of an entry that is undone or amended: they lie there until the same command uses them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.dice.bot_dice import spaced
from rules.game.entry import Entry
from rules.game.events import OwnDiceKept
from rules.game.game import Game
from rules.kernel.plays import Laid, Play
from rules.kernel.text import Text


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
