"""How many objectives the game is about (Objectives)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rules.action import Action, Book, Played
from rules.dice import Throw, Total
from rules.facts import Facts
from rules.openfire_ww2.sections import OBJECTIVES
from rules.table import Table
from rules.text import Text, counted


class Objectives(Facts):
    """No facts are needed."""


class ObjectivesOutcome(NamedTuple):
    """How many objectives."""

    count: int  # pyright: ignore[reportIncompatibleMethodOverride] — the contract's name, over a method nobody needs


@dataclass(frozen=True, eq=False, slots=True)
class ObjectivesPlan:
    """One die."""

    throw: Throw[int]
    leaned: tuple[str, ...] = ()


def plan(facts: Objectives, book: Book) -> ObjectivesPlan:
    return ObjectivesPlan(Throw("objectives", Text("objectives"), "unit", 6, Total(), None, (), OBJECTIVES))


def objectives(table: Table, plan: ObjectivesPlan) -> ObjectivesOutcome:
    return ObjectivesOutcome(table.roll(plan.throw))


def tell(plan: ObjectivesPlan, played: Played) -> Text:
    number = counted(played.outcome.count, "objective", "objectives")
    return Text(
        "{number}. Place them in turn, one each: first in your own zones, the rest in the middle.", number=number
    )


ACTION = Action(
    key="objectives",
    title=Text("Number of objectives"),
    topic="objectives",
    facts=Objectives,
    outcome=ObjectivesOutcome,
    plan=plan,
    rule=objectives,
    tell=tell,
)
