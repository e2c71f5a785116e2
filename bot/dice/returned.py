"""The bot's dice that were given back, by an undo or by a question that was dropped: they come out first.

The laws, each a test: an undo is never a second throw (the same dice come out, in their order) nor a choice of target
(dice of another command are `strange`); a player's own dice never get in here; what is drawn comes out once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rules.entry import Entry, Play, Throwing
from rules.events import DiceReturned, OwnDiceKept
from rules.game import Game
from rules.kept_dice import Laid

Queue = tuple[tuple[int, ...], tuple[str, ...]]
"""Faces in the order in which they come out, and for each of them the command that it was thrown for."""
EMPTY: Queue = ((), ())


@dataclass(frozen=True)
class ReturnedDice:
    """For every size of die the faces that come out first, each with the command it was thrown for; a value."""

    queues: Mapping[int, Queue] = field(default_factory=dict[int, Queue])

    @classmethod
    def in_game(cls, game: Game) -> ReturnedDice:
        """The dice that wait in a game; what a record does not say the command of was thrown for none."""
        waiting = {sides: (faces, game.seen.get(sides, ())) for sides, faces in game.queues.items()}
        return cls({sides: (faces, (*of, *[""] * (len(faces) - len(of)))) for sides, (faces, of) in waiting.items()})

    def faces(self, sides: int) -> tuple[int, ...]:
        return self.queues.get(sides, EMPTY)[0]

    def strange(self, sides: int, start: int, end: int, command: str) -> tuple[int, ...]:
        """The faces between two places that were thrown for another command."""
        faces, of = self.queues.get(sides, EMPTY)
        return tuple(faces[at] for at in range(start, min(end, len(faces))) if of[at : at + 1] != (command,))

    def put_first(self, faces: Mapping[int, Sequence[int]], command: str) -> ReturnedDice:
        """The same with these faces, thrown for `command`, before all others of their die."""
        return self._with({sides: (tuple(first), EMPTY[0]) for sides, first in faces.items()}, command)

    def put_last(self, faces: Mapping[int, Sequence[int]], command: str) -> ReturnedDice:
        """The same with these faces, thrown for `command`, behind all others of their die."""
        return self._with({sides: (EMPTY[0], tuple(last)) for sides, last in faces.items()}, command)

    def _with(self, more: Mapping[int, tuple[tuple[int, ...], tuple[int, ...]]], command: str) -> ReturnedDice:
        queues = dict(self.queues)
        for sides, (first, last) in more.items():
            old, of = queues.get(sides, EMPTY)
            queues[sides] = (*first, *old, *last), (*[command] * len(first), *of, *[command] * len(last))
        return ReturnedDice({sides: queue for sides, queue in queues.items() if queue[0]})

    def without_first(self, drawn: Mapping[int, int]) -> ReturnedDice:
        """The same without so many of each die."""
        cut = {
            sides: (faces[drawn.get(sides, 0) :], of[drawn.get(sides, 0) :])
            for sides, (faces, of) in self.queues.items()
        }
        return ReturnedDice({sides: queue for sides, queue in cut.items() if queue[0]})

    def changes(self, game: Game) -> tuple[DiceReturned, ...]:
        """What makes the dice that wait in a game these."""
        there = ReturnedDice.in_game(game).queues
        wanted = {sides: self.queues.get(sides, EMPTY) for sides in (*self.queues, *there)}
        return tuple(
            DiceReturned(sides=sides, faces=faces, of=of)
            for sides, (faces, of) in wanted.items()
            if (faces, of) != there.get(sides, EMPTY)
        )


def bot_faces(throws: Iterable[Throwing]) -> dict[int, list[int]]:
    """The faces that the bot's dice showed, by die, in the order in which they were thrown."""
    found: dict[int, list[int]] = {}
    for throw in throws:
        if throw.bots:
            found.setdefault(throw.sides, []).extend(throw.bots)
    return found


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


def own_dice_again(game: Game, command: str, plays: Sequence[Play]) -> list[tuple[int, ...]]:
    """The players' own dice from before an undo that counted again in these plays, throw by throw."""
    return [
        throw.faces
        for laid in game.kept.get(command, ())
        if laid.nth < len(plays)
        for throw in plays[laid.nth].throws
        if throw.key == laid.key and throw.source == laid.source and throw.faces == laid.faces[: len(throw.faces)]
    ]


def not_needed(old: Entry, plays: Sequence[Play]) -> dict[int, list[int]]:
    """The bot's dice of an entry that a new play of it has no use for, in their order."""
    over: dict[int, list[int]] = {}
    for nth, play in enumerate(old.plays):
        new = {throw.key: throw for throw in plays[nth].throws} if nth < len(plays) else {}
        for throw in play.throws:
            now = new.get(throw.key)
            used = len(now.faces) if now is not None and now.sides == throw.sides else 0
            over.setdefault(throw.sides, []).extend(throw.faces[max(used, len(throw.faces) - len(throw.bots)) :])
    return {sides: faces for sides, faces in over.items() if faces}
