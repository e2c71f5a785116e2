"""Where the dice of a command come from: what undos gave back, the bot, or a player's hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.dice.parsing import Word, cut, first_faces
from bot.dice.returned import ReturnedDice
from bot.errors import AppError
from bot.game.questions import Thrown
from rules.dice import Throw, read
from rules.faces import check_faces, left_over, too_few
from rules.game import Game
from rules.kept_dice import Laid
from rules.table import DiceNeeded, Faces, Roller
from rules.text import NOTHING, Text, in_play

Hands = Callable[[Throw[Any]], Literal["bot", "physical"] | None]
"""Whose dice a throw is made with, or None where nothing was agreed."""
Lying = Mapping[tuple[int, str], Laid]
"""Throws that were made before, by the action they belong to and their key."""


class Seen(AppError):
    """Not a fault: dice that everybody has seen would come out for another command; the others must agree first."""

    def __init__(self, faces: tuple[int, ...], groups: tuple[str, ...]) -> None:
        super().__init__()
        self.faces, self.groups = faces, groups


@dataclass
class BotDice:
    """The bot's dice for one command: those that were given back come out first, then new ones are thrown.

    `fresh` holds every new face by die, so that the command can be played again with the same dice. While there are
    `groups` that have not agreed, dice that were thrown for another command than `command` are not touched: Seen is
    raised, before any new die.
    """

    roller: Roller
    returned: ReturnedDice = field(default_factory=ReturnedDice)
    command: str = ""
    groups: tuple[str, ...] = ()
    fresh: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    _drawn: dict[int, int] = field(default_factory=dict[int, int])
    _used: dict[int, int] = field(default_factory=dict[int, int])

    def __call__(self, throw: Throw[Any], count: int) -> Faces:
        at = self._drawn.get(throw.sides, 0)
        old = self.returned.faces(throw.sides)[at : at + count]
        if self.groups and self.returned.strange(throw.sides, at, at + len(old), self.command):
            raise Seen(old, self.groups)
        self._drawn[throw.sides] = at + len(old)
        return Faces((*old, *self._new(throw, count - len(old))), "bot", len(old))

    def _new(self, throw: Throw[Any], count: int) -> tuple[int, ...]:
        faces, used = self.fresh.setdefault(throw.sides, []), self._used.get(throw.sides, 0)
        missing = used + count - len(faces)
        if missing > 0:
            faces += self.roller(throw, missing).faces
        self._used[throw.sides] = used + count
        return tuple(faces[used : used + count])

    def again(self, game: Game, command: str, groups: tuple[str, ...]) -> BotDice:
        """The same dice for another try at a command, after somebody else wrote first."""
        return BotDice(self.roller, ReturnedDice.in_game(game), command, groups, self.fresh)

    def drew(self, sides: int, faces: tuple[int, ...]) -> bool:
        """Takes dice that an earlier step of the command has drawn already; False when they have gone since."""
        at = self._drawn.get(sides, 0)
        if self.returned.faces(sides)[at : at + len(faces)] != faces:
            return False
        self._drawn[sides] = at + len(faces)
        return True

    def left(self) -> ReturnedDice:
        """What is given back still: what was not drawn, and new dice that the command turned out not to need."""
        over = {sides: faces[self._used.get(sides, 0) :] for sides, faces in self.fresh.items()}
        return self.returned.without_first(self._drawn).put_last(over, self.command)

    def notes(self) -> tuple[Text, ...]:
        """Lines for the players about dice that had been seen before."""
        drawn = [(sides, n) for sides, n in self._drawn.items() if n]
        strange = [face for sides, n in drawn for face in self.returned.strange(sides, 0, n, self.command)]
        if strange:
            return (Text("Dice seen before an undo were used: {faces}.", faces=spaced(strange)),)
        mine = [face for sides, n in drawn for face in self.returned.faces(sides)[:n]]
        return (Text("The undone dice were used again: {faces}.", faces=spaced(mine)),) if mine else ()


def spaced(faces: Sequence[int]) -> str:
    """Faces as they are written down: "5 2 6"."""
    return " ".join(map(str, faces))


def result_of(throw: Throw[Any], faces: Sequence[int]) -> int | None:
    """What dice come to against the number needed; None where there is no such number."""
    got = read(throw.reading, faces) if throw.needed else None
    return got if isinstance(got, int) else None


@dataclass
class TableDice:
    """Everybody's dice for one command: what is answered already, faces that were typed, the bot's, or a question.

    `typed` faces must answer every throw for which no other hands were agreed, each throw cutting what it takes of
    them into faces of its dice. `otherwise` is whose dice are
    thrown where nothing was agreed or typed. A question whose size changed since it was answered is asked anew.
    `again` are throws of an entry that is amended: they lie there, and only what is missing of them is thrown.
    `kept` are a player's own dice of the same command before it was undone. What is said of a throw speaks of the
    units in `roles`.
    """

    bot: BotDice
    thrown: list[Thrown]
    typed: Sequence[Word] | None = None
    otherwise: Literal["bot", "physical"] = "bot"
    again: Lying = field(default_factory=dict[tuple[int, str], Laid])
    kept: Lying = field(default_factory=dict[tuple[int, str], Laid])
    hands: Hands = lambda throw: None
    roles: Mapping[str, str] = field(default_factory=dict[str, str])
    """The units that take the parts of the action that is played, by their ids."""
    nth: int = 0
    """Which action of the command is played, counted from 0."""
    changed: bool = False
    _at: int = 0
    _sides: int = 6
    _last: Text = NOTHING

    def __call__(self, throw: Throw[Any], count: int) -> Faces:
        throw = throw._replace(label=in_play(throw.label, self.roles))
        lies = self._lying(self.again, throw)
        if lies is None:
            return self._thrown(throw, count, self.hands(throw))
        have = lies.faces[:count]
        if len(have) == count:
            return Faces(have, lies.source, added=max(0, count - len(lies.own)) if lies.source != "bot" else 0)
        hands = "bot" if lies.source == "bot" or lies.added else self.hands(throw) or self.otherwise
        more = self._thrown(throw, count - len(have), hands)
        by_bot = len(more.faces) if more.source == "bot" and lies.source != "bot" else 0
        return Faces((*have, *more.faces), lies.source, added=lies.added + by_bot)

    def _lying(self, where: Lying, throw: Throw[Any]) -> Laid | None:
        found = where.get((self.nth, throw.key))
        return found if found is not None and found.sides == throw.sides and found.faces else None

    def _thrown(self, throw: Throw[Any], count: int, agreed: Literal["bot", "physical"] | None) -> Faces:
        answered = self._answered(throw, count) if self._at < len(self.thrown) else None
        found = answered or self._new(throw, count, agreed)
        made = Thrown.model_construct(
            key=throw.key,
            label=throw.label,
            sides=throw.sides,
            faces=found.faces,
            source=found.source,
            queued=found.queued,
            needed=throw.needed,
            result=result_of(throw, found.faces),
        )
        self.thrown[self._at :] = [made, *self.thrown[self._at + 1 :]]
        self._at += 1
        return found

    def _answered(self, throw: Throw[Any], count: int) -> Faces | None:
        old = self.thrown[self._at]
        fits = old.sides == throw.sides and len(old.faces) == count
        if fits and self.bot.drew(throw.sides, old.faces[: old.queued]):
            return Faces(old.faces, old.source, old.queued)
        self.changed = True
        del self.thrown[self._at :]
        return None

    def _new(self, throw: Throw[Any], count: int, agreed: Literal["bot", "physical"] | None) -> Faces:
        if self.typed:
            return self._from_typed(self.typed, throw, count)
        if self.typed is not None and agreed is None:
            raise too_few(throw, count, 0)
        if (agreed or self.otherwise) == "physical":
            lies = self._lying(self.kept, throw)
            if lies is not None and len(lies.faces) >= count:
                return Faces(lies.faces[:count], lies.source)
            raise DiceNeeded(throw, count)
        return self.bot(throw, count)

    def _from_typed(self, typed: Sequence[Word], throw: Throw[Any], count: int) -> Faces:
        faces, left = first_faces(typed, throw.sides, count)
        if len(faces) < count:
            raise too_few(throw, count, len(faces))
        check_faces(faces, throw.sides, throw.label)
        self.typed, self._last, self._sides = left, throw.label, throw.sides
        return Faces(faces, "physical")

    def left(self) -> tuple[Word, ...] | None:
        """What was typed and no throw has asked for yet."""
        return None if self.typed is None else tuple(self.typed)

    def finish(self) -> None:
        """Raises BadDice when faces are left over that no throw asked for."""
        over = sum(len(cut(word, self._sides)) for word in self.left() or ())
        if over:
            raise left_over(over, self._last)
