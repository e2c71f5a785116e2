"""Chances and means as they are said: the same in the text, in the picture beside it and in its description."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

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
