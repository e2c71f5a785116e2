"""Which colour a side is drawn in: the one it is called by, as Red in blue would be misread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import TypeVar

C = TypeVar("C")


def side_colours(sides: Sequence[str], called: Mapping[str, C], series: Sequence[C]) -> list[C]:
    """A colour for each side: the one of its name in `called`, else the next of `series` that no side is called by."""
    named = [called.get(side.strip().casefold()) for side in sides]
    others = cycle([colour for colour in series if colour not in named] or series)
    return [next(others) if colour is None else colour for colour in named]
