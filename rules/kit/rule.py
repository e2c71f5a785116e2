"""A rule of the page as a class: its facts, numbers, dice, effects and words in one place.

A rule is written once, as a subclass of `Rule`. The framework reads it as the `Action` that the class carries in
`action`: one value for play, odds, `/why`, menus and the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import UnionType
from typing import Any, ClassVar, Generic, get_args, get_origin

from rules.command.planned import Planned
from rules.game.unit import Unit
from rules.kernel.action import ON_THE_WAY, Action, Aim, Book, Given, HitPoints, Outcome, Played, Rulings, Tables
from rules.kernel.facts import Facts, checked
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Decision, Table, Then
from rules.kernel.text import NOTHING, Text


class Rule(Generic[Given, Outcome, Tables, Rulings]):
    """One roll of a rule, from its facts to its words; an instance is the plan of one roll.

    Name the model of the facts and the outcome (a NamedTuple) in the brackets: `class Rally(Rule[RallyFacts,
    RallyOutcome])`; of several outcomes (`Lost | LostAsFire`) the first is that of a new game. Declare `key`, `title`
    and `topic`; override `plan`, `play` and `describe`, and of the other methods those that the rule needs. A class
    without a key is a base for others.

    `decisions` are those that a player makes in it. `goal` is the number of the outcome that counts most: `/odds` draws
    it, and dice are ranked by it; `plan` may set another one. `fight` names how a fight may end for its beginner, the
    better end first. Of the fields of the outcome, people who weigh their chances do not read the `hidden_fields`,
    those `on_the_way` only lead to an effect, and the mean of `indices` says nothing. `details` are the names that
    `detail` adds.
    """

    key: ClassVar[str] = ""
    title: ClassVar[Text] = NOTHING
    topic: ClassVar[str] = ""
    decisions: ClassVar[tuple[Decision, ...]] = ()
    fight: ClassVar[tuple[tuple[Text, Any], ...]] = ()
    indices: ClassVar[tuple[str, ...]] = ()
    details: ClassVar[tuple[str, ...]] = ()
    hidden_fields: ClassVar[tuple[str, ...]] = ()
    on_the_way: ClassVar[tuple[str, ...]] = ON_THE_WAY
    action: ClassVar[Action]

    goal: Aim | None = None
    rulings_used: tuple[str, ...] = ()
    """The rulings that decided something before the first die: `plan` sets them."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.key:
            cls.action = _action(cls)

    def __init__(self, facts: Given, book: Book[Tables, Rulings]) -> None:
        self.facts, self.book = facts, book
        self.plan()

    @classmethod
    def planned(cls, facts: Mapping[str, object] | Given, **roles: Unit) -> Planned:
        """The roll to be made, with the units in their parts; raises BadFacts for facts that cannot be."""
        found = facts if isinstance(facts, Facts) else checked(cls.action.facts, facts)
        return Planned(cls.key, found, {part: unit.id for part, unit in roles.items()})

    @property
    def leaned(self) -> tuple[str, ...]:
        return self.rulings_used

    # The rule.

    def plan(self) -> None:
        """Turn facts, tables and rulings into numbers with their reasons, kept on the instance; raise RuleError."""

    def play(self, table: Table) -> Outcome | Then[Outcome]:
        """Roll the dice and return the outcome, or go on with another method by `then`."""
        raise NotImplementedError

    def effects(self, played: Played[Outcome]) -> Iterable[Effect]:
        """Return what changes on the table; an effect that changes nothing is dropped."""
        return ()

    def moves(self, played: Played[Outcome]) -> Iterable[Shift]:
        """Return the figures that it moves, how far and which way."""
        return ()

    # Its words.

    def describe(self, played: Played[Outcome]) -> Text:
        """Say the outcome in words."""
        raise NotImplementedError

    def short_text(self, played: Played[Outcome]) -> Text | None:
        """Say what figures, markers and dice do not show themselves; None where the whole text counts."""
        return None

    def detail(self, played: Played[Outcome]) -> Mapping[str, object]:
        """Return what a resolution shows beside the outcome, as JSON."""
        return {}

    def rulings_used_in(self, played: Played[Outcome]) -> Iterable[str]:
        """Return the rulings that decided something once dice were rolled."""
        return ()

    # Its odds.

    def too_big(self) -> Text | None:
        """Say why exact odds are refused for size; None where they are worked out."""
        return None

    def at_stake(self) -> HitPoints | None:
        """Return the hit points that the target may lose, if it has any."""
        return None


def actions_of(*rules: type[Rule[Any, Any, Any, Any]]) -> dict[str, Action]:
    """The actions of a system by their keys, in this order."""
    return {rule.key: rule.action for rule in rules}


def _action(rule: type[Rule[Any, Any, Any, Any]]) -> Action:
    """The class as the value that the framework reads; raises TypeError where its brackets name no facts or outcome."""
    facts, outcome = _types(rule)
    return Action(
        key=rule.key,
        title=rule.title,
        topic=rule.topic,
        facts=facts,
        outcome=outcome,
        plan=rule,
        rule=lambda table, plan: plan.play(table),
        tell=rule.describe,
        effects=lambda plan, played: [one for one in plan.effects(played) if one.change or one.to is not None],
        brief=rule.short_text,
        moves=lambda plan, played: tuple(plan.moves(played)),
        detail=rule.detail,
        leaning=lambda plan, played: tuple(plan.rulings_used_in(played)),
        decisions=rule.decisions,
        too_big=rule.too_big,
        indices=rule.indices,
        details=rule.details,
        asides=rule.hidden_fields,
        on_the_way=rule.on_the_way,
        aim=lambda plan: plan.goal,
        at_stake=rule.at_stake,
        fight=rule.fight,
    )


def _types(rule: type[Rule[Any, Any, Any, Any]]) -> tuple[type[Facts], type[Any]]:
    """The model of the facts and the outcome that stand in the brackets; raises TypeError where none do."""
    match _arguments(rule):
        case (type() as facts, type() as outcome, *_):
            return facts, outcome
        case (type() as facts, UnionType() as outcomes, *_):
            return facts, get_args(outcomes)[0]
        case _:
            raise TypeError(f"{rule.__name__} names no facts and outcome: class {rule.__name__}(Rule[Facts, Outcome])")


def _arguments(cls: type[Any]) -> tuple[Any, ...]:
    """The arguments that a class hands on to `Rule` by way of its bases, as far as it names them."""
    for base in cls.__dict__.get("__orig_bases__", cls.__bases__):
        of: Any = get_origin(base) or base
        if of is Rule:
            return get_args(base)
        if found := _arguments(of):
            parameters: tuple[Any, ...] = getattr(of, "__parameters__", ())
            named = dict(zip(parameters, get_args(base), strict=False))
            return tuple(named.get(one, one) for one in found)
    return ()
