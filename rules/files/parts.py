"""The parts of a play: steps that ask for dice or a choice, and the results between two of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rules.files.compute import compile_run

if TYPE_CHECKING:
    from rules.files.specs import StepSpec


@dataclass(frozen=True, eq=False)
class Part:
    """A part of a play: a step that asks or adds inches, or results without dice; `known` are earlier results."""

    known: tuple[str, ...]
    steps: tuple[StepSpec, ...]
    later: tuple[StepSpec, ...] = ()
    """The steps after it that ask."""
    unknown: frozenset[str] = frozenset()
    """The names of its results and of all later ones."""

    @cached_property
    def is_open(self) -> bool:
        return self.steps[0].is_open

    @cached_property
    def step(self) -> StepSpec:
        return self.steps[0]

    @cached_property
    def run(self) -> Callable[[dict[str, Any]], None]:
        """Return the function that stores its results in a scope."""
        return compile_run(step.assignment for step in self.steps)

    def keep(self, parts: Sequence[Part], kept: Iterable[str]) -> Part:
        """Return it with those known results that are in the outcome, or that it or a later part reads.

        Histories that differ only in other results are one.
        """
        steps = [step for one in parts for step in one.steps]
        read = frozenset(kept).union(*(step.reads for step in steps))
        known = tuple(name for name in self.known if name in read)
        later = tuple(step for step in steps[len(self.steps) :] if step.asks)
        return replace(self, known=known, later=later, unknown=frozenset(name for one in steps for name in one.names))


def parts_of(steps: Sequence[StepSpec], counts: Sequence[str], kept: Sequence[str]) -> tuple[Part, ...]:
    """Return the parts of these steps after the dice of weapons, without results that only texts and marks read.

    `kept` are the results in the outcome.
    """
    read = {*kept}
    needed: list[StepSpec] = []
    for step in reversed(steps):
        if step.is_open or not read.isdisjoint(step.names):
            read |= step.reads
            needed.insert(0, step)
    found: list[Part] = []
    names = [*counts]
    for is_open, group in groupby(needed, lambda step: step.is_open):
        for some in ([one] for one in group) if is_open else [[*group]]:
            found.append(Part(tuple(names), tuple(some)))
            names += [name for step in some for name in step.names]
    return tuple(one.keep(found[at:], kept) for at, one in enumerate(found))


def pair_of(parts: Sequence[Part], results: frozenset[str]) -> int:
    """Return the number of parts up to the third that asks, if the first two are independent rolls; else 0."""
    first = [one.step for one in parts[:2]]
    if len(first) < 2 or any(step.when or not step.is_plain_roll for step in first) or first[1].reads & results:
        return 0
    return next((at for at, one in enumerate(parts) if at > 1 and one.is_open), len(parts))
