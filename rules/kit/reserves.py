"""Units in reserve in every system: their arrival, by turn or by a roll, and the reminder at the start of a turn.

No rule of a system sees a unit in reserve, because it is not among the units of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import Field

from rules.command.effects import clear_states, mark
from rules.command.order import Order, commands_of
from rules.command.planned import Planned
from rules.command.system import Board
from rules.game.events import Event, UnitRemoved
from rules.game.reserves import ReserveArrived, ReserveSet
from rules.game.unit import Reserve, Unit
from rules.kernel.action import Action, Played
from rules.kernel.dice import Line, Need, Roll, Successes
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts
from rules.kernel.request import Request
from rules.kernel.table import Table
from rules.kernel.text import N_, Heading, Joined, Note, Term, Text, ask_note, table_note
from rules.kit.rule import Rule, actions_of

SECTION = "Reserves"
ARRIVE = "unit arrive"
"""The key of the command by which a unit in reserve arrives."""


class ArrivalFacts(Facts):
    """Facts of a roll for the arrival of a unit in reserve."""

    needed: int = Field(strict=True, ge=1, le=100, title=N_("Needed"))
    die: int = Field(strict=True, ge=2, le=100, title=N_("Faces of the die"))


class ArrivalOutcome(NamedTuple):
    """Result of a roll for arrival."""

    arrives: bool


class Arrival(Rule[ArrivalFacts, ArrivalOutcome, Any, Any]):
    """A roll of one die: on the number needed or more, the unit arrives."""

    key, title = "arrival", Text("Arrival of a reserve")

    def plan(self) -> None:
        needed = self.facts.needed
        ledger = (Line(Text("as agreed for this reserve"), needed, SECTION),)
        label = Text("arrival of the reserve")
        self.throw = Roll(self.key, label, "unit", self.facts.die, Successes(needed), Need(needed), ledger, SECTION)

    def play(self, table: Table) -> ArrivalOutcome:
        return ArrivalOutcome(bool(table.roll(self.throw)))

    def describe(self, played: Played[ArrivalOutcome]) -> Text:
        return Text("It arrives.") if played.outcome.arrives else Text("It does not arrive this time.")


ARRIVAL_ACTIONS: Mapping[str, Action] = actions_of(Arrival)


class Arrive(Order[Any, Any]):
    """`/unit arrive`: a unit in reserve arrives in its turn, on a roll if that was agreed."""

    key, title, offered = ARRIVE, Text("Arrive"), False
    reserve: Reserve

    def checks(self) -> None:
        reserve, turn = self.board.game.reserves.get(self.request.unit[0]), self.board.game.turn
        if reserve is None:
            raise RuleError(Text("This unit is no longer in reserve."))
        unit, word = reserve.unit, Term(self.board.system.turn)
        if turn < reserve.turn:
            values = {"unit": unit.ref, "word": word, "turn": reserve.turn, "now": turn}
            raise RuleError(Text("{unit} arrives in {word} {turn}; this is {word} {now}.", **values))
        if not reserve.is_due(turn):
            rolled = N_("{unit} has rolled in this {word} already. Roll again in the next one.")
            raise RuleError(Text(rolled, unit=unit.ref, word=word))
        self.reserve, self.unit = reserve, unit

    def rolls(self) -> Iterable[Planned]:
        if self.reserve.roll:
            yield Arrival.plan_roll({"needed": self.reserve.roll, "die": self.board.system.die})

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        if all(one.outcome.arrives for one in played):
            return [ReserveArrived(unit=self.unit.id)]
        return [ReserveSet(unit=self.unit.id, turn=self.reserve.turn, roll=self.reserve.roll, rolled=now.game.turn)]

    def headline(self) -> Text:
        if self.reserve.roll:
            return Text("{unit} rolls to arrive from reserve", unit=self.unit.ref)
        return Text("{unit} arrives from reserve", unit=self.unit.ref)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        if self.unit.id in now.game.units:
            return [table_note(Text("Place {unit} on the table.", unit=self.unit.ref))]
        word = Term(self.board.system.turn)
        return [Text("{unit} stays in reserve. Roll again next {word}.", unit=self.unit.ref, word=word)]


ARRIVAL_COMMANDS = commands_of(Arrive)
"""Commands that every system has."""


def action_of(board: Board, planned: Planned) -> Action:
    """Return the action of a plan: the system's own, or one that every system has."""
    return board.system.actions.get(planned.action) or ARRIVAL_ACTIONS[planned.action]


def due_reserves(board: Board, side: str | None = None) -> list[Reserve]:
    """Return the reserves that may arrive in this turn, of one side or of all."""
    found = board.game.reserves.values()
    return [one for one in found if one.is_due(board.game.turn) and side in (None, one.unit.side)]


def reminders(before: Board, after: Board) -> list[Note]:
    """Return a reminder for each reserve that may arrive in a turn that has just begun."""
    if before.game.turn == after.game.turn or after.game.over:
        return []
    return [_reminder(after, one) for one in due_reserves(after)]


def _reminder(board: Board, reserve: Reserve) -> Note:
    unit = reserve.unit
    moment = Heading(Text("{word} {turn}", word=Term(board.system.turn), turn=board.game.turn))
    values = {"moment": moment, "side": unit.side, "unit": unit.ref}
    text = Text("📌 {moment}, {side}: {unit} may arrive. Place it on the table, then tap.", **values)
    label = Text("{unit} arrives", unit=unit.ref)
    if reserve.roll:
        text = Text("🎲 {moment}, {side}: roll for {unit} to arrive, {needed}+.", needed=reserve.roll, **values)
        label = Text("Roll for {unit}, {needed}+", unit=unit.ref, needed=reserve.roll)
    return ask_note(text, label, Request(ARRIVE, unit=(unit.id,), side=unit.side))


def terms_text(board: Board, reserve: Reserve) -> Text:
    """Return when a unit in reserve arrives: "turn 3", "4+", "4+ from turn 2"."""
    return arrival_text(board, reserve.turn, reserve.roll)


def arrival_text(board: Board, turn: int, roll: int | None) -> Text:
    """Return when a unit with these terms arrives."""
    word, now = Term(board.system.turn), board.game.turn
    if roll is None:
        return Text("{word} {turn}", word=word, turn=turn) if turn > now else Text("may arrive now")
    if turn > now:
        return Text("{needed}+ from {word} {turn}", needed=roll, word=word, turn=turn)
    return Text("{needed}+", needed=roll)


def reserve_line(board: Board, side: str | None = None) -> Text:
    """Return the units in reserve, of one side or of all, with their terms; nothing if there are none."""
    parts = [
        Text("{unit} ({terms})", unit=one.unit.ref, terms=terms_text(board, one))
        for one in board.game.reserves.values()
        if side in (None, one.unit.side)
    ]
    return Joined(parts, ", ")


def put_in_reserve(board: Board, unit: Unit, turn: int, roll: int | None) -> list[Event]:
    """Return events that put a unit into reserve; it keeps no state of an activation or in relation to other units.

    New terms give no second roll in a turn.
    """
    if reserve := board.game.reserves.get(unit.id):
        return [ReserveSet(unit=unit.id, turn=turn, roll=roll, rolled=reserve.rolled)]
    events: list[Event] = [*clear_states(board, unit, "turn_end"), *clear_states(board, unit, "activation")]
    for name in unit.states:
        if name in board.system.states and board.system.states[name].holds in ("unit", "words"):
            events += mark(unit, **{name: None})
    # The others are settled as if it had been removed.
    without = board.after([UnitRemoved(unit=unit.id)])
    events += board.system.settle(without)
    for other in without.game.units.values():
        for name in other.states:
            if unit.id in other.words(name):
                left = ",".join(one for one in other.words(name) if one != unit.id)
                events += mark(other, **{name: left or None})
    return [*events, ReserveSet(unit=unit.id, turn=turn, roll=roll)]
