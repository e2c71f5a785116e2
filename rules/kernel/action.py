"""Actions of the rules as values (facts, plan, rule, effects, sentence), and a set of them with its states."""

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
from rules.kernel.odds import Budget, Dist, allow_any_work
from rules.kernel.plays import Effect, Shift
from rules.kernel.roll_kinds import UNNAMED, RollKinds
from rules.kernel.table import Decision, Live, Made, RollStep, Table, Then
from rules.kernel.text import NOTHING, Listed, Term, Text

# Each system has its own types for these. Without them, any system and any action is meant.
Tables = TypeVar("Tables", default=Any)
Rulings = TypeVar("Rulings", bound=BaseModel, default=Any)
Given = TypeVar("Given", bound=Facts, default=Any)
Planned = TypeVar("Planned", bound="Plan", default=Any)
Outcome = TypeVar("Outcome", default=Any)

# The aim of the roller: the one number of an outcome that counts most, and how outcomes compare by it.


Rank = tuple[int, Any]
"""Sort key of outcomes: the number that counts, then the tie-breakers."""


def no_tie_break(outcome: object) -> tuple[()]:
    return ()


@dataclass(frozen=True)
class Aim(Generic[Outcome]):
    """The main outcome of an action; more is better for the player who rolls.

    `what` is its name and `value` reads it from an outcome. `finer` breaks ties between outcomes with the same value.
    `whole` is the value at which nothing is left of the target; None if that is impossible. `steps` names the values
    from 0 on, if they are degrees instead of counts. `code` names it for players, if its name does not.
    """

    what: str
    value: Callable[[Outcome], int]
    finer: Callable[[Outcome], Any] = no_tie_break
    whole: int | None = None
    steps: tuple[Text, ...] = ()
    code: str = ""

    def key(self, outcome: Outcome) -> Rank:
        """Return the sort key by which outcomes are compared."""
        return self.value(outcome), self.finer(outcome)


class MainOutcome(NamedTuple):
    """Chance of each value of the main outcome, as weights out of `total`, lowest value first."""

    what: str
    steps: tuple[Text, ...]
    whole: int | None
    weights: Mapping[int, int]
    total: int
    code: str = ""

    @property
    def name(self) -> Term:
        """Its name for players."""
        return Term(self.code or self.what)

    def chance(self, n: int) -> Fraction:
        return Fraction(self.weights.get(n, 0), self.total)

    def at_least(self, n: int) -> Fraction:
        return Fraction(sum(weight for value, weight in self.weights.items() if value >= n), self.total)

    @property
    def mean(self) -> Fraction:
        """Expected value; for degrees, the chance of the last one."""
        if self.steps:
            return self.at_least(len(self.steps) - 1)
        return Fraction(sum(value * weight for value, weight in self.weights.items()), self.total)

    @property
    def wiped_out(self) -> Fraction | None:
        """Chance that nothing is left of the target; None if that is impossible."""
        return None if self.whole is None else self.at_least(self.whole)


def main_outcome(aim: Aim[Outcome], dist: Dist[Outcome], spend: Budget = allow_any_work) -> MainOutcome:
    """Return the distribution of the main outcome alone."""
    spend(len(dist.weights))
    found: dict[int, int] = {}
    for outcome, weight in dist.weights.items():
        value = int(aim.value(outcome))
        found[value] = found.get(value, 0) + weight
    return MainOutcome(aim.what, aim.steps, aim.whole, {n: found[n] for n in sorted(found)}, dist.total, aim.code)


class HitPoints(NamedTuple, Generic[Outcome]):
    """Hit points that a target may lose: all that it has, and how many of them an outcome takes.

    `single` is True for a target of one model, where a count of models would be meaningless.
    """

    whole: int
    lost: Callable[[Outcome], int]
    single: bool


# The action.


class Ruleset(NamedTuple, Generic[Tables, Rulings]):
    """The tables of a system and the rulings of this game, which its plans read."""

    tables: Tables
    rulings: Rulings


class Plan(Protocol):
    """Facts turned into numbers and reasons; `rulings_used` names the rulings that decided part of it."""

    @property
    def rulings_used(self) -> tuple[str, ...]: ...


class Played(NamedTuple, Generic[Outcome]):
    """The play of a rule from the first die to the last."""

    outcome: Outcome
    steps: tuple[RollStep, ...]
    made: tuple[Made, ...]


def no_detail(plan: object, played: Played) -> Mapping[str, object]:
    return {}


def no_short_text(plan: object, played: Played) -> Text | None:
    return None


def no_effects(plan: object, played: Played) -> Sequence[Effect]:
    return ()


def no_moves(plan: object, played: Played) -> Sequence[Shift]:
    return ()


def no_rulings_used(plan: object, played: Played) -> Sequence[str]:
    return ()


def any_size(plan: object) -> Text | None:
    return None


def up_to(most: int, n: int, sentence: str) -> Text | None:
    """Return the `sentence` that refuses exact odds if `n` exceeds `most`; it names both numbers."""
    return Text(sentence, most=most, n=n) if n > most else None


def no_aim(plan: object) -> Aim | None:
    return None


def no_hit_points(plan: object) -> HitPoints | None:
    return None


ON_THE_WAY = ("shots", "hits", "saved", "failed", "damage", "kills", "none", "strays", "men_left", "lost_hits", "hp")
"""Intermediate numbers of an outcome, which are not effects on the table."""


class FieldName(NamedTuple):
    """The name of a field of an outcome: the code of a number, of a state that is set once, or of a test.

    `changes` is the result of a named test that changes something on the table; of other tests, failure does.
    """

    code: str
    is_counted: bool = True
    changes: str = ""

    @property
    def effect(self) -> Text:
        """The change on the table in words."""
        name = Term(self.code)
        return Text("{name} {value}", name=name, value=Term(self.changes)) if self.changes else name

    def leaves_nothing(self, value: object) -> bool:
        """True for a value that changes nothing on the table."""
        return value in _NO_CHANGE or (value in _TEST_RESULTS and value != (self.changes or "failed"))


_NO_CHANGE = (False, None, 0, "none", ())
_TEST_RESULTS = ("passed", "failed")


@dataclass(frozen=True)
class Action(Generic[Given, Planned, Outcome]):
    """An action that the rules resolve, such as a shot or a test.

    - `plan` turns facts and book into numbers, or raises RuleError before any die is rolled.
    - `rule` plays the plan and returns the outcome, a NamedTuple.
    - `describe` returns the text of the outcome. `short_text` leaves out what figures, markers and dice show already
      (None: nothing is left out).
    - `effects` lists the changes on the table; `moves` lists the figures that move, with distance and direction.
    - `detail` adds values that appear in a resolution only; `details` are their names.
    - `rulings_used` names rulings that decided something after the dice.
    - `too_big` returns a sentence if exact odds would take too long.
    - `indices` are outcome fields whose mean is meaningless; `hidden_fields` are fields that odds do not show;
      `on_the_way` are fields that only lead to an effect. `field_names` are names that differ from those of the fields.
    - `aim` is the outcome that counts most, if there is one; `at_stake` the hit points that its target may lose.
    - `fight` lists the possible ends of a fight for its attacker, the better one first.
    """

    key: str
    title: Text
    topic: str
    facts: type[Given]
    outcome: type[Outcome]
    plan: Callable[[Given, Ruleset], Planned]
    rule: Callable[[Table, Planned], Outcome | Then[Outcome]]
    describe: Callable[[Planned, Played[Outcome]], Text]
    effects: Callable[[Planned, Played[Outcome]], Sequence[Effect]] = no_effects
    short_text: Callable[[Planned, Played[Outcome]], Text | None] = no_short_text
    moves: Callable[[Planned, Played[Outcome]], Sequence[Shift]] = no_moves
    detail: Callable[[Planned, Played[Outcome]], Mapping[str, object]] = no_detail
    rulings_used: Callable[[Planned, Played[Outcome]], Sequence[str]] = no_rulings_used
    decisions: tuple[Decision, ...] = ()
    too_big: Callable[[Planned], Text | None] = any_size
    indices: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    hidden_fields: tuple[str, ...] = ()
    on_the_way: tuple[str, ...] = ON_THE_WAY
    field_names: Mapping[str, FieldName] = field(default_factory=dict[str, FieldName])
    aim: Callable[[Planned], Aim | None] = no_aim
    at_stake: Callable[[Planned], HitPoints | None] = no_hit_points
    fight: tuple[tuple[Text, Callable[[Outcome], bool]], ...] = ()

    def play(self, live: Live, plan: Planned) -> Played[Outcome]:
        """Play a plan with the dice of a table; return the outcome with its rolls and decisions."""
        outcome = live.play(self.rule, plan)
        return Played(outcome, tuple(live.steps), tuple(live.made))

    def name_of(self, field: str) -> FieldName:
        """Return the name of a field of the outcome."""
        return self.field_names.get(field) or FieldName(field)


# A set of actions with its tables, states, setup steps and topics. A rule system is a set with commands.

# The states that a unit can be in, as a system describes them.

Clearing = Literal["turn_start", "turn_end", "activation", "move", "test_passed", "manual"]


class State(NamedTuple):
    """A state of a unit, with the ways to set and clear it and its effect. `holds` is the type of its value."""

    name: str
    set_by: Text
    cleared_by: tuple[Clearing, ...]
    effect: Text
    holds: Literal["flag", "count", "word", "unit", "words"] = "flag"
    marker: bool = False
    """True if it is a physical marker on the table."""
    quiet: bool = False
    """True if lists of units leave it out: the rules need it, a reader does not."""
    harm: bool = False
    """True if it harms the unit, so that clearing it favours its side."""
    spent: bool = False
    """True if it records how a unit used its activation: it ends with the turn, but the rules may still ask for it."""
    lasting: tuple[str, ...] = ()
    """Words that last until the next activation nevertheless, such as the way it takes cover."""
    living: bool = False
    """True if a unit loses it when it is destroyed."""
    goes_with: str = ""
    """The state with which it ends, if any."""
    says: Mapping[str, Text] = MappingProxyType({})
    """Texts for its words, where they differ from the name of the state and the word."""
    ends: Text = NOTHING
    """Instruction for the models when it ends, if it is not to remove a marker."""
    alone: Text = NOTHING
    """Its name where the reader knows already to what it refers."""
    with_units: Text = NOTHING
    """Its name with the {units} that it points at, if they do not just follow it."""
    turns: bool = False
    """True if it counts the turns left: one marker is on the table, however many they are."""
    figures: bool = False
    """True if it counts figures of the unit: they are divided with it, and added up where units join."""
    kinds: tuple[str, ...] = ()
    """Kinds of units that can be in it, by the `kind` of their profile; empty for all."""

    def name_with(self, units: Sequence[Text]) -> Text:
        """Return its name with the units or words that it points at: "in contact with Raiders"."""
        if self.with_units and units:
            return Text(self.with_units.msgid, units=Listed(units))
        return Text("{state} {value}", state=Term(self.name), value=Listed(units)) if units else Term(self.name)


def by_name(states: Sequence[State]) -> Mapping[str, State]:
    """Return the states of a system by their names; raise ValueError for a duplicate."""
    twice = [name for name, n in Counter(state.name for state in states).items() if n > 1]
    if twice:
        raise ValueError(f"listed twice: {', '.join(twice)}")
    return {state.name: state for state in states}


# Descriptions of a system: its author and terms, the steps before the first turn, its rules by topic.


class SetupStep(NamedTuple):
    """A step before the first turn: its instruction, its command, and the state of units that wait for it."""

    key: str
    text: Text
    command: str = ""
    waits: str = ""


class Topic(NamedTuple):
    """A rule, not in the words of the rule book, with its section and the rulings that it depends on."""

    title: Text
    section: str
    text: Text
    rulings: tuple[str, ...] = ()


class About(BaseModel):
    """Author and terms of a system, the two forces of its demo, and the commands to try there."""

    name: str
    version: str
    credit: str
    licence: str
    demo: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()

    @property
    def edition(self) -> Text:
        """Its version after its name: "version 1.2", and as it is if it has words, such as "core rules"."""
        numbers = not any(one.isalpha() for one in self.version)
        return Text("version {version}", version=self.version) if numbers else Text(self.version)


# The set.


@dataclass(frozen=True, kw_only=True)
class ActionSet(Generic[Tables, Rulings]):
    """Actions that can be resolved, with their tables, rulings and topics.

    `states` are the states in its ledgers and effects.
    """

    key: str
    about: About
    tables: Tables
    rulings: type[Rulings]
    actions: Mapping[str, Action]
    topics: Mapping[str, Topic]
    states: Mapping[str, State] = field(default_factory=dict[str, State])
    throws: RollKinds = UNNAMED

    @property
    def name(self) -> str:
        return self.about.name
