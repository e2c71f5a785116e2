"""Shared parts of the commands of all systems: effects as events, cleared states, casualties and their causes."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from rules.command.system import Board, System
from rules.game.division_events import UnitsJoined, UnitSplit
from rules.game.entry import Entry
from rules.game.events import Event, LossesTaken, StateCounted, StateSet
from rules.game.game import Game
from rules.game.table_events import RulingSet
from rules.game.unit import Unit, Value
from rules.kernel.action import ActionSet, Clearing
from rules.kernel.errors import RuleError
from rules.kernel.plays import Effect
from rules.kernel.resolve import earlier_defaults
from rules.kernel.text import Text


def clear_states(board: Board, unit: Unit, event: Clearing, but: Container[str] = ()) -> list[Event]:
    """Return events that clear the states of a unit that `event` ends, by the system's table of states."""
    states = board.system.states
    return [
        StateSet(unit=unit.id, state=name, value=None)
        for name in unit.states
        if name in states and event in states[name].cleared_by and name not in but
    ]


def clear_fallen(board: Board, unit: Unit) -> list[Event]:
    """Return events that clear the states which a destroyed unit loses."""
    states = board.system.states
    gone = () if unit.alive else [name for name in unit.states if name in states and states[name].living]
    return [StateSet(unit=unit.id, state=name, value=None) for name in gone]


def changes(board: Board, effects: Iterable[Effect], roles: Mapping[str, str]) -> list[Event]:
    """Return effects as events on the units with those parts; a part without a unit changes nothing.

    Each effect adds to those before it: two hits by one shot both count.
    """
    events: list[Event] = []
    for effect in effects:
        if effect.unit in roles:
            more = _change_events(board, board.unit(roles[effect.unit]), effect)
            events, board = events + more, board.after(more)
    return events


def settle_board(board: Board, events: Iterable[Event]) -> list[Event]:
    """Return the events of an entry with those that follow automatically from the resulting board."""
    happened = list(events)
    return [*happened, *board.system.settle(board.after(happened))]


def _change_events(board: Board, unit: Unit, effect: Effect) -> list[Event]:
    if effect.effect == "models":
        return [LossesTaken(unit=unit.id, models=-effect.change)]
    if effect.effect == "hp":
        return [LossesTaken(unit=unit.id, hp=effect.hit_points)]
    holds = board.system.states[effect.effect].holds
    if holds == "count":
        return [StateCounted(unit=unit.id, state=effect.effect, change=effect.change)]
    if holds == "flag":
        return [StateSet(unit=unit.id, state=effect.effect, value=1 if effect.change > 0 else None)]
    if holds == "words" and effect.to:
        return add_words(unit, effect.effect, *effect.to.split(","))
    return [StateSet(unit=unit.id, state=effect.effect, value=effect.to)]


def mark(unit: Unit, **states: int | str | None) -> list[Event]:
    """Return events that set states of a unit."""
    return [StateSet(unit=unit.id, state=name, value=value) for name, value in states.items()]


def add_words(unit: Unit, state: str, *words: str) -> list[Event]:
    """Return events that add words to those of a state, each once."""
    return mark(unit, **{state: ",".join(dict.fromkeys((*unit.words(state), *words)))})


def require_alive(unit: Unit, what: Text) -> Unit:
    """Return the unit; raise RuleError if it is destroyed and cannot do that."""
    if not unit.alive:
        raise RuleError(Text("{unit} is out of action and cannot {what}.", unit=unit.ref, what=what))
    return unit


def require_enemies(unit: Unit, other: Unit) -> None:
    """Raise RuleError if both units are on one side."""
    if unit.side == other.side:
        raise RuleError(Text("{other} is on the same side as {unit}.", other=other.ref, unit=unit.ref))


def initial_rulings(system: ActionSet, rulings: Mapping[str, Value] = MappingProxyType({})) -> list[RulingSet]:
    """Return events that set the rulings of a new game.

    They include rulings whose default differs in older games, which do not record them.
    """
    now = {name: system.rulings.model_fields[name].default for name in earlier_defaults(system)}
    return [RulingSet(name=name, value=value) for name, value in {**now, **rulings}.items()]


# Attribution of losses: to the attacker, or to the units that placed the markers that now take effect.


class MarkerCredit(NamedTuple):
    """A number of markers that a unit placed on another; `by` is None if they were placed by hand."""

    by: str | None
    markers: int


def divide(total: int, weights: Sequence[int]) -> list[int]:
    """Divide a number into whole parts by `weights`; the remainder goes to the largest fractions, then the earlier.

    Weights are 0 or more, and not all 0.
    """
    whole = sum(weights)
    parts = [total * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda at: -(total * weights[at] % whole))
    for at in by_remainder[: total - sum(parts)]:
        parts[at] += 1
    return parts


class Loss(NamedTuple):
    """A loss of points by a unit, here as it is afterwards, and the share of each unit in it; None for no unit."""

    victim: Unit
    points: int
    shares: Sequence[tuple[str | None, int]]

    def enemy_shares(self, game: Game) -> list[tuple[str, int]]:
        return [(id, n) for id, n in self.shares if id in game.units and game.units[id].side != self.victim.side]


@dataclass
class LossAttribution:
    """Tracks, entry by entry, the units that placed harmful states, by the victim and the state."""

    system: System
    put: dict[tuple[str, str], list[MarkerCredit]] = field(default_factory=dict[tuple[str, str], list[MarkerCredit]])

    def apply(self, game: Game, entry: Entry, event: Event) -> Loss | None:
        """Apply an event of an entry to a game; return the loss, if it is one, or the recovery of negative points."""
        match event:
            case StateSet() | StateCounted():
                self._record_marker(game, entry, event)
            case UnitSplit():
                here = {state: put for (victim, state), put in self.put.items() if victim == event.unit.id}
                self.put |= {(event.part.id, state): put for state, put in here.items()}  # on both halves now
            case UnitsJoined():
                unit, other = event.unit.id, event.other
                for victim, state in [key for key in self.put if key[0] == other]:
                    self.put[unit, state] = [*self.put.get((unit, state), ()), *self.put.pop((victim, state))]
                for key, put in self.put.items():
                    self.put[key] = [one._replace(by=unit) if one.by == other else one for one in put]
            case _:
                pass
        before = game.units.get(event.unit) if isinstance(event, LossesTaken) else None
        game.apply(event)
        if before is None:
            return None
        now = game.units[before.id]
        points = before.strength - now.strength
        return Loss(now, points, self._shares_of(game, entry, now.id, points))

    def _record_marker(self, game: Game, entry: Entry, event: StateSet | StateCounted) -> None:
        """Record that a state is about to be set or counted up: by the attacker in this entry, else by hand."""
        state = self.system.states.get(event.state)
        if state is None or not state.harm:
            return
        there = game.units[event.unit].count(event.state)
        if isinstance(event, StateCounted):
            more = event.change
        else:  # a value that is not a number counts as one
            more = event.value - there if isinstance(event.value, int) else int(bool(event.value))
        if more > 0:
            by = self._attacker_of(game, entry, event.unit) if entry.plays else None
            before = self.put.get((event.unit, event.state), []) if there else []
            # Markers that were removed are deducted in proportion.
            left = divide(there, [one.markers for one in before]) if before else []
            kept = [MarkerCredit(one.by, markers) for one, markers in zip(before, left, strict=True) if markers]
            self.put[event.unit, event.state] = [*kept, MarkerCredit(by, more)]

    def _shares_of(self, game: Game, entry: Entry, victim: str, points: int) -> list[tuple[str | None, int]]:
        """Return the share of each unit in `points` lost by the victim in this entry; None for no unit."""
        whole = self._attacker_of(game, entry, victim)
        counted = [event for event in entry.events if isinstance(event, StateCounted) and event.unit == victim]
        gone = [event.state for event in counted if event.change < 0] if entry.plays and not whole else []
        # The markers whose effect the entry settles, by the units that placed them.
        put = next((self.put[victim, state] for state in gone if (victim, state) in self.put), None)
        if not put:
            return [(whole, points)]
        parts = divide(points, [one.markers for one in put])
        return [(one.by, part) for one, part in zip(put, parts, strict=True) if part]

    def _attacker_of(self, game: Game, entry: Entry, victim: str) -> str | None:
        """Return the attacker of a unit in an entry; if it attacked itself, the first enemy that took part."""
        plays = [play for play in entry.plays if victim in play.roles.values()] or entry.plays
        for play in plays:
            attacker = play.roles.get("attacker")
            if attacker is not None and attacker != victim:
                return attacker
            side = game.units[victim].side
            here = (id for id in play.roles.values() if id in game.units)
            if enemy := next((id for id in here if game.units[id].side != side), None):
                return enemy
        return None
