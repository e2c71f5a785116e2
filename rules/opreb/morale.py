"""The morale check: a skill test that needs enough bangs (Small arms fire › Fall back)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import attrgetter
from typing import NamedTuple

from pydantic import Field

from rules.kernel.action import Action, Aim, Played
from rules.kernel.facts import Facts
from rules.kernel.table import Table
from rules.kernel.text import N_, Text, counted
from rules.opreb.facts import Skilled
from rules.opreb.movement import FALL_BACK
from rules.opreb.pools import Pool, bangs, pins_leaned, skill_test
from rules.opreb.tables import Book


class Morale(Facts):
    """The facts of a morale check."""

    unit: Skilled = Field(title=N_("Unit"))


class MoraleOutcome(NamedTuple):
    """Bangs thrown, and whether they are enough."""

    bangs: int
    passed: bool


@dataclass(frozen=True, eq=False, slots=True)
class MoralePlan:
    """A morale check in numbers."""

    test: Pool
    need: int
    leaned: tuple[str, ...]


def morale_test(unit: Skilled, book: Book, by: str) -> Pool:
    """A skill test; where the ruling asks for more than one bang, its ledger says so."""
    test = skill_test("morale_check", Text("morale check"), by, unit, book, FALL_BACK)
    if book.rulings.morale_bangs == 1:
        return test
    first, *others = test.throw.ledger
    needed = first._replace(why=Text("a bang, {bangs} to pass", bangs=book.rulings.morale_bangs))
    return replace(test, throw=test.throw._replace(ledger=(needed, *others)))


def plan(facts: Morale, book: Book) -> MoralePlan:
    test = morale_test(facts.unit, book, "unit")
    return MoralePlan(test, book.rulings.morale_bangs, ("morale_bangs", *pins_leaned((facts.unit,), book)))


def morale(table: Table, plan: MoralePlan) -> MoraleOutcome:
    thrown = bangs(table, plan.test)
    return MoraleOutcome(thrown, thrown >= plan.need)


def tell(plan: MoralePlan, played: Played[MoraleOutcome]) -> Text:
    outcome = played.outcome
    thrown = counted(outcome.bangs, "bang", "bangs")
    if outcome.passed:
        return Text("Morale holds: {bangs}, {need} needed.", bangs=thrown, need=plan.need)
    return Text("Morale breaks: {bangs}, {need} needed.", bangs=thrown, need=plan.need)


def aim(plan: MoralePlan) -> Aim:
    return Aim("bangs", attrgetter("bangs"))


ACTION = Action(
    key="morale",
    title=Text("Morale check"),
    topic="fall_back",
    facts=Morale,
    outcome=MoraleOutcome,
    plan=plan,
    rule=morale,
    tell=tell,
    aim=aim,
)
