"""The Initiative test of an order or a manoeuvre (Orders and Manoeuvres)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, NamedTuple, get_args

from pydantic import Field, model_validator

from rules.dice import Throw, Total, total
from rules.errors import RuleError
from rules.facts import Facts, Flag, Inches
from rules.openfire_ww2.profiles import Attribute, Name
from rules.openfire_ww2.sections import MANOEUVRES, ORDERS
from rules.openfire_ww2.tables import Rank, Rulings, Tables
from rules.openfire_ww2.terror import Test, nerve_lines
from rules.system import Action, Book, Effect, Played
from rules.table import Table
from rules.words import say, spoken

OrderName = Literal["fall_back", "concentrate_fire", "hold_the_line", "supporting_fire", "rally_on_me"]
Manoeuvre = Literal["hit_the_dirt", "set_up_position", "sprint", "button_vehicle", "barrage", "overdrive", "hull_down"]
ORDER_NAMES: tuple[OrderName, ...] = get_args(OrderName)
BY_VEHICLES = ("concentrate_fire", "overdrive", "hull_down")
OFFICER_REACH = 12
_LASTS_TWO_TURN_ENDS = 2


class Tested(Facts):
    """Who carries out the order or the manoeuvre."""

    mor: Attribute | None = Field(default=None, title="MOR", description="1 to 10; vehicles have none.")
    rank: Rank = Field(title="Rank")
    pinned: Flag = Field(default=False, title="Pinned", description="−1 MOR.")
    name: Name | None = Field(default=None, title="Name")


class InitiativeTest(Facts):
    """The facts of an Initiative test."""

    unit: Tested = Field(title="Unit")
    order: OrderName | Manoeuvre = Field(title="Order or manoeuvre")
    officer_distance: Inches = Field(
        default=Decimal(0), title="Distance to the officer", description="In inches, for orders."
    )

    @model_validator(mode="after")
    def _only_vehicles_lack_mor(self) -> InitiativeTest:
        if self.unit.mor is None and self.order not in BY_VEHICLES:
            raise ValueError(
                say("unit.mor: missing; only a vehicle has none, and no vehicle does {order}", order=self.order)
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
        raise RuleError(
            say(
                "The officer is {officer_distance}″ away; orders reach {officer_reach}″.",
                officer_distance=facts.officer_distance,
                officer_reach=OFFICER_REACH,
            ),
            ORDERS,
        )
    rulings: Rulings = book.rulings
    tables: Tables = book.tables
    unit = facts.unit
    mor = rulings.vehicle_mor if unit.mor is None else unit.mor
    lines = nerve_lines(mor, unit.rank, tables.initiative[unit.rank], unit.pinned)
    rule = ORDERS if facts.order in ORDER_NAMES else MANOEUVRES
    needed = total(lines)
    throw = Throw(
        say("Initiative of {unit}", unit=unit.name) if unit.name else say("Initiative"),
        "unit",
        6,
        Total(),
        say("{needed} or less", needed=needed),
        lines,
        f"{rule} › {named(facts.order)}",
    )
    return InitiativePlan(Test(throw, needed), facts.order, unit.name, ("vehicle_mor",) if unit.mor is None else ())


def initiative_test(table: Table, plan: InitiativePlan) -> InitiativeOutcome:
    total = table.roll(plan.test.throw, 2)
    return InitiativeOutcome(total, plan.test.needed, total <= plan.test.needed)


_STATES = {
    "hit_the_dirt": Effect("unit", "hit_the_dirt", 1),
    "set_up_position": Effect("unit", "set_up_position", 1),
    "hull_down": Effect("unit", "hull_down", 1),
    "overdrive": Effect("unit", "overdrive", 1),
    "barrage": Effect("unit", "barraged", _LASTS_TWO_TURN_ENDS),
}


def effects(plan: InitiativePlan, played: Played) -> Sequence[Effect]:
    """The action is spent, passed or failed."""
    done = _STATES.get(plan.order) if played.outcome.passed else None
    return [Effect("unit", "acted", 1), *([done] if done else [])]


def named(order: str) -> str:
    """ "Hit the Dirt", "Rally on Me"."""
    words = spoken(order).split()
    return " ".join(word if word in ("the", "on") else word.capitalize() for word in words)


_MEANS = {
    "fall_back": "every squad within 12″ of the officer that is not in cover moves to the nearest terrain.",
    "concentrate_fire": "it must fire at the target named, +1 WPN.",
    "hold_the_line": "units within 12″ of the officer pass Terror without dice.",
    "supporting_fire": "three artillery rounds on one target: scatter, then artillery.",
    "rally_on_me": "retreating units within 12″ pass their next Terror and move toward the officer.",
    "hit_the_dirt": "partial cover, −1 WPN for those who shoot at it, half move.",
    "set_up_position": "full cover, +1 WPN, no move.",
    "sprint": "+2″ toward cover, also in the combat phase.",
    "button_vehicle": "now throw to hit the vehicle's vision slits.",
    "barrage": "three rounds now instead of one, then neither fire nor move next turn.",
    "overdrive": "+3″, −1 WPN.",
    "hull_down": "partial cover, +1 WPN, no move.",
}


def tell(plan: InitiativePlan, played: Played) -> str:
    outcome: InitiativeOutcome = played.outcome
    who = f"{plan.name}, " if plan.name else ""
    head = say(
        "{who}{named}: {total}, {needed} needed",
        who=who,
        named=named(plan.order),
        total=outcome.total,
        needed=plan.test.throw.needed,
    )
    return (
        say("{head}. Passed: {means}", head=head, means=_MEANS[plan.order])
        if outcome.passed
        else say("{head}. Failed; the action is spent.", head=head)
    )


ACTION = Action(
    key="initiative_test",
    title="Initiative test",
    topic="orders",
    facts=InitiativeTest,
    outcome=InitiativeOutcome,
    plan=plan,
    rule=initiative_test,
    tell=tell,
    effects=effects,
)
