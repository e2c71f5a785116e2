"""The colours of sides by their keys: the one that a side is called by, else the next that is free."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

Colour = Literal["blue", "orange", "pink", "sky", "green", "red"]
COLOURS: tuple[Colour, ...] = ("blue", "orange", "pink", "sky", "green", "red")
"""Those first that colour-blind people tell apart most easily."""
CALLED: dict[str, Colour] = {
    "red": "red",
    "rot": "red",
    "blue": "blue",
    "blau": "blue",
    "green": "green",
    "grün": "green",
    "orange": "orange",
    "yellow": "orange",
    "gelb": "orange",
    "pink": "pink",
}
"""A side that is called by a colour gets it: Red in blue would be misread."""


def next_colour(name: str, taken: Iterable[str]) -> Colour:
    """The colour of one more side: its own, if no other has it, else the first that is free, else the rarest."""
    known = list(taken)
    own = CALLED.get(name.strip().casefold())
    if own is not None and own not in known:
        return own
    return sorted(COLOURS, key=known.count)[0]
