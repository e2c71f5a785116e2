"""The sources of a command's dice: known faces, the bot, or a player's hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.dice.bot_dice import BotDice, format_faces
from bot.dice.parsing import (
    SuccessCount,
    Word,
    face_count,
    faces_for_count,
    first_faces,
    leading_words,
    require_each_face,
    require_faces,
)
from bot.dice.returned import NOBODY, Lot, by_side
from bot.game.questions import AnsweredRoll
from rules.kernel.dice import Roll, Successes, read_faces
from rules.kernel.errors import BadDice
from rules.kernel.plays import Laid
from rules.kernel.table import DiceNeeded, Faces, left_over_faces, too_few_faces
from rules.kernel.text import NOTHING, Text, name_units

# The answered rolls of a waiting command, matched roll by roll when it is replayed.


@dataclass
class AnsweredRolls:
    """The answers of a waiting command: `throws` in order.

    Several may belong to one roll, with part of its dice each.
    """

    throws: list[AnsweredRoll]
    changed: bool = False
    """True if some answered dice are asked for again."""
    _used: dict[int, int] = field(default_factory=dict[int, int])

    def faces(self, nth: int, roll: Roll[Any], count: int, whose: str, bot: BotDice) -> Iterator[Faces]:
        """Yield the answered faces for a roll of the `nth` action, at most `count`, in pieces of one source each."""
        for at in self._answers_to(nth, roll):
            piece = self._usable_part(at, nth, roll, count, whose, bot) if count else None
            if piece is None:
                continue
            faces = piece.faces[:count]
            self._used[at] = len(faces)
            count -= len(faces)
            yield Faces(faces, piece.source, min(piece.queued, len(faces)))

    def add(self, rolled: AnsweredRoll) -> None:
        """Add an answered roll whose faces are all used."""
        self._used[len(self.throws)] = len(rolled.faces)
        self.throws.append(rolled)

    def unused_faces(
        self, otherwise: str, source: Literal["bot", "physical"] = "bot"
    ) -> Iterator[tuple[Lot, tuple[int, ...]]]:
        """Yield the unused new faces of the bot, or of players, by side (`otherwise` if unrecorded) and die."""
        for at, rolled in enumerate(self.throws):
            faces = rolled.faces[max(rolled.queued, self._used.get(at, 0)) :]
            if rolled.source == source and faces:
                yield (otherwise if rolled.side is None else rolled.side, rolled.sides), faces

    def _answers_to(self, nth: int, roll: Roll[Any]) -> list[int]:
        """Return the indexes of the answers to one roll; of old answers without an action, only the next."""
        found = [
            at
            for at, one in enumerate(self.throws)
            if at not in self._used and (one.key, one.sides) == (roll.key, roll.sides) and one.nth in (None, nth)
        ]
        old = [at for at in found if self.throws[at].nth is None]
        return [at for at in found if at not in old[1:]]

    def _usable_part(
        self, at: int, nth: int, roll: Roll[Any], count: int, whose: str, bot: BotDice
    ) -> AnsweredRoll | None:
        """Return an answer as far as it is still valid.

        A count of successes is valid only for the same roll, and others may have drawn the waiting dice meanwhile.
        """
        piece = self.throws[at]
        if piece.source == "counted" and (len(piece.faces) != count or piece.needed not in (None, roll.needed)):
            self._used[at], self.changed = 0, True
            return None
        if piece.side is None:
            if piece.source != "bot":
                bot.give_way(whose, piece.sides)
            piece = self.throws[at] = piece.model_copy(update={"side": whose, "nth": nth})
        queued = piece.faces[: min(piece.queued, count)]
        if queued and not bot.draw_again(whose, piece.sides, queued):
            piece = piece.model_copy(update={"faces": piece.faces[piece.queued :], "queued": 0})
            self.throws[at], self.changed = piece, True
        return piece


# The dice of one command while it is played: from the table, from the bot, or requested.

Hands = Callable[[Roll[Any]], Literal["bot", "physical"] | None]
"""Returns the dice used for a roll, or None where nothing was agreed."""
Whose = Callable[[Roll[Any]], str]
"""Returns the side of a roll, or NOBODY."""
Lying = Mapping[tuple[int, str], Laid]
"""Earlier rolls, by their action and key."""


@dataclass
class TableDice:
    """All dice for one command: known faces, typed faces, the bot's, or a question.

    `answered` are the rolls of a command that waited. `typed` faces must answer every roll for which no other dice were
    agreed; each roll takes its share of them. `otherwise` are the dice used where nothing was agreed or typed. `again`
    are rolls of an amended entry: they are reused, and only missing dice are rolled, if the other sides agree. `kept`
    are a player's own dice of the same command before it was undone; they are reused like the bot's. Labels of rolls
    refer to the units in `roles`.
    """

    bot: BotDice
    answered: AnsweredRolls
    typed: Sequence[Word] | None = None
    otherwise: Literal["bot", "physical"] = "bot"
    again: Lying | None = None
    kept: Lying = field(default_factory=dict[tuple[int, str], Laid])
    hands: Hands = lambda throw: None
    whose: Whose = lambda throw: NOBODY
    roles: Mapping[str, str] = field(default_factory=dict[str, str])
    """Ids of the units in the parts of the current action."""
    nth: int = 0
    """Index of the current action of the command, from 0."""
    so_far: list[AnsweredRoll] = field(default_factory=list[AnsweredRoll])
    """Completed rolls."""
    _grown: list[Text] = field(default_factory=list[Text])
    mine: str = NOBODY
    """Side of the issuer."""
    _sides: int = 6
    _typed_any: bool = False
    _typed_faces: int = 0
    _typed_first: Sequence[Word] = ()
    """All typed words; `_typed_faces` counts the faces used."""
    _for_others: bool = False
    """True if typed faces were used for another side: then they must suffice for all rolls."""
    _last: Text = NOTHING

    def __post_init__(self) -> None:
        self._typed_first = self.typed or ()

    def __call__(self, roll: Roll[Any], count: int) -> Faces:
        roll = roll._replace(label=name_units(roll.label, self.roles))
        parts = self._known_faces(roll, count)
        if (missing := count - _face_count(parts)) > 0:
            parts.append(self._supply_missing(roll, missing, parts))
        if len(parts) > 1 and self.again is None and (self.nth, roll.key) not in self.kept:
            self._grown.append(_more_dice_note(roll, count - len(parts[0].faces)))
        faces = join_faces(parts)
        self.so_far.append(self._answered_roll(roll, faces))
        return faces

    def _known_faces(self, roll: Roll[Any], count: int) -> list[Faces]:
        """Return the known faces for a roll: of the amended entry, answered, or from before an undo."""
        parts = list(_pieces(self.again or {}, (self.nth, roll.key), roll.sides, count))
        room = count - _face_count(parts)
        parts += self.answered.faces(self.nth, roll, room, self.whose(roll), self.bot)
        if not parts and self.typed is None:
            parts += self._kept_faces(roll, count)
        return parts

    def _kept_faces(self, roll: Roll[Any], count: int) -> list[Faces]:
        """Return a player's own dice from before an undo; a count is valid only for as many dice."""
        laid = self.kept.get((self.nth, roll.key))
        if laid is None or (laid.source == "counted" and len(laid.faces) != count):
            return []
        parts = list(_pieces(self.kept, (self.nth, roll.key), roll.sides, count))
        for part in parts:
            self.answered.add(self._answered_roll(roll, part))
        return parts

    def _supply_missing(self, roll: Roll[Any], count: int, parts: Sequence[Faces]) -> Faces:
        agreed = self.hands(roll) or (self.otherwise if parts else None)
        whose = self.whose(roll)
        if self.again is not None and (new := count - self.bot.count_for_command(whose, roll.sides)) > 0:
            self.bot.require_agreement("new", roll.sides, count=new)
        if any(part.source == "bot" for part in parts) or (parts and self.bot.has_die_for_command(whose, roll.sides)):
            found = self.bot(roll, count, whose)
        else:
            found = self._obtain_new(roll, count, agreed)
        self.answered.add(self._answered_roll(roll, found))
        return found

    def _answered_roll(self, roll: Roll[Any], found: Faces) -> AnsweredRoll:
        return AnsweredRoll.model_construct(
            key=roll.key,
            label=roll.label,
            sides=roll.sides,
            faces=found.faces,
            source=found.source,
            queued=found.queued,
            added=found.added,
            needed=roll.needed,
            result=result_of(roll, found.faces),
            nth=self.nth,
            side=self.whose(roll),
        )

    def _obtain_new(self, roll: Roll[Any], count: int, agreed: Literal["bot", "physical"] | None) -> Faces:
        whose = self.whose(roll)
        if self.typed:
            found, left = self._count_typed(self.typed, roll, count) or self._read_typed(self.typed, roll, count)
            self.bot.give_way(whose, roll.sides, typed=True)
            self.typed, self._last, self._sides, self._typed_any = left, roll.label, roll.sides, True
            self._for_others = self._for_others or whose != self.mine
            return found
        if self.typed is not None and agreed is None and (self._for_others or not self._typed_any):
            raise too_few_faces(roll, count, 0)
        if (agreed or self.otherwise) == "physical" and not self.bot.must_draw(whose, roll.sides):
            self.bot.give_way(whose, roll.sides)
            raise DiceNeeded(roll, count)
        return self.bot(roll, count, whose)

    def _count_typed(self, typed: Sequence[Word], roll: Roll[Any], count: int) -> tuple[Faces, Sequence[Word]] | None:
        """Return a roll given only by its successes, and the remaining words; raise BadDice if its faces are needed."""
        word, *left = typed
        if not isinstance(word, SuccessCount):
            return None
        if not isinstance(roll.reading, Successes) or roll.needed is None:
            raise BadDice(Text("{label}: give the faces, not only the number of successes", label=roll.label))
        return Faces(faces_for_count(word.successes, count, roll.needed, roll.label), "counted"), left

    def _read_typed(self, typed: Sequence[Word], roll: Roll[Any], count: int) -> tuple[Faces, Sequence[Word]]:
        """Return typed faces and the remaining words; raise BadDice for other text, and for too few."""
        digits = leading_words(typed)
        faces, left = first_faces(digits, roll.sides, count)
        require_faces(digits, roll.sides, count, roll.label)
        self._typed_faces += len(faces)
        if len(faces) < count:
            raise too_few_faces(roll, count, len(faces))
        return Faces(faces, "physical"), (*left, *typed[len(digits) :])

    def remaining_words(self) -> tuple[Word, ...] | None:
        """Return the typed words that no roll has used yet."""
        return None if self.typed is None else tuple(self.typed)

    def finish(self) -> None:
        """Return unused dice to the waiting ones; raise BadDice for typed faces that no roll used."""
        digits = [word for word in self._typed_first if not isinstance(word, SuccessCount)]
        over = sum(face_count(word, self._sides) for word in self.remaining_words() or ())
        if over and len(digits) == self._typed_faces:
            require_each_face(digits, self._sides, self._last)
        if over:
            raise left_over_faces(over, self._last)
        for lot, faces in self.answered.unused_faces(self.bot.side):
            self.bot.give_back(lot, faces)

    def notes(self) -> tuple[Text, ...]:
        """Return lines for the players if a waiting command now needs other dice than before."""
        over = by_side(self.answered.unused_faces(self.bot.side))
        own = by_side(self.answered.unused_faces(self.bot.side, "physical"))
        return (
            *self._grown,
            *(unneeded_dice_note(lot, faces) for lot, faces in over.items()),
            *(
                Text("No longer needed of own dice: d{sides} {faces}.", sides=sides, faces=format_faces(faces))
                for (_, sides), faces in own.items()
            ),
            *((_ANEW,) if self.answered.changed else ()),
        )


_ANEW = Text("The rules have changed since the question; some dice are asked for again.")


def unneeded_dice_note(lot: Lot, faces: Sequence[int]) -> Text:
    """Return a note that dice now wait for the side that rolled them."""
    side, sides = lot
    if side == NOBODY:
        return Text(
            "No longer needed: d{sides} {faces}. They come first on the next roll.",
            sides=sides,
            faces=format_faces(faces),
        )
    return Text(
        "No longer needed: d{sides} {faces}. {side} uses them first on the next roll.",
        sides=sides,
        faces=format_faces(faces),
        side=side,
    )


def _more_dice_note(roll: Roll[Any], count: int) -> Text:
    return Text(
        "{throw}: the dice rolled before stay; {count} d{sides} more were needed.",
        throw=roll.label,
        count=count,
        sides=roll.sides,
    )


def _face_count(parts: Iterable[Faces]) -> int:
    return sum(len(part.faces) for part in parts)


def _pieces(lying: Lying, at: tuple[int, str], sides: int, count: int) -> Iterable[Faces]:
    """Yield the first faces of a known roll: a player's own, and the bot's."""
    laid = lying.get(at)
    if laid is None or laid.sides != sides:
        return
    own, rest = laid.own_faces[:count], laid.faces[len(laid.own_faces) : count]
    if own:
        yield Faces(own, laid.source)
    if rest:
        yield Faces(rest, "bot")


def join_faces(parts: Sequence[Faces]) -> Faces:
    """Return the pieces of one roll combined: the bot's, or a player's own followed by the bot's."""
    faces = tuple(face for part in parts for face in part.faces)
    source = parts[0].source
    if source != "bot":
        return Faces(faces, source, added=sum(len(part.faces) for part in parts if part.source == "bot"))
    queued = 0
    for part in parts:
        queued += part.queued
        if part.queued < len(part.faces):
            break
    return Faces(faces, source, queued)


def result_of(roll: Roll[Any], faces: Sequence[int]) -> int | None:
    """Return the result of dice against the number needed; None if there is no such number."""
    got = read_faces(roll.reading, faces) if roll.needed else None
    return got if isinstance(got, int) else None
