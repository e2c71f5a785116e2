"""The Initiative test of an order or a manoeuvre (Orders and Manoeuvres)."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from operator import attrgetter
from typing import Literal, NamedTuple, get_args

from pydantic import Field, model_validator

from rules.command.planned import Planned
from rules.game.unit import Unit
from rules.kernel.action import Aim, Played
from rules.kernel.dice import Need, Roll, Total, total
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Flag, Inches
from rules.kernel.plays import Effect
from rules.kernel.table import Table
from rules.kernel.text import N_, Role, Text, Value
from rules.openfire_ww2.facts import ORDERS, Mor, Name, order_name, profile, section_of
from rules.openfire_ww2.tables import Rank, WW2Rule
from rules.openfire_ww2.terror import DEGREES, low_key, nerve_lines

OrderName = Literal["fall_back", "concentrate_fire", "hold_the_line", "supporting_fire", "rally_on_me"]
Manoeuvre = Literal["hit_the_dirt", "set_up_position", "sprint", "button_vehicle", "barrage", "overdrive", "hull_down"]
ORDER_NAMES: tuple[OrderName, ...] = get_args(OrderName)
BY_VEHICLES = ("concentrate_fire", "overdrive", "hull_down")
OFFICER_REACH = 12
_LEAVES_STATE = ("hit_the_dirt", "set_up_position", "hull_down", "overdrive")
_MEANS = {
    "fall_back": Text("every squad within 12″ of the officer that is not in cover: move it to the nearest terrain."),
    "concentrate_fire": Text("it must fire at the named target, +1 WPN."),
    "hold_the_line": Text("units within 12″ of the officer pass Terror without dice."),
    "supporting_fire": Text("three artillery rounds on one target: scatter first, then artillery."),
    "rally_on_me": Text("retreating units within 12″ pass their next Terror and move toward the officer."),
    "hit_the_dirt": Text("partial cover, −1 WPN for those who shoot at it, half move."),
    "set_up_position": Text("full cover, +1 WPN, no move."),
    "sprint": Text("+2″ toward cover, also in the combat phase."),
    "button_vehicle": Text("now roll to hit the vehicle's vision slits."),
    "barrage": Text("three rounds now instead of one, then neither fire nor move next turn."),
    "overdrive": Text("+3″, −1 WPN."),
    "hull_down": Text("partial cover, +1 WPN, no move."),
}


class Tested(Facts):
    """A unit that carries out the order or the manoeuvre."""

    mor: Mor | None = Field(default=None, title=N_("MOR"), description=N_("1 to 12; vehicles have none."))
    rank: Rank = Field(title=N_("Rank"))
    pinned: Flag = Field(default=False, title=N_("Pinned"), description=N_("−1 MOR."))
    name: Name | None = Field(default=None, title=N_("Name"))


class WW2InitiativeFacts(Facts):
    """Facts of an Initiative test."""

    unit: Tested = Field(title=N_("Unit"))
    order: OrderName | Manoeuvre = Field(title=N_("Order or manoeuvre"))
    officer_distance: Inches = Field(
        default=Decimal(0), title=N_("Distance to the officer"), description=N_("In inches, for orders.")
    )

    @model_validator(mode="after")
    def _check_morale(self) -> WW2InitiativeFacts:
        if self.unit.mor is None and self.order not in BY_VEHICLES:
            order = order_name(self.order)
            raise ValueError(
                Text("unit.mor: missing; only a vehicle has none, and a vehicle cannot use {order}", order=order)
            )
        return self


class WW2InitiativeOutcome(NamedTuple):
    """The total of 2d6, the highest total that passes, and the result."""

    total: int
    needed: int
    passed: bool


class InitiativeTest(WW2Rule[WW2InitiativeFacts, WW2InitiativeOutcome]):
    """2d6 at MOR or less; the action is spent in any case."""

    key, title, topic = "initiative_test", Text("Initiative test"), "orders"
    goal = Aim(N_("result"), attrgetter("passed"), low_key, steps=DEGREES)

    def plan(self) -> None:
        order, far, unit = self.facts.order, self.facts.officer_distance, self.facts.unit
        if order in ORDER_NAMES and far > OFFICER_REACH:
            beyond = Text("The officer is {distance}″ away; orders reach {reach}″.", distance=far, reach=OFFICER_REACH)
            raise RuleError(beyond, ORDERS)
        mor = self.book.rulings.vehicle_mor if unit.mor is None else unit.mor
        lines = nerve_lines(mor, unit.rank, self.book.tables.initiative[unit.rank], unit.pinned)
        label = Text("Initiative of {unit}", unit=Role(unit.name)) if unit.name else Text("Initiative")
        self.needed = total(lines)
        need = Need(self.needed, at_most=True)
        self.throw = Roll("initiative", label, "unit", 6, Total(), need, lines, section_of(order))
        # A ruling decides who tests, except for manoeuvres and Supporting Fire, which a single unit carries out.
        by_ruling = order in ORDER_NAMES and order != "supporting_fire"
        self.rulings_used = ("order_test",) * by_ruling + ("vehicle_mor",) * (unit.mor is None)

    def play(self, table: Table) -> WW2InitiativeOutcome:
        total = table.roll(self.throw, 2)
        return WW2InitiativeOutcome(total, self.needed, total <= self.needed)

    def effects(self, played: Played[WW2InitiativeOutcome]) -> Iterable[Effect]:
        yield Effect("unit", "acted", 1)
        if played.outcome.passed and self.facts.order in _LEAVES_STATE:
            yield Effect("unit", self.facts.order, 1)

    def describe(self, played: Played[WW2InitiativeOutcome]) -> Text:
        (total, needed, passed), name = played.outcome, self.facts.unit.name
        order = Role(name) if name else order_name(self.facts.order)
        numbers: dict[str, Value] = {"order": order, "total": total, "needed": needed}
        if not passed:
            return Text("{order} failed ({total}, needed {needed} or less): the action is spent.", **numbers)
        means = _MEANS[self.facts.order]
        return Text("{order} passed ({total}, needed {needed} or less): {means}", **numbers, means=means)


def initiative_test(unit: Unit, order: str, officer_distance: Decimal | None = None) -> Planned:
    """Return the test of a unit on the board, with the distance for an officer's order; a vehicle has no MOR."""
    known = profile(unit)
    tested: dict[str, object] = {"rank": known.rank, "pinned": unit.has("pinned"), "name": "unit"}
    if known.mor is not None:
        tested["mor"] = known.mor
    far = {} if officer_distance is None else {"officer_distance": officer_distance}
    return InitiativeTest.plan_roll({"unit": tested, "order": order, **far}, unit=unit)
