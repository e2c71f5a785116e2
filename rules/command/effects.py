"""What the commands of all systems share: effects as events, states that are cleared, who can act, who did it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from rules.command.system import Board, System
from rules.game.entry import Entry
from rules.game.events import Event, LossesTaken, RulingSet, StateCounted, StateSet
from rules.game.game import Game
from rules.game.unit import Unit, Value
from rules.kernel.action import ActionSet, Clearing
from rules.kernel.errors import RuleError
from rules.kernel.plays import Effect
from rules.kernel.resolve import earlier_defaults
from rules.kernel.text import Text


def clearing(board: Board, unit: Unit, event: Clearing) -> list[Event]:
    """What `event` clears of a unit's states, by the system's table of states."""
    states = board.system.states
    return [
        StateSet(unit=unit.id, state=name, value=None)
        for name in unit.states
        if name in states and event in states[name].cleared_by
    ]


def fallen(board: Board, unit: Unit) -> list[Event]:
    """Events that take the states of the living off a unit of which nothing is left."""
    states = board.system.states
    gone = () if unit.alive else [name for name in unit.states if name in states and states[name].living]
    return [StateSet(unit=unit.id, state=name, value=None) for name in gone]


def changes(board: Board, effects: Iterable[Effect], roles: Mapping[str, str]) -> list[Event]:
    """Effects as events on the units that took those parts; a part that no unit took changes nothing.

    Each is added to what those before it came to: two hits of one shot both count.
    """
    events: list[Event] = []
    for effect in effects:
        if effect.unit in roles:
            more = _change(board, board.unit(roles[effect.unit]), effect)
            events, board = events + more, board.after(more)
    return events


def with_aftermath(board: Board, events: Iterable[Event]) -> list[Event]:
    """Events of an entry, and what follows of itself from the board that they come to."""
    happened = list(events)
    return [*happened, *board.system.aftermath(board.after(happened))]


def _change(board: Board, unit: Unit, effect: Effect) -> list[Event]:
    if effect.effect == "models":
        return [LossesTaken(unit=unit.id, models=-effect.change)]
    if effect.effect == "hp":
        return [LossesTaken(unit=unit.id, hp=tuple(map(int, (effect.to or "").split(","))))]
    holds = board.system.states[effect.effect].holds
    if holds == "count":
        return [StateCounted(unit=unit.id, state=effect.effect, change=effect.change)]
    if holds == "flag":
        return [StateSet(unit=unit.id, state=effect.effect, value=1 if effect.change > 0 else None)]
    if holds == "words" and effect.to:
        words = dict.fromkeys((*unit.words(effect.effect), *effect.to.split(",")))
        return [StateSet(unit=unit.id, state=effect.effect, value=",".join(words))]
    return [StateSet(unit=unit.id, state=effect.effect, value=effect.to)]


def mark(unit: Unit, **states: int | str | None) -> list[Event]:
    """Events that set states of a unit."""
    return [StateSet(unit=unit.id, state=name, value=value) for name, value in states.items()]


def able(unit: Unit, what: Text) -> Unit:
    """The unit itself; raises RuleError when nothing of it is left to do that."""
    if not unit.alive:
        raise RuleError(Text("{unit} is out of action and cannot {what}.", unit=unit.ref, what=what))
    return unit


def enemies(unit: Unit, other: Unit) -> None:
    """Raises RuleError when two units are on one side."""
    if unit.side == other.side:
        raise RuleError(Text("{other} is on the same side as {unit}.", other=other.ref, unit=unit.ref))


def begun_with(system: ActionSet, rulings: Mapping[str, Value] = MappingProxyType({})) -> list[RulingSet]:
    """Events that set the rulings of a new game: those given, and those whose default was another one in older games,
    which say nothing of them.
    """
    now = {name: system.rulings.model_fields[name].default for name in earlier_defaults(system)}
    return [RulingSet(name=name, value=value) for name, value in {**now, **rulings}.items()]


# Who did it: the unit that took something off another, or those that had put the markers on it which count now.


class Put(NamedTuple):
    """How many of a marker somebody put on a unit; `by` is None for what was put there by hand."""

    by: str | None
    markers: int


def shared(total: int, weights: Sequence[int]) -> list[int]:
    """A number in whole parts after `weights`: what is left over goes to the largest remainders, then to the earlier.

    Weights are 0 or more, and not all 0.
    """
    whole = sum(weights)
    parts = [total * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda at: -(total * weights[at] % whole))
    for at in by_remainder[: total - sum(parts)]:
        parts[at] += 1
    return parts


@dataclass
class Givers:
    """Remembers, entry by entry, who put a state on a unit that harms it, by the unit and the state."""

    system: System
    put: dict[tuple[str, str], list[Put]] = field(default_factory=dict[tuple[str, str], list[Put]])

    def marked(self, game: Game, entry: Entry, event: StateSet | StateCounted) -> None:
        """A state is about to be set, or to count up: by whoever acts on the unit in this entry, else by hand."""
        state = self.system.states.get(event.state)
        unit = game.units.get(event.unit)
        if state is None or not state.harm or unit is None:
            return
        there = unit.count(event.state)
        more = event.change if isinstance(event, StateCounted) else _more(event, there)
        if more > 0:
            by = self.acted_on(game, entry, event.unit) if entry.plays else None
            self.put[event.unit, event.state] = [*self._left(event, there), Put(by, more)]

    def _left(self, event: StateSet | StateCounted, there: int) -> list[Put]:
        """The markers still there, by who put them: those that came off are taken from everybody in proportion."""
        before = self.put.get((event.unit, event.state), [])
        if not (there and before):
            return []
        left = shared(there, [one.markers for one in before])
        return [Put(one.by, markers) for one, markers in zip(before, left, strict=True) if markers]

    def of(self, game: Game, entry: Entry, victim: str, points: int) -> list[tuple[str | None, int]]:
        """Who took how much of `points` off the victim in this entry; None for what was nobody's doing."""
        whole = self.acted_on(game, entry, victim)
        put = None if whole else next(self._settled(entry, victim), None)
        if not put:
            return [(whole, points)]
        parts = shared(points, [one.markers for one in put])
        return [(one.by, part) for one, part in zip(put, parts, strict=True) if part]

    def acted_on(self, game: Game, entry: Entry, victim: str) -> str | None:
        """Whoever attacked a unit in an entry; where it attacked itself, the first enemy that took part."""
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

    def _settled(self, entry: Entry, victim: str) -> Iterator[list[Put]]:
        """The markers whose effect an entry settles, by who had put them."""
        counted = [event for event in entry.events if isinstance(event, StateCounted) and event.unit == victim]
        gone = [event.state for event in counted if event.change < 0] if entry.plays else []
        return (self.put[victim, state] for state in gone if (victim, state) in self.put)


def _more(event: StateSet, there: int) -> int:
    """How many markers more there are once a state is set; what is set anew and is no number counts as one."""
    if isinstance(event.value, int):
        return max(0, event.value - there)
    return int(bool(event.value))
