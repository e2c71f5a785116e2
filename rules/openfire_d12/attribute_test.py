"""A test of an attribute, one die or several, with a modifier of the table's own (Attribute Tests)."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import NamedTuple

from pydantic import Field

from rules.command.planned import Planned
from rules.kernel.action import Aim, Played
from rules.kernel.errors import BadFacts
from rules.kernel.facts import Choice, Count, Facts, Modifier, Numbered
from rules.kernel.request import Request
from rules.kernel.table import Table
from rules.kernel.text import N_, Sentence, Text, counted
from rules.openfire_d12.attributes import NAMES, REROLL, TESTS, roll_trial, stated_modifier, trial_of
from rules.openfire_d12.board_facts import unit_facts
from rules.openfire_d12.facts import D12UnitFacts, must_live
from rules.openfire_d12.leaving import UnitOrder
from rules.openfire_d12.tables import Attribute, D12Rule


class AttributeTestFacts(Facts):
    """Facts of an attribute test."""

    unit: D12UnitFacts = Field(title=N_("Unit"))
    attribute: Attribute = Field(title=N_("Attribute"))
    modifier: Modifier = Field(default=0, title=N_("Modifier"), description=N_("Modifier of the die."))
    times: Count = Field(default=1, title=N_("Times"), description=N_("Number of dice rolled."))


class AttributeTestOutcome(NamedTuple):
    """Successful dice, and natural twelves among them."""

    successes: int
    criticals: int


class AttributeTest(D12Rule[AttributeTestFacts, AttributeTestOutcome]):
    """A test in which each die can succeed at the attribute; a natural 12 is critical."""

    key, title, topic, decisions = "test", Text("Attribute test"), "tests", (REROLL,)
    goal = Aim("successes", attrgetter("successes"), attrgetter("criticals"))

    def plan(self) -> None:
        facts = self.facts
        must_live(facts.unit, "unit")
        self.trial = trial_of(facts.unit, facts.attribute, stated_modifier(facts.modifier), TESTS, facts.times)

    def play(self, table: Table) -> AttributeTestOutcome:
        return AttributeTestOutcome(*table.play(roll_trial, self.trial))

    def describe(self, played: Played[AttributeTestOutcome]) -> Text:
        (successes, criticals), dice = played.outcome, self.trial.times
        if dice == 1 and criticals:
            return Text("Critical success.")
        if dice == 1:
            return Text("Success.") if successes else Text("Failure.")
        values = {"successes": counted(successes, "success", "successes"), "dice": dice}
        if criticals:
            return Sentence(Text("{successes} of {dice}, {criticals} critical.", criticals=criticals, **values))
        return Sentence(Text("{successes} of {dice}.", **values))


ATTRIBUTES_ASKED = (
    *(Choice(code, name) for code, name in NAMES.items()),
    *(Choice(f"plus={n}", Text("{modifier:+} on the die", modifier=n)) for n in range(1, 6)),
    *(Choice(f"minus={n}", Text("{modifier:+} on the die", modifier=-n)) for n in range(1, 6)),
)
ON_THE_DIE = (
    Numbered("plus", Text("Bonus to the die"), Text("Empty: nothing.")),
    Numbered("minus", Text("Penalty to the die"), Text("Empty: nothing.")),
)


def parse_test(request: Request) -> dict[str, object] | None:
    """Return the attribute that a request names, with its modifier; None if it names none."""
    attribute = request.single_situation(tuple(NAMES))
    modifier = request.number("plus") - request.number("minus")
    return {"attribute": attribute, "modifier": modifier} if attribute else None


class TakeTest(UnitOrder):
    """`/act test`: a test required by any rule of the table; `count` is the number of dice."""

    key, title, doing = AttributeTest.key, AttributeTest.title, Text("test anything")
    involuntary, situations, counts, counted = True, ATTRIBUTES_ASKED, ON_THE_DIE, True

    def checks(self) -> None:
        if parse_test(self.request) is None:
            raise BadFacts([Text("situation is missing: which attribute is tested? Choose skl, def or cmd.")])

    def rolls(self) -> Iterable[Planned]:
        times = 1 if self.request.count is None else self.request.count
        facts = (parse_test(self.request) or {}) | {"unit": unit_facts(self.unit), "times": times}
        yield AttributeTest.plan_roll(facts, unit=self.unit)

    def headline(self) -> Text:
        attribute = next(name for code, name in NAMES.items() if self.request.has_situation(code))
        return Text("{unit}: {attribute} test", unit=self.unit.ref, attribute=attribute)
