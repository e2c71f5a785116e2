"""What changes a game: few kinds of event, shared by all systems. Statistics, undo, exports are folds over them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from rules.unit import Unit, Value


class _Event(BaseModel):
    model_config = ConfigDict(frozen=True)


class UnitPlaced(_Event):
    """A unit comes to the table, or is put right as a whole."""

    kind: Literal["joined"] = "joined"
    unit: Unit


class UnitRemoved(_Event):
    """A unit is taken out of the record."""

    kind: Literal["left"] = "left"
    unit: str


class LossesTaken(_Event):
    """Models leave a unit for good; `hp` is what its hit points stand at afterwards, where the system has any."""

    kind: Literal["lost"] = "lost"
    unit: str
    models: int = 0
    hp: tuple[int, ...] | None = None


class StateSet(_Event):
    """A state is set to a value; None takes it off."""

    kind: Literal["marked"] = "marked"
    unit: str
    state: str
    value: Value | None


class StateCounted(_Event):
    """A counted state goes up or down, never below 0."""

    kind: Literal["counted"] = "counted"
    unit: str
    state: str
    change: int


class TableObject(BaseModel):
    """An object on the table: an objective, smoke, gas, a minefield, terrain. `turns` left, or None for lasting."""

    model_config = ConfigDict(frozen=True)

    kind: str
    label: str
    radius: float = 0
    turns: int | None = None
    keywords: tuple[str, ...] = ()
    holder: str | None = None


class ObjectPlaced(_Event):
    """An object lies on the table, or changes as it lies there."""

    kind: Literal["placed"] = "placed"
    thing: TableObject


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
    """Points for a side, and what for."""

    kind: Literal["scored"] = "scored"
    side: str
    points: int
    why: str


class Player(BaseModel):
    """A person at the table. `side` is None for an umpire who plays none; `dice` is "bot" or "physical"."""

    model_config = ConfigDict(frozen=True)

    id: str
    name: str
    side: str | None = None
    umpire: bool = False
    dice: Literal["bot", "physical"] = "bot"


class PlayerSeated(_Event):
    """A person sits down, changes side or role, or changes dice."""

    kind: Literal["seated"] = "seated"
    player: Player


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
    """The language that the game is played and recorded in, by its locale."""

    kind: Literal["spoken"] = "spoken"
    locale: str


class DiceReturned(_Event):
    """The bot's dice that an undo gave back, of one size: they come out first at the next throw of such dice."""

    kind: Literal["queue"] = "queue"
    sides: int
    faces: tuple[int, ...]
    of: tuple[str, ...] = ()
    """For every face the command it was thrown for, and is known from."""


class Laid(BaseModel):
    """A throw that lies on the table already; `nth` counts the actions of its command from 0."""

    model_config = ConfigDict(frozen=True)

    nth: int
    label: str
    sides: int
    faces: tuple[int, ...]
    source: str


class OwnDiceKept(_Event):
    """Players' own dice that an undo left lying, for when the same command is given again; none of them: used."""

    kind: Literal["kept"] = "kept"
    command: str
    throws: tuple[Laid, ...] = ()


class DiceModeSet(_Event):
    """Whose dice a side throws: the bot's, or its own off the table."""

    kind: Literal["diced"] = "diced"
    side: str
    mode: Literal["bot", "physical"]


class MentionsSet(_Event):
    """Whether questions mention a person, so that Discord calls them."""

    kind: Literal["called"] = "called"
    player: str
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


class GameEnded(_Event):
    """The game is over, or open again; a winner is a side or None."""

    kind: Literal["ended"] = "ended"
    over: bool = True
    winner: str | None = None
    note: str = ""


Event = Annotated[
    UnitPlaced
    | UnitRemoved
    | LossesTaken
    | StateSet
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
    | LanguageSet
    | DiceModeSet
    | TimeoutSet
    | UnitDelegated
    | GameEnded,
    Field(discriminator="kind"),
]

EVENTS: TypeAdapter[tuple[Event, ...]] = TypeAdapter(tuple[Event, ...])
