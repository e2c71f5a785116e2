"""Adds up the entries of a game into its statistics, one after the other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from bot.services.record.statistics import Statistics, TurnStrength, UnitStatistics, strength
from bot.services.record.turning_points import Moment, turning_points, worth_asking
from rules.command.effects import Givers
from rules.command.system import System
from rules.game.entry import Entry
from rules.game.events import Event, LossesTaken, StateCounted, StateSet, TurnAdvanced, UnitPlaced, UnitRemoved
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.plays import Play
from rules.kernel.throw_kinds import unit_throwing

MOST_KEPT = 200
"""How many moments that may be turning points are kept before the least of them are dropped."""
_DAMAGING = ("to_hit", "to_kill")
_TESTS = ("morale", "activation")


@dataclass
class _Counts:
    """What is counted of a unit so far."""

    name: str
    side: str
    start: int
    given: int = 0
    taken: int = 0
    shots: int = 0
    hits: int = 0
    tests: int = 0


@dataclass
class StatisticsFold:
    """Told the entries of a game in order, of which it keeps those that may be turning points; `undone` are the numbers
    of all that are undone later on.
    """

    system: System
    undone: Collection[int]
    hidden: frozenset[str]
    game: Game = field(default_factory=Game)
    counts: dict[str, _Counts] = field(default_factory=dict[str, _Counts])
    turns: dict[int, Mapping[str, int]] = field(default_factory=dict[int, Mapping[str, int]])
    moments: list[Moment] = field(default_factory=list[Moment])
    by_nobody: int = 0
    givers: Givers = field(init=False)

    def __post_init__(self) -> None:
        self.givers = Givers(self.system)

    def add(self, entry: Entry) -> None:
        """The next entry; of one that is undone counts only that dice were thrown."""
        if entry.number not in self.undone:
            self._add(entry)
        self.game.begun = self.game.begun or any(play.throws for play in entry.plays)

    def _add(self, entry: Entry) -> None:
        if not self.turns and (entry.plays or any(isinstance(one, TurnAdvanced) for one in entry.events)):
            self.turns[0] = self._strengths()
        before = self.game.copy()
        dice = sum(self._thrown(play) for play in entry.plays)
        lost = Counter[str]()
        for event in entry.events:
            self._happened(entry, event, lost)
        # What was to be expected of a hidden unit would tell what it is.
        secret = any(id in self.hidden for play in entry.plays for id in play.roles.values())
        if (lost or dice) and not secret:
            self.moments.append(Moment(entry, before, dict(lost), self._brought(), dice))
            if len(self.moments) > MOST_KEPT:
                self.moments = worth_asking(self.moments)

    def statistics(self, turning: bool = True) -> Statistics:
        """The statistics of all entries so far; turning points need odds, and are left out where none are passed in."""
        turns = self.turns or {0: self._strengths()}
        turns = turns | ({self.game.turn: self._strengths()} if self.turns else {})
        sides = [side for side in self.game.sides if any(one.side == side for one in self.counts.values())]
        units = [self._unit(id, one) for side in sides for id, one in self.counts.items() if one.side == side]
        return Statistics(
            tuple(sides),
            tuple(units),
            tuple(TurnStrength(turn, left) for turn, left in sorted(turns.items())),
            by_nobody=self.by_nobody,
            hidden=sum(id in self.hidden for id in self.game.units),
            undone=len(self.undone),
            turning_points=turning_points(self.system, self.moments, self.hidden) if turning else (),
        )

    def _unit(self, id: str, one: _Counts) -> UnitStatistics:
        unit = self.game.units.get(id)
        end = strength(unit) if unit else 0
        counted = (one.given, one.taken, one.shots, one.hits, one.tests)
        return UnitStatistics(id, one.name, one.side, one.start, end, *counted, left=unit is None)

    # Events

    def _happened(self, entry: Entry, event: Event, lost: Counter[str]) -> None:
        match event:
            case TurnAdvanced() if event.turn != self.game.turn:
                self.turns[self.game.turn] = self._strengths()
            case StateSet() | StateCounted():
                self.givers.marked(self.game, entry, event)
            case _:
                pass
        before = self._strength(event)
        known = isinstance(event, UnitPlaced) and event.unit.id in self.game.units
        self.game.apply(event)
        match event:
            case UnitPlaced() if event.unit.id in self.hidden:
                pass
            case UnitPlaced() if known and self.game.begun:
                self._put_right(event.unit, before)
            case UnitPlaced():
                self._placed(event, before)
            case LossesTaken() if event.unit not in self.hidden:
                self._lost(entry, event.unit, before - self._strength(event), lost)
            case _:
                pass

    def _strength(self, event: Event) -> int:
        """The strength of the unit that an event is about."""
        match event:
            case UnitPlaced():
                unit = self.game.units.get(event.unit.id)
            case LossesTaken() | UnitRemoved():
                unit = self.game.units.get(event.unit)
            case _:
                unit = None
        return strength(unit) if unit else 0

    def _placed(self, event: UnitPlaced, before: int) -> None:
        """A unit that comes, or is put right before the first throw: it begins with that much more or less."""
        unit = event.unit
        counts = self.counts.setdefault(unit.id, _Counts(unit.name, unit.side, 0))
        counts.name, counts.side = unit.name, unit.side
        counts.start += strength(unit) - before

    def _put_right(self, unit: Unit, before: int) -> None:
        """A unit that is put right after the first throw: what it has less by that is lost, and nobody's doing."""
        counts = self.counts[unit.id]
        counts.name, counts.side = unit.name, unit.side
        start = max(counts.start, strength(unit))
        less = start - strength(unit) - (counts.start - before)
        counts.start = start
        counts.taken += less
        self.by_nobody += less

    def _lost(self, entry: Entry, victim: str, points: int, lost: Counter[str]) -> None:
        self.counts[victim].taken += points
        for giver, n in self.givers.of(self.game, entry, victim, points):
            if giver is not None and giver in self.counts:
                self.counts[giver].given += n
            else:
                self.by_nobody += n
        if points:
            lost[self.game.units[victim].side] += points

    # Throws

    def _thrown(self, play: Play) -> int:
        """Counts the throws of a play; how many of its dice could do harm."""
        hits, harming = self.system.throws.hits(play), 0
        for throw in play.throws:
            kind = self.system.throws.of(throw).kind
            found = self.counts.get(unit_throwing(play, throw) or "")
            harming += len(throw.faces) if kind in _DAMAGING else 0
            if found and kind == "to_hit":
                found.shots += len(throw.faces)
                found.hits += throw.successes or (hits or 0)
                hits = None
            if found and kind in _TESTS and not throw.rerolled:
                found.tests += 1
        return harming

    # Sides

    def _strengths(self) -> dict[str, int]:
        """What each side has now."""
        found: dict[str, int] = defaultdict(int)
        for id, unit in self.game.units.items():
            if id not in self.hidden:
                found[unit.side] += strength(unit)
        return dict(found)

    def _brought(self) -> dict[str, int]:
        """All that each side has come with so far."""
        brought = Counter[str]()
        for one in self.counts.values():
            brought[one.side] += one.start
        return dict(brought)
