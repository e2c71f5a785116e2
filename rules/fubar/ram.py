"""A vehicle drives into infantry: they jump aside, or those in its path are hit (Vehicles)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import NamedTuple

from pydantic import Field

from rules.fubar.activation import activation_throw
from rules.fubar.facts import UnitFacts, must_have_figures
from rules.fubar.fire import ALLOCATION, allocation_of, armour_saves, brought_down
from rules.fubar.tables import Book
from rules.kernel.action import Action, Aim, Played
from rules.kernel.dice import Throw
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Models
from rules.kernel.plays import Effect
from rules.kernel.table import Decision, Table
from rules.kernel.text import N_, Role, Sentence, Text, counted


class Ram(Facts):
    """The facts of a vehicle driving into infantry."""

    unit: UnitFacts = Field(title=N_("Unit in the way"))
    in_path: Models = Field(title=N_("Figures in its path"))


class RamOutcome(NamedTuple):
    """Whether they got out of the way, and figures lost."""

    dodged: bool
    casualties: int


class RamAsFireOutcome(NamedTuple):
    """The outcome where hits are taken as those of fire: figures newly suppressed, too (ruling `ram_damage`)."""

    dodged: bool
    casualties: int
    suppressed: int


@dataclass(frozen=True, eq=False, slots=True)
class RamPlan:
    """A ram in numbers; `room` is how many may be suppressed by it."""

    dodge: Throw[int]
    saves: Throw[int] | None
    in_path: int
    lying: int
    room: int
    as_fire: bool
    allocation: Decision[int]
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
        room=min(book.tables.levels[unit.level].suppress, unit.figures),
        as_fire=book.rulings.ram_damage == "as_fire",
        allocation=replace(allocation_of(book.rulings), by="unit"),
    )


def ram(table: Table, plan: RamPlan) -> RamOutcome | RamAsFireOutcome:
    """All have stood up when they are hit, so there is room for as many suppressed as the unit may have."""
    dodged = bool(table.roll(plan.dodge))
    hits = 0 if dodged else plan.in_path
    unsaved = hits - (table.roll(plan.saves, hits) if plan.saves and hits else 0)
    if not plan.as_fire:
        return RamOutcome(dodged, unsaved)
    suppressed = brought_down(table, plan.allocation, unsaved, plan.room, plan.in_path)
    return RamAsFireOutcome(dodged, unsaved - suppressed, suppressed)


def _suppressed(played: Played) -> int:
    """Figures newly suppressed; none where a ram only kills."""
    return getattr(played.outcome, "suppressed", 0)


def effects(plan: RamPlan, played: Played) -> Sequence[Effect]:
    """After the throw, passed or failed, the suppressed stand up; those who are hit fall (Suppression)."""
    changes = (
        Effect("unit", "models", -played.outcome.casualties),
        Effect("unit", "suppressed", _suppressed(played) - plan.lying),
    )
    return [change for change in changes if change.change]


def tell(plan: RamPlan, played: Played[RamOutcome | RamAsFireOutcome]) -> Text:
    outcome = played.outcome
    if outcome.dodged:
        return Text("They get out of the way.")
    casualties = counted(outcome.casualties, "casualty", "casualties")
    if not _suppressed(played):
        return Text("They do not get out of the way: {casualties}.", casualties=casualties)
    return Text(
        "They do not get out of the way: {suppressed} suppressed, {casualties}.",
        suppressed=_suppressed(played),
        casualties=casualties,
    )


def leaning(plan: RamPlan, played: Played) -> Sequence[str]:
    """Hits that nobody saved ask the ruling what they are; how they are taken, where they are as fire."""
    unsaved = played.outcome.casualties + _suppressed(played)
    return (*(("ram_damage",) if unsaved else ()), *(("allocation",) if played.made else ()))


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
    leaning=leaning,
    decisions=(ALLOCATION,),
    aim=aim,
)
