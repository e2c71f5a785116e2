"""The Initiative test of an order or a manoeuvre (Orders and Manoeuvres)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from operator import attrgetter
from typing import Literal, NamedTuple, get_args

from pydantic import Field, model_validator

from rules.kernel.action import Action, Aim, Played
from rules.kernel.dice import Line, Need, Throw, Total, total
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Flag, Inches
from rules.kernel.plays import Effect
from rules.kernel.table import Table
from rules.kernel.text import N_, Role, Text, Value
from rules.openfire_ww2.facts import ORDERS, Mor, Name, named, section_of
from rules.openfire_ww2.tables import Book, Rank, Rulings, Tables
from rules.openfire_ww2.terror import Test, nerve_lines

OrderName = Literal["fall_back", "concentrate_fire", "hold_the_line", "supporting_fire", "rally_on_me"]
Manoeuvre = Literal["hit_the_dirt", "set_up_position", "sprint", "button_vehicle", "barrage", "overdrive", "hull_down"]
ORDER_NAMES: tuple[OrderName, ...] = get_args(OrderName)
BY_VEHICLES = ("concentrate_fire", "overdrive", "hull_down")
OFFICER_REACH = 12


class Tested(Facts):
    """A unit that carries out the order or the manoeuvre."""

    mor: Mor | None = Field(default=None, title=N_("MOR"), description=N_("1 to 12; vehicles have none."))
    rank: Rank = Field(title=N_("Rank"))
    pinned: Flag = Field(default=False, title=N_("Pinned"), description=N_("−1 MOR."))
    name: Name | None = Field(default=None, title=N_("Name"))


class InitiativeTest(Facts):
    """The facts of an Initiative test."""

    unit: Tested = Field(title=N_("Unit"))
    order: OrderName | Manoeuvre = Field(title=N_("Order or manoeuvre"))
    officer_distance: Inches = Field(
        default=Decimal(0), title=N_("Distance to the officer"), description=N_("In inches, for orders.")
    )

    @model_validator(mode="after")
    def _only_vehicles_lack_mor(self) -> InitiativeTest:
        if self.unit.mor is None and self.order not in BY_VEHICLES:
            order = named(self.order)
            raise ValueError(
                Text("unit.mor: missing; only a vehicle has none, and no vehicle does {order}", order=order)
            )
        return self


class InitiativeOutcome(NamedTuple):
    """The total of 2d6, the highest total that passes, and whether it did."""

    total: int
    needed: int
    passed: bool


@dataclass(frozen=True, eq=False, slots=True)
class InitiativePlan:
    """An Initiative test in numbers."""

    test: Test
    order: OrderName | Manoeuvre
    name: str | None
    leaned: tuple[str, ...]


def plan(facts: InitiativeTest, book: Book) -> InitiativePlan:
    """Raises RuleError for an order over 12 inches."""
    if facts.order in ORDER_NAMES and facts.officer_distance > OFFICER_REACH:
        far = Text(
            "The officer is {distance}″ away; orders reach {reach}″.",
            distance=facts.officer_distance,
            reach=OFFICER_REACH,
        )
        raise RuleError(far, ORDERS)
    name, vehicle = facts.unit.name, facts.unit.mor is None
    lines = _lines(facts.unit, book.tables, book.rulings)
    needed = total(lines)
    label = Text("Initiative of {unit}", unit=Role(name)) if name else Text("Initiative")
    need = Need(needed, at_most=True)
    throw = Throw("initiative", label, "unit", 6, Total(), need, lines, section_of(facts.order))
    return InitiativePlan(Test(throw, needed), facts.order, name, _leaned(facts.order, vehicle))


def _leaned(order: str, vehicle: bool) -> tuple[str, ...]:
    """Who tests is a ruling, but for manoeuvres and Supporting Fire, which one unit alone carries out."""
    by_ruling = order in ORDER_NAMES and order != "supporting_fire"
    return ("order_test",) * by_ruling + ("vehicle_mor",) * vehicle


def _lines(unit: Tested, tables: Tables, rulings: Rulings) -> tuple[Line, ...]:
    """Vehicles test on the MOR of a ruling."""
    mor = rulings.vehicle_mor if unit.mor is None else unit.mor
    return nerve_lines(mor, unit.rank, tables.initiative[unit.rank], unit.pinned)


def initiative_test(table: Table, plan: InitiativePlan) -> InitiativeOutcome:
    total = table.roll(plan.test.throw, 2)
    return InitiativeOutcome(total, plan.test.needed, total <= plan.test.needed)


_STATES = {
    "hit_the_dirt": Effect("unit", "hit_the_dirt", 1),
    "set_up_position": Effect("unit", "set_up_position", 1),
    "hull_down": Effect("unit", "hull_down", 1),
    "overdrive": Effect("unit", "overdrive", 1),
}


def effects(plan: InitiativePlan, played: Played) -> Sequence[Effect]:
    """The action is spent, passed or failed."""
    done = _STATES.get(plan.order) if played.outcome.passed else None
    return [Effect("unit", "acted", 1), *([done] if done else [])]


_MEANS = {
    "fall_back": Text("every squad within 12″ of the officer that is not in cover moves to the nearest terrain."),
    "concentrate_fire": Text("it must fire at the target named, +1 WPN."),
    "hold_the_line": Text("units within 12″ of the officer pass Terror without dice."),
    "supporting_fire": Text("three artillery rounds on one target: scatter, then artillery."),
    "rally_on_me": Text("retreating units within 12″ pass their next Terror and move toward the officer."),
    "hit_the_dirt": Text("partial cover, −1 WPN for those who shoot at it, half move."),
    "set_up_position": Text("full cover, +1 WPN, no move."),
    "sprint": Text("+2″ toward cover, also in the combat phase."),
    "button_vehicle": Text("now throw to hit the vehicle's vision slits."),
    "barrage": Text("three rounds now instead of one, then neither fire nor move next turn."),
    "overdrive": Text("+3″, −1 WPN."),
    "hull_down": Text("partial cover, +1 WPN, no move."),
}


def tell(plan: InitiativePlan, played: Played[InitiativeOutcome]) -> Text:
    outcome = played.outcome
    order = named(plan.order)
    if plan.name:
        order = Role(plan.name)
    numbers: dict[str, Value] = {"order": order, "total": outcome.total, "needed": outcome.needed}
    if not outcome.passed:
        return Text("{order} failed ({total}, needed {needed} or less): the action is spent.", **numbers)
    return Text("{order} passed ({total}, needed {needed} or less): {means}", means=_MEANS[plan.order], **numbers)


_DEGREES = (Text("failed"), Text("passed"))


def aim(plan: InitiativePlan) -> Aim:
    """Whether it passes; of either, the lower total."""
    return Aim(N_("result"), attrgetter("passed"), _low, steps=_DEGREES)


def _low(outcome: InitiativeOutcome) -> int:
    return -outcome.total


ACTION = Action(
    key="initiative_test",
    title=Text("Initiative test"),
    topic="orders",
    facts=InitiativeTest,
    outcome=InitiativeOutcome,
    plan=plan,
    rule=initiative_test,
    tell=tell,
    effects=effects,
    aim=aim,
)
