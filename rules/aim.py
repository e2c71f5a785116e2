"""What whoever throws is after: the one number of an outcome that counts most, and how outcomes compare by it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from rules.odds import Dist, Spend, freely
from rules.text import Text


def nothing_finer(outcome: Any) -> Any:
    return ()


@dataclass(frozen=True)
class Aim:
    """The main outcome of an action: the more of it, the better for whoever throws.

    `what` is its name, `value` reads it off an outcome, `finer` tells apart outcomes that have as much of it. `whole`
    is so much of it that nothing is left of the target; None where that cannot be. `steps` names the values from 0
    on where they are degrees and no counts.
    """

    what: str
    value: Callable[[Any], int]
    finer: Callable[[Any], Any] = nothing_finer
    whole: int | None = None
    steps: tuple[Text, ...] = ()

    def key(self, outcome: Any) -> tuple[Any, ...]:
        """What outcomes are compared by."""
        return self.value(outcome), self.finer(outcome)


class MainOutcome(NamedTuple):
    """How likely each value of the main outcome is, as weights out of `total`, the lowest value first."""

    what: str
    steps: tuple[Text, ...]
    whole: int | None
    weights: Mapping[int, int]
    total: int

    def chance(self, n: int) -> Fraction:
        return Fraction(self.weights.get(n, 0), self.total)

    def at_least(self, n: int) -> Fraction:
        return Fraction(sum(weight for value, weight in self.weights.items() if value >= n), self.total)

    @property
    def mean(self) -> Fraction:
        """How much of it to expect; of degrees, how much of the whole: the chance of the last one."""
        if self.steps:
            return self.at_least(len(self.steps) - 1)
        return Fraction(sum(value * weight for value, weight in self.weights.items()), self.total)

    @property
    def wiped_out(self) -> Fraction | None:
        """The chance that nothing is left of the target."""
        return None if self.whole is None else self.at_least(self.whole)


def main_outcome(aim: Aim, dist: Dist, spend: Spend = freely) -> MainOutcome:
    """The main outcome, whatever else happens."""
    spend(len(dist.weights))
    found: dict[int, int] = {}
    for outcome, weight in dist.weights.items():
        value = int(aim.value(outcome))
        found[value] = found.get(value, 0) + weight
    return MainOutcome(aim.what, aim.steps, aim.whole, {n: found[n] for n in sorted(found)}, dist.total)
