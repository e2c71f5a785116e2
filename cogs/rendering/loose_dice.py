"""Loose dice in figures: what was thrown, and what it adds up to. They need no words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.dice.loose import Dice, LooseThrow, Thrown


def written(throw: LooseThrow) -> str:
    """A throw as it is usually written: 2d20kh1 + 3."""
    return _joined([(one.sign, _dice(one)) for one in throw.dice], throw.plus)


def _dice(dice: Dice) -> str:
    kept = "" if dice.keep is None else f"k{'l' if dice.lowest else 'h'}{dice.keep}"
    return f"{dice.number if dice.number > 1 else ''}d{dice.sides}{kept}"


def loose_line(throw: LooseThrow, thrown: Sequence[Thrown]) -> str:
    """The faces, those that do not count struck out, and the sum where there is something to add up."""
    faces = _joined([(one.dice.sign, _faces(one, bool(len(thrown) > 1 or throw.plus))) for one in thrown], throw.plus)
    if len(thrown) == 1 and len(thrown[0].faces) == 1 and not throw.plus:
        return faces
    total = sum(one.total for one in thrown) + throw.plus
    return f"{faces} = **{total}**".replace("-", "−")


def _faces(thrown: Thrown, bracketed: bool) -> str:
    faces = " ".join(str(face) if counts else f"~~{face}~~" for face, counts in thrown.faces)
    return f"({faces})" if bracketed and len(thrown.faces) > 1 else faces


def _joined(parts: Sequence[tuple[int, str]], plus: int) -> str:
    """Parts with their signs, and a number behind them."""
    (_, first), *rest = [*parts, *([(plus, str(abs(plus)))] if plus else [])]
    return first + "".join(f" {'+' if sign > 0 else '−'} {text}" for sign, text in rest)
