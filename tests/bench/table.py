"""Benchmarks as a table: the measurement, its limit, and its comparison.

A file of benchmarks registers its rows with `row`; `tests/bench/__main__.py` imports the file and prints them all.
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
"""Milliseconds of work after which measuring stops: for a row within its limit, and for any row."""


class Result(NamedTuple):
    """The result of a row: our time, its limit, our processor time, the other's times; None if not applicable.

    With `at_least` the limit is a minimum, as for a rate; with `of_processor` it is one of processor time, which a busy
    machine hardly changes.
    """

    name: str
    ours: float
    allowed: float | None = None
    cpu: float | None = None
    other: float | None = None
    other_cpu: float | None = None
    unit: str = "ms"
    at_least: bool = False
    of_processor: bool = False

    @property
    def good(self) -> bool:
        if self.allowed is None:
            return True
        if self.of_processor:
            return self.cpu is not None and self.cpu <= self.allowed
        return self.ours >= self.allowed if self.at_least else self.ours <= self.allowed


@dataclass(frozen=True)
class Row:
    """One measurement. `limit` is in milliseconds; `other` does the same with another library.

    Ours may take `times` as long as the other, with `of_processor` in processor time. Short work is repeated `repeat`
    times, and the time shown is for one. `fresh` runs before every round, untimed.
    """

    name: str
    ours: Work
    limit: float
    other: Work | None = None
    times: float = 1.0
    repeat: int = 1
    fresh: Work | None = None
    of_processor: bool = False

    def result(self) -> Result:
        """Return the best of several rounds, alternating with the other library; fewer if they are long."""
        ours = other = cpu = other_cpu = float("inf")
        spent = 0.0
        for _ in range(ROUNDS):
            wall, used = self._timed(self.ours)
            ours, cpu, spent = min(ours, wall), min(cpu, used), spent + wall * self.repeat
            if self.other:
                wall, used = self._timed(self.other)
                other, other_cpu = min(other, wall), min(other_cpu, used)
            if spent >= LONGEST or (spent >= LONG and self._told(ours, cpu, other, other_cpu).good):
                break
        return self._told(ours, cpu, other, other_cpu)

    def _told(self, ours: float, cpu: float, other: float, other_cpu: float) -> Result:
        allowed = min(self.limit, self.times * (other_cpu if self.of_processor else other))
        theirs, theirs_cpu = (other, other_cpu) if self.other else (None, None)
        return Result(self.name, ours, allowed, cpu, theirs, theirs_cpu, of_processor=self.of_processor)

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
    """A row whose result is computed from measurements shared with other rows."""

    name: str
    told: Callable[[str], Result]

    def result(self) -> Result:
        return self.told(self.name)


ROWS: list[Row | Told] = []


def row(made: Row | Told) -> Row | Told:
    """Add a measurement to the table."""
    ROWS.append(made)
    return made
