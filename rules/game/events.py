"""The changes of a game: a few kinds of events that all systems share, each with its effect on a game.

An undo asks each event whether it still applies. Statistics, undo and exports are folds over the events.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.game.clocks_and_seals import ClockSet, SealLaid, SealsOpened, SealsReady
from rules.game.dice_events import DiceModeSet, DiceReturned, OwnDiceKept
from rules.game.division_events import DivisionEvent
from rules.game.figure_events import FigureSet
from rules.game.game import ALL, Game, GameEvent
from rules.game.reserves import ReserveEvent
from rules.game.scenario import ScenarioSet
from rules.game.table_events import (
    ConsentSet,
    GameEnded,
    MentionsSet,
    PlayerLeft,
    PlayerSeated,
    RulingSet,
    SetupStepTicked,
    SideColoured,
    SidesNamed,
    StoryTold,
    TimeoutSet,
    UnitDelegated,
)
from rules.game.tabletop import TableObject
from rules.game.unit import Unit, Value
from rules.kernel.text import NOTHING
from rules.kernel.text_json import KeptText


def unit_words(value: Value | None) -> tuple[str, ...]:
    """Return the values of a state that holds several words."""
    return tuple(value.split(",")) if isinstance(value, str) and value else ()


class UnitPlaced(GameEvent):
    """A unit enters the table, or is corrected as a whole, there or in reserve."""

    kind: Literal["joined"] = "joined"
    unit: Unit

    def applies_to(self, game: Game, was: Game) -> bool:
        old = was.all_units.get(self.unit.id)
        return old is None or old == game.all_units.get(self.unit.id)

    @property
    def sets(self) -> tuple[str, str]:
        return self.unit.id, ALL

    def apply(self, game: Game) -> None:
        game.place(self.unit)


class _UnitEvent(GameEvent):
    """An event about a unit, which must exist."""

    unit: str

    def applies_to(self, game: Game, was: Game) -> bool:
        old, new = was.units.get(self.unit), game.units.get(self.unit)
        return old is None or (new is not None and self._has_room(new, old))

    def _has_room(self, unit: Unit, was: Unit) -> bool:
        """True if the event can change the unit as much as it changed the unit as it `was`."""
        return True


class UnitRemoved(_UnitEvent):
    """A unit is removed from the record."""

    kind: Literal["left"] = "left"

    def apply(self, game: Game) -> None:
        if (gone := game.all_units.get(self.unit)) is not None:
            game.departed[gone.id] = gone
        game.units.pop(self.unit, None)
        game.reserves.pop(self.unit, None)
        game.seals = {digest: seal for digest, seal in game.seals.items() if seal.unit != self.unit}


class LossesTaken(_UnitEvent):
    """Models leave a unit for good; `hp` are its hit points afterwards, if the system has any."""

    kind: Literal["lost"] = "lost"
    models: int = 0
    hp: tuple[int, ...] | None = None

    def _has_room(self, unit: Unit, was: Unit) -> bool:
        enough = unit.models >= self.models or was.models < self.models
        return enough and (self.hp is None or unit.hp == was.hp)

    @property
    def sets(self) -> tuple[str, str] | None:
        return None if self.hp is None else (self.unit, "hp")

    def apply(self, game: Game) -> None:
        unit = game.units[self.unit]
        update: dict[str, object] = {"models": max(0, unit.models - self.models)}
        if self.hp is not None:
            update["hp"] = self.hp
        game.units[unit.id] = unit.model_copy(update=update)


class StateSet(_UnitEvent):
    """A state is set to a value; None clears it."""

    kind: Literal["marked"] = "marked"
    state: str
    value: Value | None

    def _has_room(self, unit: Unit, was: Unit) -> bool:
        """True unless the value extends a list that is not the same now."""
        longer = set(unit_words(self.value)) > set(was.words(self.state)) != set()
        return not longer or unit.words(self.state) == was.words(self.state)

    @property
    def sets(self) -> tuple[str, str]:
        return self.unit, self.state

    def apply(self, game: Game) -> None:
        game.mark(game.units[self.unit], self.state, self.value)


class StateOver(_UnitEvent):
    """A state of turn `in_turn` ends with that turn; while that turn lasts, it remains."""

    kind: Literal["over"] = "over"
    state: str
    in_turn: int

    @property
    def sets(self) -> tuple[str, str]:
        return self.unit, self.state

    def apply(self, game: Game) -> None:
        if game.turn > self.in_turn:
            game.mark(game.units[self.unit], self.state, None)


class StateCounted(_UnitEvent):
    """A counted state goes up or down, never below 0."""

    kind: Literal["counted"] = "counted"
    state: str
    change: int

    def _has_room(self, unit: Unit, was: Unit) -> bool:
        return unit.count(self.state) + self.change >= 0 or was.count(self.state) + self.change < 0

    @property
    def sets(self) -> tuple[str, str]:
        return self.unit, self.state

    def apply(self, game: Game) -> None:
        unit = game.units[self.unit]
        game.mark(unit, self.state, max(0, unit.count(self.state) + self.change))


class ObjectPlaced(GameEvent):
    """An object is placed on the table or changed."""

    kind: Literal["placed"] = "placed"
    thing: TableObject

    def applies_to(self, game: Game, was: Game) -> bool:
        return self.thing.label not in was.things or self.thing.label in game.things

    def apply(self, game: Game) -> None:
        game.things[self.thing.label] = self.thing


class ObjectRemoved(GameEvent):
    """An object is removed from the table."""

    kind: Literal["taken"] = "taken"
    label: str

    def apply(self, game: Game) -> None:
        game.things.pop(self.label, None)


class TurnAdvanced(GameEvent):
    """The turn advances: its number, the sides in order of initiative, the active side, the phase."""

    kind: Literal["turned"] = "turned"
    turn: int
    order: tuple[str, ...] = ()
    holder: str | None = None
    phase: str | None = None

    def apply(self, game: Game) -> None:
        game.turn, game.order, game.holder, game.phase = self.turn, self.order, self.holder, self.phase


class PointsScored(GameEvent):
    """Points for a side, with their reason; a `tally` counts something other than the score."""

    kind: Literal["scored"] = "scored"
    side: str
    points: int
    why: KeptText = NOTHING
    tally: str = ""

    def apply(self, game: Game) -> None:
        counts = game.tallies.setdefault(self.tally, {}) if self.tally else game.scores
        counts[self.side] = counts.get(self.side, 0) + self.points


Event = Annotated[
    UnitPlaced
    | UnitRemoved
    | DivisionEvent
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
    | DiceModeSet
    | TimeoutSet
    | ClockSet
    | SealLaid
    | SealsReady
    | SealsOpened
    | UnitDelegated
    | SideColoured
    | SidesNamed
    | StoryTold
    | ReserveEvent
    | FigureSet
    | ScenarioSet
    | GameEnded,
    Field(discriminator="kind"),
]
