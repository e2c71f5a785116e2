"""A blast on its own: an explosive hit, and only then the question who stood within 1 inch (Explosions)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from operator import add
from typing import NamedTuple

from pydantic import Field

from rules.kernel.action import Action, Played
from rules.kernel.facts import Count, Facts
from rules.kernel.plays import Effect
from rules.kernel.table import Table, then
from rules.kernel.text import N_, Joined, Text
from rules.openfire_ww2.blast import (
    Burst,
    Bystander,
    Nearby,
    bystander,
    caught,
    other_effects,
    other_leaning,
    other_told,
)
from rules.openfire_ww2.facts import Target, Weapon, bystanders_must_stand
from rules.openfire_ww2.tables import Book, results_of, too_many


class Blast(Facts):
    """The facts of an explosion whose target has been dealt with: who else is within 1 inch of it."""

    weapon: Weapon = Field(title=N_("Weapon"))
    hits: Count = Field(title=N_("Hits"), description=N_("How often it hit its target."))
    bystanders: tuple[Target, ...] = Field(min_length=1, max_length=20, title=N_("Units within the blast"))


class BlastOutcome(NamedTuple):
    """What became of each unit, in the order of the facts."""

    others: tuple[Nearby, ...]


@dataclass(frozen=True, eq=False, slots=True)
class BlastPlan:
    """An explosion in numbers."""

    bystanders: tuple[Bystander, ...]
    hits: int
    grenade: bool
    leaned: tuple[str, ...]


def plan(facts: Blast, book: Book) -> BlastPlan:
    """Raises RuleError for a unit of which nothing is left."""
    bystanders_must_stand(facts.bystanders)
    units = tuple(
        bystander(unit, number, [Burst(facts.weapon)], book.tables, book.rulings)
        for number, unit in enumerate(facts.bystanders, 1)
    )
    grenade = facts.weapon.grenade and facts.hits > 0
    return BlastPlan(units, facts.hits, grenade, ("grenade_kill",) if grenade else ())


def blast(table: Table, plan: BlastPlan) -> BlastOutcome:
    return BlastOutcome(table.together(add, *(then(caught, one, plan.hits) for one in plan.bystanders)))


def effects(plan: BlastPlan, played: Played) -> Sequence[Effect]:
    pairs = zip(plan.bystanders, played.outcome.others, strict=True)
    return [effect for one, outcome in pairs for effect in other_effects(one, outcome, played)]


def tell(plan: BlastPlan, played: Played) -> Text:
    pairs = zip(plan.bystanders, played.outcome.others, strict=True)
    return Joined([other_told(one, outcome, played) for one, outcome in pairs])


def leaning(plan: BlastPlan, played: Played) -> Sequence[str]:
    pairs = zip(plan.bystanders, played.outcome.others, strict=True)
    return [name for one, outcome in pairs for name in other_leaning(one, outcome, plan.hits, played)]


def too_big(plan: BlastPlan) -> Text | None:
    """Each unit multiplies the outcomes."""
    return too_many(prod(results_of(plan.hits, one.size) for one in plan.bystanders))


ACTION = Action(
    key="blast",
    title=Text("Units within a blast"),
    topic="explosions",
    facts=Blast,
    outcome=BlastOutcome,
    plan=plan,
    rule=blast,
    tell=tell,
    effects=effects,
    leaning=leaning,
    too_big=too_big,
)
