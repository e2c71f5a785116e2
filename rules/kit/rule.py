"""A rule as a class: its facts, numbers, dice, effects and texts in one place.

A rule is written once, as a subclass of `Rule`. The framework reads it as the `Action` in its attribute `action`: one
value for play, odds, `/why`, menus and the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType, UnionType
from typing import Any, ClassVar, Generic, get_args, get_origin

from rules.command.planned import Planned
from rules.game.unit import Unit
from rules.kernel.action import (
    ON_THE_WAY,
    Action,
    Aim,
    FieldName,
    Given,
    HitPoints,
    Outcome,
    Played,
    Ruleset,
    Rulings,
    Tables,
)
from rules.kernel.facts import Facts, validate
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Decision, Table, Then
from rules.kernel.text import NOTHING, Text


class Rule(Generic[Given, Outcome, Tables, Rulings]):
    """One roll of a rule, from its facts to its texts; an instance is the plan of one roll.

    Name the model of the facts and the outcome (a NamedTuple) in the brackets: `class Rally(Rule[RallyFacts,
    RallyOutcome])`; of several outcomes (`Lost | LostAsFire`) the first is used by new games. Declare `key`, `title`
    and `topic`; override `plan`, `play` and `describe`, and other methods as needed. A class without a key is a base
    class.

    `decisions` are those that a player makes in it. `goal` is the number of the outcome that counts most: `/odds`
    draws it, and dice are ranked by it; `plan` may set another one. `fight` names the possible ends of a fight for
    its attacker, the better one first. Odds do not show the `hidden_fields` of the outcome; the fields in
    `on_the_way` are intermediate results; those in `indices` have no meaningful mean; `field_names` are names other
    than those of the fields. `details` are the names that `detail` adds.
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
    field_names: ClassVar[Mapping[str, FieldName]] = MappingProxyType({})
    action: ClassVar[Action]

    goal: Aim | None = None
    rulings_used: tuple[str, ...] = ()
    """The rulings that decided something before the first die, set by `plan`."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.key:
            cls.action = _build_action(cls)

    def __init__(self, facts: Given, book: Ruleset[Tables, Rulings]) -> None:
        self.facts, self.book = facts, book
        self.plan()

    @classmethod
    def plan_roll(cls, facts: Mapping[str, object] | Given, **roles: Unit) -> Planned:
        """Plan the roll, with the units in their roles; raise BadFacts for impossible facts."""
        found = facts if isinstance(facts, Facts) else validate(cls.action.facts, facts)
        return Planned(cls.key, found, {part: unit.id for part, unit in roles.items()})

    # The rule.

    def plan(self) -> None:
        """Turn facts, tables and rulings into numbers with their reasons, kept on the instance; raise RuleError."""

    def play(self, table: Table) -> Outcome | Then[Outcome]:
        """Roll the dice and return the outcome, or continue with another method by `then`."""
        raise NotImplementedError

    def effects(self, played: Played[Outcome]) -> Iterable[Effect]:
        """Return the changes on the table; an effect that changes nothing is dropped."""
        return ()

    def moves(self, played: Played[Outcome]) -> Iterable[Shift]:
        """Return the moves that result, with distance and direction."""
        return ()

    # Its texts.

    def describe(self, played: Played[Outcome]) -> Text:
        """Describe the outcome."""
        raise NotImplementedError

    def short_text(self, played: Played[Outcome]) -> Text | None:
        """Return the text for players who see the figures, markers and dice; None for the whole text."""
        return None

    def detail(self, played: Played[Outcome]) -> Mapping[str, object]:
        """Return the extra values of a resolution, as JSON."""
        return {}

    def rulings_used_in(self, played: Played[Outcome]) -> Iterable[str]:
        """Return the rulings that decided something after the dice were rolled."""
        return ()

    # Its odds.

    def too_big(self) -> Text | None:
        """Return the reason if exact odds would take too long, else None."""
        return None

    def at_stake(self) -> HitPoints | None:
        """Return the hit points that the target may lose, if it has any."""
        return None


def actions_of(*rules: type[Rule[Any, Any, Any, Any]]) -> dict[str, Action]:
    """Return the actions of a system by key, in this order."""
    return {rule.key: rule.action for rule in rules}


def _build_action(rule: type[Rule[Any, Any, Any, Any]]) -> Action:
    """Convert the class to the value that the framework reads; raise TypeError without facts or outcome."""
    facts, outcome = _type_arguments(rule)
    return Action(
        key=rule.key,
        title=rule.title,
        topic=rule.topic,
        facts=facts,
        outcome=outcome,
        plan=rule,
        rule=lambda table, plan: plan.play(table),
        describe=rule.describe,
        effects=lambda plan, played: [one for one in plan.effects(played) if one.change or one.to is not None],
        short_text=rule.short_text,
        moves=lambda plan, played: tuple(plan.moves(played)),
        detail=rule.detail,
        rulings_used=lambda plan, played: tuple(plan.rulings_used_in(played)),
        decisions=rule.decisions,
        too_big=rule.too_big,
        indices=rule.indices,
        details=rule.details,
        hidden_fields=rule.hidden_fields,
        on_the_way=rule.on_the_way,
        field_names=rule.field_names,
        aim=lambda plan: plan.goal,
        at_stake=rule.at_stake,
        fight=rule.fight,
    )


def _type_arguments(rule: type[Rule[Any, Any, Any, Any]]) -> tuple[type[Facts], type[Any]]:
    """Return the model of the facts and the outcome in the brackets; raise TypeError if there are none."""
    match _base_arguments(rule):
        case (type() as facts, type() as outcome, *_):
            return facts, outcome
        case (type() as facts, UnionType() as outcomes, *_):
            return facts, get_args(outcomes)[0]
        case _:
            raise TypeError(f"{rule.__name__} names no facts and outcome: class {rule.__name__}(Rule[Facts, Outcome])")


def _base_arguments(cls: type[Any]) -> tuple[Any, ...]:
    """Return the arguments that a class passes to `Rule` through its bases, as far as it names them."""
    for base in cls.__dict__.get("__orig_bases__", cls.__bases__):
        of: Any = get_origin(base) or base
        if of is Rule:
            return get_args(base)
        if found := _base_arguments(of):
            parameters: tuple[Any, ...] = getattr(of, "__parameters__", ())
            named = dict(zip(parameters, get_args(base), strict=False))
            return tuple(named.get(one, one) for one in found)
    return ()
