"""The initiative, the end of a turn, and the automatic changes after every entry (Initiative)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.command.effects import clear_fallen, clear_states, mark
from rules.command.turns import next_turn, not_acted_warnings, roll_note
from rules.fubar.activation_state import engage_only, have_fought, opponents, pairs_in_combat
from rules.fubar.tables import Board, FubarRulings, FubarTables, Order
from rules.game.events import Event, LossesTaken
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.request import Request
from rules.kernel.text import N_, Plural, Term, Text, ask_note, table_note
from rules.kit import keeps

TURNS = keeps.KeepsInitiative("Initiative", tried="tried")


class FubarPassInitiative(keeps.PassInitiative[FubarTables, FubarRulings]):
    """`/turn end` of FUBAR."""

    turns = TURNS


class FubarNextTurn(Order):
    """`/turn next`: clears the states that end with the turn; warns of units without a try and of unfought fights."""

    key, title, needs = "turn next", Text("Next turn"), ()

    def checks(self) -> None:
        untried = TURNS.untried_units(self.board)
        idle = [unit for unit in untried if not unit.has("aboard") and not unit.has("engaged_with")]
        self.warn(*not_acted_warnings(self.board, idle))
        for one, other in pairs_in_combat(self.board):
            if not have_fought(one, other):
                fight = N_("{one} and {other} have not fought their round this turn.")
                self.warn(Text(fight, one=one.ref, other=other.ref))

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        """Yield events by which units in close combat fight on: they count as activated and acted (Close Combat)."""
        yield from next_turn(now)
        lying = ("suppressed",) if now.rulings.melee_stand_up == "no" else ()
        for unit in _fighting_units(now):
            yield from clear_states(now, unit, "activation", but=lying)
            yield from mark(unit, tried=1, activated=1, acted=1)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        yield from fight_notes(now)
        for unit in _fighting_units(self.board):
            if unit.count("suppressed"):
                yield table_note(self._suppressed_text(unit))
        yield roll_note(now)

    def _suppressed_text(self, unit: Unit) -> Text:
        """Return the sentence on suppressed figures in a continued fight, with the ruling that decides it."""
        ruling, count = Term("melee_stand_up"), unit.count("suppressed")
        if self.board.rulings.melee_stand_up == "yes":
            return Plural(
                "{n} suppressed figure of {unit} stands up: the fight activates it (ruling: {ruling}).",
                "{n} suppressed figures of {unit} stand up: the fight activates them (ruling: {ruling}).",
                count,
                unit=unit.ref,
                ruling=ruling,
            )
        return Plural(
            "{n} figure of {unit} stays suppressed in the fight (ruling: {ruling}).",
            "{n} figures of {unit} stay suppressed in the fight (ruling: {ruling}).",
            count,
            unit=unit.ref,
            ruling=ruling,
        )

    def headline(self) -> Text:
        return Text("Turn {turn}", turn=self.board.game.turn + 1)


def fight_notes(board: Board) -> Iterable[Text]:
    """Yield the request of each close combat whose round of this turn has not been fought."""
    for one, other in pairs_in_combat(board):
        if not have_fought(one, other):
            said = Text("{one} and {other} fight on.", one=one.ref, other=other.ref)
            label = Text("{one} and {other} fight on", one=one.ref, other=other.ref)
            yield ask_note(said, label, Request("assault", (one.id,), (other.id,)))


def _fighting_units(board: Board) -> list[Unit]:
    """Return every unit that is in close combat, once."""
    return list({unit.id: unit for pair in pairs_in_combat(board) for unit in pair}.values())


# Automatic changes after every entry: the fallen leave the table, and the initiative passes to a side that can use it.


def settle(board: Board) -> Sequence[Event]:
    """Return events that keep the board consistent.

    No unit stays engaged with the dead, inside a wreck or in a fight while inside, or has more suppressed figures
    than living ones.
    """
    units = board.game.units.values()
    destroyed = [unit for unit in units if unit.has("destroyed") and unit.models]
    wrecks = [LossesTaken(unit=unit.id, models=unit.models) for unit in destroyed]
    board = board.after(wrecks)
    events = [event for unit in board.game.units.values() for event in _settle_unit(board, unit)]
    return [*wrecks, *events, *TURNS.settle(board.after(events))]


def _settle_unit(board: Board, unit: Unit) -> list[Event]:
    if not unit.alive:
        return clear_fallen(board, unit)
    # A fight has two sides: if an undo has left only one, there is no fight.
    fights = [enemy.id for enemy in opponents(board, unit) if unit.id in enemy.words("engaged_with")]
    events = engage_only(unit, fights) if unit.has("engaged_with") else []
    # A unit in close combat counts as activated, even after manual changes: the initiative does not wait for it.
    if fights and not unit.has("tried") and board.game.order:
        events += mark(unit, tried=1)
    if unit.count("suppressed") > unit.models:
        events += mark(unit, suppressed=unit.models)
    vehicle = unit.word("aboard")
    # No unit fights inside a vehicle: after an undo of its exit, a unit stays where it has fought since.
    if vehicle and (fights or vehicle not in board.game.units or not board.unit(vehicle).alive):
        events += mark(unit, aboard=None)
    return events
