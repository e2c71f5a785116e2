"""A test of an attribute, one die or several, with a modifier of the table's own (Attribute Tests)."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from pydantic import Field

from rules.action import Action, Book, Played
from rules.aim import Aim
from rules.facts import Count, Facts, Modifier
from rules.openfire_d12.attributes import REROLL, TESTS, Trial, by_word, trial_of, tried
from rules.openfire_d12.facts import Unit, must_live
from rules.openfire_d12.tables import Attribute
from rules.table import Table
from rules.text import N_, Sentence, Text, counted


class AttributeTest(Facts):
    """The facts of an attribute test."""

    unit: Unit = Field(title=N_("Unit"))
    attribute: Attribute = Field(title=N_("Attribute"))
    modifier: Modifier = Field(default=0, title=N_("Modifier"), description=N_("Of the die."))
    times: Count = Field(default=1, title=N_("Times"), description=N_("How many dice are thrown."))


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
    more = by_word(facts.modifier)
    return AttributeTestPlan(trial_of(facts.unit, facts.attribute, more, TESTS, facts.times))


def attribute_test(table: Table, plan: AttributeTestPlan) -> AttributeTestOutcome:
    return AttributeTestOutcome(*table.play(tried, plan.trial))


def tell(plan: AttributeTestPlan, played: Played) -> Text:
    outcome: AttributeTestOutcome = played.outcome
    successes, criticals, dice = outcome.successes, outcome.criticals, plan.trial.times
    if dice == 1 and criticals:
        return Text("Critical success.")
    if dice == 1:
        return Text("Success.") if successes else Text("Failure.")
    told = counted(successes, "success", "successes")
    if criticals:
        return Sentence(
            Text("{successes} of {dice}, {criticals} critical.", successes=told, dice=dice, criticals=criticals)
        )
    return Sentence(Text("{successes} of {dice}.", successes=told, dice=dice))


def aim(plan: AttributeTestPlan) -> Aim:
    """Successes; of as many, critical ones."""
    return Aim("successes", attrgetter("successes"), attrgetter("criticals"))


ACTION = Action(
    key="test",
    title=Text("Attribute test"),
    topic="tests",
    facts=AttributeTest,
    outcome=AttributeTestOutcome,
    plan=plan,
    rule=attribute_test,
    tell=tell,
    decisions=(REROLL,),
    aim=aim,
)
