"""Movement in every system: inches with reasons that add up, and bands of distance instead of measured ranges."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from rules.kernel.dice import Line
from rules.kernel.text import NOTHING, Joined, Text, inches_text

# Bands of distance: where only the band counts, players need not measure to the inch.

MOST = 24
"""Maximum number of bands; a shot with more of them is measured."""
FARTHEST = 72
"""Inches; the length of a large table."""


class Band(NamedTuple):
    """A band from `low` to `high` inches; the end that equals `inches` belongs to it, the other does not."""

    low: Decimal
    high: Decimal
    inches: Decimal

    @property
    def at_least(self) -> bool:
        """True if the lower end belongs to it: "8″ to under 16″", not "over 8″ to 16″"."""
        return self.inches == self.low

    @property
    def label(self) -> Text:
        """Its name: "over 6″, up to 24″"."""
        low, high = inches_text(self.low), inches_text(self.high)
        if not self.low:
            return Text("under {high}", high=high) if self.at_least else Text("up to {high}", high=high)
        if self.at_least:
            return Text("{low} to under {high}", low=low, high=high)
        return Text("over {low}, up to {high}", low=low, high=high)

    @property
    def typed_distance(self) -> str:
        """A distance within it, as it is typed."""
        return f"{self.inches:f}in"

    def contains(self, inches: Decimal) -> bool:
        if self.at_least:
            return self.low <= inches < self.high
        return self.low < inches <= self.high or inches == self.low == 0


def up_to(limits: Iterable[Decimal | int]) -> tuple[Band, ...]:
    """Return the bands up to each limit, such as weapon ranges; a limit belongs to the band below it.

    There is no band beyond the last limit.
    """
    ends = [Decimal(0), *sorted({Decimal(one) for one in limits if one > 0})]
    found = tuple(Band(low, high, high) for low, high in pairwise(ends))
    return found if len(found) <= MOST else ()


def bands_of_width(inches: int, most: int) -> tuple[Band, ...]:
    """Return bands of `inches` each, up to `most` inches; an edge belongs to the band above it."""
    found = tuple(Band(Decimal(low), Decimal(low + inches), Decimal(low)) for low in range(0, most, inches))
    return found if len(found) <= MOST else ()


# The outcome of a move, and its inches in words.


class MovementOutcome(NamedTuple):
    """Distance of a move, in inches."""

    inches: int


def inches(why: Text, value: int, rule: str) -> Line:
    """Return a line of a move's ledger."""
    return Line(why, value, rule, "inches")


def reasons_in_brackets(lines: Iterable[Line]) -> Text:
    """Return the reasons for the distance in brackets: " (MOV 6, slow ground −2)"; empty for a single number."""
    found = reasons(lines)
    return Text(" ({reasons})", reasons=found) if found else NOTHING


def reasons(lines: Iterable[Line]) -> Text:
    """Return the lines of a move: "MOV 6, slow ground −2"; empty for a single number."""
    first, *rest = lines
    if not rest:
        return NOTHING
    start = Text("{why} {value:″}", why=first.why, value=first.value)
    changes = [Text("{why} {value:+″}", why=line.why, value=line.value) for line in rest]
    return Joined([start, *changes], ", ")


def why_of(lines: Iterable[Line]) -> list[dict[str, object]]:
    """Return the ledger of a move for a resolution."""
    return [{"why": line.why, "value": line.value, "rule": line.rule} for line in lines]
