"""How many objectives a game is about, and who wins by them, by a retreat, or as the last side left (Objectives)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rules.command.system import System, Verdict
from rules.game.events import Event, PointsScored
from rules.kernel.action import Action, Played
from rules.kernel.dice import Throw, Total
from rules.kernel.facts import Facts
from rules.kernel.table import Table
from rules.kernel.text import Joined, Text, counted
from rules.openfire_ww2.commands.board_facts import is_vehicle
from rules.openfire_ww2.facts import OBJECTIVES
from rules.openfire_ww2.tables import Board, Book


class Objectives(Facts):
    """No facts are needed."""


class ObjectivesOutcome(NamedTuple):
    """How many objectives."""

    count: int  # pyright: ignore[reportIncompatibleMethodOverride] — the contract's name, over a method nobody needs


@dataclass(frozen=True, eq=False, slots=True)
class ObjectivesPlan:
    """The plan: one die."""

    throw: Throw[int]
    leaned: tuple[str, ...] = ()


def plan(facts: Objectives, book: Book) -> ObjectivesPlan:
    return ObjectivesPlan(Throw("objectives", Text("objectives"), "unit", 6, Total(), None, (), OBJECTIVES))


def objectives(table: Table, plan: ObjectivesPlan) -> ObjectivesOutcome:
    return ObjectivesOutcome(table.roll(plan.throw))


def tell(plan: ObjectivesPlan, played: Played) -> Text:
    number = counted(played.outcome.count, "objective", "objectives")
    return Text("{number}: placed in turn, first in your own zones, the rest in the middle.", number=number)


ACTION = Action(
    key="objectives",
    title=Text("Number of objectives"),
    topic="objectives",
    facts=Objectives,
    outcome=ObjectivesOutcome,
    plan=plan,
    rule=objectives,
    tell=tell,
)


# Who wins: objectives for two turns, an enemy in retreat, or the last man standing (Objectives).

TURNS = 2
MAJORITY = "majority"
"""The tally of turns in which a side has held most objectives without a break."""


def majority(board: Board) -> str | None:
    """The side that holds more than half of the objectives, if any does."""
    held = _held(board)
    number = sum(thing.kind == "objective" for thing in board.game.things.values())
    return next((side for side, has in held.items() if has * 2 > number), None)


def _held(board: Board) -> dict[str, int]:
    held: dict[str, int] = {}
    for thing in board.game.things.values():
        if thing.kind == "objective" and thing.holder:
            held[thing.holder] = held.get(thing.holder, 0) + 1
    return held


def majority_events(board: Board) -> list[Event]:
    """At a turn's end: a turn more for the side with the majority, none left for those without."""
    side = majority(board)
    counts = board.game.tallies.get(MAJORITY, {})
    events: list[Event] = [
        PointsScored(side=other, points=-turns, tally=MAJORITY)
        for other, turns in counts.items()
        if other != side and turns
    ]
    return [*events, PointsScored(side=side, points=1, tally=MAJORITY)] if side else events


def victory(board: Board) -> Verdict:
    """By turns with the majority of objectives, or the enemy in retreat; before that, who holds most is ahead."""
    standing = System.victory(board)
    if standing.over:
        return standing
    for side, turns in board.game.tallies.get(MAJORITY, {}).items():
        if turns >= TURNS:
            lasting = counted(turns, "turn", "turns")
            why = Text("{side} has held the majority of objectives for {turns}.", side=side, turns=lasting)
            return Verdict(side, why, True)
    return _driven_off(board) or _ahead(board)


def _driven_off(board: Board) -> Verdict | None:
    """The side that alone has not been forced to retreat."""
    firm = [side for side in board.game.standing() if not _retreats(board, side)]
    if len(firm) != 1 or len(board.game.standing()) < 2:
        return None
    return Verdict(firm[0], Text("All squads of the enemy retreat or are gone: {side} wins.", side=firm[0]), True)


def _retreats(board: Board, side: str) -> bool:
    """Whether all its squads that are left fall back; a side of vehicles only cannot be driven off."""
    squads = [unit for unit in board.game.of_side(side) if unit.alive and not is_vehicle(unit)]
    return bool(squads) and all(unit.has("retreating") for unit in squads)


def _ahead(board: Board) -> Verdict:
    held = _held(board)
    most = max(held.values(), default=0)
    leaders = [side for side, has in held.items() if has == most]
    shown = Joined([Text("{side} {n}", side=side, n=has) for side, has in held.items()], ", ")
    reason = Text("Objectives: {holders}.", holders=shown or Text("nobody holds any"))
    return Verdict(leaders[0] if len(leaders) == 1 else None, reason, False)
