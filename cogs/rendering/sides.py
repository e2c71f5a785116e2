"""The colour of each side, and the sign beside its name: sides never differ by colour alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import cycle
from types import MappingProxyType
from typing import NamedTuple

from cogs.rendering.charts.canvas import BLUE, GREEN, ORANGE, PINK, RED, SKY
from cogs.rendering.reply import INK
from rules.game.game import Game
from rules.game.tabletop import COLOUR_NAMES, COLOURS, Colour
from rules.kernel.text import Text

_HEX = dict(zip(COLOURS, (BLUE, ORANGE, PINK, SKY, GREEN, RED), strict=True))
_SIGNS = {BLUE: "🔵", ORANGE: "🟠", GREEN: "🟢", PINK: "🟣", SKY: "⚪", RED: "🔴"}


class SideMark(NamedTuple):
    """The mark of a side: the accent of a message, and a sign."""

    accent: int
    sign: str


_NOBODY = SideMark(INK, "")


Own = Mapping[str, str]
"""Keys of the colours that sides have chosen (`Game.colours`)."""
NO_OWN: Own = MappingProxyType({})


def colour_keys(names: Iterable[str], own: Own = NO_OWN) -> list[Colour]:
    """Return the colour that each side has chosen or is named after, because Red drawn in blue would be misread.

    Any other side gets the next unused colour.
    """
    given: dict[str, Colour] = {
        side.strip().casefold(): key for side, known in own.items() for key in COLOURS if key == known
    }
    called, keys = COLOUR_NAMES | given, [name.strip().casefold() for name in names]
    used = {called.get(key) for key in keys}
    others: Iterator[Colour] = cycle([colour for colour in COLOURS if colour not in used] or COLOURS)
    return [called[key] if key in called else next(others) for key in keys]


def colours_of(names: Iterable[str], own: Own = NO_OWN) -> list[str]:
    """Return the colour of each side as in `colour_keys`, in hexadecimal."""
    return [_HEX[key] for key in colour_keys(names, own)]


def signed_side(game: Game, side: str) -> Text:
    """Return a side with its sign."""
    sign = mark_in_game(game, side).sign
    return Text("{sign} {side}", sign=sign, side=side) if sign else Text("{side}", side=side)


def mark_in_game(game: Game, side: str | None) -> SideMark:
    """Return the mark of a side of a game."""
    return mark_of_side(game.sides, side, game.colours)


def mark_of_side(sides: Sequence[str], side: str | None, own: Own = NO_OWN) -> SideMark:
    """Return the mark of a side of a game; the neutral mark for an unknown side."""
    if side is None or side not in sides:
        return _NOBODY
    colour = colours_of(sides, own)[sides.index(side)]
    return SideMark(int(colour.removeprefix("#"), 16), _SIGNS[colour])
