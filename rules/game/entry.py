"""An entry of a game's record, and the kinds of event it is made of: who, the facts, the faces, what changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple, Protocol

from pydantic import BaseModel, ConfigDict, Field

from rules.game.tabletop import Player, TableObject
from rules.game.unit import Unit, Value
from rules.kernel.plays import Laid, Play
from rules.kernel.text import NOTHING, Text

# What stands at a table, as far as events have to know.


class Standing(Protocol):
    """A game, or part of one."""

    @property
    def units(self) -> Mapping[str, Unit]: ...
    @property
    def things(self) -> Mapping[str, TableObject]: ...
    @property
    def players(self) -> Mapping[str, Player]: ...


ALL = "all"
"""What is set of a unit that is put right as a whole."""


def unit_words(value: Value | None) -> tuple[str, ...]:
    """The several values of a state that holds words."""
    return tuple(value.split(",")) if isinstance(value, str) and value else ()


# The events: few kinds, shared by all systems. Statistics, undo and exports are folds over them.


class _Event(BaseModel):
    """Something that has happened. What an undo has to know of it is asked of the event itself."""

    model_config = ConfigDict(frozen=True)

    def applies_to(self, game: Standing, was: Standing) -> bool:
        """Whether it could have happened in `game` just as it did in `was`, in which an earlier entry stands too."""
        return True

    @property
    def sets(self) -> tuple[str, str] | None:
        """The unit and what of it is set anew; two events that set the same cannot change places."""
        return None


class UnitPlaced(_Event):
    """A unit comes to the table, or is put right as a whole."""

    kind: Literal["joined"] = "joined"
    unit: Unit

    def applies_to(self, game: Standing, was: Standing) -> bool:
        old = was.units.get(self.unit.id)
        return old is None or old == game.units.get(self.unit.id)

    @property
    def sets(self) -> tuple[str, str]:
        return self.unit.id, ALL


class _OfUnit(_Event):
    """Something that happened to a unit; it has to be there."""

    unit: str

    def applies_to(self, game: Standing, was: Standing) -> bool:
        old, new = was.units.get(self.unit), game.units.get(self.unit)
        return old is None or (new is not None and self._has_room(new, old))

    def _has_room(self, unit: Unit, was: Unit) -> bool:
        """Whether as much can happen to the unit as did to it where it `was`."""
        return True


class UnitRemoved(_OfUnit):
    """A unit is taken out of the record."""

    kind: Literal["left"] = "left"


class LossesTaken(_OfUnit):
    """Models leave a unit for good; `hp` is what its hit points stand at afterwards, where the system has any."""

    kind: Literal["lost"] = "lost"
    models: int = 0
    hp: tuple[int, ...] | None = None

    def _has_room(self, unit: Unit, was: Unit) -> bool:
        enough = unit.models >= self.models or was.models < self.models
        return enough and (self.hp is None or unit.hp == was.hp)

    @property
    def sets(self) -> tuple[str, str] | None:
        return None if self.hp is None else (self.unit, "hp")


class StateSet(_OfUnit):
    """A state is set to a value; None takes it off."""

    kind: Literal["marked"] = "marked"
    state: str
    value: Value | None

    def _has_room(self, unit: Unit, was: Unit) -> bool:
        """A list that was made longer was made out of the list there was."""
        longer = set(unit_words(self.value)) > set(was.words(self.state)) != set()
        return not longer or unit.words(self.state) == was.words(self.state)

    @property
    def sets(self) -> tuple[str, str]:
        return self.unit, self.state


class StateOver(_OfUnit):
    """A state that lay there `in_turn` is over with that turn; where the turn still goes on, it lies there."""

    kind: Literal["over"] = "over"
    state: str
    in_turn: int

    @property
    def sets(self) -> tuple[str, str]:
        return self.unit, self.state


class StateCounted(_OfUnit):
    """A counted state goes up or down, never below 0."""

    kind: Literal["counted"] = "counted"
    state: str
    change: int

    def _has_room(self, unit: Unit, was: Unit) -> bool:
        return unit.count(self.state) + self.change >= 0 or was.count(self.state) + self.change < 0

    @property
    def sets(self) -> tuple[str, str]:
        return self.unit, self.state


class ObjectPlaced(_Event):
    """An object lies on the table, or changes as it lies there."""

    kind: Literal["placed"] = "placed"
    thing: TableObject

    def applies_to(self, game: Standing, was: Standing) -> bool:
        return self.thing.label not in was.things or self.thing.label in game.things


class ObjectRemoved(_Event):
    """An object is taken off the table."""

    kind: Literal["taken"] = "taken"
    label: str


class TurnAdvanced(_Event):
    """The turn moves on: its number, the sides in order of initiative, whose go it is, the phase."""

    kind: Literal["turned"] = "turned"
    turn: int
    order: tuple[str, ...] = ()
    holder: str | None = None
    phase: str | None = None


class PointsScored(_Event):
    """Points for a side, and what for; those of a `tally` count something else than the score."""

    kind: Literal["scored"] = "scored"
    side: str
    points: int
    why: Text = NOTHING
    tally: str = ""


class PlayerSeated(_Event):
    """A person sits down, changes side or role, or changes dice."""

    kind: Literal["seated"] = "seated"
    player: Player

    def applies_to(self, game: Standing, was: Standing) -> bool:
        return self.player.id not in was.players or self.player.id in game.players


class PlayerLeft(_Event):
    """A person leaves the table."""

    kind: Literal["stood"] = "stood"
    player: str


class RulingSet(_Event):
    """A ruling is set for this game."""

    kind: Literal["ruled"] = "ruled"
    name: str
    value: Value


class LanguageSet(_Event):
    """The language that games used to be recorded in; since texts are values it means nothing."""

    kind: Literal["spoken"] = "spoken"
    locale: str


class DiceReturned(_Event):
    """The bot's dice that wait, of one size: each comes out first at the next such throw of the side that threw it."""

    kind: Literal["queue"] = "queue"
    sides: int
    faces: tuple[int, ...]
    of: tuple[str, ...] = ()
    """For every face the command it was thrown for, and is known from."""
    whose: tuple[str, ...] = ()
    """For every face the side whose throw it was, "" where it was nobody's; older records do not say it."""


class OwnDiceKept(_Event):
    """Players' own dice that an undo left lying, for when the same command is given again; none of them: used."""

    kind: Literal["kept"] = "kept"
    command: str
    throws: tuple[Laid, ...] = ()


class DiceModeSet(_Event):
    """A side's dice are the bot's from now on, or its own off the table."""

    kind: Literal["diced"] = "diced"
    side: str
    mode: Literal["bot", "physical"]


class MentionsSet(_Event):
    """Whether questions mention a person, so that Discord calls them."""

    kind: Literal["called"] = "called"
    player: str
    on: bool


class ConsentSet(_Event):
    """Whether the other side confirms what bends a rule."""

    kind: Literal["consent"] = "consent"
    on: bool


class SetupStepTicked(_Event):
    """A step of the setup is done, or not done after all."""

    kind: Literal["ticked"] = "ticked"
    step: str
    done: bool = True


class TimeoutSet(_Event):
    """How long a question waits (in minutes), and what happens then: "wait", "default" or "umpire"."""

    kind: Literal["timed"] = "timed"
    minutes: int
    policy: Literal["wait", "default", "umpire"]


class UnitDelegated(_Event):
    """A unit may be commanded by somebody beside its side's players; None takes that back."""

    kind: Literal["lent"] = "lent"
    unit: str
    player: str | None

    def applies_to(self, game: Standing, was: Standing) -> bool:
        return self.player is None or self.unit in game.units


class SideColoured(_Event):
    """A side has a colour of its own, wherever it plays (`rules.game.tabletop`)."""

    kind: Literal["coloured"] = "coloured"
    side: str
    colour: str


class SidesNamed(_Event):
    """The sides that a new game offers, in their order, whoever comes first."""

    kind: Literal["sides"] = "sides"
    sides: tuple[str, ...]


class GameEnded(_Event):
    """The game is over, or open again; a winner is a side or None."""

    kind: Literal["ended"] = "ended"
    over: bool = True
    winner: str | None = None
    note: str = ""


# Entries, each with its events.

Event = Annotated[
    UnitPlaced
    | UnitRemoved
    | LossesTaken
    | StateSet
    | StateOver
    | StateCounted
    | ObjectPlaced
    | ObjectRemoved
    | TurnAdvanced
    | PointsScored
    | PlayerSeated
    | PlayerLeft
    | RulingSet
    | DiceReturned
    | OwnDiceKept
    | SetupStepTicked
    | MentionsSet
    | ConsentSet
    | LanguageSet
    | DiceModeSet
    | TimeoutSet
    | UnitDelegated
    | SideColoured
    | SidesNamed
    | GameEnded,
    Field(discriminator="kind"),
]

FORMAT = 1
"""How entries are recorded today."""


class FreshThrow(NamedTuple):
    """New dice of the bot as they were made, also those that nothing needed in the end: enough to make them again.

    `entropy` is the interaction that caused the throw, `throw` which of its throws it was, counted from 1.
    """

    entropy: str
    throw: int
    sides: int
    faces: tuple[int, ...]


class Entry(BaseModel):
    """A line of the record. Append-only: an undo is a line of its own that names the one undone.

    `at` is seconds since 1970; `by` the person who gave the command and `side` the side it was for;
    `source` the interaction it came from, so that the same one applied twice has one effect; `format` is 0 for what
    was recorded before texts were values and throws had keys. `fresh` are the throws of the bot that first came into
    the record with it, in order; none in games whose dice nobody can recompute.
    """

    model_config = ConfigDict(frozen=True)

    format: int = FORMAT
    number: int
    command: str
    by: str
    at: float
    side: str | None = None
    request: dict[str, Any] = Field(default_factory=dict[str, Any])
    plays: tuple[Play, ...] = ()
    events: tuple[Event, ...] = ()
    rulings: dict[str, Any] = Field(default_factory=dict[str, Any])
    version: str = ""
    title: Text = NOTHING
    notes: tuple[Text, ...] = ()
    warnings: tuple[Text, ...] = ()
    reason: str = ""
    undoes: int | None = None
    volley: int | None = None
    source: str | None = None
    fresh: tuple[FreshThrow, ...] = ()
