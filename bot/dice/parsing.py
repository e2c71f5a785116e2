"""Typed dice: a player's own faces, or only the number of successes; and loose dice to roll."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from itertools import islice
from typing import NamedTuple

from pydantic import BaseModel

from bot.errors import Refusal
from bot.game.questions import AnsweredRoll, DiceQuestion, RequestedRoll
from rules.kernel.dice import Need
from rules.kernel.errors import BadDice
from rules.kernel.table import Source, check_faces, left_over_faces
from rules.kernel.text import N_, Text, counted

MOST_FACES = 1000
MISSED = N_("miss|misses|missed|fail|fails|failed|failure|failures")
"""Words for failed dice, which are not counted, separated by "|"; other languages have their own."""
_COUNT = re.compile(r"\s*([0-9]{1,3})\s*([^\W\d_]{3,}|of\s*[0-9]+)\s*", re.IGNORECASE)
"""A number and a word in any language: 3 hits, 2 saves."""


class SuccessCount(BaseModel, frozen=True):
    """Dice given only by the number of successes: "4 hits"."""

    successes: int


Digits = int | str
"""A face, or digits for one or more faces: "12" is one face of a d12 and two of a d6."""
Word = Digits | SuccessCount


def parse_faces(text: str, sides: int) -> tuple[int, ...] | None:
    """Return faces read off the table: "5 2 6 4 5", or "52645" for one-digit dice; rolls separated by "/".

    None means that the bot rolls ("roll", or empty). Raises Refusal for other text.
    """
    return (
        None
        if _is_for_bot(text)
        else tuple(face for word in _parse_digits(text, sides) for face in split_faces(word, sides))
    )


def parse_words(text: str, sides: int, missed: str = MISSED) -> tuple[Word, ...] | None:
    """Return typed faces before it is known which rolls they are for; `sides` is the usual size of the dice.

    A roll may also be given by its number of successes: "4 hits / 2 5"; `missed` are words for failed dice.
    """
    if _is_for_bot(text):
        return None
    counts = [(piece, _parse_count(piece, missed)) for piece in text.split("/")]
    if all(successes is None for _, successes in counts):
        return tuple(_parse_digits(text, sides))
    words: list[Word] = []
    for piece, successes in counts:
        words += _parse_digits(piece, sides) if successes is None else [SuccessCount(successes=successes)]
    return tuple(words)


def _is_for_bot(text: str) -> bool:
    return text.strip().lower() in ("", "roll")


def _parse_digits(text: str, sides: int) -> list[Digits]:
    """Return the faces of one roll; raise Refusal for other text."""
    words = re.split(r"[\s,;/]+", text.strip().lower().strip(" ,;/"))
    for word in words:
        if not re.fullmatch(r"[0-9]{1,200}", word):
            raise Refusal(
                Text(
                    "'{word}' is not a face. Write the faces like 5 2 6 4, rolls separated by /, or roll.",
                    word=word[:20],
                )
            )
    found: list[Digits] = [int(word) if len(word) == 1 else word for word in words]
    faces = sum(len(split_faces(word, sides)) for word in found)
    if faces > MOST_FACES:
        raise Refusal(Text("{faces} dice are more than any roll needs.", faces=faces))
    return found


def split_faces(word: Digits, sides: int) -> list[int]:
    """Return the faces that a word means for such dice."""
    if isinstance(word, int):
        return [word]
    return [int(face) for face in word] if sides < 10 and len(word) > 1 else [int(word[:4])]


def leading_words(words: Sequence[Word]) -> list[Digits]:
    """Return the words before the first count of successes."""
    found: list[Digits] = []
    for word in words:
        if isinstance(word, SuccessCount):
            break
        found.append(word)
    return found


def first_faces(words: Sequence[Digits], sides: int, count: int) -> tuple[tuple[int, ...], tuple[Digits, ...]]:
    """Return the first `count` faces, or fewer if there are no more, and the remaining words."""
    faces: list[int] = []
    left = list(words)
    while left and len(faces) < count:
        word = left.pop(0)
        found, room = split_faces(word, sides), count - len(faces)
        faces += found[:room]
        if len(found) > room:
            left.insert(0, str(word)[room:])
    return tuple(faces), tuple(left)


def face_count(word: Word, sides: int) -> int:
    """Return the number of faces in a word; for a count, the number of successes."""
    return word.successes if isinstance(word, SuccessCount) else len(split_faces(word, sides))


def require_faces(words: Sequence[Digits], sides: int, count: int, label: Text) -> None:
    """Raise BadDice for the first of `count` faces that a die with `sides` does not have.

    The error names the whole word among several words, and the digit in a single run.
    """
    faces = [(face, word) for word in words for face in split_faces(word, sides)]
    for face, word in faces[:count]:
        check_faces([int(word) if len(words) > 1 and not 1 <= face <= sides else face], sides, label)


def require_each_face(words: Sequence[Digits], sides: int, label: Text) -> None:
    """Raise BadDice for the first word that is not a face of a die with `sides`, taking each word as one face."""
    check_faces([int(word) for word in words], sides, label)


def parse_rolls(question: DiceQuestion, text: str, missed: str = MISSED) -> list[AnsweredRoll]:
    """Return the faces typed for a roll and its known followers, separated by slashes or in one run.

    A single number for a pool of several dice is the number of successes; `missed` are words for failed dice in the
    caller's language. Rolls at the end may be left out. Raises BadDice for impossible faces, or a roll left out before
    others.
    """
    throws = question.throws
    pieces = [piece.strip() for piece in text.split("/")]
    while pieces and not pieces[-1]:
        pieces.pop()
    if len(pieces) < 2 and _parse_count(text.strip(" /"), missed) is None and _lone_count(throws[0], text) is None:
        return _parse_run(throws, [] if _is_for_bot(text) else _parse_digits(text, question.throw.sides))
    if len(pieces) > len(throws):
        over = sum(len(parse_faces(piece, question.throw.sides) or ()) for piece in pieces[len(throws) :])
        if not over:
            rolls = counted(len(pieces) - len(throws), "roll", "rolls")
            raise BadDice(Text("{faces} too many after {throw}", faces=rolls, throw=throws[-1].label))
        raise left_over_faces(over, throws[-1].label)
    return [_parse_roll(roll, piece, missed) for roll, piece in zip(throws, pieces, strict=False)]


def _parse_count(text: str, missed: str) -> int | None:
    """Return the number of successes; None if the text is not a count."""
    found = _COUNT.fullmatch(text)
    if found is None or re.fullmatch(f"{MISSED}|{missed}", found[2], re.IGNORECASE):
        return None
    return int(found[1])


def _lone_count(roll: RequestedRoll, text: str) -> int | None:
    """Return a single number as the successes of a pool of several dice; None if it can be their faces."""
    word = text.strip(" /")
    if not roll.counts or roll.count < 2 or not re.fullmatch(r"[0-9]{1,3}", word):
        return None
    faces = len(split_faces(word, roll.sides))
    return int(word) if faces != roll.count and int(word) <= roll.count else None


def _parse_roll(roll: RequestedRoll, text: str, missed: str) -> AnsweredRoll:
    """Return one roll from its faces, or from a count where that suffices."""
    successes = _parse_count(text, missed)
    successes = _lone_count(roll, text) if successes is None else successes
    if successes is not None and roll.counts:
        assert roll.needed is not None
        return _answered_roll(roll, faces_for_count(successes, roll.count, roll.needed, roll.label), "counted")
    words = [] if _is_for_bot(text) else _parse_digits(text, roll.sides)
    require_faces(words, roll.sides, MOST_FACES, roll.label)
    faces = [face for word in words for face in split_faces(word, roll.sides)]
    if len(words) == roll.count != len(faces):
        require_each_face(words, roll.sides, roll.label)
    return _roll_of_faces(roll, faces)


def _parse_run(rolls: Sequence[RequestedRoll], words: Sequence[Digits]) -> list[AnsweredRoll]:
    """Return consecutive rolls from one run of faces."""
    found: list[AnsweredRoll] = []
    left = words
    for roll in rolls:
        if found and not left:
            break
        require_faces(left, roll.sides, roll.count, roll.label)
        faces, left = first_faces(left, roll.sides, roll.count)
        found.append(_roll_of_faces(roll, faces))
    if left:
        if len(words) == sum(len(one.faces) for one in found):
            each = iter(words)
            for roll in rolls:
                require_each_face([*islice(each, roll.count)], roll.sides, roll.label)
        raise left_over_faces(sum(face_count(word, found[-1].sides) for word in left), found[-1].label)
    return found


def _roll_of_faces(roll: RequestedRoll, faces: Sequence[int]) -> AnsweredRoll:
    check_faces(faces, roll.sides, roll.label)
    if len(faces) != roll.count:
        raise BadDice(
            Text(
                "{throw}: {count} d{sides} needed, {given} given",
                throw=roll.label,
                count=roll.count,
                sides=roll.sides,
                given=len(faces),
            )
        )
    return _answered_roll(roll, tuple(faces), "physical")


def faces_for_count(successes: int, count: int, needed: Need, label: Text) -> tuple[int, ...]:
    """Return faces that give a count of successes; their source marks them as not typed. Raises BadDice."""
    if successes > count:
        raise BadDice(Text("{throw}: {hits} of {count} dice cannot succeed", throw=label, hits=successes, count=count))
    return (needed.face,) * successes + (needed.face - 1,) * (count - successes)


def _answered_roll(roll: RequestedRoll, faces: tuple[int, ...], source: Source) -> AnsweredRoll:
    return AnsweredRoll(
        key=roll.key,
        label=roll.label,
        sides=roll.sides,
        faces=faces,
        source=source,
        needed=roll.needed,
        nth=roll.nth,
    )


# Loose dice notation: 3d6, d20+3, 2d20kh1, several separated by commas.

MOST_DICE = 100
MOST_ROLLS = 10
_PART = re.compile(
    r"(?P<sign>[+-]?)(?:(?P<count>\d{0,3})d(?P<sides>\d{1,3})(?:k(?P<which>[hl]?)(?P<keep>\d{0,3}))?|(?P<number>\d{1,4}))"
)
_GAP = re.compile(r"\d\s+\d")
"""Digits apart, which are not one number: "3d6 4"."""
_WORDS = re.compile(r"keep|highest|high|lowest|low|[−–]")
_SHORT = {"keep": "k", "highest": "h", "high": "h", "lowest": "l", "low": "l", "−": "-", "–": "-"}


class Dice(NamedTuple):
    """Dice of one size, added or subtracted; `keep` of them count, the highest or the lowest."""

    number: int
    sides: int
    sign: int = 1
    keep: int | None = None
    lowest: bool = False


class LooseRoll(NamedTuple):
    """A sum of dice and a number."""

    dice: tuple[Dice, ...]
    plus: int = 0


class RolledDice(NamedTuple):
    """Rolled dice: each face, and whether it counts; `was` is the face before a reroll, else 0."""

    dice: Dice
    faces: tuple[tuple[int, bool], ...]
    was: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        return self.dice.sign * sum(face for face, counts in self.faces if counts)


def parse_loose_rolls(text: str) -> list[LooseRoll]:
    """Return the typed rolls; raise Refusal for unreadable text."""
    found = [_parse_sum(part) for part in text.split(",") if part.strip()]
    dice = [one for roll in found for one in roll.dice]
    if not 1 <= len(found) <= MOST_ROLLS or sum(one.number for one in dice) > MOST_DICE:
        raise _unreadable_refusal(text)
    return found


def _parse_sum(part: str) -> LooseRoll:
    bare = _WORDS.sub(lambda word: _SHORT[word[0]], "".join(part.casefold().split()))
    dice, plus, at = list[Dice](), 0, 0
    while at < len(bare):
        match = _PART.match(bare, at)
        if match is None or bool(at) != bool(match["sign"]):
            raise _unreadable_refusal(part)
        sign = -1 if match["sign"] == "-" else 1
        if match["number"]:
            plus += sign * int(match["number"])
        else:
            count, sides = int(match["count"] or 1), int(match["sides"])
            keep = None if match["which"] is None else int(match["keep"] or 1)
            if not 1 <= count <= MOST_DICE or not 2 <= sides <= 100 or (keep is not None and not 1 <= keep <= count):
                raise _unreadable_refusal(part)
            dice.append(Dice(count, sides, sign, keep, match["which"] == "l"))
        at = match.end()
    if not dice or _GAP.search(part):
        raise _unreadable_refusal(part)
    return LooseRoll(tuple(dice), plus)


def _unreadable_refusal(text: str) -> Refusal:
    return Refusal(
        Text(
            "'{dice}' cannot be rolled. Write dice like 3d6, d20+3 or 2d20kh1 (the highest counts; kl1: the "
            "lowest), several rolls with commas: up to {most} dice of 2 to 100 sides.",
            dice=text.strip()[:40],
            most=MOST_DICE,
        )
    )


def roll_dice(dice: Dice, roll: Callable[[int, int], Sequence[int]]) -> RolledDice:
    """Roll the dice."""
    return dice_showing(dice, tuple(roll(dice.number, dice.sides)))


def reroll_dice(rolled: RolledDice, which: Container[int], roll: Callable[[int, int], Sequence[int]]) -> RolledDice:
    """Reroll the dice that show one of these faces."""
    old = [face for face, _ in rolled.faces]
    new = iter(roll(count, rolled.dice.sides) if (count := sum(face in which for face in old)) else ())
    faces = tuple(next(new) if face in which else face for face in old)
    return dice_showing(rolled.dice, faces, tuple(face if face in which else 0 for face in old))


def dice_showing(dice: Dice, faces: Sequence[int], was: tuple[int, ...] = ()) -> RolledDice:
    """Return dice with these faces, in their order, marking those that count."""
    order = sorted(range(len(faces)), key=lambda at: faces[at], reverse=not dice.lowest)
    kept = set(order[: len(faces) if dice.keep is None else dice.keep])
    return RolledDice(dice, tuple((face, at in kept) for at, face in enumerate(faces)), was)
