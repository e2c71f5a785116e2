"""Whose bound comes first: a die each, ties thrown again (Bounds)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from pydantic import Field, model_validator

from rules.contests import ranked
from rules.dice import Throw, Total
from rules.facts import Facts
from rules.system import Action, Book, Played
from rules.table import Table
from rules.text import listed, say

Name = Annotated[str, Field(strict=True, max_length=60)]
BOUNDS = "Bounds"
MOST = 6


class Initiative(Facts):
    """The facts of a throw for the first bound."""

    sides: int = Field(strict=True, ge=2, le=20, title="Sides")
    names: tuple[Name, ...] = Field(default=(), max_length=20, title="Their names")

    @model_validator(mode="after")
    def _one_each(self) -> Initiative:
        if self.names and len(self.names) != self.sides:
            raise ValueError(say("names: {given} for {sides} sides", given=len(self.names), sides=self.sides))
        return self


class InitiativeOutcome(NamedTuple):
    """Places of the sides, first to go first."""

    order: tuple[int, ...]


@dataclass(frozen=True, eq=False, slots=True)
class InitiativePlan:
    """One throw per side."""

    names: tuple[str, ...]
    throws: tuple[Throw[int], ...]
    leaned: tuple[str, ...] = ()

    def throw_of(self, side: int) -> tuple[Throw[int], int, int]:
        """The die of one side; nothing is added to it."""
        return self.throws[side], 1, 0


def plan(facts: Initiative, book: Book) -> InitiativePlan:
    names = facts.names or tuple(say("side {number}", number=at) for at in range(1, facts.sides + 1))
    return InitiativePlan(names, tuple(_throw(side, name) for side, name in enumerate(names)))


def _throw(side: int, name: str) -> Throw[int]:
    return Throw(say("initiative of {side}", side=name), "unit", 6, Total(), None, (), BOUNDS, side)


def initiative(table: Table, plan: InitiativePlan) -> InitiativeOutcome:
    return InitiativeOutcome(table.play(ranked, plan.throw_of, tuple(range(len(plan.throws)))))


def tell(plan: InitiativePlan, played: Played) -> str:
    order: tuple[int, ...] = played.outcome.order
    return say("Order of the bounds: {order}.", order=listed([plan.names[side] for side in order], "then"))


def too_big(plan: InitiativePlan) -> str | None:
    """The orders of many sides grow as a factorial."""
    sides = len(plan.throws)
    return say("Exact odds go up to {most} sides; here are {sides}.", most=MOST, sides=sides) if sides > MOST else None


ACTION = Action(
    key="initiative",
    title="Initiative",
    topic="bounds",
    facts=Initiative,
    outcome=InitiativeOutcome,
    plan=plan,
    rule=initiative,
    tell=tell,
    too_big=too_big,
)
