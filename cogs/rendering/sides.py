"""The colour of each side, and the sign beside its name: sides never differ by colour alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from cogs.rendering.charts.canvas import BLUE, GREEN, ORANGE, PINK, RED, SKY
from cogs.rendering.reply import INK
from rules.game.game import Game
from rules.game.tabletop import COLOUR_NAMES, COLOURS
from rules.kernel.text import Text

# The colour of a side: the one it is named after, because Red drawn in blue would be misread.

C = TypeVar("C")


def side_colours(sides: Sequence[str], called: Mapping[str, C], series: Sequence[C]) -> list[C]:
    """Return a colour for each side: the one of its name in `called`, else the next unused one of `series`."""
    named = [called.get(side.strip().casefold()) for side in sides]
    others = cycle([colour for colour in series if colour not in named] or series)
    return [next(others) if colour is None else colour for colour in named]


# The signs of sides.

_HEX: dict[str, str] = dict(zip(COLOURS, (BLUE, ORANGE, PINK, SKY, GREEN, RED), strict=True))
_CALLED = {name: _HEX[key] for name, key in COLOUR_NAMES.items()}
_SIGNS = {BLUE: "🔵", ORANGE: "🟠", GREEN: "🟢", PINK: "🟣", SKY: "⚪", RED: "🔴"}
OTHERS = tuple(_HEX.values())
"""Colours for sides that are not named after one."""


class SideMark(NamedTuple):
    """The mark of a side: the accent of a message, and a sign."""

    accent: int
    sign: str


_NOBODY = SideMark(INK, "")


Own = Mapping[str, str]
"""Keys of the colours that sides have chosen (`Game.colours`)."""
NO_OWN: Own = MappingProxyType({})


def colours_of(names: Iterable[str], own: Own = NO_OWN) -> list[str]:
    """Return the colour that each side has chosen or is named after, else the next unused one."""
    given = {side.strip().casefold(): _HEX[key] for side, key in own.items() if key in _HEX}
    return side_colours(list(names), _CALLED | given, OTHERS)


def signed_side(game: Game, side: str | None) -> Text:
    """Return a side with its sign; empty for no side."""
    sign = mark_in_game(game, side).sign
    return Text("{sign} {side}", sign=sign, side=side or "") if sign else Text("{side}", side=side or "")


def mark_in_game(game: Game, side: str | None) -> SideMark:
    """Return the mark of a side of a game."""
    return mark_of_side(game.sides, side, game.colours)


def mark_of_side(sides: Sequence[str], side: str | None, own: Own = NO_OWN) -> SideMark:
    """Return the mark of a side of a game; the neutral mark for an unknown side."""
    if side is None or side not in sides:
        return _NOBODY
    colour = colours_of(sides, own)[sides.index(side)]
    return SideMark(int(colour.removeprefix("#"), 16), _SIGNS[colour])
