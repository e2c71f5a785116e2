"""Manoeuvres: an Initiative test instead of moving or fighting, and what it lets the unit carry out (Manoeuvres)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from rules.command.effects import mark
from rules.command.system import Planned
from rules.game.events import Event
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.request import Request
from rules.kernel.text import N_, Term, Text, asks
from rules.openfire_ww2.artillery import guns_of
from rules.openfire_ww2.board_facts import is_vehicle, may_fight, may_shell
from rules.openfire_ww2.facts import named, profile, section_of
from rules.openfire_ww2.initiative import initiative_test
from rules.openfire_ww2.own_turn import STOPS, second_test, stopped, to_act
from rules.openfire_ww2.tables import Board, Order


class Manoeuvre(Order):
    """An act of a unit by itself; `then` is what it carries out once it has passed, if anything is left to do."""

    doing: ClassVar[Text] = Text("manoeuvre")
    by_vehicles: ClassVar[bool] = False
    moves: ClassVar[bool] = False
    then: ClassVar[Text | None] = None

    def checks(self) -> None:
        """The test itself is the roll that would be made again."""
        self.must_suit()
        if self.moves and (stops := stopped(self.board, self.unit, leaves=True)):
            stays = Text("{unit} cannot move: {state}.", unit=self.unit.ref, state=Term(stops[0]))
            raise RuleError(stays, STOPS[stops[0]])
        again = second_test(self.board, self.unit, self.key)
        for said in to_act(self.board, self.unit, self.key):
            self.warn(said, repeat=said in again)

    def must_suit(self) -> None:
        """Raise RuleError for a kind of unit that has no such manoeuvre."""
        vehicle = is_vehicle(self.unit)
        if vehicle == self.by_vehicles and profile(self.unit).kind != "gun":
            return
        wrong = N_("{unit} cannot do that: {manoeuvre} is for infantry only.")
        if vehicle:
            wrong = N_("{unit} cannot do that: {manoeuvre} is not for vehicles.")
        if self.by_vehicles:
            wrong = N_("{unit} cannot do that: {manoeuvre} is for vehicles only.")
        raise RuleError(Text(wrong, unit=self.unit.ref, manoeuvre=named(self.key)), section_of(self.key))

    def rolls(self) -> Iterable[Planned]:
        yield initiative_test(self.unit, self.key)

    def after(self, now: Board, played: Sequence[Played]) -> Iterator[Event]:
        if played[0].outcome.passed and self.then:
            yield from mark(now.unit(self.unit.id), manoeuvre=self.key)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterator[Text]:
        if played[0].outcome.passed and self.then:
            yield asks(self.then, *self.carried_out_by())

    def carried_out_by(self) -> tuple[Text, Request]:
        """Return the command that carries it out, and what its button is called."""
        if self.moves:
            return Text("Move"), Request("move", (self.unit.id,))
        label = Text("{command} …", command=named(self.key))
        return label, Request("act", (self.unit.id,), action="scatter" if self.key == "barrage" else self.key)

    def headline(self) -> Text:
        return Text("{unit}: {order}", unit=self.unit.ref, order=named(self.key))


class HitTheDirt(Manoeuvre):
    key, title = "hit_the_dirt", named("hit_the_dirt")

    def after(self, now: Board, played: Sequence[Played]) -> Iterator[Event]:
        """It got down in this turn."""
        unit = now.unit(self.unit.id)
        if played[0].outcome.passed and unit.has("lay_before"):
            yield from mark(unit, lay_before=None)


class SetUpPosition(Manoeuvre):
    key, title = "set_up_position", named("set_up_position")


class Sprint(Manoeuvre):
    key, title, moves = "sprint", named("sprint"), True
    then = Text("It moves now, +2″, in either phase.")


class Barrage(Manoeuvre):
    key, title = "barrage", named("barrage")
    then = Text("It shells now: three rounds.")

    def must_suit(self) -> None:
        guns = guns_of(self.board, self.unit)
        if not guns:
            without = Text("{unit} has no artillery: only artillery fires a barrage.", unit=self.unit.ref)
            raise RuleError(without, section_of(self.key))
        may_fight(self.board, self.unit)
        may_shell(self.board, self.unit, guns[0])


class Overdrive(Manoeuvre):
    key, title, by_vehicles, moves = "overdrive", named("overdrive"), True, True
    then = Text("It moves now, +3″.")


class HullDown(Manoeuvre):
    key, title, by_vehicles = "hull_down", named("hull_down"), True


MANOEUVRES = (HitTheDirt, SetUpPosition, Sprint, Barrage, Overdrive, HullDown)
