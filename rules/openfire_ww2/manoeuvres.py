"""Manoeuvres: an Initiative test instead of moving or fighting, and its execution (Manoeuvres)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from rules.command.effects import mark
from rules.command.planned import Planned
from rules.game.events import Event
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.request import Request
from rules.kernel.text import N_, Term, Text, ask_note
from rules.openfire_ww2.board_facts import check_may_fight, check_may_shell, is_vehicle
from rules.openfire_ww2.facts import order_name, profile, section_of
from rules.openfire_ww2.initiative import initiative_test
from rules.openfire_ww2.land_shells import guns_of
from rules.openfire_ww2.own_turn import STOPS, act_warnings, second_test_warnings, stopping_states
from rules.openfire_ww2.tables import Board, Order


class Manoeuvre(Order):
    """An act of a unit by itself; `then` is the instruction after a passed test, if there is one."""

    doing: ClassVar[Text] = Text("manoeuvre")
    by_vehicles: ClassVar[bool] = False
    moves: ClassVar[bool] = False
    then: ClassVar[Text | None] = None

    def checks(self) -> None:
        """Raise RuleError for an impossible manoeuvre, and warn; a second test is a repeat."""
        self.must_suit()
        if self.moves and (stops := stopping_states(self.board, self.unit, leaves=True)):
            stays = Text("{unit} cannot move: {state}.", unit=self.unit.ref, state=Term(stops[0]))
            raise RuleError(stays, STOPS[stops[0]])
        again = second_test_warnings(self.board, self.unit, self.key)
        for said in act_warnings(self.board, self.unit, self.key):
            self.warn(said, repeat=said in again)

    def must_suit(self) -> None:
        """Raise RuleError for a kind of unit that cannot do the manoeuvre."""
        vehicle = is_vehicle(self.unit)
        if vehicle == self.by_vehicles and profile(self.unit).kind != "gun":
            return
        wrong = N_("{unit} cannot do that: {manoeuvre} is for infantry only.")
        if vehicle:
            wrong = N_("{unit} cannot do that: {manoeuvre} is not for vehicles.")
        if self.by_vehicles:
            wrong = N_("{unit} cannot do that: {manoeuvre} is for vehicles only.")
        raise RuleError(Text(wrong, unit=self.unit.ref, manoeuvre=order_name(self.key)), section_of(self.key))

    def rolls(self) -> Iterable[Planned]:
        yield initiative_test(self.unit, self.key)

    def after(self, now: Board, played: Sequence[Played]) -> Iterator[Event]:
        if played[0].outcome.passed and self.then:
            yield from mark(now.unit(self.unit.id), manoeuvre=self.key)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterator[Text]:
        if played[0].outcome.passed and self.then:
            yield ask_note(self.then, *self.execution_button())

    def execution_button(self) -> tuple[Text, Request]:
        """Return the label of the button and the command that carries it out."""
        if self.moves:
            return Text("Move"), Request("move", (self.unit.id,))
        label = Text("{command} …", command=order_name(self.key))
        return label, Request("act", (self.unit.id,), action="scatter" if self.key == "barrage" else self.key)

    def headline(self) -> Text:
        return Text("{unit}: {order}", unit=self.unit.ref, order=order_name(self.key))


class HitTheDirt(Manoeuvre):
    key, title = "hit_the_dirt", order_name("hit_the_dirt")

    def after(self, now: Board, played: Sequence[Played]) -> Iterator[Event]:
        """Yield the event that records that it took cover in this turn."""
        unit = now.unit(self.unit.id)
        if played[0].outcome.passed and unit.has("lay_before"):
            yield from mark(unit, lay_before=None)


class SetUpPosition(Manoeuvre):
    key, title = "set_up_position", order_name("set_up_position")


class Sprint(Manoeuvre):
    key, title, moves = "sprint", order_name("sprint"), True
    then = Text("It moves now, +2″, in either phase.")


class Barrage(Manoeuvre):
    key, title = "barrage", order_name("barrage")
    then = Text("It fires now: three rounds.")

    def must_suit(self) -> None:
        guns = guns_of(self.board, self.unit)
        if not guns:
            without = Text("{unit} has no artillery: only artillery fires a barrage.", unit=self.unit.ref)
            raise RuleError(without, section_of(self.key))
        check_may_fight(self.board, self.unit)
        check_may_shell(self.board, self.unit, guns[0])


class Overdrive(Manoeuvre):
    key, title, by_vehicles, moves = "overdrive", order_name("overdrive"), True, True
    then = Text("It moves now, +3″.")

    def notes(self, now: Board, played: Sequence[Played]) -> Iterator[Text]:
        """Yield no button for a move in the combat phase, in which the inches are for a charge."""
        if played[0].outcome.passed and now.game.phase == "combat":
            yield Text("A charge in this phase gets +3″.")
        else:
            yield from super().notes(now, played)


class HullDown(Manoeuvre):
    key, title, by_vehicles = "hull_down", order_name("hull_down"), True
