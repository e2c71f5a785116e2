"""The fold of a game's entries into its statistics, and the search for its turning points."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod
from typing import NamedTuple

from bot.services.record.statistics import Statistics, Totals, TurningPoint, TurnStrength, UnitStatistics
from rules.command.effects import Loss, LossAttribution, changes, settle_board
from rules.command.system import Board, System
from rules.game.division_events import UnitsJoined, UnitSplit
from rules.game.entry import Entry
from rules.game.events import Event, LossesTaken, TurnAdvanced, UnitPlaced
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.action import Action, Plan, Played
from rules.kernel.errors import RulesError
from rules.kernel.facts import validate
from rules.kernel.odds import Odds, TooMuchWork, work_limit
from rules.kernel.plays import Effect, Play
from rules.kernel.resolve import Choices, stored_ruleset
from rules.kernel.roll_kinds import rolling_unit
from rules.kernel.table import Given, Live

# The entries that moved the expected result of a game most, by their results compared with the exact odds.

TURNING_POINTS = 3
LEAST = Fraction(1, 100)
"""Minimum change of the lead that counts as a turning point."""
MOST_ASKED = 25
"""Number of entries whose odds are computed: this many of the costliest, and as many of those with the most dice."""
MOST_WAYS = 10_000
"""Maximum results added up for one play; they take about 20 ms."""
MOST_PLAYED = 1296
"""Maximum combinations of faces tried for one play: as many as four six-sided dice have."""

Losses = Mapping[str, Fraction]
"""Losses of each side, in strength."""


class Moment(NamedTuple):
    """An entry that could cause losses.

    `lost` are its losses, `brought` is each side's total strength so far, and `before` the game before it.
    """

    entry: Entry
    before: Game
    lost: Mapping[str, int]
    brought: Mapping[str, int]
    dice: int


def turning_points(system: System, moments: Sequence[Moment], hidden: Collection[str] = ()) -> tuple[TurningPoint, ...]:
    """Return the three moments with the greatest swing, in the order of the game."""
    found: list[TurningPoint] = []
    for moment in candidate_moments(moments):
        board = Board(moment.before, system, stored_ruleset(system, moment.entry.rulings))
        found += _turning_points(moment, _expected(board, moment.entry, hidden))
    best = sorted(found, key=lambda point: (-point.swing, point.entry))[:TURNING_POINTS]
    return tuple(sorted(best, key=lambda point: point.entry))


def candidate_moments(moments: Sequence[Moment]) -> list[Moment]:
    """Return the moments that may be turning points, in order.

    The result can be filtered again together with later moments without losing a candidate.
    """
    costly = sorted(moments, key=lambda one: -_largest_gain(one))
    dicey = sorted(moments, key=lambda one: -one.dice)
    asked = {one.entry.number: one for one in (*costly[:MOST_ASKED], *dicey[:MOST_ASKED])}
    return [asked[number] for number in sorted(asked)]


def _largest_gain(moment: Moment) -> Fraction:
    """Return the largest lead that any side gained by a moment's losses; 0 for most shots."""
    if not any(moment.lost.values()):
        return Fraction(0)
    return max(_lead_changes(moment.lost, moment.brought).values(), default=Fraction(0))


def _turning_points(moment: Moment, expected: Losses) -> list[TurningPoint]:
    """Return the entry as a turning point of the side that gained most.

    The list is empty if the losses were as expected.
    """
    came, foreseen = _lead_changes(moment.lost, moment.brought), _lead_changes(expected, moment.brought)
    swings = {side: came[side] - foreseen[side] for side in came}
    side = max(swings, key=lambda one: swings[one], default="")
    if not side or swings[side] < LEAST or not any(moment.lost.values()):
        return []
    entry = moment.entry
    told = tuple(play.text for play in entry.plays if play.text)
    point = TurningPoint(entry.number, moment.before.turn, side, swings[side], moment.lost, expected, entry.title, told)
    return [point]


def _lead_changes(lost: Mapping[str, int] | Losses, brought: Mapping[str, int]) -> dict[str, Fraction]:
    """Return the effect of losses on the lead of each side; empty if there are not two sides."""
    shares = {side: Fraction(-lost.get(side, 0)) / whole for side, whole in brought.items() if whole}
    if len(shares) < 2:
        return {}
    total, others = sum(shares.values()), len(shares) - 1
    return {side: share - (total - share) / others for side, share in shares.items()}


# The expected and the actual losses of an entry.


def _expected(board: Board, entry: Entry, hidden: Collection[str]) -> Losses:
    """Return each side's expected losses from an entry, before its dice.

    Each play starts from the board that the one before it left.
    """
    expected = Counter[str]()
    for play in entry.plays:
        came = tuple(Effect(*effect) for effect in play.effects)
        ways = _possible_effects(board, play) or {came: Fraction(1)}
        for effects, chance in ways.items():
            for side, points in _losses_by(board, play, effects, hidden).items():
                expected[side] += chance * points  # pyright: ignore[reportArgumentType] — a count may be a fraction
        board = _board_after(board, play, came)
    return expected  # pyright: ignore[reportReturnType]


Effects = tuple[Effect, ...]


def _possible_effects(board: Board, play: Play) -> Mapping[Effects, Fraction]:
    """Return every effect that a play could have with its chance, given its decisions; {} if unknown."""
    action = board.system.actions.get(play.action)
    if action is None or not play.throws:
        return {}
    try:
        plan = action.plan(validate(action.facts, play.facts), board.book)
        if action.too_big(plan):
            return {}
        found = _weights_by_odds(action, plan, play)
    except (RulesError, TooMuchWork, LookupError, ValueError, TypeError):
        return {}  # the rules have changed since
    total = sum(found.values())
    return {effects: Fraction(weight, total) for effects, weight in found.items()}


def _weights_by_odds(action: Action, plan: Plan, play: Play) -> Mapping[Effects, int]:
    """Return the weights of effects by exact odds.

    If an outcome does not determine its effects, play every roll, if there are only a few dice.
    """
    made = {one.name: [one.value] for one in play.decisions}
    dist = Odds(made, work_limit(MOST_WAYS)).of(action.rule, plan)
    found = Counter[Effects]()
    try:
        for outcome, weight in dist.weights.items():
            found[tuple(action.effects(plan, Played(outcome, (), play.decisions)))] += weight
    except (StopIteration, LookupError):
        return _weights_by_rolls(action, plan, play, made)
    return found


def _weights_by_rolls(action: Action, plan: Plan, play: Play, made: Choices) -> Mapping[Effects, int]:
    sizes = [roll.sides for roll in play.throws for _ in roll.faces]
    if prod(sizes) > MOST_PLAYED:
        raise TooMuchWork
    found = Counter[Effects]()
    for faces in product(*(range(1, sides + 1) for sides in sizes)):
        found[tuple(action.effects(plan, action.play(Live(Given(faces), made), plan)))] += 1
    return found


def _losses_by(board: Board, play: Play, effects: Effects, hidden: Collection[str]) -> Mapping[str, int]:
    """Return the losses of each side by these effects and their consequences."""
    after, lost = _board_after(board, play, effects), Counter[str]()
    for id, unit in board.game.units.items():
        if (now := after.game.units.get(id)) is not None and now is not unit and id not in hidden:
            lost[unit.side] += unit.strength - now.strength
    return lost


def _board_after(board: Board, play: Play, effects: Effects) -> Board:
    """Return the board after the effects; units that have left since are skipped."""
    with suppress(RulesError, LookupError, ValueError):
        return board.after(settle_board(board, changes(board, effects, play.roles)))
    return board


# The fold.

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
            self.moments.append(Moment(entry, before, dict(lost), self._brought_strength(), dice))
            if len(self.moments) > MOST_KEPT:
                self.moments = candidate_moments(self.moments)

    def statistics(self, turning: bool = True) -> Statistics:
        """Return the statistics of all entries so far; turning points, which need odds, only if `turning`."""
        turns = self.turns or {0: self._strengths()}
        turns = turns | ({self.game.turn: self._strengths()} if self.turns else {})
        sides = [side for side in self.game.sides if any(one.side == side for one in self.counts.values())]
        units = [
            self._unit_statistics(id, one) for side in sides for id, one in self.counts.items() if one.side == side
        ]
        return Statistics(
            tuple(sides),
            tuple(units),
            tuple(TurnStrength(turn, left) for turn, left in sorted(turns.items())),
            unattributed=self.unattributed,
            hidden=sum(id in self.hidden for id in self.game.units),
            undone=len(self.undone),
            turning_points=turning_points(self.system, self.moments, self.hidden) if turning else (),
        )

    def _unit_statistics(self, id: str, one: _Counts) -> UnitStatistics:
        unit = self.game.all_units.get(id)
        end = unit.strength if unit else 0
        counted = vars(Totals.of([one]))
        return UnitStatistics(id, one.name, one.side, one.start, end, unit is None, one.back, **counted)

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
            case UnitPlaced():
                self._count_placed(event, known.strength if known else 0)
            case UnitSplit():
                self._count_split(event)
            case UnitsJoined():
                if event.unit.id in self.counts and event.other in self.counts:
                    self.counts[event.unit.id].add(self.counts.pop(event.other))
            case LossesTaken() if loss is not None and event.unit not in self.hidden:
                self._count_loss(loss, lost)
            case _:
                pass

    def _count_placed(self, event: UnitPlaced, before: int) -> None:
        """Count a unit that is added, or corrected before the first roll: its initial strength changes."""
        unit = event.unit
        counts = self.counts.setdefault(unit.id, _Counts(unit.name, unit.side, 0))
        counts.name, counts.side = unit.name, unit.side
        counts.start += unit.strength - before

    def _count_split(self, event: UnitSplit) -> None:
        """Move the strength of the new unit to a line of its own: no loss, and no arrival."""
        if event.unit.id not in self.counts:
            return
        self.counts[event.unit.id].start -= event.part.strength
        self.counts[event.part.id] = _Counts(event.part.name, event.part.side, event.part.strength)

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

    def _brought_strength(self) -> dict[str, int]:
        """Return the total strength that each side has brought so far."""
        brought = Counter[str]()
        for one in self.counts.values():
            brought[one.side] += one.start
        return dict(brought)
