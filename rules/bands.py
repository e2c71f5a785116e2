"""Bands of distance: where only the band counts that a target is in, nobody has to measure to the inch."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

MOST = 24
"""Bands that are told apart; a shot with more of them is measured."""


class Band(NamedTuple):
    """From `low` to `high` inches; the one of the ends at which `inches` are belongs to it, the other does not."""

    low: Decimal
    high: Decimal
    inches: Decimal

    @property
    def at_least(self) -> bool:
        """Whether it begins with its lower end: "8″ to under 16″", not "over 8″ to 16″"."""
        return self.inches == self.low

    def holds(self, inches: Decimal) -> bool:
        if self.at_least:
            return self.low <= inches < self.high
        return self.low < inches <= self.high or inches == self.low == 0


def up_to(limits: Iterable[Decimal | int]) -> tuple[Band, ...]:
    """The bands between limits that belong to the band below them, such as ranges of weapons; none beyond the last."""
    ends = [Decimal(0), *sorted({Decimal(one) for one in limits if one > 0})]
    found = tuple(Band(low, high, high) for low, high in pairwise(ends))
    return found if len(found) <= MOST else ()


def every(inches: int, most: int) -> tuple[Band, ...]:
    """Bands of so many inches each, up to `most` inches; the edge of a band belongs to the next one."""
    found = tuple(Band(Decimal(low), Decimal(low + inches), Decimal(low)) for low in range(0, most, inches))
    return found if len(found) <= MOST else ()
