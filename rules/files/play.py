"""Plays of the actions of a file: dice of each weapon, then the steps."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import add
from typing import Any, Generic

from rules.files.course import END, Leg, Reached
from rules.files.plan import FilePlan
from rules.files.rolls import roll_asked
from rules.kernel.action import Given, Outcome
from rules.kernel.odds import Odds, compute_odds_by
from rules.kernel.table import Table, Then, then

Counts = tuple[int, ...]
_NONE = frozenset[str]()


def _add_counts(one: Counts, other: Counts) -> Counts:
    if len(one) == 2:  # hits and unsaved hits: the usual case, once for each way
        return one[0] + other[0], one[1] + other[1]
    return tuple(map(add, one, other))


class FilePlay(FilePlan[Given, Outcome], Generic[Given, Outcome]):
    """An action of a file as it is played."""

    def play(self, table: Table) -> Outcome | Then[Outcome]:
        given = frozenset(one.key for one in self.choices if table.decide(self._decision(one.key)))
        if self.lanes:
            lanes = [then(self._lane, at, 0, (), given) for at in range(len(self.lanes))]
            start = partial(self.spec.course.start, self.scope, self.inches)
            return then(_roll_together, _add_counts, *lanes).convert(lambda counts: self._go_on(given, start(*counts)))
        if (way := self.spec.course.of_pair) and not self.choices:
            pair = [self._ask(at, (), _NONE) for at in (0, 1)]
            merge = partial(way, self.scope, self.inches)
            return then(_roll_together, merge, *pair).convert(partial(self._go_on, _NONE))
        return self._answer(table, *self.spec.course.start(self.scope, self.inches), given)

    def _decision(self, name: str) -> Any:
        return next(one for one in self.decisions if one.name == name)

    def _lane(self, table: Table, at: int, step: int, counts: Counts, chosen: frozenset[str]) -> Counts | Then[Counts]:
        roll, named = self.spec.rolls[step], dict(zip(self.counts, counts, strict=False))
        asked, dice = self.rolls.ask(roll, at, self.lanes[at], named, chosen)
        got = roll_asked(table, asked, dice)
        counts = (*counts, got if roll.keeps_passed else dice - got)
        if roll.row.against:
            earlier = self.counts.index(roll.row.against)
            ours, theirs = counts[-1], counts[earlier]  # they cancel each other
            counts = (*counts[:earlier], max(0, theirs - ours), *counts[earlier + 1 : -1], max(0, ours - theirs))
        return then(self._lane, at, step + 1, counts, chosen) if step + 1 < len(self.spec.rolls) else counts

    def _go_on(self, chosen: frozenset[str], reached: Reached) -> Outcome | Then[Outcome]:
        at, inches, values = reached
        if at == END:
            return self.outcome_of(values)
        return then(self._answer, at, inches, values, chosen)

    def _answer(
        self, table: Table, at: int, inches: int, values: tuple[Any, ...], chosen: frozenset[str]
    ) -> Outcome | Then[Outcome]:
        """Ask for the dice or the choice of a step, and go on with the answer; at the end return the outcome."""
        if at == END:
            return self.outcome_of(values)
        step, way = self.spec.course.steps[at], self.spec.course.after[at]
        assert way
        if step.roll:
            go_on = partial(self._go_on_with, way, inches, values, chosen)
            return self._ask(at, values, chosen).convert(go_on)
        assert step.row.choose
        scope = {**self.scope, **dict(zip(self.spec.course.known[at], values, strict=True))}
        situation = [one.number(scope) for one in step.values.values()]
        return self._go_on_with(way, inches, values, chosen, table.decide(self._decision(step.row.choose), *situation))

    def _go_on_with(
        self, way: Leg, inches: int, values: tuple[Any, ...], chosen: frozenset[str], got: Any
    ) -> Outcome | Then[Outcome]:
        return self._go_on(chosen, way(self.scope, inches, got, *values))

    def _ask(self, at: int, values: tuple[Any, ...], chosen: frozenset[str]) -> Then[Any]:
        """Return the request for the dice of a step; equal dice have their odds computed once."""
        roll, course = self.spec.course.steps[at].roll, self.spec.course
        assert roll
        earlier = dict(zip(course.known[at], values, strict=False))
        return then(roll_asked, *self.rolls.ask(roll, -1, self.last_lane, earlier, chosen))


@compute_odds_by(Odds.together)
def _roll_together(table: Table, merge: Callable[[Any, Any], Any], *parts: Then) -> Any:
    return table.together(merge, *parts)
