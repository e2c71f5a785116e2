"""Fire at a vehicle's vision slits, to make its crew close up (Manoeuvres › Button Vehicle)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import add, attrgetter
from typing import NamedTuple

from rules.kernel.action import Action, Aim, Played, up_to
from rules.kernel.errors import RuleError
from rules.kernel.plays import Effect
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, Joined, Sentence, Text, counted
from rules.openfire_ww2.aiming import NO_KILL
from rules.openfire_ww2.facts import Group, Vehicle
from rules.openfire_ww2.fighters import section_of
from rules.openfire_ww2.shooting import (
    HITS,
    Shot,
    Silent,
    Volley,
    counted_at,
    fired,
    may_shoot,
    moved_rulings,
    silent_told,
    speaking,
    volley,
)
from rules.openfire_ww2.tables import Book

BUTTON = section_of("button_vehicle")


class ButtonVehicle(Shot):
    """The facts of fire at vision slits; the Initiative test comes before it."""


class ButtonOutcome(NamedTuple):
    """Hits, and whether they were more than half of the shots."""

    hits: int
    buttoned: bool


@dataclass(frozen=True, eq=False, slots=True)
class ButtonPlan:
    """Fire at vision slits in numbers."""

    parts: tuple[Then[int], ...]
    volleys: tuple[Volley, ...]
    silent: tuple[Silent, ...]
    leaned: tuple[str, ...]

    @property
    def shots(self) -> int:
        return sum(one.shots for one in self.volleys)


def plan(facts: ButtonVehicle, book: Book) -> ButtonPlan:
    """Raises RuleError for a target that is no vehicle, or no infantry weapon in range."""
    may_shoot(facts)
    if not isinstance(facts.target, Vehicle):
        raise RuleError(Text("Only a vehicle can be buttoned up."), BUTTON)
    speak, silent = speaking(facts, book.rulings, _infantry_weapons)
    volleys = tuple(
        replace(volley(facts, book.tables, book.rulings, place, group, None), to_kill=NO_KILL) for place, group in speak
    )
    return ButtonPlan(tuple(then(fired, one) for one in volleys), volleys, tuple(silent), moved_rulings(facts))


def _infantry_weapons(group: Group) -> Text | None:
    return None if group.weapon.domain == "infantry_weapon" else Text("only infantry weapons button a vehicle")


def button_vehicle(table: Table, plan: ButtonPlan) -> ButtonOutcome:
    """Throw to hit only; whatever the weapons, nothing pierces."""
    hits = counted_at(table.together(add, *plan.parts), HITS)
    return ButtonOutcome(hits, hits * 2 > plan.shots)


def effects(plan: ButtonPlan, played: Played) -> Sequence[Effect]:
    return [Effect("target", "buttoned", 1)] if played.outcome.buttoned else []


def tell(plan: ButtonPlan, played: Played) -> Text:
    return Joined((_result(played.outcome, plan.shots), *map(silent_told, plan.silent)))


def _result(outcome: ButtonOutcome, fired: int) -> Text:
    hits, shots = counted(outcome.hits, "hit", "hits"), counted(fired, "shot", "shots")
    if not outcome.buttoned:
        return Sentence(Text("{hits} of {shots}: not buttoned up.", hits=hits, shots=shots))
    return Sentence(
        Text("{hits} of {shots}: buttoned up: it neither moves nor shoots for a turn.", hits=hits, shots=shots)
    )


def too_big(plan: ButtonPlan) -> Text | None:
    """Exact odds are worked out for up to 100 dice."""
    return up_to(100, plan.shots, N_("Exact odds of such a shot go up to {most} dice; this one has {n}."))


def aim(plan: ButtonPlan) -> Aim:
    return Aim("hits", attrgetter("hits"))


ACTION = Action(
    key="button_vehicle",
    title=Text("Button a vehicle"),
    topic="manoeuvres",
    facts=ButtonVehicle,
    outcome=ButtonOutcome,
    plan=plan,
    rule=button_vehicle,
    tell=tell,
    effects=effects,
    too_big=too_big,
    aim=aim,
)
