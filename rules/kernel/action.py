"""An action of the rules as a value: facts, plan, rule, effects, sentence; and a set of them with its states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Generic, Literal, NamedTuple, Protocol

from pydantic import BaseModel
from typing_extensions import TypeVar

from rules.kernel.facts import Facts
from rules.kernel.odds import Dist, Spend, freely
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Decision, Made, Table, Then, ThrowStep
from rules.kernel.text import NOTHING, Text
from rules.kernel.throw_kinds import UNNAMED, ThrowKinds

# Each system has types of its own for these. Where they are left out it may be any system's, and any action's.
Tables = TypeVar("Tables", default=Any)
Rulings = TypeVar("Rulings", bound=BaseModel, default=Any)
Given = TypeVar("Given", bound=Facts, default=Any)
Planned = TypeVar("Planned", bound="Plan", default=Any)
Outcome = TypeVar("Outcome", default=Any)

# What whoever throws is after: the one number of an outcome that counts most, and how outcomes compare by it.


Rank = tuple[int, Any]
"""What outcomes are compared by: the number that counts, and whatever tells apart those that have as much of it."""


def nothing_finer(outcome: object) -> tuple[()]:
    return ()


@dataclass(frozen=True)
class Aim(Generic[Outcome]):
    """The main outcome of an action: the more of it, the better for whoever throws.

    `what` is its name, `value` reads it off an outcome, `finer` tells apart outcomes that have as much of it. `whole`
    is so much of it that nothing is left of the target; None where that cannot be. `steps` names the values from 0
    on where they are degrees and no counts.
    """

    what: str
    value: Callable[[Outcome], int]
    finer: Callable[[Outcome], Any] = nothing_finer
    whole: int | None = None
    steps: tuple[Text, ...] = ()

    def key(self, outcome: Outcome) -> Rank:
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


def main_outcome(aim: Aim[Outcome], dist: Dist[Outcome], spend: Spend = freely) -> MainOutcome:
    """The main outcome, whatever else happens."""
    spend(len(dist.weights))
    found: dict[int, int] = {}
    for outcome, weight in dist.weights.items():
        value = int(aim.value(outcome))
        found[value] = found.get(value, 0) + weight
    return MainOutcome(aim.what, aim.steps, aim.whole, {n: found[n] for n in sorted(found)}, dist.total)


class HitPoints(NamedTuple, Generic[Outcome]):
    """What a target has to lose: all its hit points, and how many of them an outcome takes.

    `single` is True for a target of one model, of which a count of models says nothing.
    """

    whole: int
    lost: Callable[[Outcome], int]
    single: bool


# The action.


class Book(NamedTuple, Generic[Tables, Rulings]):
    """What a system's plans look things up in: its tables and the rulings of this game."""

    tables: Tables
    rulings: Rulings


class Plan(Protocol):
    """Facts turned into numbers and reasons; `leaned` names the rulings that decided something in it."""

    @property
    def leaned(self) -> tuple[str, ...]: ...


class Played(NamedTuple, Generic[Outcome]):
    """A play of a rule from the first die to the last."""

    outcome: Outcome
    steps: tuple[ThrowStep, ...]
    made: tuple[Made, ...]


def no_detail(plan: object, played: Played) -> Mapping[str, object]:
    return {}


def all_of_it(plan: object, played: Played) -> Text | None:
    return None


def no_effects(plan: object, played: Played) -> Sequence[Effect]:
    return ()


def no_moves(plan: object, played: Played) -> Sequence[Shift]:
    return ()


def no_leaning(plan: object, played: Played) -> Sequence[str]:
    return ()


def any_size(plan: object) -> Text | None:
    return None


def up_to(most: int, n: int, sentence: str) -> Text | None:
    """The `sentence` that refuses exact odds of `n` where they go up to `most`; it names both."""
    return Text(sentence, most=most, n=n) if n > most else None


def no_aim(plan: object) -> Aim | None:
    return None


def no_hit_points(plan: object) -> HitPoints | None:
    return None


ON_THE_WAY = ("shots", "hits", "saved", "failed", "damage", "kills", "none", "strays", "men_left", "lost_hits", "hp")
"""Numbers of an outcome that lead to what is left on the table, and are none of it."""


@dataclass(frozen=True)
class Action(Generic[Given, Planned, Outcome]):
    """A thing that the rules resolve, such as a shot or a test.

    `plan` turns facts and book into numbers, or raises RuleError before any die; `rule` plays it and
    returns the outcome, a NamedTuple; `tell` says the outcome in words; `brief` leaves of that only what figures,
    markers and dice do not say (None: all of it counts); `effects` lists what changes on the table; `moves` lists the
    figures that it moves, how far and which way; `detail` adds what appears in a resolution only; `leaning` names
    rulings that decided something after the dice; `too_big` is a sentence where exact odds are refused for size;
    `indices` are outcome fields whose mean says nothing, `details` the names that `detail` adds; `asides` are fields
    that people who weigh their chances are not told of, `on_the_way` those that only lead to an effect; `aim` is the
    one outcome that counts most, where there is one, `at_stake` the hit points that its target may lose. `fight` is
    how a fight may end for whoever begins it, first the better end, then the worse.
    """

    key: str
    title: Text
    topic: str
    facts: type[Given]
    outcome: type[Outcome]
    plan: Callable[[Given, Book], Planned]
    rule: Callable[[Table, Planned], Outcome | Then[Outcome]]
    tell: Callable[[Planned, Played[Outcome]], Text]
    effects: Callable[[Planned, Played[Outcome]], Sequence[Effect]] = no_effects
    brief: Callable[[Planned, Played[Outcome]], Text | None] = all_of_it
    moves: Callable[[Planned, Played[Outcome]], Sequence[Shift]] = no_moves
    detail: Callable[[Planned, Played[Outcome]], Mapping[str, object]] = no_detail
    leaning: Callable[[Planned, Played[Outcome]], Sequence[str]] = no_leaning
    decisions: tuple[Decision, ...] = ()
    too_big: Callable[[Planned], Text | None] = any_size
    indices: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    asides: tuple[str, ...] = ()
    on_the_way: tuple[str, ...] = ON_THE_WAY
    aim: Callable[[Planned], Aim | None] = no_aim
    at_stake: Callable[[Planned], HitPoints | None] = no_hit_points
    fight: tuple[tuple[Text, Callable[[Outcome], bool]], ...] = ()


# A set of actions with its tables, states, setup steps and topics; a rule system is one with commands.

# The states that a unit can be in, as a system describes them.

Clearing = Literal["turn_start", "turn_end", "activation", "move", "test_passed", "manual"]


class State(NamedTuple):
    """What a unit can be in: set by, cleared by, effect. `holds` is what its value is."""

    name: str
    set_by: Text
    cleared_by: tuple[Clearing, ...]
    effect: Text
    holds: Literal["flag", "count", "word", "unit", "words"] = "flag"
    marker: bool = False
    """Whether it lies on the table as a physical marker."""
    quiet: bool = False
    """Whether lists of units leave it out: the rules need it, a reader does not."""
    harm: bool = False
    """Whether a unit is the worse for it: what takes it away again favours its side."""
    spent: bool = False
    """Whether it tells what a unit did with its go: it is over with the turn, though the rules may still ask for it."""
    lasting: tuple[str, ...] = ()
    """Words that stand until the next go all the same, such as how it takes cover."""
    living: bool = False
    """Whether only the living have it: a unit that falls keeps it no longer."""
    goes_with: str = ""
    """The state that it stands as long as, if any."""
    says: Mapping[str, Text] = MappingProxyType({})
    """What a reader is told of a word, where that is not the name of the state and the word."""
    ends: Text = NOTHING
    """What is done with the models when it ends, where that is not to take off a marker."""
    alone: Text = NOTHING
    """Its name where a reader knows already what it points at."""
    turns: bool = False
    """Whether its count is of turns that are left: one marker lies on the table, however many they are."""


def by_name(states: Sequence[State]) -> Mapping[str, State]:
    """The states of a system by their names; raises ValueError for one that is listed twice."""
    twice = [name for name, n in Counter(state.name for state in states).items() if n > 1]
    if twice:
        raise ValueError(f"listed twice: {', '.join(twice)}")
    return {state.name: state for state in states}


# What a system says of itself: its author and terms, the steps before the first turn, its rules in our own words.


class SetupStep(NamedTuple):
    """A step before the first turn: what to do, the command for it, and the state of units that wait for it."""

    key: str
    text: Text
    command: str = ""
    waits: str = ""


class Topic(NamedTuple):
    """A rule in our own words, with its section and the rulings it leans on."""

    title: Text
    section: str
    text: Text
    rulings: tuple[str, ...] = ()


class About(BaseModel):
    """What a system says of itself: its author and terms, the two forces of its demo, and the commands to try there."""

    name: str
    version: str
    credit: str
    licence: str
    demo: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()


# The set.


@dataclass(frozen=True, kw_only=True)
class ActionSet(Generic[Tables, Rulings]):
    """What can be resolved, with its tables, its rulings and its rules in our own words.

    `states` are those that its ledgers and effects speak of; `throws` says what its throws are for.
    """

    key: str
    about: About
    tables: Tables
    rulings: type[Rulings]
    actions: Mapping[str, Action]
    topics: Mapping[str, Topic]
    states: Mapping[str, State] = field(default_factory=dict[str, State])
    throws: ThrowKinds = UNNAMED

    @property
    def name(self) -> str:
        return self.about.name
