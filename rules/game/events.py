"""What changes a game: few kinds of event, shared by all systems, each with what it does to a game.

What an undo has to know of an event is asked of the event itself; statistics, undo and exports are folds over them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.game.arrangements import ClockSet, SealLaid, SealsOpened, SealsReady
from rules.game.game import Game
from rules.game.game import GameEvent as _Event
from rules.game.tabletop import Player, TableObject
from rules.game.unit import Unit, Value
from rules.kernel.plays import Laid
from rules.kernel.text import NOTHING
from rules.kernel.text_json import KeptText

ALL = "all"
"""What is set of a unit that is put right as a whole."""


def unit_words(value: Value | None) -> tuple[str, ...]:
    """The several values of a state that holds words."""
    return tuple(value.split(",")) if isinstance(value, str) and value else ()


class UnitPlaced(_Event):
    """A unit comes to the table, or is put right as a whole."""

    kind: Literal["joined"] = "joined"
    unit: Unit

    def applies_to(self, game: Game, was: Game) -> bool:
        old = was.units.get(self.unit.id)
        return old is None or old == game.units.get(self.unit.id)

    @property
    def sets(self) -> tuple[str, str]:
        return self.unit.id, ALL

    def happen(self, game: Game) -> None:
        game.units[self.unit.id] = self.unit
        if self.unit.id[1:].isdigit():
            game.last_unit = max(game.last_unit, int(self.unit.id[1:]))


class _OfUnit(_Event):
    """Something that happened to a unit; it has to be there."""

    unit: str

    def applies_to(self, game: Game, was: Game) -> bool:
        old, new = was.units.get(self.unit), game.units.get(self.unit)
        return old is None or (new is not None and self._has_room(new, old))

    def _has_room(self, unit: Unit, was: Unit) -> bool:
        """Whether as much can happen to the unit as did to it where it `was`."""
        return True


class UnitRemoved(_OfUnit):
    """A unit is taken out of the record."""

    kind: Literal["left"] = "left"

    def happen(self, game: Game) -> None:
        if (gone := game.units.pop(self.unit, None)) is not None:
            game.departed[gone.id] = gone
        game.seals = {digest: seal for digest, seal in game.seals.items() if seal.unit != self.unit}


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

    def happen(self, game: Game) -> None:
        unit = game.units[self.unit]
        update: dict[str, object] = {"models": max(0, unit.models - self.models)}
        if self.hp is not None:
            update["hp"] = self.hp
        game.units[unit.id] = unit.model_copy(update=update)


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

    def happen(self, game: Game) -> None:
        game.mark(game.units[self.unit], self.state, self.value)


class StateOver(_OfUnit):
    """A state that lay there `in_turn` is over with that turn; where the turn still goes on, it lies there."""

    kind: Literal["over"] = "over"
    state: str
    in_turn: int

    @property
    def sets(self) -> tuple[str, str]:
        return self.unit, self.state

    def happen(self, game: Game) -> None:
        if game.turn > self.in_turn:
            game.mark(game.units[self.unit], self.state, None)


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

    def happen(self, game: Game) -> None:
        unit = game.units[self.unit]
        game.mark(unit, self.state, max(0, unit.count(self.state) + self.change))


class ObjectPlaced(_Event):
    """An object lies on the table, or changes as it lies there."""

    kind: Literal["placed"] = "placed"
    thing: TableObject

    def applies_to(self, game: Game, was: Game) -> bool:
        return self.thing.label not in was.things or self.thing.label in game.things

    def happen(self, game: Game) -> None:
        game.things[self.thing.label] = self.thing


class ObjectRemoved(_Event):
    """An object is taken off the table."""

    kind: Literal["taken"] = "taken"
    label: str

    def happen(self, game: Game) -> None:
        game.things.pop(self.label, None)


class TurnAdvanced(_Event):
    """The turn moves on: its number, the sides in order of initiative, whose go it is, the phase."""

    kind: Literal["turned"] = "turned"
    turn: int
    order: tuple[str, ...] = ()
    holder: str | None = None
    phase: str | None = None

    def happen(self, game: Game) -> None:
        game.turn, game.order, game.holder, game.phase = self.turn, self.order, self.holder, self.phase


class PointsScored(_Event):
    """Points for a side, and what for; those of a `tally` count something else than the score."""

    kind: Literal["scored"] = "scored"
    side: str
    points: int
    why: KeptText = NOTHING
    tally: str = ""

    def happen(self, game: Game) -> None:
        counts = game.tallies.setdefault(self.tally, {}) if self.tally else game.scores
        counts[self.side] = counts.get(self.side, 0) + self.points


class PlayerSeated(_Event):
    """A person sits down, changes side or role, or changes dice."""

    kind: Literal["seated"] = "seated"
    player: Player

    def applies_to(self, game: Game, was: Game) -> bool:
        return self.player.id not in was.players or self.player.id in game.players

    def happen(self, game: Game) -> None:
        old, new = game.players.get(self.player.id), self.player
        if old is not None and (old.side, old.umpire) != (new.side, new.umpire):
            game.got_up(old, new.side)
        game.players[new.id] = new


class PlayerLeft(_Event):
    """A person leaves the table."""

    kind: Literal["stood"] = "stood"
    player: str

    def happen(self, game: Game) -> None:
        if (old := game.players.pop(self.player, None)) is not None:
            game.got_up(old)


class RulingSet(_Event):
    """A ruling is set for this game."""

    kind: Literal["ruled"] = "ruled"
    name: str
    value: Value

    def happen(self, game: Game) -> None:
        game.rulings[self.name] = self.value


Agreed = Literal["", "next", "behind", "first"]
"""What the other sides have said about a die that waits: nothing yet, that it is next in line, or also that own dice
are rolled before it, or that none are.
"""


class DiceReturned(_Event):
    """The bot's dice of one size that wait, in the order in which they were drawn: the next rolls of the side that
    threw them use them first.
    """

    kind: Literal["queue"] = "queue"
    sides: int
    faces: tuple[int, ...]
    of: tuple[str, ...] = ()
    """For every face the command it was thrown for, and is known from."""
    whose: tuple[str, ...] = ()
    """For every face the side whose throw it was, "" where it was nobody's; older records do not say it."""
    drawn: tuple[int, ...] = ()
    """For every face its place in the order of drawing (see `bot.dice.returned`); 0 in older records."""
    line: tuple[Agreed, ...] = ()
    """For every face the word of the other sides; "" in older records."""
    came: tuple[tuple[str, int], ...] = ()
    """The dice that this entry has taken out of the line, each as its side and its place in the order of drawing."""

    def happen(self, game: Game) -> None:
        game.queues[self.sides] = self.faces
        game.seen[self.sides] = self.of
        game.whose[self.sides] = self.whose
        game.drawn[self.sides] = self.drawn
        game.line[self.sides] = self.line


class OwnDiceKept(_Event):
    """Players' own dice that an undo left lying, for when the same command is given again; none of them: used."""

    kind: Literal["kept"] = "kept"
    command: str
    throws: tuple[Laid, ...] = ()

    def happen(self, game: Game) -> None:
        if self.throws:
            game.kept[self.command] = self.throws
        else:
            game.kept.pop(self.command, None)


class DiceModeSet(_Event):
    """A side's dice are the bot's from now on, or its own off the table."""

    kind: Literal["diced"] = "diced"
    side: str
    mode: Literal["bot", "physical"]

    def happen(self, game: Game) -> None:
        game.dice[self.side] = self.mode


class MentionsSet(_Event):
    """Whether questions mention a person, so that Discord calls them."""

    kind: Literal["called"] = "called"
    player: str
    on: bool

    def happen(self, game: Game) -> None:
        if self.on:
            game.uncalled.pop(self.player, None)
        else:
            game.uncalled[self.player] = True


class ConsentSet(_Event):
    """Whether the other side confirms what bends a rule."""

    kind: Literal["consent"] = "consent"
    on: bool

    def happen(self, game: Game) -> None:
        game.consent = self.on


class SetupStepTicked(_Event):
    """A step of the setup is done, or not done after all."""

    kind: Literal["ticked"] = "ticked"
    step: str
    done: bool = True

    def happen(self, game: Game) -> None:
        others = tuple(step for step in game.ticked if step != self.step)
        game.ticked = (*others, self.step) if self.done else others


class TimeoutSet(_Event):
    """How long a question waits (in minutes), and what happens then: "wait", "default" or "umpire"."""

    kind: Literal["timed"] = "timed"
    minutes: int
    policy: Literal["wait", "default", "umpire"]

    def happen(self, game: Game) -> None:
        game.timeout = (self.minutes, self.policy)


class UnitDelegated(_Event):
    """A unit may be commanded by somebody beside its side's players; None takes that back."""

    kind: Literal["lent"] = "lent"
    unit: str
    player: str | None

    def applies_to(self, game: Game, was: Game) -> bool:
        return self.player is None or self.unit in game.units

    def happen(self, game: Game) -> None:
        if self.player is None:
            game.lent.pop(self.unit, None)
        else:
            game.lent[self.unit] = self.player


class SideColoured(_Event):
    """A side has a colour of its own, wherever it plays (`rules.game.tabletop`)."""

    kind: Literal["coloured"] = "coloured"
    side: str
    colour: str

    def happen(self, game: Game) -> None:
        game.colours[self.side] = self.colour


class SidesNamed(_Event):
    """The sides that a new game offers, in their order, whoever comes first."""

    kind: Literal["sides"] = "sides"
    sides: tuple[str, ...]

    def happen(self, game: Game) -> None:
        game.offered = self.sides


class StoryTold(_Event):
    """Somebody's words for the story, the `reason` of their entry: of an entry and the `units` in it, of a turn, or of
    the moment. Nothing changes by them.
    """

    kind: Literal["told"] = "told"
    entry: int | None = None
    turn: int | None = None
    units: tuple[str, ...] = ()

    def happen(self, game: Game) -> None:
        """Words change nothing; their entry is counted (`Entry.passes`)."""


class GameEnded(_Event):
    """The game is over, or open again; a winner is a side or None, `draw` says that it was said to be one.

    `agreed` are the sides ("side:…") and people ("who:…") whose word it has taken: it takes theirs to go on.
    """

    kind: Literal["ended"] = "ended"
    over: bool = True
    winner: str | None = None
    note: str = ""
    draw: bool = False
    agreed: tuple[str, ...] = ()

    def happen(self, game: Game) -> None:
        game.over, game.winner, game.end_agreed = self.over, self.winner, self.agreed


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
    | GameEnded,
    Field(discriminator="kind"),
]
