"""Who goes first: a die and a scenario modifier each, ties thrown again (Initiative)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pydantic import Field

from rules.fubar.tables import Book
from rules.kernel.action import Action, Played
from rules.kernel.contests import goes_first, ranked
from rules.kernel.dice import Line, Throw, Total
from rules.kernel.facts import Count, Facts, Modifier
from rules.kernel.table import Table
from rules.kernel.text import N_, Text, Value


class Side(Facts):
    """A side, or one of its players, with its scenario modifier."""

    modifier: Modifier = Field(default=0, title=N_("Scenario modifier"))
    name: str | None = Field(default=None, max_length=60, title=N_("Name"))
    side: Count | None = Field(
        default=None,
        title=N_("Its side"),
        description=N_("Its number among the sides, from 0; empty: a side of its own."),
    )


class Initiative(Facts):
    """The facts of an initiative throw."""

    sides: tuple[Side, ...] = Field(min_length=2, max_length=20, title=N_("Sides"))


class InitiativeOutcome(NamedTuple):
    """Places of the sides in the facts, first to go first."""

    order: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class InitiativePlan:
    """The plan: a throw per side or per player; `sides` has the side of each."""

    names: tuple[Value, ...]
    modifiers: tuple[int, ...]
    sides: tuple[int, ...]
    leaned: tuple[str, ...] = ()

    @cached_property
    def _throws(self) -> tuple[tuple[Throw[int], int, int], ...]:
        each = enumerate(zip(self.names, self.modifiers, self.sides, strict=True))
        return tuple((_throw(at, name, modifier, side), 1, modifier) for at, (name, modifier, side) in each)

    def throw_of(self, side: int) -> tuple[Throw[int], int, int]:
        """The die of one side, and what is added to it."""
        return self._throws[side]


def _throw(at: int, name: Value, modifier: int, side: int) -> Throw[int]:
    ledger = (Line(Text("scenario modifier"), modifier, "Initiative", "total"),) if modifier else ()
    return Throw(
        f"initiative {at + 1}",
        Text("initiative of {name}", name=name),
        "unit",
        6,
        Total(),
        None,
        ledger,
        "Initiative",
        side,
    )


def plan(facts: Initiative, book: Book) -> InitiativePlan:
    names = tuple(side.name or Text("side {at}", at=at) for at, side in enumerate(facts.sides, 1))
    sides = tuple(at if side.side is None else side.side for at, side in enumerate(facts.sides))
    return InitiativePlan(names, tuple(side.modifier for side in facts.sides), sides)


def initiative(table: Table, plan: InitiativePlan) -> InitiativeOutcome:
    return InitiativeOutcome(table.play(ranked, plan.throw_of, tuple(range(len(plan.modifiers)))))


def tell(plan: InitiativePlan, played: Played) -> Text:
    order: tuple[int, ...] = played.outcome.order
    return goes_first([plan.names[side] for side in order])


def too_big(plan: InitiativePlan) -> Text | None:
    """Exact odds are worked out for up to 6 sides: their orders grow as a factorial."""
    sides = len(plan.modifiers)
    return Text("Exact odds go up to 6 sides; there are {sides} here.", sides=sides) if sides > 6 else None


ACTION = Action(
    key="initiative",
    title=Text("Initiative"),
    topic="initiative",
    facts=Initiative,
    outcome=InitiativeOutcome,
    plan=plan,
    rule=initiative,
    tell=tell,
    too_big=too_big,
)
