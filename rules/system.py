"""A rule system as a value: its actions, rulings, states and words. Adding one is adding a value to a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from pydantic import BaseModel

from rules.commands import Board, Command, Request
from rules.dice import Line
from rules.entry import Entry
from rules.facts import Facts
from rules.force import UnitSpec
from rules.table import Decision, Made, Rule, Step
from rules.text import say
from rules.unit import Unit

Clearing = Literal["turn_start", "turn_end", "activation", "move", "test_passed", "manual"]


class Book(NamedTuple):
    """What a system's plans look things up in: its tables and the rulings of this game."""

    tables: Any
    rulings: Any


class Effect(NamedTuple):
    """A change on the table: `unit` names the unit's part in the facts, `effect` a state, "models" or "hp".

    `change` is added to it; a state that holds a word or several values takes `to` instead.
    """

    unit: str
    effect: str
    change: int = 0
    to: str | None = None


class Plan(Protocol):
    """Facts turned into numbers and reasons; `leaned` names the rulings that decided something in it."""

    @property
    def leaned(self) -> tuple[str, ...]: ...


class Played(NamedTuple):
    """One play of a rule from the first die to the last."""

    outcome: Any
    steps: tuple[Step, ...]
    made: tuple[Made, ...]


def no_detail(plan: Any, played: Played) -> Mapping[str, Any]:
    return {}


def no_effects(plan: Any, played: Played) -> Sequence[Effect]:
    return ()


def no_leaning(plan: Any, played: Played) -> Sequence[str]:
    return ()


def no_lines(plan: Any, played: Played) -> Sequence[Line]:
    return ()


def any_size(plan: Any) -> str | None:
    return None


@dataclass(frozen=True)
class Action:
    """One thing the rules resolve.

    `plan` turns facts and book into numbers, or raises RuleError before any die; `rule` plays it and
    returns the outcome, a NamedTuple; `tell` says the outcome in words; `effects` lists what changes on
    the table; `detail` adds what appears in a resolution only; `leaning` names rulings that decided
    something after the dice; `too_big` is a sentence where exact odds are refused for size; `indices`
    are outcome fields whose mean says nothing, `details` the names that `detail` adds; `asides` are fields
    that people who weigh their chances are not told of.
    """

    key: str
    title: str
    topic: str
    facts: type[Facts]
    outcome: type
    plan: Callable[[Any, Book], Plan]
    rule: Rule
    tell: Callable[[Any, Played], str]
    effects: Callable[[Any, Played], Sequence[Effect]] = no_effects
    detail: Callable[[Any, Played], Mapping[str, Any]] = no_detail
    leaning: Callable[[Any, Played], Sequence[str]] = no_leaning
    decisions: tuple[Decision[Any], ...] = ()
    too_big: Callable[[Any], str | None] = any_size
    indices: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    asides: tuple[str, ...] = ()


class State(NamedTuple):
    """What a unit can be in: set by, cleared by, effect. `holds` is what its value is."""

    name: str
    set_by: str
    cleared_by: tuple[Clearing, ...]
    effect: str
    holds: Literal["flag", "count", "word", "unit", "words"] = "flag"
    marker: bool = False
    """Whether it lies on the table as a physical marker."""
    quiet: bool = False
    """Whether lists of units leave it out: the rules need it, a reader does not."""
    goes_with: str = ""
    """The state that it stands as long as, if any."""


class SetupStep(NamedTuple):
    """One step before the first turn: what to do, the command for it, and the state of units that wait for it."""

    key: str
    text: str
    command: str = ""
    waits: str = ""


class Verdict(NamedTuple):
    """Who is ahead, why, and whether the game is over by the page's winning rule."""

    leader: str | None
    reason: str
    over: bool


class Topic(NamedTuple):
    """A rule in our own words, with its section and the rulings it leans on."""

    title: str
    section: str
    text: str
    rulings: tuple[str, ...] = ()


class About(BaseModel):
    """Who wrote the system, and on what terms; the two forces of its demo, and the commands to try there."""

    name: str
    version: str
    credit: str
    licence: str
    demo: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()


def as_it_is(unit: Unit) -> Unit:
    return unit


def nothing_more(board: Board, unit: Unit) -> Sequence[str]:
    return ()


class Reaction(NamedTuple):
    """What a unit may do in answer to an enemy's command, and the request that does it."""

    unit: str
    label: str
    request: Request


def no_reactions(board: Board, entry: Entry) -> Sequence[Reaction]:
    return ()


def last_side_standing(board: Board) -> Verdict:
    """The rule where a page has none: a side that alone has units left wins, else points tell who is ahead."""
    standing = board.game.standing()
    if len(standing) == 1 and len(board.game.sides) > 1:
        return Verdict(standing[0], say("Only {standing} has units left.", standing=standing[0]), True)
    return most_points(board)


def most_points(board: Board, over: bool = False) -> Verdict:
    """Who has the most points; nobody while several do."""
    scores = board.game.scores
    best = max(scores.values(), default=0)
    leaders = [side for side, points in scores.items() if points == best]
    shown = ", ".join(f"{side} {points}" for side, points in scores.items()) or say("nobody has points")
    return Verdict(leaders[0] if len(leaders) == 1 else None, say("Points: {shown}.", shown=shown), over)


@dataclass(frozen=True)
class System:
    """One rule system, complete.

    `absent` says for a command that the system has no rule for what it has instead; `units` are the
    ready-made unit types; `weapons` the names a unit may carry; `muster` completes a unit that comes to
    the table; `may` says what a unit may still do; `setup` lists the steps before the first turn; `victory`
    judges the game by the page's winning rule; `phases` are those a side goes through in its turn; `reactions`
    lists what enemies may do in answer to an entry, now.
    """

    key: str
    about: About
    tables: Any
    rulings: type[BaseModel]
    profile: type[BaseModel]
    actions: Mapping[str, Action]
    commands: Mapping[str, Command]
    acts: Mapping[str, Command]
    states: Mapping[str, State]
    topics: Mapping[str, Topic]
    units: Mapping[str, UnitSpec] = field(default_factory=dict[str, UnitSpec])
    absent: Mapping[str, str] = field(default_factory=dict[str, str])
    turn: str = "turn"
    die: int = 6
    weapons: tuple[str, ...] = ()
    muster: Callable[[Unit], Unit] = as_it_is
    may: Callable[[Board, Unit], Sequence[str]] = nothing_more
    setup: tuple[SetupStep, ...] = ()
    victory: Callable[[Board], Verdict] = last_side_standing
    phases: tuple[str, ...] = ()
    reactions: Callable[[Board, Entry], Sequence[Reaction]] = no_reactions
    refused: tuple[str, ...] = ()
    warned: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.about.name


def units_of(given: Mapping[str, Any]) -> dict[str, UnitSpec]:
    """Ready-made units by key; raises pydantic's ValidationError."""
    return {key: UnitSpec.model_validate(one) for key, one in given.items()}
