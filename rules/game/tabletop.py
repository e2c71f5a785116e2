"""What a game has beside its units: the colours of its sides, its players, objects on the table, what is sealed."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Literal

from pydantic import BaseModel, ConfigDict

Colour = Literal["blue", "orange", "pink", "sky", "green", "red"]
COLOURS: tuple[Colour, ...] = ("blue", "orange", "pink", "sky", "green", "red")
"""The colours of sides; those first that colour-blind people tell apart most easily."""
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


# The people at the table.


class Player(BaseModel):
    """A person at the table. `side` is None for an umpire who plays none; `dice` is "bot" or "physical"."""

    model_config = ConfigDict(frozen=True)

    id: str
    name: str
    side: str | None = None
    umpire: bool = False
    dice: Literal["bot", "physical"] = "bot"


# What lies on the table beside units.


class TableObject(BaseModel):
    """An object on the table: an objective, smoke, gas, a minefield, terrain. `turns` left, or None for lasting.

    An objective has a side as its `holder`, and the `unit` of it that does so, where somebody named one.
    """

    model_config = ConfigDict(frozen=True)

    kind: str
    label: str
    radius: float = 0
    turns: int | None = None
    keywords: tuple[str, ...] = ()
    holder: str | None = None
    unit: str | None = None

    @property
    def freed(self) -> TableObject:
        """This object, held by nobody."""
        return self.model_copy(update={"holder": None, "unit": None})


# What somebody has written down, and nobody reads until it is opened.


class Seal(BaseModel):
    """A text that is kept from everybody: who has sealed it for which side, its digest, and whether they are `ready` to
    have it opened with those of the other sides.

    With a `unit` it says where that stands, and is opened by itself; at once when the unit is hidden no more, where it
    `lasts` as long as that.
    """

    model_config = ConfigDict(frozen=True)

    by: str
    digest: str
    side: str | None = None
    ready: bool = False
    unit: str | None = None
    lasts: bool = False


def seal_digest(salt: str, text: str) -> str:
    """SHA-256 in hex of the salt, a stroke and the text, in UTF-8."""
    return sha256(f"{salt}|{text}".encode("utf-8", "replace")).hexdigest()
