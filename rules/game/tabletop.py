"""Contents of a game other than its units: colours of sides, players, objects, sealed texts, and clocks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Literal, NamedTuple

from pydantic import BaseModel, Field

from rules.kernel.text import N_

Colour = Literal["blue", "orange", "pink", "sky", "green", "red"]
COLOURS: tuple[Colour, ...] = ("blue", "orange", "pink", "sky", "green", "red")
"""The colours of sides; the first ones are those that colour-blind people distinguish most easily."""
COLOUR_NAMES: dict[str, Colour] = {
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
    "violet": "pink",
    "purple": "pink",
}
"""Colours by name: a side named after a colour gets it, because Red in blue would be misread."""
USUAL_SIDES = (N_("Red"), N_("Blue"))
"""Default names of the first two sides of a game, translated for the reader."""


def next_colour(name: str, taken: Iterable[str]) -> Colour:
    """Return the colour for another side: that of its name if free, else the first free one, else the rarest."""
    known = list(taken)
    own = COLOUR_NAMES.get(name.strip().casefold())
    if own is not None and own not in known:
        return own
    return sorted(COLOURS, key=known.count)[0]


def usual_side(name: str) -> str:
    """Return the default side for a colour in any language; return any other name unchanged."""
    colour = COLOUR_NAMES.get(name.casefold())
    return next((side for side in USUAL_SIDES if colour and COLOUR_NAMES[side.casefold()] == colour), name)


# The players at the table.


class Player(BaseModel, frozen=True):
    """A player at the table. `side` is None for an umpire who plays none; `dice` is "bot" or "physical"."""

    id: str
    name: str
    side: str | None = None
    umpire: bool = False
    dice: Literal["bot", "physical"] = "bot"


# Objects on the table other than units.


class TableObject(BaseModel, frozen=True):
    """An object on the table: an objective, smoke, gas, a minefield, terrain. `turns`: those left; None if permanent.

    An objective has a side as its `holder`, and the `unit` that holds it, if one was named.
    """

    kind: str
    label: str
    radius: float = 0
    turns: int | None = None
    keywords: tuple[str, ...] = ()
    holder: str | None = None
    unit: str | None = None

    @property
    def released(self) -> TableObject:
        """This object without a holder."""
        return self.model_copy(update={"holder": None, "unit": None})


# The scenario that the players have agreed on.

Wins = Literal["rules", "score", "objectives", "players"]
"""What decides a game: the system's victory rule, the points, the objectives held, or the players by their scenario."""


class Scenario(BaseModel, frozen=True):
    """A scenario: its `goal` in the players' words, its last turn (0 if it has none), and what decides it."""

    goal: str = ""
    turns: int = 0
    wins: Wins = "rules"


# Sealed texts, which stay unread until they are opened.


class Seal(BaseModel, frozen=True):
    """A sealed text: its author, their side, its digest, and `ready` if they agree to have it opened with the others.

    With a `unit` it gives the unit's position and is opened separately; if it `lasts` as long as the unit is hidden,
    it is opened as soon as the unit is revealed.
    """

    by: str
    digest: str
    side: str | None = None
    ready: bool = False
    unit: str | None = None
    lasts: bool = False


def seal_digest(salt: str, text: str) -> str:
    """Return the SHA-256 in hex of the salt, a vertical bar and the text, in UTF-8."""
    return sha256(f"{salt}|{text}".encode("utf-8", "replace")).hexdigest()


# The clocks of the sides: time given, time spent by command, and the sides whose clocks run.

AtEnd = Literal["nothing", "go lost", "game lost"]
"""Consequence for a side without time left: a notice only, the end of its activation, or the loss of the game."""
NOTICE_SECONDS = (600.0, 300.0, 60.0, 0.0)
"""Seconds left at which players are notified."""


class Clock(BaseModel, frozen=True):
    """The clocks of a game as its entries record them.

    Each side has `seconds`, plus its `extra`: `increment` for each activation that it ended, and corrections by an
    umpire. `spent` is in seconds by side and command. `at` is the time of the last entry; `set_by` is the entry that
    last set or corrected the clocks.
    """

    seconds: int
    increment: int = 0
    at_end: AtEnd = "nothing"
    extra: dict[str, float] = Field(default_factory=dict[str, float])
    spent: dict[str, dict[str, float]] = Field(default_factory=dict[str, dict[str, float]])
    at: float = 0.0
    set_by: int = 0

    def used_seconds(self, side: str) -> float:
        """Return the seconds that a side has spent."""
        return sum(self.spent.get(side, {}).values())

    def remaining_seconds(self, side: str) -> float:
        """Return the seconds that a side had left at the last entry; negative once its time is up."""
        return self.seconds + self.extra.get(side, 0.0) - self.used_seconds(side)

    def after_waiting(self, waited: Mapping[str, float], command: str) -> Clock:
        """Return these clocks with the time that each side was waited for until a command was carried out."""
        spent = {side: dict(kinds) for side, kinds in self.spent.items()}
        for side, seconds in waited.items():
            kinds = spent.setdefault(side, {})
            kinds[command] = kinds.get(command, 0.0) + max(0.0, seconds)
        return self.model_copy(update={"spent": spent})

    def with_more_time(self, side: str, seconds: float) -> Clock:
        """Return these clocks with more time for a side, or less."""
        return self.model_copy(update={"extra": {**self.extra, side: self.extra.get(side, 0.0) + seconds}})


class Hands(NamedTuple):
    """The clocks at the moment `at`, in seconds since 1970: the seconds left to each side, and whose clocks run."""

    left: dict[str, float]
    running: tuple[str, ...]
    at: float


class Running(BaseModel, frozen=True):
    """The state of the clocks after entry `number`.

    The clocks of `sides` have been running since `at` (seconds since 1970), after `waited` seconds for each side.
    `told` is the time in the last notice to each side, in seconds left. `set_by` is the entry that set the clocks,
    `ended` the one in which the bot ended an activation or the game when time ran out.
    """

    number: int
    at: float
    sides: tuple[str, ...] = ()
    waited: dict[str, float] = Field(default_factory=dict[str, float])
    told: dict[str, float] = Field(default_factory=dict[str, float])
    set_by: int = 0
    ended: int = 0

    def seconds_waited(self, passed: float) -> dict[str, float]:
        """Return the seconds waited for each side since that entry, `passed` of them since `at`.

        They are never negative, even if the system clock was changed.
        """
        now = {side: self.waited.get(side, 0.0) + max(0.0, passed) for side in self.sides}
        return {side: round(seconds, 3) for side, seconds in (self.waited | now).items()}

    def due_notice(self, side: str, left: float) -> float | None:
        """Return the threshold that a side with `left` seconds has reached, if its players must be notified."""
        mark = min((one for one in NOTICE_SECONDS if left <= one), default=None)
        return mark if mark is not None and mark < self.told.get(side, mark) else None


def running_sides(holder: str | None, asked: Iterable[str | None], bots: Iterable[str]) -> tuple[str, ...]:
    """Return the sides whose clocks run: those that have to answer a question of the rules, else the active one.

    None is a question to no side, such as one for consent or to the umpire: while one is open, no clock runs.
    Sides that the bot plays have unlimited time.
    """
    questions = list(asked)
    sides = dict.fromkeys(side for side in (questions or [holder]) if side)
    return tuple(side for side in sides if side not in set(bots))
