"""What a game has beside its units: colours of sides, players, objects on the table, what is sealed, and clocks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from rules.kernel.text import N_

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
USUAL_SIDES = (N_("Red"), N_("Blue"))
"""What the first two sides of a game are called unless somebody names them. They are said in the reader's language."""


def next_colour(name: str, taken: Iterable[str]) -> Colour:
    """The colour of one more side: its own, if no other has it, else the first that is free, else the rarest."""
    known = list(taken)
    own = CALLED.get(name.strip().casefold())
    if own is not None and own not in known:
        return own
    return sorted(COLOURS, key=known.count)[0]


def usual_side(name: str) -> str:
    """The usual side of a colour, in whatever language it is called; any other name as it is."""
    colour = CALLED.get(name.casefold())
    return next((side for side in USUAL_SIDES if colour and CALLED[side.casefold()] == colour), name)


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


# The clocks of the sides: what they were given, what they have spent and on what, and for whom they run now.

AtEnd = Literal["nothing", "go lost", "game lost"]
"""What becomes of a side whose time is up: it is only told, its go ends, or it loses the game."""
WORDS = (600.0, 300.0, 60.0, 0.0)
"""Seconds left at which players are told."""


class Clock(BaseModel):
    """The clocks of a game as its entries have them.

    Each side has `seconds`, `increment` more for every go that it has ended, and what is `extra`: that and what an
    umpire has put right. `spent` is in seconds by side and command. `at` is when the last entry was made, `set_by` the
    entry that set them, or put one of them right, last.
    """

    model_config = ConfigDict(frozen=True)

    seconds: int
    increment: int = 0
    at_end: AtEnd = "nothing"
    extra: dict[str, float] = Field(default_factory=dict[str, float])
    spent: dict[str, dict[str, float]] = Field(default_factory=dict[str, dict[str, float]])
    at: float = 0.0
    set_by: int = 0

    def used(self, side: str) -> float:
        """Seconds that a side has spent."""
        return sum(self.spent.get(side, {}).values())

    def left(self, side: str) -> float:
        """Seconds that a side had left at the last entry; below 0 once its time is up."""
        return self.seconds + self.extra.get(side, 0.0) - self.used(side)

    def took(self, waited: Mapping[str, float], command: str) -> Clock:
        """These clocks once it was waited so long for sides, until a command was carried out."""
        spent = {side: dict(kinds) for side, kinds in self.spent.items()}
        for side, seconds in waited.items():
            kinds = spent.setdefault(side, {})
            kinds[command] = kinds.get(command, 0.0) + max(0.0, seconds)
        return self.model_copy(update={"spent": spent})

    def more(self, side: str, seconds: float) -> Clock:
        """These clocks with more time for a side, or less."""
        return self.model_copy(update={"extra": {**self.extra, side: self.extra.get(side, 0.0) + seconds}})


class Hands(NamedTuple):
    """Where the hands stand: the seconds that each side has left, whose clocks run, and when (since 1970) that was."""

    left: dict[str, float]
    running: tuple[str, ...]
    at: float


class Running(BaseModel):
    """The clocks since the entry `number`: those of `sides` run since `at`, `waited` is what was counted before that.

    `told` has for each side the seconds left of which its players have heard, since the clocks were `set_by` that
    entry; `ended` is the entry by which the bot has ended a go, or the game.
    """

    model_config = ConfigDict(frozen=True)

    number: int
    at: float
    sides: tuple[str, ...] = ()
    waited: dict[str, float] = Field(default_factory=dict[str, float])
    told: dict[str, float] = Field(default_factory=dict[str, float])
    set_by: int = 0
    ended: int = 0

    def until(self, passed: float) -> dict[str, float]:
        """Seconds that were waited for each side since that entry, `passed` of them since `at`; never less than none,
        whatever was done to the clock on the wall.
        """
        now = {side: self.waited.get(side, 0.0) + max(0.0, passed) for side in self.sides}
        return {side: round(seconds, 3) for side, seconds in (self.waited | now).items()}

    def word(self, side: str, left: float) -> float | None:
        """The mark that a side has come to with so many seconds left, if nobody has been told yet."""
        mark = min((one for one in WORDS if left <= one), default=None)
        return mark if mark is not None and mark < self.told.get(side, mark) else None


def waited_for(holder: str | None, asked: Iterable[str | None], bots: Iterable[str]) -> tuple[str, ...]:
    """The sides whose clocks run: those that are asked something by the rules, else the one that holds the go.

    None is a question to nobody's side, for consent or for the umpire: as long as one is open, no other clock runs.
    Sides that the bot plays have all the time in the world.
    """
    questions = list(asked)
    sides = dict.fromkeys(side for side in (questions or [holder]) if side)
    return tuple(side for side in sides if side not in set(bots))
