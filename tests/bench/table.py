"""Speed as a table: what is measured, the time it may take, and what it is measured against.

A file of measurements names its rows with `row`; `tests/bench/__main__.py` imports the file and prints them all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from gc import collect
from time import perf_counter

Work = Callable[[], object]
ROUNDS = 7


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
        """Measures it."""
        return Result(self)


class Result:
    """What a row came to, in milliseconds: the best of several rounds, ours and the other's in turn."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self.ours = self.other = float("inf")
        for _ in range(ROUNDS):
            self.ours = min(self.ours, _timed(row.ours, row))
            if row.other:
                self.other = min(self.other, _timed(row.other, row))

    @property
    def allowed(self) -> float:
        return min(self.row.limit, self.row.times * self.other)

    @property
    def good(self) -> bool:
        return self.ours <= self.allowed


def _timed(work: Work, row: Row) -> float:
    if row.fresh:
        row.fresh()
    collect()
    start = perf_counter()
    for _ in range(row.repeat):
        work()
    return (perf_counter() - start) * 1000 / row.repeat


ROWS: list[Row] = []


def row(made: Row) -> Row:
    """Adds a measurement to the table."""
    ROWS.append(made)
    return made


def lines(results: list[Result]) -> list[str]:
    """The table: name, ours, the other's, the limit, all in milliseconds, and the verdict."""
    head = f"{'what':44} {'ours ms':>10} {'other ms':>10} {'limit ms':>10}  verdict"
    return [head, *map(_line, results)]


def _line(result: Result) -> str:
    other = f"{result.other:10.3f}" if result.row.other else f"{'–':>10}"
    verdict = "good" if result.good else "TOO SLOW"
    return f"{result.row.name:44} {result.ours:10.3f} {other} {result.allowed:10.3f}  {verdict}"
