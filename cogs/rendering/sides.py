"""The colour of each side, and the sign that stands for it beside its name: never the colour alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cogs.rendering.charts.canvas import BLUE, GREEN, ORANGE, PINK, RED, SKY
from cogs.rendering.reply import INK
from cogs.rendering.side_colours import side_colours
from rules.text import Text

_CALLED = {"red": RED, "blue": BLUE, "green": GREEN, "orange": ORANGE, "yellow": ORANGE, "pink": PINK}
_CALLED |= {"rot": RED, "blau": BLUE, "grün": GREEN, "gelb": ORANGE}
"""A side that is called by a colour gets it: Red in blue would be misread."""
_SIGNS = {BLUE: "🔵", ORANGE: "🟠", GREEN: "🟢", PINK: "🟣", SKY: "⚪", RED: "🔴"}
OTHERS = (BLUE, ORANGE, PINK, SKY, GREEN, RED)
"""What is left for the others, those first that colour-blind people tell apart most easily."""


class SideMark(NamedTuple):
    """How a side is marked: the accent of a message, and a sign."""

    accent: int
    sign: str


_NOBODY = SideMark(INK, "")


def colours_of(names: Iterable[str]) -> list[str]:
    """The colour that each side is called by, else the next that no side is called by."""
    return side_colours(list(names), _CALLED, OTHERS)


def signed(sides: Sequence[str], side: str | None) -> Text:
    """A side with its sign; nothing for nobody's."""
    sign = mark_of(sides, side).sign
    return Text("{sign} {side}", sign=sign, side=side or "") if sign else Text("{side}", side=side or "")


def mark_of(sides: Sequence[str], side: str | None) -> SideMark:
    """The mark of a side among those of its game; that of nobody for another."""
    if side is None or side not in sides:
        return _NOBODY
    colour = colours_of(sides)[sides.index(side)]
    return SideMark(int(colour.removeprefix("#"), 16), _SIGNS[colour])
