"""`/act scout`, `board` and `leave`: scouts are placed, units get into others and out again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.command.effects import mark
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.request import Request
from rules.kernel.text import Listed, Text, ask_note, counted, table_note
from rules.openfire_d12.actions import OnTable, unplaced_warnings
from rules.openfire_d12.board_facts import TRANSPORT, enemies_close_to, units_inside
from rules.openfire_d12.facts import profile
from rules.openfire_d12.leaving import UnitOrder
from rules.openfire_d12.tables import Board

SCOUTS = "Setup Stage › Deploy Scouts"
_UNWRITTEN = table_note(Text("The rules do not say what that costs: agree on it."))


class PlaceScout(UnitOrder):
    """`/act scout`: a waiting scout is placed; sides take turns, in the order of their deployment."""

    key, title, doing = "scout", Text("Place scouts"), Text("be placed")

    def checks(self) -> None:
        if not self.unit.has("scout_waiting"):
            raise RuleError(Text("{unit} is already on the table, or is no scout.", unit=self.unit.ref), SCOUTS)

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        return mark(now.unit(self.unit.id), scout_waiting=None)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        yield table_note(Text("Anywhere more than 12″ from every enemy."))
        units = [unit for unit in now.game.living if unit.has("scout_waiting")]
        if units:
            names = Listed([unit.with_side for unit in units])
            scout = Request("act", action="scout")
            yield ask_note(Text("Still to be placed: {units}.", units=names), Text("Place scouts …"), scout)

    def headline(self) -> Text:
        return Text("{unit}: placed", unit=self.unit.ref)


class GetIn(OnTable):
    """`/act board`: a unit gets into another unit of its side that has room (Special Rules › Transport)."""

    key, title, needs, friendly = "board", Text("Get into a transport"), ("unit", "target"), True
    doing, done_to = Text("get in"), Text("carry passengers")

    def checks(self) -> None:
        unit, carriers = self.unit, [self.board.unit(id) for id in self.request.target]
        for carrier in carriers:
            if unit.side != carrier.side or unit.id == carrier.id:
                raise RuleError(Text("{carrier} cannot carry {unit}.", carrier=carrier.ref, unit=unit.ref), TRANSPORT)
        if enemies_close_to(self.board, unit):
            raise RuleError(Text("{unit} is in an enemy's assault range.", unit=unit.ref), TRANSPORT)
        for carrier in carriers:
            self._must_have_room(carrier)
        self.warn(*unplaced_warnings(unit), *(said for carrier in carriers for said in unplaced_warnings(carrier)))

    def _must_have_room(self, carrier: Unit) -> None:
        room = profile(carrier).transport - sum(other.models for other in units_inside(self.board, carrier.id))
        if self.unit.models > room:
            why = Text(
                "{carrier} has room for {models}, {unit} has {count}.",
                carrier=carrier.ref,
                models=counted(max(0, room), "model", "models"),
                unit=self.unit.ref,
                count=self.unit.models,
            )
            raise RuleError(why, TRANSPORT)

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        return mark(now.unit(self.unit.id), aboard=self.target.id)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        return table_note(Text("Remove the models of {unit} from the table.", unit=self.unit.ref)), _UNWRITTEN

    def headline(self) -> Text:
        return Text("{unit}: into {carrier}", unit=self.unit.ref, carrier=self.target.ref)


class GetOut(UnitOrder):
    """`/act leave`: a unit gets out of its transport."""

    key, title, doing = "leave", Text("Get out of a transport"), Text("get out")

    def checks(self) -> None:
        if not self.unit.has("aboard"):
            raise RuleError(Text("{unit} is not inside another unit.", unit=self.unit.ref), TRANSPORT)

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        return mark(now.unit(self.unit.id), aboard=None)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        carrier = self.board.game.units.get(self.unit.word("aboard") or "")
        if carrier:
            yield table_note(Text("Place its models beside {carrier}.", carrier=carrier.ref))
        else:
            yield table_note(Text("Place its models beside where the transport was."))
        yield _UNWRITTEN

    def headline(self) -> Text:
        return Text("{unit}: out", unit=self.unit.ref)
