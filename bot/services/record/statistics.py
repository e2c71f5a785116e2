"""What a game comes to in numbers: every unit, the strength of each side turn by turn, and where the game turned.

Nothing here is written anywhere: it is a fold over the entries, and undone entries are left out of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import NamedTuple

from rules.game.unit import Unit
from rules.kernel.text import Text


@dataclass(frozen=True)
class UnitStatistics:
    """The numbers of a unit. Strength and losses are in hit points where a unit has them, in models where it has none.

    `start` is what it came with, as it was put right before the first throw, and later where it got more than that:
    `start - taken == end` unless it `left` the table.
    `shots` are the dice thrown to hit, `hits` those that did; `tests` counts throws of nerve and of activation.
    `name` is what people typed: a reader may not know it, so `Reader.unit` says who it is.
    """

    unit: str
    name: str
    side: str
    start: int
    end: int
    given: int = 0
    taken: int = 0
    shots: int = 0
    hits: int = 0
    tests: int = 0
    left: bool = False


@dataclass(frozen=True)
class TurnStrength:
    """What each side had at the end of a turn; turn 0 is what they began with."""

    turn: int
    strengths: Mapping[str, int]


@dataclass(frozen=True)
class TurningPoint:
    """An entry that moved the expected result.

    The expected result is the lead: the share that a side has left of all it has brought, less the mean share of its
    enemies. `swing` is what the entry added to the lead of `side`, which gained most by it, over what the exact odds
    expected (see `turning_points`); `lost` is what each side lost by it, `expected` what it was to lose.
    """

    entry: int
    turn: int
    side: str
    swing: Fraction
    lost: Mapping[str, int]
    expected: Mapping[str, Fraction]
    title: Text
    told: tuple[Text, ...] = ()


@dataclass(frozen=True)
class Statistics:
    """A game. `by_nobody` are losses that no unit gave: ground, markers set by hand, what befell a unit by itself.

    All losses given, with those, are all losses taken: below 0 where more was put right than nobody gave. `hidden`
    counts the units that are left out.
    """

    sides: tuple[str, ...] = ()
    units: tuple[UnitStatistics, ...] = ()
    strength: tuple[TurnStrength, ...] = ()
    turning_points: tuple[TurningPoint, ...] = ()
    by_nobody: int = 0
    hidden: int = 0
    undone: int = 0
    """How many entries were taken back, or put right by later ones."""

    def of_side(self, side: str) -> tuple[UnitStatistics, ...]:
        return tuple(unit for unit in self.units if unit.side == side)


def strength(unit: Unit) -> int:
    """What a unit can still lose: hit points where it has any, else models."""
    return unit.strength


@dataclass(frozen=True)
class PlayerRecord:
    """What a player's sides did over several games; `games` that cannot be read any more are counted all the same."""

    games: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    """Ended without a winner."""
    given: int = 0
    taken: int = 0
    shots: int = 0
    hits: int = 0
    tests: int = 0

    def plus(self, other: PlayerRecord) -> PlayerRecord:
        return PlayerRecord(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))

    @classmethod
    def of(cls, units: Iterable[UnitStatistics], winner: str | None, side: str, over: bool) -> PlayerRecord:
        """The record of one side in one game."""
        units = tuple(units)
        sums = {name: sum(getattr(one, name) for one in units) for name in ("given", "taken", "shots", "hits", "tests")}
        return cls(
            won=int(winner == side), lost=int(winner not in (None, side)), drawn=int(over and winner is None), **sums
        )


# How sure one may be of a number out of several games.

_Z = 1.96


class WinShare(NamedTuple):
    """The share of so many games that was won, with the bounds within which it lies 19 times of 20 (Wilson)."""

    games: int
    share: float
    low: float
    high: float


def tallied(won: Sequence[float]) -> WinShare:
    """Raises ValueError for no games."""
    games, share = len(won), sum(won) / len(won) if won else float("nan")
    if not won:
        raise ValueError("no games")
    middle, square = share + _Z**2 / (2 * games), _Z**2 / games
    wide = _Z * (share * (1 - share) / games + square / (4 * games)) ** 0.5
    return WinShare(games, share, (middle - wide) / (1 + square), (middle + wide) / (1 + square))


def mean_within(found: Sequence[int]) -> tuple[float, float, float]:
    """The mean of at least two numbers, and the bounds within which it lies 19 times of 20 (Student)."""
    mean, free = sum(found) / len(found), len(found) - 1
    spread = (sum((one - mean) ** 2 for one in found) / free / len(found)) ** 0.5
    quantile = _Z + 2.372 / free + 2.823 / free**2 + 2.556 / free**3  # Student's, by Cornish and Fisher
    wide = quantile * spread
    return mean, max(0.0, mean - wide), mean + wide


FEW_GAMES = 5
"""The fewest games of which something is said."""


@dataclass
class UnitTotals:
    """What units of one name came to in the games of a server: whether each still stood, what it inflicted and lost."""

    name: str
    stood: list[bool] = field(default_factory=list[bool])
    given: list[int] = field(default_factory=list[int])
    taken: list[int] = field(default_factory=list[int])

    def add(self, unit: UnitStatistics) -> None:
        self.stood.append(unit.end > 0)
        self.given.append(unit.given)
        self.taken.append(unit.taken)
