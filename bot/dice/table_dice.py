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
    parse_words,
    require_each_face,
    require_faces,
)
from bot.dice.returned import NOBODY, Lot, by_side, earlier_places
from bot.errors import Refusal
from bot.game.questions import AnsweredRoll
from rules.command.planned import Planned
from rules.game.entry import Entry
from rules.game.events import OwnDiceKept
from rules.game.game import Game
from rules.kernel.dice import Roll, Successes, read_faces
from rules.kernel.errors import BadDice
from rules.kernel.plays import Laid, Play
from rules.kernel.table import DiceNeeded, Faces, check_faces, left_over_faces, too_few_faces
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

    def faces(self, nth: int, throw: Roll[Any], count: int, whose: str, bot: BotDice) -> Iterator[Faces]:
        """Yield the answered faces for a roll of the `nth` action, at most `count`, in pieces of one source each."""
        for at in self._answers_to(nth, throw):
            piece = self._usable_part(at, nth, throw, count, whose, bot) if count else None
            if piece is None:
                continue
            faces = piece.faces[:count]
            self._used[at] = len(faces)
            count -= len(faces)
            yield Faces(faces, piece.source, min(piece.queued, len(faces)))

    def add(self, thrown: AnsweredRoll) -> None:
        """Add an answered roll whose faces are all used."""
        self._used[len(self.throws)] = len(thrown.faces)
        self.throws.append(thrown)

    def unused_faces(self, otherwise: str) -> Iterator[tuple[Lot, tuple[int, ...]]]:
        """Yield the bot's unused new faces, by side (`otherwise` if unrecorded) and die."""
        for at, thrown in enumerate(self.throws):
            faces = thrown.faces[max(thrown.queued, self._used.get(at, 0)) :]
            if thrown.source == "bot" and faces:
                yield (otherwise if thrown.side is None else thrown.side, thrown.sides), faces

    def _answers_to(self, nth: int, throw: Roll[Any]) -> list[int]:
        """Return the indexes of the answers to one roll; of old answers without an action, only the next."""
        found = [
            at
            for at, one in enumerate(self.throws)
            if at not in self._used and (one.key, one.sides) == (throw.key, throw.sides) and one.nth in (None, nth)
        ]
        old = [at for at in found if self.throws[at].nth is None]
        return [at for at in found if at not in old[1:]]

    def _usable_part(
        self, at: int, nth: int, throw: Roll[Any], count: int, whose: str, bot: BotDice
    ) -> AnsweredRoll | None:
        """Return an answer as far as it is still valid.

        A count of successes is valid only for the same roll, and others may have drawn the waiting dice meanwhile.
        """
        piece = self.throws[at]
        if piece.source == "counted" and (len(piece.faces) != count or piece.needed not in (None, throw.needed)):
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


# Players' own dice of an undone or amended entry: they are kept until the same command uses them.


def rolls_of_entry(entry: Entry) -> dict[tuple[int, str], Laid]:
    """Return the rolls of an entry with their faces."""
    return {
        (nth, throw.key): Laid(
            nth=nth, key=throw.key, sides=throw.sides, faces=throw.faces, source=throw.source, added=throw.added
        )
        for nth, play in enumerate(entry.plays)
        for throw in play.throws
    }


def own_rolls(entry: Entry) -> list[Laid]:
    """Return the rolls of an entry with faces that a player read off the table."""
    return [laid for laid in rolls_of_entry(entry).values() if laid.source == "physical" and laid.own_faces]


def own_faces(entry: Entry) -> tuple[int, ...]:
    """Return the faces of the players' own dice of an entry, in order."""
    return tuple(face for laid in own_rolls(entry) for face in laid.own_faces)


def corrected_rolls(entry: Entry, own: Sequence[int] | None, plays: Sequence[Planned]) -> dict[tuple[int, str], Laid]:
    """Return the rolls of an entry for its amended plays; `own` are the corrected faces of own dice, if any."""
    found, left = rolls_of_entry(entry), list(own_faces(entry) if own is None else own)
    for laid in own_rolls(entry):
        mine, left = left[: len(laid.own_faces)], left[len(laid.own_faces) :]
        faces = (*mine, *laid.faces[len(laid.own_faces) :])
        found[laid.nth, laid.key] = laid.model_copy(update={"faces": faces})
    places = enumerate(earlier_places(plays, entry.plays))
    return {(nth, key): laid for nth, was in places for (old, key), laid in found.items() if old == was}


def parse_own_dice(entry: Entry, text: str, die: int) -> tuple[int, ...]:
    """Return typed faces to replace all own dice of an entry.

    Raises Refusal for an entry without own dice, BadDice for another number of dice than before.
    """
    throws, words = own_rolls(entry), leading_words(parse_words(text, die) or ())
    labels = {(nth, throw.key): throw.label for nth, play in enumerate(entry.plays) for throw in play.throws}
    found: list[int] = []
    for laid in throws:
        faces, left = first_faces(words, laid.sides, len(laid.own_faces))
        check_faces(faces, laid.sides, labels[laid.nth, laid.key])
        found, words = [*found, *faces], list(left)
    wanted = sum(len(laid.own_faces) for laid in throws)
    if not wanted:
        raise Refusal(Text("Entry {number} has no real dice.", number=entry.number))
    if len(found) != wanted or words:
        raise Refusal(
            Text(
                "Entry {number} has these real dice: {faces}. Enter as many, in the same order.",
                number=entry.number,
                faces=" / ".join(format_faces(laid.own_faces) for laid in throws),
            )
        )
    return tuple(found)


def unused_own_rolls(before: Entry, entry: Entry) -> tuple[AnsweredRoll, ...]:
    """Return players' own dice of an entry that its amendment does not use: they count as rolled."""
    found: list[AnsweredRoll] = []
    places, rolls = earlier_places(before.plays, entry.plays), rolls_of_entry(entry)
    for (nth, key), laid in rolls_of_entry(before).items():
        was = places[nth]
        now = None if was is None else rolls.get((was, key))
        used = now.faces if now is not None else ()
        faces = laid.own_faces[len(used) :]
        if not faces or laid.own_faces[: len(used)] != used or (used and laid.source == "counted"):
            continue
        throw = next(one for one in before.plays[nth].throws if one.key == key)
        thrown = AnsweredRoll(key=key, label=throw.label, sides=laid.sides, faces=faces, source=laid.source)
        more = {"nth": nth, "side": throw.side or NOBODY, "needed": throw.needed}
        found.append(thrown.model_copy(update=more))
    return tuple(found)


def keep_own_dice(entry: Entry, command: str) -> tuple[OwnDiceKept, ...]:
    """Return the players' own dice of an undone entry, for when the same command is issued again."""
    own = tuple(
        laid.model_copy(update={"faces": laid.own_faces, "added": 0})
        for laid in rolls_of_entry(entry).values()
        if laid.source != "bot"
    )
    return (OwnDiceKept(command=command, throws=own),) if own else ()


def drop_kept_own_dice(game: Game, command: str) -> tuple[OwnDiceKept, ...]:
    """Return the event that removes the own dice kept for this command, if any."""
    return (OwnDiceKept(command=command),) if command in game.kept else ()


def own_dice_notes(game: Game, command: str, plays: Sequence[Play]) -> tuple[Text, ...]:
    """Return a line for the players if their own dice from before an undo were used again."""
    throws = reused_own_dice(game, command, plays)
    if not throws:
        return ()
    faces = " / ".join(map(format_faces, throws))
    return (Text("Your own dice from before the undo are used again: {faces}.", faces=faces),)


def reused_own_dice(game: Game, command: str, plays: Sequence[Play]) -> list[tuple[int, ...]]:
    """Return the players' own dice from before an undo that were used again in these plays, by roll."""
    return [
        throw.faces
        for laid in game.kept.get(command, ())
        if laid.nth < len(plays)
        for throw in plays[laid.nth].throws
        if throw.key == laid.key and throw.source == laid.source and throw.faces == laid.faces[: len(throw.faces)]
    ]


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

    def __call__(self, throw: Roll[Any], count: int) -> Faces:
        throw = throw._replace(label=name_units(throw.label, self.roles))
        parts = self._known_faces(throw, count)
        if (missing := count - _face_count(parts)) > 0:
            parts.append(self._supply_missing(throw, missing, parts))
        if len(parts) > 1 and self.again is None and (self.nth, throw.key) not in self.kept:
            self._grown.append(_more_dice_note(throw, count - len(parts[0].faces)))
        faces = join_faces(parts)
        self.so_far.append(self._answered_roll(throw, faces))
        return faces

    def _known_faces(self, throw: Roll[Any], count: int) -> list[Faces]:
        """Return the known faces for a roll: of the amended entry, answered, or from before an undo."""
        parts = list(_pieces(self.again or {}, (self.nth, throw.key), throw.sides, count))
        room = count - _face_count(parts)
        parts += self.answered.faces(self.nth, throw, room, self.whose(throw), self.bot)
        if not parts and self.typed is None:
            parts += self._kept_faces(throw, count)
        return parts

    def _kept_faces(self, throw: Roll[Any], count: int) -> list[Faces]:
        """Return a player's own dice from before an undo; a count is valid only for as many dice."""
        laid = self.kept.get((self.nth, throw.key))
        if laid is None or (laid.source == "counted" and len(laid.faces) != count):
            return []
        parts = list(_pieces(self.kept, (self.nth, throw.key), throw.sides, count))
        for part in parts:
            self.answered.add(self._answered_roll(throw, part))
        return parts

    def _supply_missing(self, throw: Roll[Any], count: int, parts: Sequence[Faces]) -> Faces:
        agreed = self.hands(throw) or (self.otherwise if parts else None)
        whose = self.whose(throw)
        if self.again is not None and (new := count - self.bot.count_for_command(whose, throw.sides)) > 0:
            self.bot.require_agreement("new", throw.sides, count=new)
        if any(part.source == "bot" for part in parts) or (parts and self.bot.has_die_for_command(whose, throw.sides)):
            found = self.bot(throw, count, whose)
        else:
            found = self._obtain_new(throw, count, agreed)
        self.answered.add(self._answered_roll(throw, found))
        return found

    def _answered_roll(self, throw: Roll[Any], found: Faces) -> AnsweredRoll:
        return AnsweredRoll.model_construct(
            key=throw.key,
            label=throw.label,
            sides=throw.sides,
            faces=found.faces,
            source=found.source,
            queued=found.queued,
            added=found.added,
            needed=throw.needed,
            result=result_of(throw, found.faces),
            nth=self.nth,
            side=self.whose(throw),
        )

    def _obtain_new(self, throw: Roll[Any], count: int, agreed: Literal["bot", "physical"] | None) -> Faces:
        if self.typed:
            return self._take_typed(self.typed, throw, count)
        whose = self.whose(throw)
        if self.typed is not None and agreed is None and (self._for_others or not self._typed_any):
            raise too_few_faces(throw, count, 0)
        if (agreed or self.otherwise) == "physical" and not self.bot.must_draw(whose, throw.sides):
            self.bot.give_way(whose, throw.sides)
            raise DiceNeeded(throw, count)
        return self.bot(throw, count, whose)

    def _take_typed(self, typed: Sequence[Word], throw: Roll[Any], count: int) -> Faces:
        found, left = self._count_typed(typed, throw, count) or self._read_typed(typed, throw, count)
        self.bot.give_way(self.whose(throw), throw.sides, typed=True)
        self.typed, self._last, self._sides, self._typed_any = left, throw.label, throw.sides, True
        self._for_others = self._for_others or self.whose(throw) != self.mine
        return found

    def _count_typed(self, typed: Sequence[Word], throw: Roll[Any], count: int) -> tuple[Faces, Sequence[Word]] | None:
        """Return a roll given only by its successes, and the remaining words; raise BadDice if its faces are needed."""
        word, *left = typed
        if not isinstance(word, SuccessCount):
            return None
        if not isinstance(throw.reading, Successes) or throw.needed is None:
            raise BadDice(Text("{label}: give the faces, not only the number of successes", label=throw.label))
        return Faces(faces_for_count(word.successes, count, throw.needed, throw.label), "counted"), left

    def _read_typed(self, typed: Sequence[Word], throw: Roll[Any], count: int) -> tuple[Faces, Sequence[Word]]:
        """Return typed faces and the remaining words; raise BadDice for other text, and for too few."""
        digits = leading_words(typed)
        faces, left = first_faces(digits, throw.sides, count)
        require_faces(digits, throw.sides, count, throw.label)
        self._typed_faces += len(faces)
        if len(faces) < count:
            raise too_few_faces(throw, count, len(faces))
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
        return (
            *self._grown,
            *(unneeded_dice_note(lot, faces) for lot, faces in over.items()),
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


def _more_dice_note(throw: Roll[Any], count: int) -> Text:
    return Text(
        "{throw}: the dice rolled before stay; {count} d{sides} more were needed.",
        throw=throw.label,
        count=count,
        sides=throw.sides,
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


def result_of(throw: Roll[Any], faces: Sequence[int]) -> int | None:
    """Return the result of dice against the number needed; None if there is no such number."""
    got = read_faces(throw.reading, faces) if throw.needed else None
    return got if isinstance(got, int) else None
