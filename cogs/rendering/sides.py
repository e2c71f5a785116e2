"""The colour of each side, and the sign beside its name: colour alone never tells sides apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from cogs.rendering.charts.canvas import BLUE, GREEN, ORANGE, PINK, RED, SKY
from cogs.rendering.reply import INK
from rules.game.game import Game
from rules.game.tabletop import CALLED, COLOURS
from rules.kernel.text import Text

# Which colour a side is drawn in: the one it is called by, as Red in blue would be misread.

C = TypeVar("C")


def side_colours(sides: Sequence[str], called: Mapping[str, C], series: Sequence[C]) -> list[C]:
    """A colour for each side: the one of its name in `called`, else the next of `series` that no side is called by."""
    named = [called.get(side.strip().casefold()) for side in sides]
    others = cycle([colour for colour in series if colour not in named] or series)
    return [next(others) if colour is None else colour for colour in named]


# The signs of sides.

_HEX: dict[str, str] = dict(zip(COLOURS, (BLUE, ORANGE, PINK, SKY, GREEN, RED), strict=True))
_CALLED = {name: _HEX[key] for name, key in CALLED.items()}
_SIGNS = {BLUE: "🔵", ORANGE: "🟠", GREEN: "🟢", PINK: "🟣", SKY: "⚪", RED: "🔴"}
OTHERS = tuple(_HEX.values())
"""What is left for sides that are called by none."""


class SideMark(NamedTuple):
    """How a side is marked: the accent of a message, and a sign."""

    accent: int
    sign: str


_NOBODY = SideMark(INK, "")


Own = Mapping[str, str]
"""The colours by their keys of sides that have one of their own (`Game.colours`)."""
NO_OWN: Own = MappingProxyType({})


def colours_of(names: Iterable[str], own: Own = NO_OWN) -> list[str]:
    """The colour that each side has of its own, or is called by, else the next that no side is called by."""
    given = {side.strip().casefold(): _HEX[key] for side, key in own.items() if key in _HEX}
    return side_colours(list(names), _CALLED | given, OTHERS)


def signed(game: Game, side: str | None) -> Text:
    """A side with its sign; nothing for nobody's."""
    sign = mark_in(game, side).sign
    return Text("{sign} {side}", sign=sign, side=side or "") if sign else Text("{side}", side=side or "")


def mark_in(game: Game, side: str | None) -> SideMark:
    """The mark of a side of a game."""
    return mark_of(game.sides, side, game.colours)


def mark_of(sides: Sequence[str], side: str | None, own: Own = NO_OWN) -> SideMark:
    """The mark of a side among those of its game, by its `own` colour if it has one; that of nobody for another."""
    if side is None or side not in sides:
        return _NOBODY
    colour = colours_of(sides, own)[sides.index(side)]
    return SideMark(int(colour.removeprefix("#"), 16), _SIGNS[colour])
