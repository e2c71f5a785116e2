"""The state of a game: what its entries add up to, and how each kind of event changes it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from pydantic import BaseModel, ConfigDict

from rules.game.tabletop import Clock, Player, Seal, TableObject
from rules.game.unit import Unit, Value
from rules.kernel.plays import Laid


class Happening(Protocol):
    """What changes a game: an event, or an entry with several."""

    def happen(self, game: Game) -> None: ...


# The game itself, and what each event does to it.


@dataclass
class Game:
    """Everything the record says about one game after entry `number`."""

    number: int = 0
    units: dict[str, Unit] = field(default_factory=dict[str, Unit])
    things: dict[str, TableObject] = field(default_factory=dict[str, TableObject])
    players: dict[str, Player] = field(default_factory=dict[str, Player])
    scores: dict[str, int] = field(default_factory=dict[str, int])
    tallies: dict[str, dict[str, int]] = field(default_factory=dict[str, dict[str, int]])
    """What a system counts for each side beside the score, by the tally: turns with the majority of objectives."""
    rulings: dict[str, Value] = field(default_factory=dict[str, Value])
    queues: dict[int, tuple[int, ...]] = field(default_factory=dict[int, tuple[int, ...]])
    turn: int = 1
    order: tuple[str, ...] = ()
    holder: str | None = None
    phase: str | None = None
    over: bool = False
    winner: str | None = None
    last_unit: int = 0
    plays: int = 0
    """How many actions have been resolved with dice."""
    dice: dict[str, str] = field(default_factory=dict[str, str])
    """Whose dice each side throws, where that was agreed: "bot" or "physical"."""
    uncalled: dict[str, bool] = field(default_factory=dict[str, bool])
    """The ids of players whom questions do not mention."""
    lent: dict[str, str] = field(default_factory=dict[str, str])
    """Units that somebody beside their side's players may command."""
    timeout: tuple[int, str] = (0, "wait")
    """How many minutes a question waits, and what happens then."""
    ticked: tuple[str, ...] = ()
    """The steps of the setup that are done."""
    undone: set[int] = field(default_factory=set[int])
    seen: dict[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    """For every face of the queues, the command it was thrown for."""
    whose: dict[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    """For every face of the queues, the side whose throw it was, as far as the record says it."""
    kept: dict[str, tuple[Laid, ...]] = field(default_factory=dict[str, tuple[Laid, ...]])
    """Players' own dice of undone commands, for when the same command is given again."""
    consent: bool = False
    """Whether the other side confirms what bends a rule."""
    begun: bool = False
    """Whether dice have ever been thrown, those of undone entries too."""
    left_sides: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """The sides that people have left since then, by their ids: they know what these know."""
    judged: dict[str, bool] = field(default_factory=dict[str, bool])
    """The ids of people who have been an umpire without a side since then: they know what every side knows."""
    colours: dict[str, str] = field(default_factory=dict[str, str])
    """The colours of sides that have one of their own."""
    offered: tuple[str, ...] = ()
    """The sides that the game was begun for, in their order; nothing in games of before."""
    departed: dict[str, Unit] = field(default_factory=dict[str, Unit])
    """Units that texts may still speak of, as they were when they left: taken out, or undone with what brought them."""
    notes: int = 0
    """How many of the last entries are words for the story, or say whose dice are thrown: nothing happens by them."""
    clock: Clock | None = None
    """The clocks of the sides, in games that are played by any."""
    seals: dict[str, Seal] = field(default_factory=dict[str, Seal])
    """What people have sealed and not opened yet, by its digest."""
    drawn: dict[int, tuple[int, ...]] = field(default_factory=dict[int, tuple[int, ...]])
    """For every face of the queues, its place in the order of drawing."""
    line: dict[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    """For every face of the queues, what the other sides have agreed to."""
    end_agreed: tuple[str, ...] = ()
    """The sides and people whose word the end of the game has taken."""

    def copy(self) -> Game:
        """A game that can be played on without touching this one; units and players are values and are shared."""
        return Game(
            self.number,
            dict(self.units),
            dict(self.things),
            dict(self.players),
            dict(self.scores),
            {tally: dict(counts) for tally, counts in self.tallies.items()},
            dict(self.rulings),
            dict(self.queues),
            self.turn,
            self.order,
            self.holder,
            self.phase,
            self.over,
            self.winner,
            self.last_unit,
            self.plays,
            dict(self.dice),
            dict(self.uncalled),
            dict(self.lent),
            self.timeout,
            self.ticked,
            set(self.undone),
            dict(self.seen),
            dict(self.whose),
            dict(self.kept),
            self.consent,
            self.begun,
            dict(self.left_sides),
            dict(self.judged),
            dict(self.colours),
            self.offered,
            dict(self.departed),
            self.notes,
            self.clock,
            dict(self.seals),
            dict(self.drawn),
            dict(self.line),
            self.end_agreed,
        )

    def sharing(self, other: Game) -> Game:
        """This game itself, with the units of another one in place of those that are equal: what was read anew need not
        be told of, written or worked out again.
        """
        for id, unit in self.units.items():
            known = other.units.get(id)
            if known is not None and known == unit:
                self.units[id] = known
        return self

    @property
    def happened(self) -> int:
        """The number of the last entry by which something has happened on the table."""
        return self.number - self.notes

    def standing(self) -> tuple[str, ...]:
        """The sides that have living units."""
        return tuple(dict.fromkeys(unit.side for unit in self.units.values() if unit.alive))

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides at the table: those that were offered in their order, the others as they came."""
        named = [player.side for player in self.players.values()] + [unit.side for unit in self.units.values()]
        came = tuple(dict.fromkeys(side for side in named if side))
        return (*(side for side in self.offered if side in came), *(side for side in came if side not in self.offered))

    @property
    def seats_are_free(self) -> bool:
        """Whether everybody may still sit where they like: nothing has been thrown."""
        return not (self.begun or self.plays or any(self.queues.values()))

    def tally(self, name: str, side: str) -> int:
        """What a tally stands at for a side."""
        return self.tallies.get(name, {}).get(side, 0)

    def of_side(self, side: str) -> tuple[Unit, ...]:
        return tuple(unit for unit in self.units.values() if unit.side == side)

    def with_events(self, events: Iterable[Happening]) -> Game:
        """The game after `events`; this one stays as it is."""
        after = self.copy()
        for event in events:
            after.apply(event)
        return after

    def apply(self, event: Happening) -> None:
        event.happen(self)

    # What events do to it

    def mark(self, unit: Unit, state: str, value: Value | None) -> None:
        """Set a state of a unit; one that is nothing is taken off."""
        states = dict(unit.states)
        if value is None or value == 0 or value == "":
            states.pop(state, None)
        else:
            states[state] = value
        self.units[unit.id] = unit.model_copy(update={"states": states})

    def got_up(self, old: Player, side: str | None = None) -> None:
        """Somebody no longer sits where they sat, but at `side`; once dice have been thrown it is remembered what they
        know: their side's hidden units, or as an umpire without a side those of all.
        """
        if self.seats_are_free:
            return
        if old.side and old.side != side:
            self.was_of(old.id, old.side)
        if old.umpire and not old.side and old.id not in self.left_sides:
            self.judged[old.id] = True

    def was_of(self, player: str, side: str) -> None:
        """Remember that somebody has been of a side."""
        # By name: whatever was undone in between, memory and the record say the same.
        self.left_sides[player] = tuple(sorted({*self.left_sides.get(player, ()), side}))


class GameEvent(BaseModel):
    """Something that has happened. What an undo has to know of it is asked of the event itself."""

    model_config = ConfigDict(frozen=True)

    def happen(self, game: Game) -> None:
        """Change the game by it; raises KeyError for a unit that is not there."""

    def applies_to(self, game: Game, was: Game) -> bool:
        """Whether it could have happened in `game` just as it did in `was`, in which an earlier entry stands too."""
        return True

    @property
    def sets(self) -> tuple[str, str] | None:
        """The unit and what of it is set anew; two events that set the same cannot change places."""
        return None
