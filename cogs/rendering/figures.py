"""Percentages, means and loose dice as strings: the same in a text, in the picture beside it and in its description."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from bot.dice.parsing import Dice, FallenDice, LooseThrow
from rules.kernel.text import Text


def decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / value.denominator


def percent(p: Fraction) -> Text:
    """A chance in percent; certain and impossible are said only of what is so."""
    if p in (0, 1):
        return Text("{n} %", n=int(p * 100))
    return Text("{n:.1f} %", n=min(Decimal("99.9"), max(Decimal("0.1"), decimal(p) * 100)))


def whole_percent(p: Fraction) -> int:
    """A chance in whole percents; certain and impossible are said only of what is so."""
    return int(p * 100) if p in (0, 1) else min(99, max(1, round(p * 100)))


def mean(value: Fraction) -> Text:
    return Text("{n:.2f}", n=decimal(value))


# Loose dice in figures: what was thrown, and what it adds up to. They need no words.


def written(throw: LooseThrow) -> str:
    """A throw as it is usually written: 2d20kh1 + 3."""
    return _joined([(one.sign, _dice(one)) for one in throw.dice], throw.plus)


def _dice(dice: Dice) -> str:
    kept = "" if dice.keep is None else f"k{'l' if dice.lowest else 'h'}{dice.keep}"
    return f"{dice.number if dice.number > 1 else ''}d{dice.sides}{kept}"


def loose_line(throw: LooseThrow, thrown: Sequence[FallenDice]) -> str:
    """The faces, those that do not count struck out, and the sum where there is something to add up."""
    faces = _joined([(one.dice.sign, _faces(one, bool(len(thrown) > 1 or throw.plus))) for one in thrown], throw.plus)
    if len(thrown) == 1 and len(thrown[0].faces) == 1 and not throw.plus:
        return faces
    total = sum(one.total for one in thrown) + throw.plus
    return f"{faces} = **{total}**".replace("-", "−")


def _faces(thrown: FallenDice, bracketed: bool) -> str:
    was = [f"~~{face}~~→" if face else "" for face in thrown.was] or [""] * len(thrown.faces)
    shown = [str(face) if counts else f"~~{face}~~" for face, counts in thrown.faces]
    faces = " ".join(before + face for before, face in zip(was, shown, strict=True))
    return f"({faces})" if bracketed and len(thrown.faces) > 1 else faces


def _joined(parts: Sequence[tuple[int, str]], plus: int) -> str:
    """Parts with their signs, and a number behind them."""
    (_, first), *rest = [*parts, *([(plus, str(abs(plus)))] if plus else [])]
    return first + "".join(f" {'+' if sign > 0 else '−'} {text}" for sign, text in rest)
