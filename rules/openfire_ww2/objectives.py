"""The number of objectives, their holders, and victory by them, by a retreat, or as the last side (Objectives)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rules.command.planned import Planned
from rules.command.system import System
from rules.command.verdict import Verdict, sole_leader
from rules.game.events import Event, ObjectPlaced, PointsScored
from rules.game.tabletop import TableObject
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.dice import Roll, Total
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts
from rules.kernel.table import Table
from rules.kernel.text import Joined, Note, Text, ask_note, counted, table_note
from rules.openfire_ww2.board_facts import is_vehicle
from rules.openfire_ww2.facts import OBJECTIVES
from rules.openfire_ww2.own_turn import release_button
from rules.openfire_ww2.tables import Board, Order, WW2Rule


class ObjectivesFacts(Facts):
    """No facts are needed."""


class ObjectivesOutcome(NamedTuple):
    """Number of objectives."""

    count: int  # pyright: ignore[reportIncompatibleMethodOverride] — the contract's name, over an unused method


class Objectives(WW2Rule[ObjectivesFacts, ObjectivesOutcome]):
    """A die for the number of objectives."""

    key, title, topic = "objectives", Text("Number of objectives"), "objectives"

    def play(self, table: Table) -> ObjectivesOutcome:
        roll = Roll("objectives", Text("objectives"), "unit", 6, Total(), None, (), OBJECTIVES)
        return ObjectivesOutcome(table.roll(roll))

    def describe(self, played: Played[ObjectivesOutcome]) -> Text:
        number = counted(played.outcome.count, "objective", "objectives")
        return Text("{number}: place in turn, first in your own zones, the rest in the middle.", number=number)


class CountObjectives(Order):
    """`/act objectives`: roll for the number of objectives."""

    key, title, needs = Objectives.key, Objectives.title, ()

    def rolls(self) -> Iterable[Planned]:
        yield Objectives.plan_roll({})

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        yield table_note(Text("Record each with `/place add`; when a unit takes one: `/objective hold`."))

    def headline(self) -> Text:
        return self.title


# Holders of objectives, their release, and the questions about it.


def holding(board: Board, side: str, unit: Unit | None) -> list[Text]:
    """Return the question for the unit, if none is named; raise RuleError if no unit of the side can hold one."""
    if unit:
        if why := _cannot_hold_text(unit):
            raise RuleError(why, OBJECTIVES)
        return []
    units = board.game.units_of_side(side)
    if units and all(map(_cannot_hold_text, units)):
        nobody = Text(
            "{side} has no unit that can hold an objective: vehicles, pinned and retreating units cannot.", side=side
        )
        raise RuleError(nobody, OBJECTIVES)
    return [Text("Which unit holds it? Give `unit`; if it is pinned or falls back, the objective is free again.")]


def _cannot_hold_text(unit: Unit) -> Text | None:
    """Return why a unit cannot hold an objective, or None."""
    if not unit.alive:
        return Text("{unit} is out of action and cannot hold an objective.", unit=unit.ref)
    if is_vehicle(unit):
        return Text("{unit} is a vehicle: vehicles cannot hold an objective.", unit=unit.ref)
    if unit.has("pinned") or unit.has("retreating"):
        return Text("{unit} is pinned or falling back and cannot hold an objective.", unit=unit.ref)
    return None


def release_objectives(board: Board) -> list[Event]:
    """Return events that release objectives whose holder can no longer hold them."""
    units = board.game.units
    return [
        ObjectPlaced(thing=thing.released)
        for thing in _objectives(board)
        if thing.unit and (thing.unit not in units or _cannot_hold_text(units[thing.unit]) is not None)
    ]


def _objectives(board: Board) -> list[TableObject]:
    return [thing for thing in board.game.things.values() if thing.kind == "objective"]


def ask_objectives(board: Board, unit: Unit) -> Iterator[Note]:
    """Yield a question about each objective that a unit holds after it has moved."""
    for thing in _objectives(board):
        if thing.unit == unit.id:
            said = Text("Is {unit} still within 3″ of {objective}?", unit=unit.ref, objective=thing.label)
            yield ask_note(said, *release_button(thing.label))


# Victory: the majority of objectives for two turns, an enemy in retreat, or the last side left.

TURNS = 2
MAJORITY = "majority"
"""The tally of consecutive turns in which a side has held most objectives."""


def majority(board: Board) -> str | None:
    """Return the side that holds more than half of the objectives, if any does."""
    number = len(_objectives(board))
    return next((side for side, has in _count_held(board).items() if has * 2 > number), None)


def _count_held(board: Board) -> Counter[str]:
    return Counter(thing.holder for thing in _objectives(board) if thing.holder)


def majority_events(board: Board) -> Iterator[Event]:
    """Yield the events of a turn's end: one more turn for the side with the majority, zero for the others."""
    side = majority(board)
    for other, turns in board.game.tallies.get(MAJORITY, {}).items():
        if other != side and turns:
            yield PointsScored(side=other, points=-turns, tally=MAJORITY)
    if side:
        yield PointsScored(side=side, points=1, tally=MAJORITY)


def majority_note(board: Board) -> Iterator[Text]:
    """Yield the sentence on the side with the majority in the turn that ends, and its number of turns."""
    if side := majority(board):
        turns = counted(board.game.tally(MAJORITY, side) + 1, "turn", "turns")
        yield Text(
            "{side} has held most objectives for {turns}; {needed} win: `/game victory`.",
            side=side,
            turns=turns,
            needed=TURNS,
        )


def victory(board: Board) -> Verdict:
    """Return the verdict by turns with the majority or an enemy in retreat; else most objectives lead."""
    standing = System.victory(board)
    if standing.over:
        return standing
    for side, turns in board.game.tallies.get(MAJORITY, {}).items():
        if turns >= TURNS:
            lasting = counted(turns, "turn", "turns")
            why = Text("{side} has held most objectives for {turns}.", side=side, turns=lasting)
            return Verdict(side, why, True)
    sides = board.game.living_sides()
    firm = [side for side in sides if not _is_driven_off(board, side)]
    if len(firm) == 1 < len(sides):
        return Verdict(firm[0], Text("All enemy squads are retreating or gone: {side} wins.", side=firm[0]), True)
    held = _count_held(board)
    shown = Joined([Text("{side} {n}", side=side, n=has) for side, has in held.items()], ", ")
    reason = Text("Objectives: {holders}.", holders=shown or Text("nobody holds any"))
    return Verdict(sole_leader(held), reason, False)


def _is_driven_off(board: Board, side: str) -> bool:
    """True if all its remaining squads fall back; a side of vehicles only cannot be driven off."""
    squads = [unit for unit in board.game.units_of_side(side) if unit.alive and not is_vehicle(unit)]
    return bool(squads) and all(unit.has("retreating") for unit in squads)
