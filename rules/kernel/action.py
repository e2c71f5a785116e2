"""An action of the rules as a value: facts, plan, rule, effects, sentence, and the number that counts most in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from rules.kernel.facts import Facts
from rules.kernel.odds import Dist, Spend, freely
from rules.kernel.plays import Effect
from rules.kernel.table import Decision, Made, Rule, Step
from rules.kernel.text import Text

# What whoever throws is after: the one number of an outcome that counts most, and how outcomes compare by it.


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


# The action.


class Book(NamedTuple):
    """What a system's plans look things up in: its tables and the rulings of this game."""

    tables: Any
    rulings: Any


class Plan(Protocol):
    """Facts turned into numbers and reasons; `leaned` names the rulings that decided something in it."""

    @property
    def leaned(self) -> tuple[str, ...]: ...


class Played(NamedTuple):
    """A play of a rule from the first die to the last."""

    outcome: Any
    steps: tuple[Step, ...]
    made: tuple[Made, ...]


def no_detail(plan: Any, played: Played) -> Mapping[str, Any]:
    return {}


def all_of_it(plan: Any, played: Played) -> Text | None:
    return None


def no_effects(plan: Any, played: Played) -> Sequence[Effect]:
    return ()


def no_leaning(plan: Any, played: Played) -> Sequence[str]:
    return ()


def any_size(plan: Any) -> Text | None:
    return None


def no_aim(plan: Any) -> Aim | None:
    return None


ON_THE_WAY = ("shots", "hits", "saved", "failed", "damage", "kills", "none", "strays", "men_left", "lost_hits", "hp")
"""Numbers of an outcome that lead to what is left on the table, and are none of it."""


@dataclass(frozen=True)
class Action:
    """A thing that the rules resolve, such as a shot or a test.

    `plan` turns facts and book into numbers, or raises RuleError before any die; `rule` plays it and
    returns the outcome, a NamedTuple; `tell` says the outcome in words; `brief` leaves of that only what figures,
    markers and dice do not say (None: all of it counts); `effects` lists what changes on
    the table; `detail` adds what appears in a resolution only; `leaning` names rulings that decided
    something after the dice; `too_big` is a sentence where exact odds are refused for size; `indices`
    are outcome fields whose mean says nothing, `details` the names that `detail` adds; `asides` are fields
    that people who weigh their chances are not told of, `on_the_way` those that only lead to an effect; `aim` is the
    one outcome that counts most, where there is one.
    """

    key: str
    title: Text
    topic: str
    facts: type[Facts]
    outcome: type[Any]
    plan: Callable[[Any, Book], Plan]
    rule: Rule
    tell: Callable[[Any, Played], Text]
    effects: Callable[[Any, Played], Sequence[Effect]] = no_effects
    brief: Callable[[Any, Played], Text | None] = all_of_it
    detail: Callable[[Any, Played], Mapping[str, Any]] = no_detail
    leaning: Callable[[Any, Played], Sequence[str]] = no_leaning
    decisions: tuple[Decision[Any], ...] = ()
    too_big: Callable[[Any], Text | None] = any_size
    indices: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    asides: tuple[str, ...] = ()
    on_the_way: tuple[str, ...] = ON_THE_WAY
    aim: Callable[[Any], Aim | None] = no_aim
