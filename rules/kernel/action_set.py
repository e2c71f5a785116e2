"""A set of actions with its tables, states, setup steps and topics; a rule system is one with commands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Generic, Literal, NamedTuple

from pydantic import BaseModel

from rules.kernel.action import Action, Rulings, Tables
from rules.kernel.text import Text
from rules.kernel.throw_kinds import UNNAMED, ThrowKinds

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
