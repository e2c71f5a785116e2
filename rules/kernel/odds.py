"""Exact odds: a rule played in every possible way, in whole numbers, within a limit of work."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial, reduce
from math import gcd, lcm
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, cast

from typing_extensions import TypeVar

from rules.kernel.dice import Got, Roll, Weights, spread_faces
from rules.kernel.table import Decision, Frame, Merge, Rule, Table, Then
from rules.kernel.text import Term, Text

P = ParamSpec("P")
T = TypeVar("T", default=Any)
U = TypeVar("U", default=Any)


class Dist(NamedTuple, Generic[T]):
    """All possible results of a rule, each with its weight out of `total`."""

    weights: Mapping[T, int]
    total: int

    def fractions(self) -> dict[T, Fraction]:
        """Return each result with its chance, in lowest terms."""
        return {result: Fraction(weight, self.total) for result, weight in self.weights.items()}


Budget = Callable[[int], None]
"""Called before work is done, with the number of ways to follow or results to add up; it may raise to end the work."""


def allow_any_work(work: int) -> None:
    """Allow any amount of work."""


class _Fork(Exception):
    """Raised out of a rule at the first question of this path that has no answer yet."""

    def __init__(self, weights: Weights, total: int) -> None:
        super().__init__()
        self.weights, self.total = weights, total


# A rule that returns to its start (ties rolled again); its weight is divided out.
_AGAIN = object()
# The place of a distribution that is being computed.
_OPEN = Dist[Any]({}, 0)

EXACT: dict[Rule, Callable[..., Dist]] = {}
"""Rules with a shortcut to their odds that need not follow every way."""


def compute_odds_by(exact: Callable[Concatenate[Odds, P], Dist]) -> Callable[[U], U]:
    """Register `exact` as the shortcut to a rule's odds, where following every way would take too long.

    Both must give equal fractions; a test compares them.
    """

    def named(rule: U) -> U:
        EXACT[cast("Rule", rule)] = exact
        return rule

    return named


class Odds:
    """Answers each roll with all its possible readings, by replaying a rule from its start with one more answer.

    `choices` sets decisions by name; the others take their default. `spend` may end the work.
    """

    def __init__(self, choices: Mapping[str, Sequence[str]] | None = None, spend: Budget = allow_any_work) -> None:
        self._choices = choices or {}
        self.spend = spend
        # The value of each decision, which has its own type.
        self.known_choices: dict[int, tuple[Any, Decision]] = {}
        self._known: dict[tuple[Rule, tuple[object, ...]], Dist] = {}

    def of(self, rule: Callable[Concatenate[Table, P], T | Then[T]], *numbers: P.args, **_: P.kwargs) -> Dist[T]:
        """Return the exact distribution of `rule`'s results; it is cached, so equal positions are computed once."""
        key = (rule, numbers)
        found = self._known.get(key)
        if found is None:
            self._known[key] = _OPEN
            exact = EXACT.get(rule)
            found = exact(self, *numbers) if exact else _divide_out_ties(_Path(self, key).explore())
            self._known[key] = found
        elif found is _OPEN:
            raise RuntimeError(f"{rule} comes round to itself by way of another rule; odds need a direct tie")
        return found

    def after(self, frame: Frame) -> Dist:
        """Return the distribution of a play that has reached `frame`; the choices answer what is asked from there."""
        return _divide_out_ties(_Path(self, (frame.rule, frame.numbers), frame.answers).explore())

    def continue_rule(self, step: Then, origin: object) -> Dist:
        """Return the distribution of a `then`; a rule that continues with itself is marked to be divided out."""
        key = (step.rule, step.numbers)
        if key == origin and step.make is None:
            return Dist({_AGAIN: 1}, 1)
        found = self.of(step.rule, *step.numbers)
        return self.convert(step.make, found, origin) if step.make else found

    def convert(self, make: Callable[[Any], Any], dist: Dist, origin: object = None) -> Dist:
        """Return the distribution with `make` applied to each result; where it continues, that of the rest."""
        self.spend(len(dist.weights))
        ends: dict[object, int] = {}
        parts: list[tuple[int, Dist]] = []
        for result, weight in dist.weights.items():
            made = make(result)
            if type(made) is Then:
                parts.append((weight, self.continue_rule(made, origin)))
            else:
                ends[made] = ends.get(made, 0) + weight
        return mix(ends, parts, dist.total, self.spend)

    def roll(self, roll: Roll[Got], count: int) -> Dist[Got]:
        """Return the distribution of a roll."""
        if count <= 0:
            return Dist({roll.reading.start: 1}, 1)
        ways = spread_faces(roll.reading, count, roll.sides)
        self.spend(len(ways))
        return Dist(dict(ways), roll.sides**count)

    def together(self, merge: Merge[T], *parts: Then) -> Dist[T]:
        """Return the distribution of the merged results of independent rules."""
        dists = [self.of(part.rule, *part.numbers) for part in parts]
        return reduce(partial(merge_dists, merge, spend=self.spend), dists)

    def assumed_choices(self) -> tuple[Text, ...]:
        """Return each decision so far that a player would be asked for, with its assumed value."""
        asked = [decision for _, decision in self.known_choices.values() if decision.asked]
        given = {one.name: [*self._choices.get(one.name, ()), one.default][0] for one in asked}
        return tuple(
            Text("{decision} {value}", decision=Term(name), value=Term(value)) for name, value in given.items()
        )

    def read_choice(self, decision: Decision[T]) -> T:
        """Read the choice for all decisions of that name, and remember it in `known_choices`."""
        given = self._choices.get(decision.name)
        choice = decision.read(given[-1] if given else decision.default)
        self.known_choices[id(decision)] = choice, decision
        return choice


class _Path:
    """One way through a rule: the answers so far. It is the table that the rule is given."""

    __slots__ = ("_answers", "_at", "_decided", "_odds", "_origin")

    def __init__(self, odds: Odds, origin: tuple[Rule, tuple[object, ...]], answers: Sequence[object] = ()) -> None:
        self._odds, self._origin = odds, origin
        self._decided = odds.known_choices
        # Results of rolls, decisions and rules, each of the type of its question.
        self._answers: list[Any] = list(answers)
        self._at = 0

    def roll(self, roll: Roll[Got], count: int = 1) -> Got:
        if count <= 0:
            return roll.reading.start
        at = self._at
        self._at = at + 1
        answers = self._answers
        if at < len(answers):
            return answers[at]
        raise _Fork(spread_faces(roll.reading, count, roll.sides), roll.sides**count)

    def decide(self, decision: Decision[T], *situation: int) -> T:
        known = self._decided.get(id(decision))
        return known[0] if known else self._odds.read_choice(decision)

    def play(self, rule: Callable[Concatenate[Table, P], T | Then[T]], *numbers: P.args, **_: P.kwargs) -> T:
        at = self._at
        self._at = at + 1
        if at < len(self._answers):
            return self._answers[at]
        dist = self._odds.of(rule, *numbers)  # pyright: ignore[reportCallIssue] — rules take numbers by position only
        raise _Fork(tuple(dist.weights.items()), dist.total)

    def together(self, merge: Merge[T], *parts: Then) -> T:
        at = self._at
        self._at = at + 1
        if at < len(self._answers):
            return self._answers[at]
        dist = self._odds.together(merge, *parts)
        raise _Fork(tuple(dist.weights.items()), dist.total)

    def explore(self) -> Dist:
        """Return every end of the rule from the answers so far."""
        rule, numbers = self._origin
        self._at = 0
        try:
            result = rule(self, *numbers)
        except _Fork as fork:
            return self._explore_branches(fork)
        return self._odds.continue_rule(result, self._origin) if type(result) is Then else Dist({result: 1}, 1)

    def _explore_branches(self, fork: _Fork) -> Dist:
        rule, numbers = self._origin
        answers, odds = self._answers, self._odds
        odds.spend(len(fork.weights))
        depth = len(answers)
        answers.append(None)
        ends: dict[object, int] = {}
        parts: list[tuple[int, Dist]] = []
        for answer, weight in fork.weights:
            del answers[depth + 1 :]
            answers[depth] = answer
            self._at = 0
            try:
                result: object = rule(self, *numbers)
            except _Fork as deeper:
                parts.append((weight, self._explore_branches(deeper)))
                continue
            if type(result) is Then:
                parts.append((weight, odds.continue_rule(result, self._origin)))
            else:
                ends[result] = ends.get(result, 0) + weight
        del answers[depth:]
        return mix(ends, parts, fork.total, odds.spend)


def mix(ends: dict[T, int], parts: list[tuple[int, Dist[T]]], total: int, spend: Budget = allow_any_work) -> Dist[T]:
    """Scale branches with different totals to a common total and add them up."""
    if not parts:
        return Dist(ends, total)
    common = lcm(*(part.total for _, part in parts))
    found = {result: weight * common for result, weight in ends.items()}
    for weight, part in parts:
        spend(len(part.weights))
        scale = weight * (common // part.total)
        for result, inner in part.weights.items():
            found[result] = found.get(result, 0) + scale * inner
    return Dist(found, total * common)


def merge_dists(merge: Merge[T], one: Dist, other: Dist, spend: Budget = allow_any_work) -> Dist[T]:
    """Combine two independent distributions into one."""
    found: dict[T, int] = {}
    for result, weight in one.weights.items():
        spend(len(other.weights))
        for second, ways in other.weights.items():
            both = merge(result, second)
            found[both] = found.get(both, 0) + weight * ways
    return Dist(found, one.total * other.total)


def lowest_terms(dist: Dist[T]) -> Dist[T]:
    """Return the same chances in the smallest whole numbers."""
    by = gcd(dist.total, *dist.weights.values())
    return Dist({result: weight // by for result, weight in dist.weights.items()}, dist.total // by)


def _divide_out_ties(dist: Dist) -> Dist:
    """Divide out the ways that return to the start: a tie that is rolled again for ever has no weight of its own."""
    again = dist.weights.get(_AGAIN, 0)
    if not again:
        return dist
    rest = {result: weight for result, weight in dist.weights.items() if result is not _AGAIN}
    return Dist(rest, dist.total - again)


# A limit for odds that take too long: a fixed amount of work, however fast the machine.


class TooMuchWork(Exception):
    """Raised if odds need more work than they may take."""


def work_limit(most: int) -> Budget:
    """Return a limit on the ways followed and results added up in all its uses; beyond it, it raises TooMuchWork."""
    left = most

    def spend(work: int) -> None:
        nonlocal left
        left -= work
        if left < 0:
            raise TooMuchWork

    return spend
