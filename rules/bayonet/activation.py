"""A figure acts in its side's bound: no dice, nothing to fail (Bounds)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rules.bayonet.tables import Book
from rules.kernel.action import Action, Played
from rules.kernel.facts import Facts
from rules.kernel.table import Table
from rules.kernel.text import Text


class Activate(Facts):
    """Nothing needs to be known: a figure of the side whose bound it is may act."""


class ActivateOutcome(NamedTuple):
    """An empty outcome: activating decides nothing."""


@dataclass(frozen=True, eq=False, slots=True)
class ActivatePlan:
    """An empty plan: there is nothing to throw."""

    leaned: tuple[str, ...] = ()


def plan(facts: Activate, book: Book) -> ActivatePlan:
    return ActivatePlan()


def activate(table: Table, plan: ActivatePlan) -> ActivateOutcome:
    return ActivateOutcome()


def tell(plan: ActivatePlan, played: Played) -> Text:
    return Text("It acts in its side's bound; Bayonet has no test for it.")


ACTION = Action(
    key="activate",
    title=Text("Activate"),
    topic="bounds",
    facts=Activate,
    outcome=ActivateOutcome,
    plan=plan,
    rule=activate,
    tell=tell,
)
