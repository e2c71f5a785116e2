"""Moving in every system: inches with reasons that add up; and bands of distance, for ranges that are not measured."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from rules.kernel.dice import Line
from rules.kernel.text import NOTHING, Joined, Text, inch

# Bands of distance: where only the band counts that a target is in, nobody has to measure to the inch.

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

    @property
    def told(self) -> Text:
        """What it is called: "over 6″, up to 24″"."""
        low, high = inch(self.low), inch(self.high)
        if not self.low:
            return Text("under {high}", high=high) if self.at_least else Text("up to {high}", high=high)
        if self.at_least:
            return Text("{low} to under {high}", low=low, high=high)
        return Text("over {low}, up to {high}", low=low, high=high)

    @property
    def said(self) -> str:
        """A distance in it, as it is typed."""
        return f"{self.inches:f}in"

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


# What the rule of a move comes to, and its inches in words.


class MovementOutcome(NamedTuple):
    """How far, in inches."""

    inches: int


def inches(why: Text, value: int, rule: str) -> Line:
    """A line of a move's ledger."""
    return Line(why, value, rule, "inches")


def because(lines: Iterable[Line]) -> Text:
    """Why it is so far: " (MOV 6, slow ground −2)"; nothing where one number says it all."""
    found = reasons(lines)
    return Text(" ({reasons})", reasons=found) if found else NOTHING


def reasons(lines: Iterable[Line]) -> Text:
    """The lines of a move: "MOV 6, slow ground −2"; nothing where one number says it all."""
    first, *rest = lines
    if not rest:
        return NOTHING
    start = Text("{why} {value:″}", why=first.why, value=first.value)
    changes = [Text("{why} {value:+″}", why=line.why, value=line.value) for line in rest]
    return Joined([start, *changes], ", ")


def why_of(lines: Iterable[Line]) -> list[dict[str, object]]:
    """The ledger of a move as it is shown."""
    return [{"why": line.why, "value": line.value, "rule": line.rule} for line in lines]
