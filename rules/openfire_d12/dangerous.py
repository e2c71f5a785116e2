"""Dangerous ground: a die for every model, and a Defence test for every natural 12 (Terrain › Dangerous)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pydantic import Field

from rules.kernel.action import Action, Played
from rules.kernel.dice import Line, Need, Successes, Throw
from rules.kernel.facts import Facts
from rules.kernel.plays import Effect
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, Text, counted
from rules.openfire_d12.attributes import DIE, base, dice_against
from rules.openfire_d12.damage import CASUALTY_ORDER, Victims, damage_effects, victims, wounded
from rules.openfire_d12.facts import UnitFacts, must_live
from rules.openfire_d12.tables import Book

DANGEROUS = "Terrain › Dangerous"
ORDER = replace(CASUALTY_ORDER, by="unit")


class Dangerous(Facts):
    """The facts of a unit whose leader crosses dangerous ground."""

    unit: UnitFacts = Field(title=N_("Unit"))


class DangerousOutcome(NamedTuple):
    """Natural twelves, Defence tests failed, damage before any excess, models lost, hit points after."""

    hits: int
    failed: int
    damage: int
    models_lost: int
    hp: tuple[int, ...]


@dataclass(frozen=True, eq=False, slots=True)
class DangerousPlan:
    """Dangerous ground in numbers: the dice of the models, and what a hit asks for (DMG 1, PRC 0)."""

    ground: Throw[int]
    dice: int
    defence: Throw[int]
    victims: Victims
    leaned: tuple[str, ...] = ()


def plan(facts: Dangerous, book: Book) -> DangerousPlan:
    """A unit that flies throws no dice; raises RuleError for one with no model left."""
    unit = facts.unit
    must_live(unit, "unit")
    twelve = Line(Text("natural face"), DIE, DANGEROUS)
    pool = Line(Text("one for each model"), unit.models, DANGEROUS, "dice")
    return DangerousPlan(
        ground=Throw(
            "dangerous_ground",
            Text("dangerous ground"),
            "unit",
            DIE,
            Successes(DIE),
            Need(DIE),
            (twelve, pool),
            DANGEROUS,
        ),
        dice=0 if unit.flying else unit.models,
        defence=dice_against(
            "defence_tests", Text("Defence tests"), "unit", unit.defence, (base(unit, "def"),), DANGEROUS
        ),
        victims=victims(unit, "unit"),
    )


def dangerous(table: Table, plan: DangerousPlan) -> Then[DangerousOutcome]:
    return then(_defended, plan, table.roll(plan.ground, plan.dice))


def _defended(table: Table, plan: DangerousPlan, hits: int) -> DangerousOutcome:
    failed = hits - table.roll(plan.defence, hits)
    return DangerousOutcome(hits, failed, failed, *wounded(table, plan.victims, failed))


def effects(plan: DangerousPlan, played: Played) -> Sequence[Effect]:
    return damage_effects("unit", plan.victims.hp, played.outcome.hp, played.outcome.models_lost)


def tell(plan: DangerousPlan, played: Played[DangerousOutcome]) -> Text:
    outcome = played.outcome
    if not plan.dice:
        return Text("It flies: dangerous ground does not affect it.")
    if not outcome.hits:
        return Text("No hits.")
    hits = counted(outcome.hits, "hit", "hits")
    if not outcome.damage:
        return Text("{hits}: all held.", hits=hits)
    models = counted(outcome.models_lost, "model", "models")
    return Text("{hits}: {damage} damage, {models} lost.", hits=hits, damage=outcome.damage, models=models)


ACTION = Action(
    key="dangerous",
    title=Text("Dangerous ground"),
    topic="terrain",
    facts=Dangerous,
    outcome=DangerousOutcome,
    plan=plan,
    rule=dangerous,
    tell=tell,
    effects=effects,
    decisions=(ORDER,),
)
