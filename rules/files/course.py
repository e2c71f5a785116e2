"""The course of a play: what happens from one question for dice or a choice to the next, compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from rules.files.compute import compile_lines, line_of, name_of

if TYPE_CHECKING:
    from rules.files.step_specs import StepSpec

END = -1
Reached: TypeAlias = tuple[int, int, tuple[Any, ...]]
"""The number of the step that asks next, the inches so far, and the results known there; END with the outcome."""
Leg: TypeAlias = Callable[..., Reached]


@dataclass(frozen=True, eq=False)
class Course:
    """Steps of an action, which ask for dice or a choice or only compute results.

    `counts` are the results of weapons, `kept` those in the outcome.
    """

    steps: Sequence[StepSpec]
    counts: tuple[str, ...]
    kept: tuple[str, ...]
    is_move: bool

    @cached_property
    def results(self) -> frozenset[str]:
        return frozenset((*self.counts, *(name for step in self.steps for name in step.names)))

    @cached_property
    def known(self) -> Sequence[tuple[str, ...]]:
        """Return the earlier results that each step or a later one reads, or that are in the outcome.

        Histories that differ only in other results are one.
        """
        found: list[tuple[str, ...]] = []
        names = [*self.counts]
        for at, step in enumerate(self.steps):
            read = frozenset(self.kept).union(*(one.reads for one in self.steps[at:]))
            found.append(tuple(name for name in names if name in read))
            names += step.names
        return found

    @cached_property
    def start(self) -> Leg:
        """Return the way to the first question, from the dice of weapons."""
        return self._compile((), self.counts, [], 0)

    @cached_property
    def of_pair(self) -> Leg | None:
        """Return the way from the dice of the first two steps, if these are independent rolls; else None.

        It is asked for only without dice of weapons.
        """
        pair = self.steps[:2]
        is_pair = len(pair) == 2 and all(step.is_plain_roll and not step.when for step in pair)
        if not is_pair or pair[1].reads & self.results:
            return None
        return self._compile((), [step.names[0] for step in pair], [], 2)

    @cached_property
    def after(self) -> Sequence[Leg | None]:
        """Return the way from the answer to each question; a step that asks nothing has none."""
        return [
            self._compile(("got",), self.known[at], self._stored(step), at + 1) if step.asks else None
            for at, step in enumerate(self.steps)
        ]

    def _compile(self, answer: Iterable[str], names: Iterable[str], stored: Iterable[str], first: int) -> Leg:
        arguments = ", ".join(("inches", *answer, *map(name_of, names)))
        return compile_lines(arguments, (*stored, *self._lines(first)))

    def _stored(self, step: StepSpec) -> Iterator[str]:
        """Yield the lines that store what a step has `got`."""
        names, roll, other = [*map(name_of, step.names)], step.roll, step.row.against
        if roll and roll.table:
            yield f"({', '.join(names)},) = got"
        elif other:
            yield f"{names[0]}, {name_of(other)} = max(0, got - {name_of(other)}), max(0, {name_of(other)} - got)"
        elif roll and step.is_test:
            needs = line_of(roll.needs, self.results, "number") if roll.needs else 1
            yield f"{names[0]} = 'passed' if got >= {needs} else 'failed'"
        else:
            yield f"{names[0]} = got"
        further = step.endings["passed"].inches if step.goes_on else None
        if self.is_move and further:
            passed = f"{names[0]} == 'passed'" if step.is_test else names[0]
            yield f"if {passed}: inches += {line_of(further, self.results, 'number')}"

    def _lines(self, first: int) -> Iterator[str]:
        """Yield the lines of the steps from the `first` on, up to one that asks whatever the results are."""
        for at, step in enumerate(self.steps[first:], first):
            when = line_of(step.when, self.results) if step.when else "True"
            if step.asks:
                yield f"if {when}: return {at}, inches, {_tuple_of(map(name_of, self.known[at]))}"
                if not step.when:
                    return
                yield from (f"{name_of(name)} = {value!r}" for name, value in step.without.items())
                continue
            assert step.amount
            by = "value" if step.is_word else "flag" if step.is_flag else "number"
            value = line_of(step.amount, self.results, by)
            if step.row.further is not None:
                yield f"if {when}: inches += {value}"
                continue
            ((name, otherwise),) = step.without.items()
            if step.row.lose:
                value = f"max(0, min(scope[{step.row.lose!r}].models, {value}))"
            yield f"{name_of(name)} = {value}" + (f" if {when} else {otherwise!r}" if step.when else "")
        outcome = [name_of(name) for name in self.kept]
        if self.is_move:
            outcome.append("max(0, inches)")
        yield f"return {END}, 0, {_tuple_of(outcome or ['None'])}"


def _tuple_of(said: Iterable[str]) -> str:
    return f"({''.join(f'{one}, ' for one in said)})"


def course_of(steps: Sequence[StepSpec], counts: tuple[str, ...], kept: tuple[str, ...], is_move: bool) -> Course:
    """Return the course of a play after the dice of weapons, without results that only texts and marks read."""
    read = {*kept}
    needed: list[StepSpec] = []
    for step in reversed(steps):
        if step.is_open or not read.isdisjoint(step.names):
            read |= step.reads
            needed.insert(0, step)
    return Course(needed, counts, kept, is_move)
