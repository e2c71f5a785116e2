"""Lengths: inches in the rules and in the record, said and typed as a table measures.

A length is whatever stands before the sign ″ in a text: `Wording` has it said by the ruler of the reader's table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

Units = Literal["inches", "cm"]
SIGN = "″"
"""Behind a number in a text it makes a length of it; as the end of a format (`{n:″}`) the bare number of one."""
CM_PER_INCH = Decimal("2.5")
_MILLIMETRE, _HALVES = Decimal("0.1"), 2
_NOISE, _PART = Decimal("0.0001"), Decimal("0.000001")


@dataclass(frozen=True, eq=False)
class Ruler:
    """What a table measures in; `printed` has the centimetres of a page that prints its own, by whole inches.

    Between two whole inches centimetres go on evenly, so that more inches are always more centimetres.
    """

    units: Units = "inches"
    printed: Mapping[int, Decimal] = field(default_factory=dict[int, Decimal])

    def said(self, inches: Decimal | int) -> Decimal | int:
        """The number for so many inches; centimetres to the millimetre that was measured, else to the half."""
        if self.units == "inches":
            return inches
        if inches < 0:
            return -self.said(-inches)
        whole = int(inches)
        low, high = self._mark(whole), self._mark(whole + 1)
        exact = (low + (inches - whole) * (high - low)).quantize(_NOISE)
        measured = exact.quantize(_MILLIMETRE)
        found = measured if exact == measured else (exact * _HALVES).quantize(Decimal(1), ROUND_HALF_UP) / _HALVES
        return int(found) if found == int(found) else found.normalize()

    def inches(self, said: Decimal) -> Decimal:
        """The inches that a number stands for."""
        return self.of_cm(said) if self.units == "cm" else said

    def of_cm(self, cm: Decimal) -> Decimal:
        """The inches that so many centimetres are, 0 or more."""
        whole = int(cm / CM_PER_INCH)
        while self._mark(whole) > cm:
            whole -= 1
        while self._mark(whole + 1) <= cm:
            whole += 1
        low, high = self._mark(whole), self._mark(whole + 1)
        part = (cm - low) / (high - low)
        return Decimal(whole) + (part if high - low == CM_PER_INCH or not part else part.quantize(_PART))

    def _mark(self, whole: int) -> Decimal:
        return self.printed.get(whole, whole * CM_PER_INCH)


INCHES = Ruler()
