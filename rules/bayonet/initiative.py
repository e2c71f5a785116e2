"""Whose bound comes first: a die each, ties thrown again (Bounds)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from pydantic import Field, model_validator

from rules.bayonet.tables import Book
from rules.kernel.action import Action, Played
from rules.kernel.contests import ranked
from rules.kernel.dice import Throw, Total
from rules.kernel.facts import Facts
from rules.kernel.table import Table
from rules.kernel.text import N_, Listed, Text, Value

Name = Annotated[str, Field(strict=True, max_length=60)]
BOUNDS = "Bounds"
MOST = 6


class Initiative(Facts):
    """The facts of a throw for the first bound."""

    sides: int = Field(strict=True, ge=2, le=20, title=N_("Sides"))
    names: tuple[Name, ...] = Field(default=(), max_length=20, title=N_("Their names"))

    @model_validator(mode="after")
    def _one_each(self) -> Initiative:
        if self.names and len(self.names) != self.sides:
            raise ValueError(Text("names: {given} for {sides} sides", given=len(self.names), sides=self.sides))
        return self


class InitiativeOutcome(NamedTuple):
    """Places of the sides, first to go first."""

    order: tuple[int, ...]


@dataclass(frozen=True, eq=False, slots=True)
class InitiativePlan:
    """The plan: one throw per side."""

    names: tuple[Value, ...]
    throws: tuple[Throw[int], ...]
    leaned: tuple[str, ...] = ()

    def throw_of(self, side: int) -> tuple[Throw[int], int, int]:
        """The die of one side; nothing is added to it."""
        return self.throws[side], 1, 0


def plan(facts: Initiative, book: Book) -> InitiativePlan:
    names = facts.names or tuple(Text("side {number}", number=at) for at in range(1, facts.sides + 1))
    return InitiativePlan(names, tuple(_throw(side, name) for side, name in enumerate(names)))


def _throw(side: int, name: Value) -> Throw[int]:
    label = Text("initiative of {side}", side=name)
    return Throw(f"initiative {side + 1}", label, "unit", 6, Total(), None, (), BOUNDS, side)


def initiative(table: Table, plan: InitiativePlan) -> InitiativeOutcome:
    return InitiativeOutcome(table.play(ranked, plan.throw_of, tuple(range(len(plan.throws)))))


def tell(plan: InitiativePlan, played: Played) -> Text:
    order: tuple[int, ...] = played.outcome.order
    return Text("Order of the bounds: {order}.", order=Listed([plan.names[side] for side in order], "then"))


def too_big(plan: InitiativePlan) -> Text | None:
    """The orders of many sides grow as a factorial."""
    sides = len(plan.throws)
    return (
        Text("Exact odds go up to {most} sides; there are {sides} here.", most=MOST, sides=sides)
        if sides > MOST
        else None
    )


ACTION = Action(
    key="initiative",
    title=Text("Initiative"),
    topic="bounds",
    facts=Initiative,
    outcome=InitiativeOutcome,
    plan=plan,
    rule=initiative,
    tell=tell,
    too_big=too_big,
)
