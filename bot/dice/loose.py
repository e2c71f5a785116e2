"""Loose dice as people write them: 3d6, d20+3, 2d20kh1, several after commas."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from typing import NamedTuple

from bot.errors import Refusal
from rules.kernel.text import Text

MOST_DICE = 100
MOST_THROWS = 10
_PART = re.compile(
    r"(?P<sign>[+-]?)(?:(?P<count>\d{0,3})d(?P<sides>\d{1,3})(?:k(?P<which>[hl]?)(?P<keep>\d{0,3}))?|(?P<number>\d{1,4}))"
)
_WORDS = re.compile(r"keep|highest|high|lowest|low|[−–]")
_SHORT = {"keep": "k", "highest": "h", "high": "h", "lowest": "l", "low": "l", "−": "-", "–": "-"}


class Dice(NamedTuple):
    """Dice of one size, added or taken off; `keep` of them count, the highest or the lowest."""

    number: int
    sides: int
    sign: int = 1
    keep: int | None = None
    lowest: bool = False


class LooseThrow(NamedTuple):
    """What is added up: dice, and a number behind them."""

    dice: tuple[Dice, ...]
    plus: int = 0


class Thrown(NamedTuple):
    """Dice as they lie: each face, and whether it counts; and what it `was` before it was thrown again, else 0."""

    dice: Dice
    faces: tuple[tuple[int, bool], ...]
    was: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        return self.dice.sign * sum(face for face, counts in self.faces if counts)


def loose_throws(text: str) -> list[LooseThrow]:
    """What was typed, throw by throw; raises Refusal."""
    found = [_one(part) for part in text.split(",") if part.strip()]
    dice = [one for throw in found for one in throw.dice]
    if not 1 <= len(found) <= MOST_THROWS or sum(one.number for one in dice) > MOST_DICE:
        raise _unreadable(text)
    return found


def _one(part: str) -> LooseThrow:
    bare = _WORDS.sub(lambda word: _SHORT[word[0]], "".join(part.casefold().split()))
    dice, plus, at = list[Dice](), 0, 0
    while at < len(bare):
        match = _PART.match(bare, at)
        if match is None or bool(at) != bool(match["sign"]):
            raise _unreadable(part)
        sign = -1 if match["sign"] == "-" else 1
        if match["number"]:
            plus += sign * int(match["number"])
        else:
            dice.append(_dice(match, sign, part))
        at = match.end()
    if not dice:
        raise _unreadable(part)
    return LooseThrow(tuple(dice), plus)


def _dice(match: re.Match[str], sign: int, part: str) -> Dice:
    count, sides = int(match["count"] or 1), int(match["sides"])
    keep = None if match["which"] is None else int(match["keep"] or 1)
    if not 1 <= count <= MOST_DICE or not 2 <= sides <= 100 or (keep is not None and not 1 <= keep <= count):
        raise _unreadable(part)
    return Dice(count, sides, sign, keep, match["which"] == "l")


def _unreadable(text: str) -> Refusal:
    return Refusal(
        Text(
            "'{dice}' cannot be thrown. Write dice like 3d6, d20+3 or 2d20kh1 (the highest counts; kl1: the lowest), "
            "several throws after commas: up to {most} dice of 2 to 100 sides.",
            dice=text.strip()[:40],
            most=MOST_DICE,
        )
    )


def fallen(dice: Dice, throw: Callable[[int, int], Sequence[int]]) -> Thrown:
    """The dice as they fall."""
    return lying(dice, tuple(throw(dice.number, dice.sides)))


def again(thrown: Thrown, which: Container[int], throw: Callable[[int, int], Sequence[int]]) -> Thrown:
    """Those dice that show one of these faces, thrown once more."""
    old = [face for face, _ in thrown.faces]
    new = iter(throw(count, thrown.dice.sides) if (count := sum(face in which for face in old)) else ())
    faces = tuple(next(new) if face in which else face for face in old)
    return lying(thrown.dice, faces, tuple(face if face in which else 0 for face in old))


def lying(dice: Dice, faces: Sequence[int], was: tuple[int, ...] = ()) -> Thrown:
    """Dice with these faces; which of them count does not change where they lie."""
    order = sorted(range(len(faces)), key=lambda at: faces[at], reverse=not dice.lowest)
    kept = set(order[: len(faces) if dice.keep is None else dice.keep])
    return Thrown(dice, tuple((face, at in kept) for at, face in enumerate(faces)), was)
