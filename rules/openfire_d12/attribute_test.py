"""A test of an attribute, one die or several, with a modifier of the table's own (Attribute Tests)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pydantic import Field

from rules.facts import Count, Facts, Modifier
from rules.openfire_d12.attributes import NAMES, REROLL, TESTS, Trial, by_word, trial_of, tried
from rules.openfire_d12.facts import Unit, must_live
from rules.openfire_d12.tables import Attribute
from rules.system import Action, Book, Played
from rules.table import Table
from rules.text import capital, counted, say


class AttributeTest(Facts):
    """The facts of an attribute test."""

    unit: Unit = Field(title="Unit")
    attribute: Attribute = Field(title="Attribute")
    modifier: Modifier = Field(default=0, title="Modifier", description="Of the die.")
    times: Count = Field(default=1, title="Times", description="How many dice are thrown.")


class AttributeTestOutcome(NamedTuple):
    """Dice that succeeded, and natural twelves among them."""

    successes: int
    criticals: int


@dataclass(frozen=True, eq=False, slots=True)
class AttributeTestPlan:
    """An attribute test in numbers."""

    trial: Trial
    leaned: tuple[str, ...] = ()


def plan(facts: AttributeTest, book: Book) -> AttributeTestPlan:
    """Raises RuleError for a unit with no model left."""
    must_live(facts.unit, "unit")
    label = say("{attribute} test", attribute=say(NAMES[facts.attribute]))
    more = by_word(facts.modifier)
    return AttributeTestPlan(trial_of(facts.unit, facts.attribute, label, more, TESTS, facts.times))


def attribute_test(table: Table, plan: AttributeTestPlan) -> AttributeTestOutcome:
    return AttributeTestOutcome(*table.play(tried, plan.trial))


def tell(plan: AttributeTestPlan, played: Played) -> str:
    outcome: AttributeTestOutcome = played.outcome
    if plan.trial.times == 1:
        return say("Critical success." if outcome.criticals else "Success." if outcome.successes else "Failure.")
    return say(
        "{successes} of {dice}, {criticals} critical." if outcome.criticals else "{successes} of {dice}.",
        successes=capital(counted(outcome.successes, "success", "successes")),
        dice=plan.trial.times,
        criticals=outcome.criticals,
    )


ACTION = Action(
    key="test",
    title="Attribute test",
    topic="tests",
    facts=AttributeTest,
    outcome=AttributeTestOutcome,
    plan=plan,
    rule=attribute_test,
    tell=tell,
    decisions=(REROLL,),
)
