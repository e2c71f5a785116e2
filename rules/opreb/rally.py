"""The Initiative Action: heads down, and pinned markers come off (Initiative › Actions)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Literal, NamedTuple

from pydantic import Field

from rules.kernel.action import Action, Aim, Played
from rules.kernel.facts import Count, Facts
from rules.kernel.plays import Effect
from rules.kernel.table import Table
from rules.kernel.text import N_, NOTHING, Plural, Sentence, Text, counted
from rules.opreb.facts import Skilled
from rules.opreb.pools import Pool, bangs, pins_leaned, skill_test
from rules.opreb.tables import Book

INITIATIVE_ACTION = "Initiative › Actions"


class Pinned(Skilled):
    """A unit with the pinned markers it wants to be rid of."""

    pinned: Count = Field(title=N_("Pinned markers"))


class Rally(Facts):
    """The facts of an Initiative Action."""

    unit: Pinned = Field(title=N_("Unit"))


class RallyOutcome(NamedTuple):
    """Bangs of the skill test, if one was thrown, and pinned markers that come off."""

    bangs: int
    pinned_removed: int


@dataclass(frozen=True, eq=False, slots=True)
class RallyPlan:
    """An Initiative Action in numbers."""

    test: Pool
    removal: Literal["bangs_plus_one", "all", "none"]
    pinned: int
    leaned: tuple[str, ...]


def plan(facts: Rally, book: Book) -> RallyPlan:
    throws = book.rulings.pin_removal == "bangs_plus_one"
    return RallyPlan(
        test=skill_test("rally", Text("rally"), "unit", facts.unit, book, INITIATIVE_ACTION),
        removal=book.rulings.pin_removal,
        pinned=facts.unit.pinned,
        leaned=("pin_removal", *(pins_leaned((facts.unit,), book) if throws else ())),
    )


def rally(table: Table, plan: RallyPlan) -> RallyOutcome:
    """No dice where the ruling needs none."""
    if plan.removal != "bangs_plus_one":
        return RallyOutcome(0, plan.pinned if plan.removal == "all" else 0)
    thrown = bangs(table, plan.test)
    return RallyOutcome(thrown, min(plan.pinned, thrown + 1))


def effects(plan: RallyPlan, played: Played) -> Sequence[Effect]:
    removed = played.outcome.pinned_removed
    return (Effect("unit", "pinned", -removed),) if removed else ()


def tell(plan: RallyPlan, played: Played[RallyOutcome]) -> Text:
    outcome = played.outcome
    removed = outcome.pinned_removed
    markers, left = counted(removed, "pinned marker", "pinned markers"), plan.pinned - removed or Text("none")
    if plan.removal != "bangs_plus_one":
        told = Plural(
            "{markers} comes off; {left} left.", "{markers} come off; {left} left.", removed, markers=markers, left=left
        )
        return Sentence(told)
    told = Plural(
        "{markers} comes off ({bangs} + 1); {left} left.",
        "{markers} come off ({bangs} + 1); {left} left.",
        removed,
        markers=markers,
        bangs=Plural("{n} bang", "{n} bangs", outcome.bangs),
        left=left,
    )
    return Sentence(told)


def aim(plan: RallyPlan) -> Aim:
    return Aim("bangs", attrgetter("bangs"))


def brief(plan: RallyPlan, played: Played) -> Text | None:
    """The markers say it."""
    return NOTHING


ACTION = Action(
    key="rally",
    title=Text("Initiative Action: rally"),
    topic="rally",
    facts=Rally,
    outcome=RallyOutcome,
    plan=plan,
    rule=rally,
    tell=tell,
    brief=brief,
    effects=effects,
    aim=aim,
)
