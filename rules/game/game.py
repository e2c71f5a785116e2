"""The state of a game: the result of its entries, and the effect of each kind of event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from pydantic import BaseModel, ConfigDict

from rules.game.tabletop import Clock, Player, Scenario, Seal, TableObject
from rules.game.unit import Reserve, Unit, Value
from rules.kernel.plays import Laid

ALL = "all"
"""The part set by an event that replaces a unit as a whole."""


class Happening(Protocol):
    """A change of a game: an event, or an entry with several."""

    def apply(self, game: Game) -> None: ...


# The game itself, and its changes by events.


@dataclass
class Game:
    """The state of one game after entry `number`."""

    number: int = 0
    units: dict[str, Unit] = field(default_factory=dict[str, Unit])
    things: dict[str, TableObject] = field(default_factory=dict[str, TableObject])
    players: dict[str, Player] = field(default_factory=dict[str, Player])
    scores: dict[str, int] = field(default_factory=dict[str, int])
    tallies: dict[str, dict[str, int]] = field(default_factory=dict[str, dict[str, int]])
    """Counts of each side other than the score, by tally, such as turns with the majority of objectives."""
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
    """Number of actions resolved with dice."""
    dice: dict[str, str] = field(default_factory=dict[str, str])
    """The dice of each side, if agreed: "bot" or "physical"."""
    uncalled: dict[str, bool] = field(default_factory=dict[str, bool])
    """Ids of players whom questions do not mention."""
    lent: dict[str, str] = field(default_factory=dict[str, str])
    """Units that another player may command in addition to their side's own."""
    timeout: tuple[int, str] = (0, "wait")
    """Minutes that a question waits, and its result then."""
    ticked: tuple[str, ...] = ()
    """Completed steps of the setup."""
    undone: set[int] = field(default_factory=set[int])
    seen: dict[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    """For each face of the queues, the command that it was rolled for."""
    whose: dict[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    """For each face of the queues, the side that rolled it, as far as recorded."""
    kept: dict[str, tuple[Laid, ...]] = field(default_factory=dict[str, tuple[Laid, ...]])
    """Players' own dice of undone commands, kept until the same command is given again."""
    consent: bool = False
    """True if the opponent must confirm bent rules."""
    begun: bool = False
    """True if dice have ever been rolled, including dice of undone entries."""
    left_sides: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """The sides that players have left since the first roll, by player id: they know what these sides know."""
    judged: dict[str, bool] = field(default_factory=dict[str, bool])
    """Ids of umpires without a side at any time since the first roll: they know what every side knows."""
    colours: dict[str, str] = field(default_factory=dict[str, str])
    """Colours of the sides that have one of their own."""
    offered: tuple[str, ...] = ()
    """The sides for which the game was started, in order; empty in older games."""
    departed: dict[str, Unit] = field(default_factory=dict[str, Unit])
    """Units that texts may still name, as they were when they left: removed, or undone with their arrival."""
    notes: int = 0
    """Number of the last entries that have no effect on the table (`ASIDE`)."""
    clock: Clock | None = None
    """The clocks of the sides, if the game has any."""
    seals: dict[str, Seal] = field(default_factory=dict[str, Seal])
    """Sealed texts that are not opened yet, by digest."""
    drawn: dict[int, tuple[int, ...]] = field(default_factory=dict[int, tuple[int, ...]])
    """For each face of the queues, its place in the order of drawing."""
    line: dict[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    """For each face of the queues, the agreement of the other sides."""
    end_agreed: tuple[str, ...] = ()
    """The sides and players who agreed to the end of the game."""
    reserves: dict[str, Reserve] = field(default_factory=dict[str, Reserve])
    """Units that are not on the table yet, by id."""
    scenario: Scenario | None = None
    """The scenario, if the players have set one."""

    def copy(self) -> Game:
        """Return a copy that can be changed independently; units and players are immutable and shared."""
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
            dict(self.reserves),
            self.scenario,
        )

    def with_shared_units(self, other: Game) -> Game:
        """Return this game with its units replaced by equal ones of another game.

        So they need not be compared, written or computed again.
        """
        for id, unit in self.units.items():
            known = other.units.get(id, unit)
            if known == unit:
                self.units[id] = known
        return self

    @property
    def last_effect(self) -> int:
        """Number of the last entry with an effect on the table."""
        return self.number - self.notes

    def living_sides(self) -> tuple[str, ...]:
        """Return the sides that have living units, on the table or in reserve."""
        return tuple(dict.fromkeys(unit.side for unit in self.all_units.values() if unit.alive))

    @property
    def all_units(self) -> dict[str, Unit]:
        """The units on the table, then those in reserve."""
        return {**self.units, **{id: reserve.unit for id, reserve in self.reserves.items()}}

    def place(self, unit: Unit) -> None:
        """Place a unit on the table, or correct it there or in reserve."""
        if (reserve := self.reserves.get(unit.id)) is not None:
            self.reserves[unit.id] = reserve.model_copy(update={"unit": unit})
        else:
            self.units[unit.id] = unit
        if unit.id[1:].isdigit():
            self.last_unit = max(self.last_unit, int(unit.id[1:]))

    def with_reserves(self) -> Game:
        """Return this game with its reserves on the table; this one is unchanged."""
        found = self.copy()
        found.units, found.reserves = self.all_units, {}
        return found

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides at the table: first those offered, in their order, then the others in order of arrival."""
        named = [player.side for player in self.players.values()] + [unit.side for unit in self.all_units.values()]
        came = tuple(dict.fromkeys(side for side in named if side))
        return (*(side for side in self.offered if side in came), *(side for side in came if side not in self.offered))

    @property
    def seats_are_free(self) -> bool:
        """True if players may still change seats freely, because no dice have been rolled."""
        return not (self.begun or any(self.queues.values()))

    def tally(self, name: str, side: str) -> int:
        """Return the value of a tally for a side."""
        return self.tallies.get(name, {}).get(side, 0)

    def units_of_side(self, side: str) -> tuple[Unit, ...]:
        return tuple(unit for unit in self.units.values() if unit.side == side)

    @property
    def living(self) -> list[Unit]:
        """The living units on the table."""
        return [unit for unit in self.units.values() if unit.alive]

    def enemies_of(self, side: str) -> list[Unit]:
        """Return the living units of the other sides."""
        return [unit for unit in self.living if unit.side != side]

    def with_events(self, events: Iterable[Happening]) -> Game:
        """Return the game after `events`; this one is unchanged."""
        after = self.copy()
        for event in events:
            after.apply(event)
        return after

    def apply(self, event: Happening) -> None:
        event.apply(self)

    # Changes by events

    def mark(self, unit: Unit, state: str, value: Value | None) -> None:
        """Set a state of a unit; an empty or zero value clears it."""
        states = dict(unit.states)
        if value is None or value == 0 or value == "":
            states.pop(state, None)
        else:
            states[state] = value
        self.units[unit.id] = unit.model_copy(update={"states": states})

    def record_seat_left(self, old: Player, side: str | None = None) -> None:
        """Record that a player changed or left their seat, for `side` if any.

        Once dice have been rolled, their knowledge is recorded: the hidden units of their side, or as an umpire
        without a side, of all sides.
        """
        if self.seats_are_free:
            return
        if old.side and old.side != side:
            self.record_left_side(old.id, old.side)
        if old.umpire and not old.side and old.id not in self.left_sides:
            self.judged[old.id] = True

    def record_left_side(self, player: str, side: str) -> None:
        """Record that a player has belonged to a side."""
        # Sorted by name, so that memory and the record agree despite any undo in between.
        self.left_sides[player] = tuple(sorted({*self.left_sides.get(player, ()), side}))


class GameEvent(BaseModel):
    """A change of a game. An undo asks it whether it still applies."""

    model_config = ConfigDict(frozen=True, defer_build=True)

    def apply(self, game: Game) -> None:
        """Apply it to the game; raise KeyError for a unit that does not exist."""

    def applies_to(self, game: Game, was: Game) -> bool:
        """True if it can happen in `game` exactly as in `was`, which still includes an earlier entry."""
        return True

    @property
    def sets(self) -> tuple[str, str] | None:
        """The unit and the part of it that is set; two events that set the same cannot be exchanged."""
        return None
