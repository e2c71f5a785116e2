"""Where the dice of a command come from: the game's queue of undone dice, the bot, or a player's hands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NotRequired, TypedDict

from bot.errors import AppError, Refusal
from rules.dice import Throw, read
from rules.entry import Throwing
from rules.errors import BadDice, DiceNeeded
from rules.events import DiceReturned, Event, Laid
from rules.game import Game
from rules.table import Faces, Roller, check_faces, left_over
from rules.text import say, spoken

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
            raise Refusal(
                say(
                    "{word!r} is not a face. Write the faces like 5 2 6 4, throws separated by /, or roll.",
                    word=word[:20],
                )
            )
        faces += _split(word, sides)
    if len(faces) > _LIMIT:
        raise Refusal(say("{faces} dice are more than any throw needs.", faces=len(faces)))
    return faces


def _split(word: str, sides: int) -> list[int]:
    return [int(face) for face in word] if sides < 10 and len(word) > 1 else [int(word[:4])]


class Seen(AppError):
    """Not a fault: dice that everybody has seen would come out for another command; the others must agree first."""

    def __init__(self, faces: tuple[int, ...], groups: tuple[str, ...]) -> None:
        super().__init__("dice already seen")
        self.faces, self.groups = faces, groups


@dataclass
class Dice:
    """The bot's dice for one command: undone dice come out first, in their order; then new ones are thrown.

    `kept` holds every new face by die, so that the command can be played again with the same dice. `seen` says
    for every face of the queues which command it was thrown for; `command` is this one, and while there are
    `groups` that have not agreed, dice of another command are not touched: Seen is raised, before any new die.
    """

    roller: Roller
    queues: Mapping[int, tuple[int, ...]]
    kept: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    drawn: dict[int, int] = field(default_factory=dict[int, int])
    seen: Mapping[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    command: str = ""
    groups: tuple[str, ...] = ()
    _used: dict[int, int] = field(default_factory=dict[int, int])

    def __call__(self, throw: Throw[Any], count: int, label: str) -> Faces:
        queue = self.queues.get(throw.sides, ())
        at = self.drawn.get(throw.sides, 0)
        old = queue[at : at + count]
        if self.groups and self._strange(throw.sides, at, at + count):
            raise Seen(old, self.groups)
        self.drawn[throw.sides] = at + len(old)
        fresh = self._fresh(throw, count - len(old), label)
        return Faces((*old, *fresh), "bot", len(old))

    def _strange(self, sides: int, start: int, end: int) -> tuple[int, ...]:
        """The dice between two places of a queue that were thrown for another command."""
        faces, of = self.queues.get(sides, ()), self.seen.get(sides, ())
        return tuple(faces[at] for at in range(start, min(end, len(faces))) if of[at : at + 1] != (self.command,))

    def _fresh(self, throw: Throw[Any], count: int, label: str) -> tuple[int, ...]:
        kept, used = self.kept.setdefault(throw.sides, []), self._used.get(throw.sides, 0)
        missing = used + count - len(kept)
        if missing > 0:
            kept += self.roller(throw, missing, label).faces
        self._used[throw.sides] = used + count
        return tuple(kept[used : used + count])

    def again(self, game: Game, command: str, groups: tuple[str, ...]) -> Dice:
        """The same dice for another try at the same command, after somebody else wrote first."""
        return Dice(self.roller, game.queues, self.kept, seen=game.seen, command=command, groups=groups)

    def drew(self, sides: int, faces: tuple[int, ...]) -> bool:
        """Takes dice of the queue that an earlier step of the command has taken; False when they have gone since."""
        at = self.drawn.get(sides, 0)
        if self.queues.get(sides, ())[at : at + len(faces)] != faces:
            return False
        self.drawn[sides] = at + len(faces)
        return True

    def left(self, sides: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """What the queue of such dice holds afterwards, and of which commands: what was not drawn or not needed."""
        n, over = self.drawn.get(sides, 0), self.kept.get(sides, [])[self._used.get(sides, 0) :]
        faces = (*self.queues.get(sides, ())[n:], *over)
        return faces, (*self.seen.get(sides, ())[n:], *[self.command] * len(over))

    def used_up(self) -> list[Event]:
        """The queues that are not as they were."""
        left = {sides: self.left(sides) for sides in (*self.drawn, *self.kept)}
        return [
            DiceReturned(sides=sides, faces=faces, of=of)
            for sides, (faces, of) in left.items()
            if faces != self.queues.get(sides, ())
        ]

    def notes(self) -> tuple[str, ...]:
        """Lines for the players about dice that had been seen before."""
        strange = [face for sides, n in self.drawn.items() for face in self._strange(sides, 0, n)]
        mine = (
            [face for sides, n in self.drawn.items() for face in self.queues.get(sides, ())[:n]] if not strange else []
        )
        said = [say("Dice already seen were used: {spaced}.", spaced=_spaced(strange))] if strange else []
        return (*said, *([say("The undone dice came out again: {spaced}.", spaced=_spaced(mine))] if mine else []))


def _spaced(faces: Iterable[int]) -> str:
    return " ".join(map(str, faces))


_MIXED = re.compile(r"physical, ([0-9]+) bot")


def bots(throw: Laid | Throwing) -> tuple[int, ...]:
    """The faces of a throw that the bot's dice showed: all, none, or the last ones of a throw that was added to."""
    mixed = _MIXED.fullmatch(throw.source)
    last = int(mixed[1]) if mixed else len(throw.faces) * (throw.source == "bot")
    return throw.faces[len(throw.faces) - last :]


def _source(lies: Laid, count: int) -> str:
    """Whose dice the first `count` of a throw are."""
    by_bot = count - (len(lies.faces) - len(bots(lies)))
    if _MIXED.fullmatch(lies.source) is None:
        return lies.source
    return f"physical, {by_bot} bot" if by_bot > 0 else "physical"


class Thrown(TypedDict):
    """A throw that has been answered, as a waiting command keeps it."""

    label: str
    sides: int
    faces: list[int]
    source: str
    queued: int
    needed: NotRequired[str | None]
    result: NotRequired[int | None]
    """What the dice came to against the number needed; None where there is no such number."""


def _came_to(throw: Throw[Any], faces: Sequence[int]) -> int | None:
    got = read(throw.reading, faces) if throw.needed else None
    return got if isinstance(got, int) else None


Hands = Callable[[Throw[Any]], str | None]
"""Whose dice a throw is made with: "bot", "physical", or None where nothing was agreed."""
Lying = Mapping[tuple[int, str], Laid]
"""Throws that were made before, by the action they belong to and their label."""


@dataclass
class TableDice:
    """Everybody's dice for one command: what is answered already, faces that were typed, the bot's, or a question.

    `typed` faces must answer every throw for which no other hands were agreed. `otherwise` is whose dice are
    thrown where nothing was agreed or typed. A question whose size changed since it was answered is asked anew.
    `again` are throws of an entry that is amended: they lie there, and only what is missing of them is thrown.
    `kept` are a player's own dice of the same command before it was undone.
    """

    bot: Dice
    hands: Hands
    thrown: list[Thrown]
    typed: list[int] | None = None
    otherwise: str = "bot"
    again: Lying = field(default_factory=dict[tuple[int, str], Laid])
    kept: Lying = field(default_factory=dict[tuple[int, str], Laid])
    nth: int = 0
    """Which action of the command is played, counted from 0."""
    changed: bool = False
    _at: int = 0
    _typed_at: int = 0
    _last: str = ""

    def __call__(self, throw: Throw[Any], count: int, label: str) -> Faces:
        lies = self._lying(self.again, throw, label)
        if lies is None:
            return self._thrown(throw, count, label, self.hands(throw))
        have = lies.faces[:count]
        if len(have) == count:
            return Faces(have, _source(lies, count))
        hands = "bot" if lies.source.endswith("bot") else self.hands(throw) or self.otherwise
        more = self._thrown(throw, count - len(have), label, hands)
        by_bot = more.source == "bot" and lies.source != "bot"
        mixed = f"physical, {len(bots(lies)) + len(more.faces)} bot"
        return Faces((*have, *more.faces), mixed if by_bot else lies.source)

    def _lying(self, where: Lying, throw: Throw[Any], label: str) -> Laid | None:
        found = where.get((self.nth, label))
        return found if found is not None and found.sides == throw.sides and found.faces else None

    def _thrown(self, throw: Throw[Any], count: int, label: str, agreed: str | None) -> Faces:
        if self._at < len(self.thrown):
            answered = self._answered(throw, count)
            if answered:
                return answered
        found = self._new(throw, count, label, agreed)
        self._at += 1
        self.thrown.append(
            Thrown(
                label=label,
                sides=throw.sides,
                faces=[*found.faces],
                source=found.source,
                queued=found.queued,
                needed=throw.needed,
                result=_came_to(throw, found.faces),
            )
        )
        return found

    def _answered(self, throw: Throw[Any], count: int) -> Faces | None:
        old = self.thrown[self._at]
        faces = tuple(old["faces"])
        fits = old["sides"] == throw.sides and len(faces) == count
        if not fits or not self.bot.drew(throw.sides, faces[: old["queued"]]):
            self.changed = True
            del self.thrown[self._at :]
            return None
        old["needed"], old["result"] = throw.needed, _came_to(throw, faces)
        self._at += 1
        return Faces(faces, old["source"], old["queued"])

    def _new(self, throw: Throw[Any], count: int, label: str, agreed: str | None) -> Faces:
        if self.typed is not None and self._typed_at < len(self.typed):
            return self._from_typed(self.typed, throw, count, label)
        if self.typed is not None and agreed is None:
            raise _short_of(throw, count, label, 0)
        if (agreed or self.otherwise) == "physical":
            lies = self._lying(self.kept, throw, label)
            if lies is not None and len(lies.faces) >= count:
                return Faces(lies.faces[:count], lies.source)
            raise DiceNeeded(throw, count, label)
        return self.bot(throw, count, label)

    def _from_typed(self, typed: list[int], throw: Throw[Any], count: int, label: str) -> Faces:
        faces = typed[self._typed_at : self._typed_at + count]
        if len(faces) < count:
            raise _short_of(throw, count, label, len(faces))
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
            raise left_over(over, self._last)


def _short_of(throw: Throw[Any], count: int, label: str, given: int) -> BadDice:
    """Fewer faces were given than a throw needs."""
    needed = say("{count} d{sides} needed ({player})", count=count, sides=throw.sides, player=spoken(throw.by))
    return BadDice(say("{throw}: {needed}, {given} given", throw=label, needed=needed, given=given))
