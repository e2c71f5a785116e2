"""Whose bound comes first: a die each, ties thrown again; who acts in it throws for nothing (Bounds)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from pydantic import Field, model_validator

from rules.bayonet.tables import Book
from rules.kernel.action import Action, Played
from rules.kernel.contests import Contest, ThrowOrder, contest, too_many_sides
from rules.kernel.dice import Throw, Total
from rules.kernel.facts import Facts
from rules.kernel.table import Table
from rules.kernel.text import N_, Listed, Text, Value

Name = Annotated[str, Field(strict=True, max_length=60)]
BOUNDS = "Bounds"


class Initiative(Facts):
    """The facts of a throw for the first bound."""

    sides: int = Field(strict=True, ge=2, le=20, title=N_("Sides"))
    names: tuple[Name, ...] = Field(default=(), max_length=20, title=N_("Their names"))

    @model_validator(mode="after")
    def _one_each(self) -> Initiative:
        if self.names and len(self.names) != self.sides:
            raise ValueError(Text("names: {given} for {sides} sides", given=len(self.names), sides=self.sides))
        return self


def plan(facts: Initiative, book: Book) -> Contest:
    names = facts.names or tuple(Text("side {number}", number=at) for at in range(1, facts.sides + 1))
    return Contest(names, tuple((_throw(side, name), 1, 0) for side, name in enumerate(names)))


def _throw(side: int, name: Value) -> Throw[int]:
    label = Text("initiative of {side}", side=name)
    return Throw(f"initiative {side + 1}", label, "unit", 6, Total(), None, (), BOUNDS, side)


def tell(plan: Contest, played: Played[ThrowOrder]) -> Text:
    return Text("Order of the bounds: {order}.", order=Listed(plan.in_order(played.outcome), "then"))


ACTION = Action(
    key="initiative",
    title=Text("Initiative"),
    topic="bounds",
    facts=Initiative,
    outcome=ThrowOrder,
    plan=plan,
    rule=contest,
    tell=tell,
    too_big=lambda plan: too_many_sides(len(plan.throws)),
)


# A figure acts in its side's bound: no dice, nothing to fail (Bounds).


class Activate(Facts):
    """Nothing needs to be known: a figure of the side whose bound it is may act."""


class ActivateOutcome(NamedTuple):
    """An empty outcome: activating decides nothing."""


@dataclass(frozen=True, eq=False, slots=True)
class ActivatePlan:
    """An empty plan: there is nothing to throw."""

    leaned: tuple[str, ...] = ()


def plan_activation(facts: Activate, book: Book) -> ActivatePlan:
    return ActivatePlan()


def activate(table: Table, plan: ActivatePlan) -> ActivateOutcome:
    return ActivateOutcome()


def tell_activation(plan: ActivatePlan, played: Played) -> Text:
    return Text("It acts in its side's bound; Bayonet has no test for it.")


ACTIVATION = Action(
    key="activate",
    title=Text("Activate"),
    topic="bounds",
    facts=Activate,
    outcome=ActivateOutcome,
    plan=plan_activation,
    rule=activate,
    tell=tell_activation,
)
