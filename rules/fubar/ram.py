"""A vehicle drives into infantry: they jump aside, or those in its path are hit (Vehicles)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from pydantic import Field

from rules.action import Action, Book, Played
from rules.aim import Aim
from rules.dice import Throw
from rules.effect import Effect
from rules.errors import RuleError
from rules.facts import Facts, Models
from rules.fubar.activation import activation_throw
from rules.fubar.facts import Unit, must_have_figures
from rules.fubar.fire import armour_saves
from rules.table import Table
from rules.text import N_, Role, Sentence, Text, counted


class Ram(Facts):
    """The facts of a vehicle driving into infantry."""

    unit: Unit = Field(title=N_("Unit in the way"))
    in_path: Models = Field(title=N_("Figures in its path"))


class RamOutcome(NamedTuple):
    """Whether they got out of the way, and figures lost."""

    dodged: bool
    casualties: int


@dataclass(frozen=True, eq=False, slots=True)
class RamPlan:
    """A ram in numbers."""

    dodge: Throw[int]
    saves: Throw[int] | None
    in_path: int
    lying: int
    leaned: tuple[str, ...] = ()


def plan(facts: Ram, book: Book) -> RamPlan:
    """Raises RuleError when more figures are in the path than the unit has."""
    unit = facts.unit
    must_have_figures(unit, "unit")
    if facts.in_path > unit.figures:
        raise RuleError(
            Sentence(
                Text(
                    "{unit} has {figures}; {in_path} cannot be hit.",
                    unit=Role("unit", article=True),
                    figures=counted(unit.figures, "figure", "figures"),
                    in_path=facts.in_path,
                )
            ),
            "Vehicles",
        )
    return RamPlan(
        dodge=activation_throw(unit, book.tables, "activation_to_dodge", Text("activation to dodge"), "unit"),
        saves=armour_saves(unit.armour, book.tables, "unit"),
        in_path=facts.in_path,
        lying=unit.suppressed,
    )


def ram(table: Table, plan: RamPlan) -> RamOutcome:
    if table.roll(plan.dodge):
        return RamOutcome(True, 0)
    saved = table.roll(plan.saves, plan.in_path) if plan.saves else 0
    return RamOutcome(False, plan.in_path - saved)


def effects(plan: RamPlan, played: Played) -> Sequence[Effect]:
    """After the throw, passed or failed, the suppressed stand up; those who are hit fall (Suppression)."""
    changes = (Effect("unit", "models", -played.outcome.casualties), Effect("unit", "suppressed", -plan.lying))
    return [change for change in changes if change.change]


def tell(plan: RamPlan, played: Played) -> Text:
    outcome: RamOutcome = played.outcome
    if outcome.dodged:
        return Text("They get out of the way: move the figures clear of its path.")
    return Text(
        "They do not get out of the way: {casualties}.",
        casualties=counted(outcome.casualties, "casualty", "casualties"),
    )


def aim(plan: RamPlan) -> Aim:
    """Casualties among those in the way."""
    return Aim("casualties", attrgetter("casualties"))


ACTION = Action(
    key="ram",
    title=Text("Ram infantry"),
    topic="vehicles",
    facts=Ram,
    outcome=RamOutcome,
    plan=plan,
    rule=ram,
    tell=tell,
    effects=effects,
    aim=aim,
)
