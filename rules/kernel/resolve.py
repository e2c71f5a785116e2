"""Resolution of an action, once or in every possible way, for all dice: rolled by the bot, typed or counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from rules.kernel.action import Action, ActionSet, Plan, Played, Ruleset, Rulings, Tables
from rules.kernel.dice import Roll
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import Facts, validate
from rules.kernel.odds import Dist, Odds
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Faces, Live, Made, Roller
from rules.kernel.text import Text

Choices = Mapping[str, Sequence[str]]


class Resolution(NamedTuple):
    """A resolved action: the source of every explanation, record entry and message."""

    system: ActionSet
    action: Action
    facts: Facts
    plan: Plan
    played: Played
    detail: Mapping[str, Any]
    """JSON by the action's own names; it is not part of any odds."""
    effects: tuple[Effect, ...]
    rulings_used: tuple[str, ...]
    text: Text
    short_text: Text | None = None
    moves: tuple[Shift, ...] = ()


def ruleset_of(
    system: ActionSet[Tables, Rulings], rulings: Mapping[str, object] | None = None
) -> Ruleset[Tables, Rulings]:
    """Return the system's tables with the rulings of one game; raise BadFacts for an unknown ruling or value."""
    return Ruleset(system.tables, check_rulings(system, rulings or {}))


def stored_ruleset(system: ActionSet[Tables, Rulings], rulings: Mapping[str, object]) -> Ruleset[Tables, Rulings]:
    """Return the book of a game of any age; a ruling or value unknown to this version takes its default.

    Where the game does not set a ruling whose default has changed since, the earlier default applies.
    """
    given = {**earlier_defaults(system), **rulings}
    try:
        return ruleset_of(system, given)
    except BadFacts:
        return ruleset_of(system, {name: value for name, value in given.items() if is_ruling(system, name, value)})


def earlier_defaults(system: ActionSet) -> dict[str, int | str]:
    """Return the earlier defaults of rulings, from the key `before` beside their field."""
    extras = {name: field.json_schema_extra for name, field in system.rulings.model_fields.items()}
    before = {name: extra.get("before") for name, extra in extras.items() if extra and not callable(extra)}
    return {name: value for name, value in before.items() if isinstance(value, int | str)}


def is_ruling(system: ActionSet, name: str, value: object) -> bool:
    """True if the system has that ruling and that value of it."""
    try:
        check_rulings(system, {name: value})
    except BadFacts:
        return False
    return True


def check_rulings(system: ActionSet[Tables, Rulings], given: Mapping[str, object]) -> Rulings:
    return validate(system.rulings, given)


def action_of(system: ActionSet, key: str) -> Action:
    """Return the action of that name; raise BadFacts with the list of actions for an unknown one."""
    try:
        return system.actions[key]
    except KeyError:
        raise BadFacts(
            [
                Text(
                    "{system} has no action {action}; it has {actions}",
                    system=system.key,
                    action=key,
                    actions=", ".join(system.actions),
                )
            ]
        ) from None


def parse_choices(action: Action, given: Sequence[str]) -> dict[str, list[str]]:
    """Parse NAME=VALUE texts into choices; raise BadFacts for an unknown decision or value.

    `suppress=2` is enough if a decision has an option of that form.
    """
    choices: dict[str, list[str]] = {}
    for text in given:
        name, value = _parse_choice(action, text)
        choices.setdefault(name, []).append(value)
    return choices


def _parse_choice(action: Action, text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    decisions = {decision.name: decision for decision in action.decisions}
    for decision in action.decisions:
        if name not in decisions and any(option.startswith(f"{name}=") for option in decision.options):
            name, value = decision.name, text
    if name not in decisions:
        known = Text("it has {decisions}", decisions=", ".join(decisions)) if decisions else Text("it has none")
        raise BadFacts([Text("{name}: {key} has no such decision; {known}", name=name, key=action.key, known=known)])
    try:
        decisions[name].read(value)
    except ValueError:
        raise BadFacts(
            [
                Text(
                    "{name}: '{value}' is not an option; choose {options}",
                    name=name,
                    value=value,
                    options=" | ".join(decisions[name].options),
                )
            ]
        ) from None
    return name, value


def resolve(
    system: ActionSet,
    action: Action,
    facts: Facts,
    book: Ruleset,
    roller: Roller,
    choices: Choices | None = None,
    ask: bool = False,
) -> Resolution:
    """Plan and play `action` once.

    Raise RuleError if the rules forbid it, BadDice for impossible faces, DiceNeeded or (with `ask`) DecisionNeeded
    for an open question.
    """
    return resolve_plan(system, action, facts, action.plan(facts, book), roller, choices, ask)


def resolve_plan(
    system: ActionSet,
    action: Action,
    facts: Facts,
    plan: Plan,
    roller: Roller,
    choices: Choices | None = None,
    ask: bool = False,
) -> Resolution:
    """Play a plan once; raise BadDice, DiceNeeded or DecisionNeeded as `resolve` does."""
    played = action.play(Live(roller, choices or {}, ask), plan)
    rulings_used = tuple(dict.fromkeys((*plan.rulings_used, *action.rulings_used(plan, played))))
    return Resolution(
        system,
        action,
        facts,
        plan,
        played,
        action.detail(plan, played),
        tuple(action.effects(plan, played)),
        rulings_used,
        action.describe(plan, played),
        action.short_text(plan, played),
        tuple(action.moves(plan, played)),
    )


class _FirstDice(Exception):
    """Raised when a play has reached its first dice."""


def _stop_at_dice(roll: Roll, count: int) -> Faces:
    raise _FirstDice


def declare_decisions(action: Action, plan: Plan, choices: Choices, ask: bool) -> tuple[Made, ...]:
    """Return the decisions of a play before its first die; raise DecisionNeeded with `ask`."""
    live = Live(_stop_at_dice, choices, ask)
    with suppress(_FirstDice):
        live.play(action.rule, plan)
    return tuple(live.made)


def odds(action: Action, facts: Facts, book: Ruleset, choices: Choices | None = None) -> Dist:
    """Return the exact distribution of the action's outcome; raise RuleError if forbidden or too large."""
    plan = action.plan(facts, book)
    refusal = action.too_big(plan)
    if refusal:
        raise RuleError(refusal)
    return Odds(choices).of(action.rule, plan)
