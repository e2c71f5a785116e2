"""Interact: a unit deals with an object on the table, by a test where the object asks for one (Actions › Interact)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pydantic import Field

from rules.kernel.action import Action, Played
from rules.kernel.facts import Facts, Modifier
from rules.kernel.table import Table
from rules.kernel.text import N_, Sentence, Text
from rules.openfire_d12.attributes import REROLL, Trial, by_word, trial_of, tried
from rules.openfire_d12.facts import Name, UnitFacts, must_live
from rules.openfire_d12.tables import Attribute, Book

INTERACT = "Actions › Interact"


class ObjectTest(Facts):
    """The test that an object asks for."""

    attribute: Attribute = Field(title=N_("Attribute"))
    modifier: Modifier = Field(default=0, title=N_("Modifier"), description=N_("Of the die."))


class Interact(Facts):
    """The facts of an Interact action."""

    unit: UnitFacts = Field(title=N_("Unit"))
    object: Name = Field(
        min_length=1, title=N_("Object"), description=N_("An objective or whatever else it deals with.")
    )
    test: ObjectTest | None = Field(default=None, title=N_("Test"), description=N_("When the object asks for one."))


class InteractOutcome(NamedTuple):
    """Whether the unit has done what it came for."""

    passed: bool


@dataclass(frozen=True, eq=False, slots=True)
class InteractPlan:
    """An Interact action in numbers."""

    object: str
    trial: Trial | None
    leaned: tuple[str, ...] = ()


def plan(facts: Interact, book: Book) -> InteractPlan:
    """Raises RuleError for a unit with no model left."""
    must_live(facts.unit, "unit")
    return InteractPlan(facts.object, _trial(facts.unit, facts.test) if facts.test else None)


def _trial(unit: UnitFacts, test: ObjectTest) -> Trial:
    return trial_of(unit, test.attribute, by_word(test.modifier), INTERACT)


def interact(table: Table, plan: InteractPlan) -> InteractOutcome:
    """An object that asks for no test is secured at once."""
    return InteractOutcome(not plan.trial or table.play(tried, plan.trial).successes > 0)


def tell(plan: InteractPlan, played: Played) -> Text:
    if played.outcome.passed:
        return Sentence(Text("{object}: done.", object=plan.object))
    return Sentence(Text("{object}: the test fails, nothing happens.", object=plan.object))


ACTION = Action(
    key="interact",
    title=Text("Interact"),
    topic="interact",
    facts=Interact,
    outcome=InteractOutcome,
    plan=plan,
    rule=interact,
    tell=tell,
    decisions=(REROLL,),
)
