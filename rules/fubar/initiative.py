"""Who goes first: a die and a scenario modifier each, ties thrown again (Initiative)."""

from __future__ import annotations

from pydantic import Field

from rules.fubar.tables import Book
from rules.kernel.action import Action
from rules.kernel.contests import Contest, Order, contest, contest_told, too_many_sides
from rules.kernel.dice import Line, Throw, Total
from rules.kernel.facts import Count, Facts, Modifier
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


def _throw_of(at: int, name: Value, side: Side) -> tuple[Throw[int], int, int]:
    """The die of a side or of one of its players, and what is added to it."""
    return _throw(at, name, side.modifier, at if side.side is None else side.side), 1, side.modifier


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


def plan(facts: Initiative, book: Book) -> Contest:
    names = tuple(side.name or Text("side {at}", at=at) for at, side in enumerate(facts.sides, 1))
    return Contest(names, tuple(_throw_of(at, name, facts.sides[at]) for at, name in enumerate(names)))


ACTION = Action(
    key="initiative",
    title=Text("Initiative"),
    topic="initiative",
    facts=Initiative,
    outcome=Order,
    plan=plan,
    rule=contest,
    tell=contest_told,
    too_big=lambda plan: too_many_sides(len(plan.throws)),
)
