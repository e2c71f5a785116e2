"""The record of a battle's game per unit: losses, deeds, and the entries that prove them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, NamedTuple

from rules.command.effects import Loss, LossAttribution, divide
from rules.command.rank import tests_of
from rules.command.system import System
from rules.game.division_events import UnitsJoined, UnitSplit
from rules.game.entry import Entry
from rules.game.events import Event, LossesTaken, ObjectPlaced, StateCounted, StateSet, UnitPlaced
from rules.game.figure_events import FigureSet
from rules.game.game import Game
from rules.game.table_events import GameEnded
from rules.game.unit import Figure, Unit

Shown = tuple[int, ...]
"""The entries that prove something, in order."""


class UnitRecord(NamedTuple):
    """Deeds and fate of one unit in a game; `unit` is its id there.

    `start` and `left` are figures. `given` and `taken` are losses in statistical points: hit points for units that
    have them. Of those taken, `by_hand` came from corrections. `fired_on` are entries in which an enemy acted on it,
    `alone` the entry since which it was alone on its side. `fates` counts the fates of its downed figures that were
    already rolled at the table. `shows` has the entries of each of these by name.
    """

    unit: str
    side: str
    vehicle: bool
    start: int
    left: int
    survived: bool
    given: int
    taken: int
    destroyed: tuple[str, ...]
    vehicles_destroyed: int
    passed: int
    failed: int
    objectives: tuple[str, ...]
    routed: bool
    wreck: Literal["destroyed", "disabled"] | None
    downed: int
    fates: Mapping[str, int]
    shows: Mapping[str, Shown]
    by_hand: int = 0
    figures: tuple[Figure, ...] = ()
    """Its named figures, wherever they are at the end."""

    @property
    def lost(self) -> int:
        """Figures lost, including those that are down."""
        return max(0, self.start - self.left)

    def entries_showing(self, *names: str) -> Shown:
        return tuple(sorted({number for name in names for number in self.shows.get(name, ())}))


class BattleRecord(NamedTuple):
    """The record of a game. `turns` maps each entry to its turn; `first` is the entry of the first loss inflicted.

    `acted` is False if no unit acted or suffered anything. A unit that was split has one record; `origins` maps each
    unit split off to the fielded unit.
    """

    units: Mapping[str, UnitRecord]
    game: Game
    turns: Mapping[int, int]
    first: int | None
    acted: bool = True
    origins: Mapping[str, str] = MappingProxyType({})

    def origin(self, unit: str) -> str:
        """Return the fielded unit, of which this one is a part."""
        return self.origins.get(unit, unit)

    @property
    def winner(self) -> str | None:
        """The side that won, if the game was ended with one."""
        return self.game.winner if self.game.over else None


def battle_record(entries: Iterable[Entry], system: System) -> BattleRecord:
    """Build the record of a game from all of its entries in order."""
    entries = tuple(entries)
    undone = {entry.undoes for entry in entries}
    fold = _Fold(system)
    for entry in entries:
        if entry.number not in undone:
            fold.add(entry)
        fold.game.begun = fold.game.begun or entry.rolls_dice
        entry.advance(fold.game)
    return BattleRecord(fold.units(), fold.game, fold.turns, fold.first, fold.acted, fold.origins)


@dataclass
class _BattleCounts:
    """Running counts of a unit."""

    start: int = 0
    given: int = 0
    taken: int = 0
    by_hand: int = 0
    passed: int = 0
    failed: int = 0
    vehicles: int = 0
    destroyed: list[str] = field(default_factory=list[str])
    fates: dict[str, int] = field(default_factory=dict[str, int])
    shows: dict[str, list[int]] = field(default_factory=dict[str, list[int]])

    def show(self, name: str, number: int) -> None:
        if number not in self.shows.setdefault(name, []):
            self.shows[name].append(number)


@dataclass
class _Fold:
    system: System
    game: Game = field(default_factory=Game)
    counts: dict[str, _BattleCounts] = field(default_factory=dict[str, _BattleCounts])
    turns: dict[int, int] = field(default_factory=dict[int, int])
    first: int | None = None
    acted: bool = False
    held_since: dict[str, int] = field(default_factory=dict[str, int])
    """The entry since which each objective has its present holder, by label."""
    attribution: LossAttribution = field(init=False)
    origins: dict[str, str] = field(default_factory=dict[str, str])
    """The fielded unit, for each unit split off."""
    figures: dict[str, dict[str, int]] = field(default_factory=dict[str, dict[str, int]])
    """For each joined unit, the figures of each fielded unit, when it joined."""
    named: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    """The fielded unit that each named figure came with, by its side and name."""

    def __post_init__(self) -> None:
        self.attribution = LossAttribution(self.system)

    def add(self, entry: Entry) -> None:
        """Count an entry that was not undone."""
        self.turns[entry.number] = self.game.turn
        self._record_attacks(entry)
        self._record_tests(entry)
        before = set(self._living_units())
        comes = any(isinstance(event, UnitPlaced | UnitSplit | UnitsJoined) for event in entry.events)
        for event in entry.events:
            self._apply_event(entry, event)
            self.acted = self.acted or (isinstance(event, LossesTaken | StateSet | StateCounted) and not comes)
        fallen = before - set(self._living_units())
        for side in {self.game.units[id].side for id in fallen if id in self.game.units}:
            left = {id for unit in self.game.units_of_side(side) if unit.alive for id in self._divide(unit, 0)}
            if len(left) == 1:  # at the entry in which the others fell
                self._counts_of(*left).show("alone", entry.number)

    def _apply_event(self, entry: Entry, event: Event) -> None:
        if isinstance(event, StateSet) and event.value and event.state in self.system.after_battle.routs:
            self._counts_of(event.unit).show("routed", entry.number)
        known = self.game.units.get(event.unit.id) if isinstance(event, UnitPlaced) else None
        if isinstance(event, UnitSplit):
            self.origins[event.part.id] = self.origins.get(event.unit.id, event.unit.id)
            if event.unit.id in self.figures:
                self.figures[event.part.id] = dict(self.figures[event.unit.id])
        if isinstance(event, UnitsJoined):
            both = Counter[str]()
            for id in (event.unit.id, event.other):
                both.update(self._divide(self.game.units[id], self.game.units[id].models))
            self.figures[event.unit.id] = dict(both)
        if isinstance(event, ObjectPlaced):
            was = self.game.things.get(event.thing.label)
            if was is None or was.unit != event.thing.unit:
                self.held_since[event.thing.label] = entry.number
        loss = self.attribution.apply(self.game, entry, event)
        if loss is not None:
            self._record_loss(entry.number, loss)
        if isinstance(event, UnitPlaced | FigureSet):
            unit = self.game.units[event.unit.id if isinstance(event, UnitPlaced) else event.unit]
            for one in unit.figures:
                self.named.setdefault((unit.side, one.name.casefold()), self.origins.get(unit.id, unit.id))
        match event:
            case UnitPlaced():
                self._count_placed(entry.number, event.unit, known)
            case GameEnded():
                self._record_held_objectives(entry.number)
            case _:
                pass

    def _count_placed(self, number: int, unit: Unit, known: Unit | None) -> None:
        """Count a unit that arrives or is corrected; after the first roll, a reduction counts as a loss."""
        counts = self._counts_of(unit.id)
        if known is None or not self.game.begun:
            counts.start += unit.models - (known.models if known else 0)
            return
        counts.start = max(counts.start, self._figures_left(self.origins.get(unit.id, unit.id)))
        if points := known.strength - unit.strength:
            counts.taken += points
            counts.by_hand += points
            counts.show("by_hand", number)

    def _counts_of(self, unit: str) -> _BattleCounts:
        return self.counts.setdefault(self.origins.get(unit, unit), _BattleCounts())

    def _divide(self, unit: Unit, count: int) -> dict[str, int]:
        """Divide a count of a unit's figures among the fielded units."""
        weights = self.figures.get(unit.id) or {self.origins.get(unit.id, unit.id): 1}
        return dict(zip(weights, divide(count, list(weights.values())), strict=True))

    def _parts_of(self, origin: str) -> list[Unit]:
        """Return the units with figures of a fielded unit, itself among them."""
        there = (self.game.departed | self.game.units).values()
        return [one for one in there if not one.joined and origin in self._divide(one, 0)]

    def _figures_left(self, origin: str) -> int:
        return sum(self._divide(one, one.models)[origin] for one in self._parts_of(origin))

    # Losses

    def _record_loss(self, number: int, loss: Loss) -> None:
        counts, given = self._counts_of(loss.victim.id), loss.enemy_shares(self.game)
        counts.taken += loss.points
        if loss.points <= 0:
            return
        counts.show("taken", number)
        for attacker, n in given:
            self._credit_loss(number, attacker, n)
        if given and not loss.victim.alive:
            attacker, _ = max(given, key=lambda one: one[1])
            self._credit_destroyed(number, attacker, loss.victim)

    def _credit_loss(self, number: int, attacker: str, points: int) -> None:
        counts = self._counts_of(attacker)
        counts.given += points
        counts.show("given", number)
        if self.first is None:
            self.first = number
            counts.show("first", number)

    def _credit_destroyed(self, number: int, attacker: str, victim: Unit) -> None:
        counts = self._counts_of(attacker)
        fallen = [id for id in self._divide(victim, 0) if not any(one.alive for one in self._parts_of(id))]
        if new := [id for id in fallen if id not in counts.destroyed]:
            counts.destroyed += new
            counts.show("destroyed", number)
            if self.system.after_battle.is_vehicle(victim):
                counts.vehicles += 1
                counts.show("vehicles", number)

    # Attacks and tests

    def _record_attacks(self, entry: Entry) -> None:
        """Record the units that an enemy acted on."""
        for play in entry.plays:
            here = [self.game.units[id] for id in play.roles.values() if id in self.game.units]
            self.acted = self.acted or bool(here)
            for unit in here:
                if here[0].side != unit.side:
                    self._counts_of(unit.id).show("fired_on", entry.number)

    def _record_tests(self, entry: Entry) -> None:
        for unit, passed in tests_of(entry, self.system):
            counts = self._counts_of(unit)
            counts.passed += passed
            counts.failed += not passed
            counts.show("passed" if passed else "failed", entry.number)
        own = self.system.after_battle.own_fates
        for play in entry.plays:
            if own and play.action == own.action and (id := play.roles.get("unit")):
                for name in own.fates:
                    fates = self._counts_of(id).fates
                    fates[name] = fates.get(name, 0) + int(play.outcome.get(name, 0))
                self._counts_of(id).show("fates", entry.number)

    def _living_units(self) -> Iterable[str]:
        """Yield the fielded units with living figures."""
        return (id for unit in self.game.units.values() if unit.alive for id in self._divide(unit, 0))

    def _record_held_objectives(self, number: int) -> None:
        """Record the objectives at the end, and the attacks on their holders while they held them."""
        for thing in self.game.things.values():
            if thing.kind == "objective" and thing.unit:
                shows = self._counts_of(thing.unit).shows
                shows["objective"] = [number]
                under_fire = [at for at in shows.get("fired_on", ()) if at > self.held_since.get(thing.label, 0)]
                if under_fire:
                    shows["held_under_fire"] = sorted({*shows.get("held_under_fire", ()), *under_fire})

    # Results

    def units(self) -> dict[str, UnitRecord]:
        """Return the records of the fielded units, with all parts of those that were split."""
        there, absent = self.game.departed | self.game.units, self.system.after_battle.absent
        came = {id: self._parts_of(id) for id in there if id in self.counts and id not in self.origins}
        found: dict[str, UnitRecord] = {}
        for id, parts in came.items():
            waits = all(one.id in self.game.reserves or any(map(one.has, absent)) for one in parts)
            if not waits or self._figures_left(id) < self._counts_of(id).start:
                found[id] = self._unit_record(there[id], parts)
        return found

    def _unit_record(self, unit: Unit, parts: Sequence[Unit]) -> UnitRecord:
        counts, after = self._counts_of(unit.id), self.system.after_battle
        vehicle, ids = after.is_vehicle(unit), {one.id for one in parts}
        living = [one for one in parts if one.alive and self._divide(one, one.models)[unit.id]]
        held = [one for one in self.game.things.values() if one.kind == "objective" and one.unit in ids]
        downed = after.own_fates.downed if after.own_fates else ""
        lasting = (name for name, state in self.system.states.items() if state.harm and not state.cleared_by)
        disabled = "disabled" if any(unit.has(name) for name in lasting) else None
        wreck = (disabled if unit.alive else "destroyed") if vehicle else None
        figures = (one for other in self.game.all_units.values() if other.side == unit.side for one in other.figures)
        return UnitRecord(
            unit=unit.id,
            side=unit.side,
            vehicle=vehicle,
            start=counts.start,
            left=sum(self._divide(one, one.models)[unit.id] for one in living),
            survived=bool(living),
            given=counts.given,
            taken=max(0, counts.taken),
            destroyed=tuple(counts.destroyed),
            vehicles_destroyed=counts.vehicles,
            passed=counts.passed,
            failed=counts.failed,
            objectives=tuple(one.label for one in held),
            routed=bool(living) and all(any(one.has(state) for state in after.routs) for one in living),
            wreck=wreck,
            downed=sum(self._divide(one, one.count(downed))[unit.id] for one in parts),
            fates=dict(counts.fates),
            shows={name: tuple(numbers) for name, numbers in counts.shows.items()},
            by_hand=max(0, counts.by_hand),
            figures=tuple(one for one in figures if self.named.get((unit.side, one.name.casefold())) == unit.id),
        )
