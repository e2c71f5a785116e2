"""Officers' orders: the units that test, the units that obey, and the effects (Orders)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from rules.command.effects import mark, require_alive
from rules.command.planned import Planned
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, MissingFacts
from rules.kernel.request import Request
from rules.kernel.text import N_, Listed, Text, UnitRef, ask_note, counted, table_note
from rules.openfire_ww2.board_facts import is_vehicle
from rules.openfire_ww2.facts import ORDERS, order_name, profile, section_of
from rules.openfire_ww2.initiative import initiative_test
from rules.openfire_ww2.own_turn import (
    act_warnings,
    can_move_pinned,
    duty_warnings,
    fought_warnings,
    no_fire_warnings,
    second_test_warnings,
    spent_warnings,
)
from rules.openfire_ww2.tables import Board, Order
from rules.openfire_ww2.weapons_used import check_can_harm

_FAR = Ask("distance", Text("how far is the officer, at most?"), hint=Text("Distance to the officer, at most"))
_OBEY, _BE_A_TARGET = Text("obey"), Text("be a target")


class OrderTest(NamedTuple):
    """An Initiative test of an order: the tested unit, its greatest distance, and the units that obey if it passes."""

    tested: Unit
    inches: Decimal
    obey: tuple[str, ...]


class OfficersOrder(Order):
    """An order of an officer to friends: the officer tests for all of them, or each for itself."""

    doing = Text("give orders")
    needs, several = ("unit", "target"), ("target",)

    def checks(self) -> None:
        """Raise RuleError for an impossible order, and warn of the officer's action; a second test is a repeat."""
        officer = self.unit
        if not profile(officer).officer:
            none = Text("{unit} is not an officer: only officers give orders.", unit=officer.ref)
            raise RuleError(none, ORDERS)
        self.check_named()
        again = second_test_warnings(self.board, officer)
        for said in (*act_warnings(self.board, officer), *self.warnings_of_named()):
            self.warn(said, repeat=said in again)

    def check_named(self) -> None:
        """Raise RuleError for a unit that cannot obey."""

    def warnings_of_named(self) -> Iterable[Text]:
        return ()

    def friends(self, ids: Iterable[str]) -> list[Unit]:
        """Return the units that have to obey; raise RuleError for one that cannot."""
        units = [require_alive(self.board.unit(id), _OBEY) for id in dict.fromkeys(ids)]
        for unit in units:
            if unit.side != self.unit.side:
                foe = Text("{unit} is not on {officer}'s side.", unit=unit.ref, officer=self.unit.ref)
                raise RuleError(foe, ORDERS)
        return units

    @property
    def each_tests(self) -> bool:
        """True if by ruling each unit tests for itself, instead of the officer for all."""
        ruling = self.board.rulings.order_test
        return ruling == "unit" or (ruling == "by_order" and self.key == "concentrate_fire")

    def testing_units(self, units: Sequence[Unit]) -> Sequence[Unit]:
        """Return the units that test."""
        return units

    def trials(self, units: Sequence[Unit]) -> list[OrderTest]:
        """Return the tests with the distance to the officer, one for all or one each.

        Raise MissingFacts without the distance.
        """
        if not (given := self.request.distance):
            raise MissingFacts([_FAR])
        far = [given[min(at, len(given) - 1)] for at in range(len(units))]
        if not self.each_tests:
            return [OrderTest(self.unit, max(far), tuple(unit.id for unit in units))]
        testing = [unit.id for unit in self.testing_units(units)]
        each = zip(units, far, strict=True)
        return [OrderTest(unit, inches, (unit.id,)) for unit, inches in each if unit.id in testing]

    def plan_tests(self, units: Sequence[Unit]) -> list[Planned]:
        self.tried = self.trials(units)
        return [initiative_test(one.tested, self.key, one.inches) for one in self.tried]

    def obeying_units(self, played: Sequence[Played]) -> list[str]:
        """Return the units whose test was passed."""
        return [id for trial, done in zip(self.tried, played, strict=True) if done.outcome.passed for id in trial.obey]

    def officer_acted(self, now: Board) -> list[Event]:
        """Return events that spend the officer's action, unless its own test has done so."""
        officer = now.unit(self.unit.id)
        return [] if officer.has("acted") else mark(officer, acted=1)

    def headline(self) -> Text:
        return Text("{unit}: {order}", unit=self.unit.ref, order=order_name(self.key))

    def distance_asked(self) -> Ask | None:
        """Return the question for the distance to the officer, because orders reach 12 inches."""
        return _FAR


class OrderToMany(OfficersOrder):
    """An order to all within 12 inches: `target` lists them, `distance` is the farthest one, or one each."""

    friendly = True

    def check_named(self) -> None:
        self.named = self.friends(self.request.target)
        if self.each_tests and self.named and not self.testing_units(self.named):
            raise RuleError(Text("Name a squad: vehicles cannot follow this order."), section_of(self.key))

    def testing_units(self, units: Sequence[Unit]) -> Sequence[Unit]:
        return [unit for unit in units if not is_vehicle(unit)]

    def warnings_of_named(self) -> Iterator[Text]:
        for unit in self.testing_units(self.named) if self.each_tests else ():
            if unit.id != self.unit.id:
                yield from spent_warnings(self.board, unit)

    def rolls(self) -> Iterable[Planned]:
        return self.plan_tests(self.named)

    def after(self, now: Board, played: Sequence[Played]) -> Iterator[Event]:
        yield from self.officer_acted(now)
        for id in self.obeying_units(played):
            yield from self.obey(now, now.unit(id))

    def obey(self, now: Board, unit: Unit) -> Iterable[Event]:
        """Return the events of a unit that obeys."""
        raise NotImplementedError


class FallBack(OrderToMany):
    """Squads move once more; vehicles do not, nor by ruling pinned ones."""

    key, title = "fall_back", order_name("fall_back")

    def obey(self, now: Board, unit: Unit) -> Iterable[Event]:
        return mark(unit, ordered_back=1) if _is_falling_back(now, unit) else ()

    def notes(self, now: Board, played: Sequence[Played]) -> Iterator[Text]:
        """Yield the squads that move and their destination, and the ruling on the pinned among them."""
        squads = [unit for unit in map(now.unit, self.obeying_units(played)) if not is_vehicle(unit)]
        if going := Listed([unit.ref for unit in squads if _is_falling_back(now, unit)]):
            yield table_note(Text("Move to the nearest terrain, if not in cover: {units}.", units=going))
        if pinned := Listed([unit.ref for unit in squads if unit.has("pinned") and not unit.has("retreating")]):
            ruled = N_("Pinned; they stay, by the ruling `fall_back_when_pinned`: {units}.")
            if can_move_pinned(now):
                ruled = N_("Pinned; they move, by the ruling `fall_back_when_pinned`: {units}.")
            yield table_note(Text(ruled, units=pinned))


def _is_falling_back(board: Board, unit: Unit) -> bool:
    kept = unit.has("pinned") and not unit.has("retreating") and not can_move_pinned(board)
    return not is_vehicle(unit) and not kept


class HoldTheLine(OrderToMany):
    key, title = "hold_the_line", order_name("hold_the_line")

    def obey(self, now: Board, unit: Unit) -> Iterable[Event]:
        return mark(unit, holds_the_line=1)


class RallyOnMe(OrderToMany):
    """Retreating units pass their next test and move once more."""

    key, title = "rally_on_me", order_name("rally_on_me")

    def warnings_of_named(self) -> Iterator[Text]:
        yield from super().warnings_of_named()
        for unit in self.named:
            if not unit.has("retreating"):
                only = N_("{unit} is not retreating: only retreating units rally (Orders › Rally on Me).")
                yield Text(only, unit=unit.ref)

    def obey(self, now: Board, unit: Unit) -> Iterable[Event]:
        return mark(unit, rallying=1, fell_back=None) if unit.has("retreating") else ()

    def notes(self, now: Board, played: Sequence[Played]) -> Iterator[Text]:
        if rallying := [unit.ref for unit in map(now.unit, self.obeying_units(played)) if unit.has("rallying")]:
            yield table_note(Text("Move as usual, toward the officer: {units}.", units=Listed(rallying)))


class SupportingFire(OfficersOrder):
    """The officer tests alone; then the shells arrive like any artillery's."""

    key, title, needs = "supporting_fire", Text("Supporting Fire"), ("unit",)

    def rolls(self) -> Iterable[Planned]:
        yield initiative_test(self.unit, self.key, Decimal(0))

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        return mark(now.unit(self.unit.id), manoeuvre=self.key) if played[0].outcome.passed else ()

    def notes(self, now: Board, played: Sequence[Played]) -> Iterator[Text]:
        if played[0].outcome.passed:
            pen = self.board.rulings.supporting_pen
            shells = Request("act", (self.unit.id,), action="scatter")
            yield ask_note(
                Text("It fires now, PEN {pen} (ruling `supporting_pen`).", pen=pen), Text("Shells …"), shells
            )

    def headline(self) -> Text:
        return Text("{officer}: Supporting Fire", officer=self.unit.ref)

    def distance_asked(self) -> Ask | None:
        return None


class ConcentrateFire(OfficersOrder):
    """`target` names up to two units and their enemy; each unit tests, or the officer, by ruling."""

    key, title, allies = "concentrate_fire", Text("Concentrate Fire"), 2

    def check_named(self) -> None:
        """Check the named units; a single one is judged with its best counterpart.

        An enemy is paired with the friend that has the fewest warnings, a friend with an enemy that it can harm.
        """
        board, officer = self.board, self.unit
        self.named = self.friends(unit.id for unit in self.targets if unit.side == officer.side)
        self.foes = [require_alive(unit, _BE_A_TARGET) for unit in self.targets if unit.side != officer.side]
        alone, living = len(self.targets) == 1, board.game.living
        if alone and self.named:
            enemies = [one for one in living if one.side != officer.side]
            if not enemies:
                raise RuleError(Text("No enemy is left to fire at."), section_of(self.key))
            if not any(_can_harm(board, self.named[0], enemy) for enemy in enemies):
                check_can_harm(board, self.named[0], enemies[0])
        elif alone:
            foe = self.foes[0]
            friends = [one for one in living if one.side == officer.side and one.id != officer.id]
            self.named = sorted(
                friends, key=lambda one: (not _can_harm(board, one, foe), len(self._no_shot_warnings(one)))
            )[:1]
        if len(self.targets) > 1 or self.foes:
            self._must_name_one_enemy()
        for unit in self.named if self.foes else ():
            check_can_harm(board, unit, self.foes[0])

    def _must_name_one_enemy(self) -> None:
        """Raise RuleError unless one or two units and one enemy are named."""
        if len(self.foes) != 1 or not 1 <= len(self.named) <= 2:
            named_so_far = Text(
                "target: name one or two units that fire and one enemy; you named {units} and {enemies}.",
                units=counted(len(self.named), "unit", "units"),
                enemies=counted(len(self.foes), "enemy", "enemies"),
            )
            raise RuleError(named_so_far, section_of(self.key))

    def warnings_of_named(self) -> Iterator[Text]:
        for unit in self.named:
            if unit.id != self.unit.id:
                yield from self._no_shot_warnings(unit)

    def _no_shot_warnings(self, unit: Unit) -> tuple[Text, ...]:
        """Return the warnings for a unit that has no fire left for the order, or must do something else first.

        The order is its fire of this turn. If it tests itself, that also takes its action.
        """
        if self.board.rulings.order_test == "officer":
            spent = no_fire_warnings(self.board, unit)
        else:
            spent = spent_warnings(self.board, unit) or fought_warnings(unit)
        return (*spent, *duty_warnings(unit))

    def rolls(self) -> Iterable[Planned]:
        self.named = [unit for unit in self.named if unit.id in self.request.target]
        self._must_name_one_enemy()
        return self.plan_tests(self.named)

    def after(self, now: Board, played: Sequence[Played]) -> Iterator[Event]:
        """Yield events by which units that passed fire by the order."""
        yield from self.officer_acted(now)
        for id in self.obeying_units(played):
            yield from mark(now.unit(id), concentrate_fire=self.foes[0].id, manoeuvre=self.key)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterator[Text]:
        enemy = self.foes[0].id
        for id in self.obeying_units(played):
            fires = Text("{unit} fires at {target} now, +1 WPN.", target=UnitRef(enemy), unit=UnitRef(id))
            yield ask_note(fires, Text("{unit}: fire …", unit=UnitRef(id)), Request("fire", (id,), (enemy,)))

    def headline(self) -> Text:
        return Text("{officer}: Concentrate Fire at {enemy}", officer=self.unit.ref, enemy=self.foes[0].ref)


def _can_harm(board: Board, unit: Unit, enemy: Unit) -> bool:
    """True if the unit has a weapon that harms the enemy."""
    try:
        check_can_harm(board, unit, enemy)
    except RuleError:
        return False
    return True
