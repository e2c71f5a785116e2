"""The fold of a game's entries into its statistics."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from bot.services.record.statistics import Statistics, Totals, TurnStrength, UnitStatistics
from bot.services.record.turning_points import Moment, candidate_moments, turning_points
from rules.command.effects import Loss, LossAttribution
from rules.command.system import System
from rules.game.division_events import UnitsJoined, UnitSplit
from rules.game.entry import Entry
from rules.game.events import Event, LossesTaken, TurnAdvanced, UnitPlaced, UnitRemoved
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.plays import Play
from rules.kernel.roll_kinds import rolling_unit

MOST_KEPT = 200
"""Maximum number of possible turning points kept before the least of them are dropped."""
_DAMAGING = ("to_hit", "to_kill")
_TESTS = ("morale", "activation")


@dataclass
class _Counts:
    """The counts of a unit so far."""

    name: str
    side: str
    start: int
    losses_inflicted: int = 0
    losses: int = 0
    shots: int = 0
    hits: int = 0
    tests: int = 0
    back: int = 0
    is_part: bool = False
    """True if it was split off a unit."""

    def add(self, other: _Counts) -> None:
        """Add the counts of a unit that has become part of this one."""
        for name in ("start", "losses_inflicted", "losses", "shots", "hits", "tests", "back"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass
class StatisticsFold:
    """Adds up the statistics of a game from its entries in order, and keeps possible turning points.

    `undone` are the numbers of all entries undone later on.
    """

    system: System
    undone: Collection[int]
    hidden: frozenset[str]
    game: Game = field(default_factory=Game)
    counts: dict[str, _Counts] = field(default_factory=dict[str, _Counts])
    turns: dict[int, Mapping[str, int]] = field(default_factory=dict[int, Mapping[str, int]])
    moments: list[Moment] = field(default_factory=list[Moment])
    unattributed: int = 0
    attribution: LossAttribution = field(init=False)

    def __post_init__(self) -> None:
        self.attribution = LossAttribution(self.system)

    def add(self, entry: Entry) -> None:
        """Count the next entry; an undone entry only marks the game as begun, if it has dice."""
        if entry.number not in self.undone:
            self._add(entry)
        self.game.begun = self.game.begun or entry.rolls_dice

    def _add(self, entry: Entry) -> None:
        if not self.turns and (entry.plays or any(isinstance(one, TurnAdvanced) for one in entry.events)):
            self.turns[0] = self._strengths()
        before = self.game.copy()
        dice = sum(self._count_rolls(play) for play in entry.plays)
        lost = Counter[str]()
        for event in entry.events:
            self._count_event(entry, event, lost)
        # The expected losses of a hidden unit would reveal its identity.
        secret = any(id in self.hidden for play in entry.plays for id in play.roles.values())
        if (lost or dice) and not secret:
            brought = Counter[str]()
            for one in self.counts.values():
                brought[one.side] += one.start
            self.moments.append(Moment(entry, before, dict(lost), dict(brought), dice))
            if len(self.moments) > MOST_KEPT:
                self.moments = candidate_moments(self.moments)

    def statistics(self, turning: bool = True) -> Statistics:
        """Return the statistics of all entries so far; turning points, which need odds, only if `turning`."""
        turns = self.turns or {0: self._strengths()}
        turns = turns | ({self.game.turn: self._strengths()} if self.turns else {})
        sides = [side for side in self.game.sides if any(one.side == side for one in self.counts.values())]
        units: list[UnitStatistics] = []
        for id, one in ((id, one) for side in sides for id, one in self.counts.items() if one.side == side):
            unit, counted = self.game.all_units.get(id), vars(Totals.of([one]))
            end = unit.strength if unit else 0
            units.append(UnitStatistics(id, one.name, one.side, one.start, end, unit is None, one.back, **counted))
        return Statistics(
            tuple(sides),
            tuple(units),
            tuple(TurnStrength(turn, left) for turn, left in sorted(turns.items())),
            unattributed=self.unattributed,
            hidden=sum(id in self.hidden for id in self.game.units),
            undone=len(self.undone),
            turning_points=turning_points(self.system, self.moments, self.hidden) if turning else (),
        )

    # Events

    def _count_event(self, entry: Entry, event: Event, lost: Counter[str]) -> None:
        if isinstance(event, TurnAdvanced) and event.turn != self.game.turn:
            self.turns[self.game.turn] = self._strengths()
        known = self.game.all_units.get(event.unit.id) if isinstance(event, UnitPlaced) else None
        loss = self.attribution.apply(self.game, entry, event)
        match event:
            case UnitPlaced() if event.unit.id in self.hidden:
                pass
            case UnitPlaced() if known and self.game.begun:
                self._count_correction(event.unit, known.strength)
            case UnitPlaced(unit=unit):  # added, or corrected before the first roll: its initial strength changes
                counts = self.counts.setdefault(unit.id, _Counts(unit.name, unit.side, 0))
                counts.name, counts.side = unit.name, unit.side
                counts.start += unit.strength - (known.strength if known else 0)
            case UnitRemoved(unit=id) if not self.game.begun:  # it took no part
                self.counts.pop(id, None)
            case UnitSplit(part=part):  # the new unit gets a line of its own: no loss, and no arrival
                if event.unit.id in self.counts:
                    self.counts[event.unit.id].start -= part.strength
                if part.id not in self.hidden:
                    self.counts[part.id] = _Counts(part.name, part.side, part.strength, is_part=True)
            case UnitsJoined(other=other) if other in self.counts:
                if event.unit.id in self.counts:
                    self.counts[event.unit.id].add(self.counts.pop(other))
                elif self.counts[other].is_part:
                    self.counts.pop(other)
            case LossesTaken() if loss is not None and event.unit not in self.hidden:
                self._count_loss(loss, lost)
            case _:
                pass

    def _count_correction(self, unit: Unit, before: int) -> None:
        """Count a unit corrected after the first roll: a decrease is a loss that no unit inflicted."""
        counts = self.counts[unit.id]
        counts.name, counts.side = unit.name, unit.side
        start = max(counts.start, unit.strength)
        less = start - unit.strength - (counts.start - before)
        counts.start = start
        counts.losses += less
        counts.back += max(0, -less)
        self.unattributed += less

    def _count_loss(self, loss: Loss, lost: Counter[str]) -> None:
        self.counts[loss.victim.id].losses += loss.points
        for source, n in loss.shares:
            if source is not None and source in self.counts:
                self.counts[source].losses_inflicted += n
            else:
                self.unattributed += n
        if loss.points:
            lost[loss.victim.side] += loss.points

    # Rolls

    def _count_rolls(self, play: Play) -> int:
        """Count the rolls of a play; return the number of its dice that could do harm."""
        hits, harming = self.system.throws.hits(play), 0
        for roll in play.throws:
            kind = self.system.throws.of(roll).kind
            found = self.counts.get(rolling_unit(play, roll) or "")
            harming += len(roll.faces) if kind in _DAMAGING else 0
            if found and kind == "to_hit":
                found.shots += len(roll.faces)
                found.hits += roll.successes or (hits or 0)
                hits = None
            if found and kind in _TESTS and not roll.rerolled:
                found.tests += 1
        return harming

    # Sides

    def _strengths(self) -> dict[str, int]:
        """Return the current strength of each side, with its reserves."""
        found: dict[str, int] = defaultdict(int)
        for id, unit in self.game.all_units.items():
            if id not in self.hidden:
                found[unit.side] += unit.strength
        return dict(found)
