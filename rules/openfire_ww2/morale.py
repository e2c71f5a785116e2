"""The Terror test on its own: at a turn start, or when the table asks for one (Terror)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pydantic import Field, model_validator

from rules.kernel.action import Action, Aim, Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Flag, Models
from rules.kernel.plays import Effect
from rules.kernel.table import Table
from rules.kernel.text import N_, Role, Sentence, Text
from rules.openfire_ww2.facts import Mor, Name, no_more_men
from rules.openfire_ww2.fighters import TERROR
from rules.openfire_ww2.movement import Called
from rules.openfire_ww2.tables import Book, Rank, Tables
from rules.openfire_ww2.terror import Nerve, Test, nerve_effects, nerve_text


class Shaken(Facts):
    """A squad that tests its nerve."""

    mor: Mor = Field(title=N_("MOR"), description=N_("Morale, 1 to 12."))
    rank: Rank = Field(title=N_("Rank"))
    men: Models = Field(title=N_("Men"), description=N_("Men alive."))
    starting: Models = Field(title=N_("Starting men"), description=N_("Men at the start of the game."))
    pinned: Flag = Field(default=False, title=N_("Pinned"), description=N_("−1 MOR."))
    name: Name | None = Field(default=None, title=N_("Name"))

    @model_validator(mode="after")
    def _no_more_than_started(self) -> Shaken:
        no_more_men(self.men, self.starting)
        return self


class Morale(Facts):
    """The facts of a Terror test."""

    unit: Shaken = Field(title=N_("Unit"))


class MoraleOutcome(NamedTuple):
    """The total of 2d6, the highest total that passes, and what it came to."""

    total: int
    needed: int
    result: Literal["passed", "pinned", "falls_back"]


@dataclass(frozen=True, eq=False, slots=True)
class MoralePlan:
    """A Terror test in numbers."""

    test: Test
    failing: Literal["pinned", "falls_back"]
    pinned: bool
    inches: int
    name: str | None
    leaned: tuple[str, ...] = ()


def plan(facts: Morale, book: Book) -> MoralePlan:
    """Raises RuleError for a squad with nobody left."""
    unit, tables = facts.unit, _tables(book)
    if not unit.men:
        raise RuleError(Text("The unit has no men left."), TERROR)
    bonus = tables.terror[unit.rank]
    label = Text("Terror of {unit}", unit=Role(unit.name)) if unit.name else Text("Terror")
    nerve = Nerve(Called("terror", label, "unit"), unit.mor, bonus, unit.rank, unit.men, unit.starting, unit.pinned)
    failing = "falls_back" if nerve.halved(0) else "pinned"
    return MoralePlan(nerve.test(0, unit.pinned), failing, unit.pinned, tables.moves["infantry"], unit.name)


def _tables(book: Book) -> Tables:
    return book.tables


def morale(table: Table, plan: MoralePlan) -> MoraleOutcome:
    total = table.roll(plan.test.throw, 2)
    return MoraleOutcome(total, plan.test.needed, "passed" if total <= plan.test.needed else plan.failing)


def effects(plan: MoralePlan, played: Played) -> Sequence[Effect]:
    return nerve_effects("unit", played.outcome.result, plan.pinned)


def tell(plan: MoralePlan, played: Played[MoraleOutcome]) -> Text:
    outcome = played.outcome
    head = Text(
        "{nerves} ({total}, needed {needed} or less).",
        total=outcome.total,
        needed=outcome.needed,
        nerves=nerve_text(outcome.result, plan.inches),
    )
    return Text("{unit}: {result}", unit=Role(plan.name), result=head) if plan.name else Sentence(head)


_DEGREES = (Text("failed"), Text("passed"))


def aim(plan: MoralePlan) -> Aim:
    """Whether it passes; of either, the lower total."""
    return Aim(N_("result"), _passed, _low, steps=_DEGREES)


def _passed(outcome: MoraleOutcome) -> int:
    return int(outcome.result == "passed")


def _low(outcome: MoraleOutcome) -> int:
    return -outcome.total


ACTION = Action(
    key="morale",
    title=Text("Terror test"),
    topic="terror",
    facts=Morale,
    outcome=MoraleOutcome,
    plan=plan,
    rule=morale,
    tell=tell,
    effects=effects,
    aim=aim,
)
