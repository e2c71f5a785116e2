"""Speed as a table: what is measured, the time it may take, and what it is measured against.

A file of measurements names its rows with `row`; `tests/bench/__main__.py` imports the file and prints them all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from gc import collect
from time import perf_counter, process_time
from typing import NamedTuple

Work = Callable[[], object]
ROUNDS = 7
LONG = 4000.0
LONGEST = 12_000.0
"""Milliseconds of work after which a row has been measured enough: one that is fast enough, and any row."""


class Result(NamedTuple):
    """What a row came to: ours, our processor time, the other's, what is allowed. In `unit`; None where there is none.

    `at_least` turns the limit round: a rate has to reach it.
    """

    name: str
    ours: float
    allowed: float | None = None
    cpu: float | None = None
    other: float | None = None
    other_cpu: float | None = None
    unit: str = "ms"
    at_least: bool = False

    @property
    def good(self) -> bool:
        if self.allowed is None:
            return True
        return self.ours >= self.allowed if self.at_least else self.ours <= self.allowed


@dataclass(frozen=True)
class Row:
    """One measurement. `limit` is in milliseconds; `other` does the same for another library.

    Ours may take `times` as long as the other. Work that is over too soon to be timed is done
    `repeat` times; the times told are for one. `fresh` is done before every round, and not timed.
    """

    name: str
    ours: Work
    limit: float
    other: Work | None = None
    times: float = 1.0
    repeat: int = 1
    fresh: Work | None = None

    def result(self) -> Result:
        """The best of several rounds, ours and the other's in turn; of fewer, where they are long."""
        ours = other = cpu = float("inf")
        spent = 0.0
        for _ in range(ROUNDS):
            wall, used = self._timed(self.ours)
            ours, cpu, spent = min(ours, wall), min(cpu, used), spent + wall * self.repeat
            if self.other:
                other = min(other, self._timed(self.other)[0])
            if spent >= LONGEST or (spent >= LONG and self._told(ours, cpu, other).good):
                break
        return self._told(ours, cpu, other)

    def _told(self, ours: float, cpu: float, other: float) -> Result:
        theirs = other if self.other else None
        return Result(self.name, ours, min(self.limit, self.times * other), cpu, theirs)

    def _timed(self, work: Work) -> tuple[float, float]:
        if self.fresh:
            self.fresh()
        collect()
        start, used = perf_counter(), process_time()
        for _ in range(self.repeat):
            work()
        return (perf_counter() - start) * 1000 / self.repeat, (process_time() - used) * 1000 / self.repeat


@dataclass(frozen=True)
class Told:
    """A row whose result is worked out out of measurements that several rows share."""

    name: str
    told: Callable[[str], Result]

    def result(self) -> Result:
        return self.told(self.name)


ROWS: list[Row | Told] = []


def row(made: Row | Told) -> Row | Told:
    """Adds a measurement to the table."""
    ROWS.append(made)
    return made
