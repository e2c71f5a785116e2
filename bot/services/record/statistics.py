"""The statistics of a game: every unit, the strength of each side by turn, and the turning points.

Nothing is stored: the statistics are a fold over the entries, without undone ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import NamedTuple

from rules.kernel.text import Text


@dataclass(frozen=True, kw_only=True)
class Totals:
    """Losses, dice and tests of a unit, or of several together."""

    losses_inflicted: int = 0
    losses: int = 0
    shots: int = 0
    hits: int = 0
    tests: int = 0

    @classmethod
    def of(cls, units: Sequence[object]) -> Totals:
        """Return the sums over values with these fields."""
        return Totals(**{one.name: sum(getattr(unit, one.name) for unit in units) for one in fields(Totals)})


@dataclass(frozen=True)
class UnitStatistics(Totals):
    """The numbers of a unit.

    Strength and losses are in hit points for units with hit points, else in models. `start` is its initial strength,
    including corrections before the first roll, plus later gains: `start - losses == end` unless it `left` the table.
    `back` are models or hit points put back by hand after the first roll, which `losses` no longer counts.
    `shots` are the dice rolled to hit, `hits` the successful ones; `tests` counts rolls for morale and activation.
    `name` is the players' input, which not every reader may know: use `Reader.unit` to name the unit.
    """

    unit: str
    name: str
    side: str
    start: int
    end: int
    left: bool = False
    back: int = 0


@dataclass(frozen=True)
class TurnStrength:
    """The strength of each side at the end of a turn; turn 0 is the start."""

    turn: int
    strengths: Mapping[str, int]


@dataclass(frozen=True)
class TurningPoint:
    """An entry that moved the expected result.

    The expected result is the lead: the remaining share of a side's total strength, minus the mean share of its
    enemies. `swing` is the entry's effect on the lead of `side`, which gained most by it, compared with the exact odds
    (see `turning_points`); `lost` are the losses of each side, `expected` the expected ones.
    """

    entry: int
    turn: int
    side: str
    swing: Fraction
    lost: Mapping[str, int]
    expected: Mapping[str, Fraction]
    title: Text
    results: tuple[Text, ...] = ()


@dataclass(frozen=True)
class Statistics:
    """The statistics of a game.

    `unattributed` are losses without an attacker: terrain, markers set by hand, accidents. With losses inflicted, they
    add up to the losses taken; they are below 0 if corrections restored more than they removed. `hidden` is the number
    of units left out.
    """

    sides: tuple[str, ...] = ()
    units: tuple[UnitStatistics, ...] = ()
    strength: tuple[TurnStrength, ...] = ()
    turning_points: tuple[TurningPoint, ...] = ()
    unattributed: int = 0
    hidden: int = 0
    undone: int = 0
    """Number of entries that were undone or amended."""

    @property
    def has_course(self) -> bool:
        """True if the strength of any side changed from one turn to another."""
        return any(len(set(values)) > 1 for values in self.course.values())

    @property
    def course(self) -> dict[str, tuple[int, ...]]:
        """The strength of each side, at the start and after each turn."""
        return {side: tuple(turn.strengths.get(side, 0) for turn in self.strength) for side in self.sides}

    def units_of_side(self, side: str) -> tuple[UnitStatistics, ...]:
        return tuple(unit for unit in self.units if unit.side == side)


@dataclass(frozen=True)
class PlayerRecord(Totals):
    """The totals of a player's sides over several games; `games` includes unreadable ones."""

    games: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    """Games that ended without a winner."""

    def merge(self, other: PlayerRecord) -> PlayerRecord:
        return PlayerRecord(
            **{one.name: getattr(self, one.name) + getattr(other, one.name) for one in fields(PlayerRecord)}
        )

    @classmethod
    def of_side(cls, units: Sequence[UnitStatistics], winner: str | None, side: str, over: bool) -> PlayerRecord:
        """Return the record of one side in one game."""
        won, lost, drawn = winner == side, winner not in (None, side), over and winner is None
        return cls(won=int(won), lost=int(lost), drawn=int(drawn), **vars(Totals.of(units)))


# Confidence intervals for numbers from several games.

_Z = 1.96


class WinShare(NamedTuple):
    """The share of games won, with its 95 % confidence interval (Wilson)."""

    games: int
    share: float
    low: float
    high: float


def win_share(won: Sequence[float]) -> WinShare:
    """Return the share of games won, where ½ is a draw; raise ValueError if there are no games."""
    games, share = len(won), sum(won) / len(won) if won else float("nan")
    if not won:
        raise ValueError("no games")
    middle, square = share + _Z**2 / (2 * games), _Z**2 / games
    wide = _Z * (share * (1 - share) / games + square / (4 * games)) ** 0.5
    return WinShare(games, share, (middle - wide) / (1 + square), (middle + wide) / (1 + square))


def mean_with_interval(found: Sequence[int]) -> tuple[float, float, float]:
    """Return the mean of at least two numbers, and its 95 % confidence interval (Student)."""
    mean, free = sum(found) / len(found), len(found) - 1
    spread = (sum((one - mean) ** 2 for one in found) / free / len(found)) ** 0.5
    quantile = _Z + 2.372 / free + 2.823 / free**2 + 2.556 / free**3  # Student's, by Cornish and Fisher
    wide = quantile * spread
    return mean, max(0.0, mean - wide), mean + wide


FEW_GAMES = 5
"""Minimum number of games for which statistics are reported."""


@dataclass
class UnitTotals:
    """The totals of all units of one name on a server, one value for each game."""

    name: str
    survivals: list[bool] = field(default_factory=list[bool])
    losses_inflicted: list[int] = field(default_factory=list[int])
    losses: list[int] = field(default_factory=list[int])

    def add(self, unit: UnitStatistics) -> None:
        self.survivals.append(unit.end > 0)
        self.losses_inflicted.append(unit.losses_inflicted)
        self.losses.append(unit.losses)
