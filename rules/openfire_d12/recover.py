"""Recover: a Command test that takes suppression tokens off, and may give one more action (Actions › Recover)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import Field

from rules.kernel.action import Action, Played
from rules.kernel.dice import Line
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Flag
from rules.kernel.plays import Effect
from rules.kernel.table import Table
from rules.kernel.text import N_, NOTHING, Joined, Role, Sentence, Text, counted
from rules.openfire_d12.attributes import REROLL, Trial, on_die, trial_of, tried
from rules.openfire_d12.facts import Unit, must_live
from rules.openfire_d12.tables import Book, Tables

RECOVER = "Actions › Recover"


class Recover(Facts):
    """The facts of a Recover action."""

    unit: Unit = Field(title=N_("Unit"))
    in_assault_range: Flag = Field(default=False, title=N_("In an enemy's assault range"), description=N_("1″: +2."))
    enemy_within_6: Flag = Field(default=False, title=N_("Enemy within 6″"), description=N_("None: +1."))
    enemy_within_12: Flag = Field(default=False, title=N_("Enemy within 12″"), description=N_("None: +1 more."))
    friend_within_6: Flag = Field(default=False, title=N_("Friend within 6″"), description=N_("At least one unit: +2."))


class RecoverOutcome(NamedTuple):
    """Whether it passed, and by a natural 12; tokens after; whether it has one more action this round."""

    passed: bool
    critical: bool
    suppression: int
    extra_action: bool


@dataclass(frozen=True, eq=False, slots=True)
class RecoverPlan:
    """A Recover action in numbers."""

    trial: Trial
    suppression: int
    leaned: tuple[str, ...] = ()


def must_be_suppressed(unit: Unit) -> None:
    """Raises RuleError for a unit with nothing to recover from."""
    if not unit.suppression:
        why = Text("{unit} has no suppression token to recover from.", unit=Role("unit", article=True))
        raise RuleError(Sentence(why), RECOVER)


def plan(facts: Recover, book: Book) -> RecoverPlan:
    """Raises RuleError for a unit with nothing to recover from."""
    must_live(facts.unit, "unit")
    must_be_suppressed(facts.unit)
    trial = trial_of(facts.unit, "cmd", _modifiers(facts, book.tables), RECOVER)
    return RecoverPlan(trial, facts.unit.suppression)


def _modifiers(facts: Recover, tables: Tables) -> tuple[Line, ...]:
    row = tables.recover
    given = (
        (facts.in_assault_range, Text("in an enemy's assault range"), row.in_assault_range),
        (not facts.enemy_within_6, Text("no enemy within 6″"), row.none_within_6),
        (not facts.enemy_within_12, Text("no enemy within 12″"), row.none_within_12),
        (facts.friend_within_6, Text("a friend within 6″"), row.friend_within_6),
    )
    return tuple(line for counts, why, value in given if counts for line in on_die(why, value, RECOVER))


def recover(table: Table, plan: RecoverPlan) -> RecoverOutcome:
    """Failed or passed, one token goes; a natural 12 takes all of them off."""
    test = table.play(tried, plan.trial)
    critical = test.criticals > 0
    left = 0 if critical else plan.suppression - 1
    return RecoverOutcome(test.successes > 0, critical, left, test.successes > 0)


def effects(plan: RecoverPlan, played: Played[RecoverOutcome]) -> Sequence[Effect]:
    outcome = played.outcome
    token = Effect("unit", "suppression", outcome.suppression - plan.suppression)
    return (token, Effect("unit", "actions_left", 1)) if outcome.extra_action else (token,)


def tell(plan: RecoverPlan, played: Played[RecoverOutcome]) -> Text:
    outcome = played.outcome
    off = counted(plan.suppression - outcome.suppression, "token", "tokens")
    told = Text("{result}: {tokens} off, {left} left.", result=_result(outcome), tokens=off, left=outcome.suppression)
    return Joined((told, Text("It may take one more action.") if outcome.extra_action else NOTHING))


def brief(plan: RecoverPlan, played: Played) -> Text | None:
    """The tokens say the rest."""
    return Text("It may take one more action.") if played.outcome.extra_action else NOTHING


def _result(outcome: RecoverOutcome) -> Text:
    if outcome.critical:
        return Text("Critical")
    return Text("Passed") if outcome.passed else Text("Failed")


ACTION = Action(
    key="recover",
    title=Text("Recover"),
    topic="recover",
    facts=Recover,
    outcome=RecoverOutcome,
    plan=plan,
    rule=recover,
    tell=tell,
    brief=brief,
    effects=effects,
    decisions=(REROLL,),
)
