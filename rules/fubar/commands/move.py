"""`/move`: how far, what it makes of the unit, and who may react to it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.action import Played
from rules.commands import able, mark
from rules.entry import Entry
from rules.errors import RuleError
from rules.events import Event
from rules.facts import checked
from rules.fubar.commands.activate import ACTIONS
from rules.fubar.commands.board_facts import is_vehicle, profile
from rules.fubar.facts import action_name
from rules.fubar.movement import Movement
from rules.fubar.tables import COVERS
from rules.request import Choice, Request
from rules.system import Board, Command, Planned, Reaction, ResolvedCommand
from rules.text import Listed, Term, Text
from rules.unit import Unit


def order(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a unit that cannot move, or a move without an action to make it by."""
    unit = able(board.unit(request.unit[0]), Text("move"))
    _free(unit)
    action = request.action or unit.word("action") or ("walk" if is_vehicle(unit) else None)
    if action is None:
        raise RuleError(
            Text("Which action is this move of {unit}? Name one, such as walk or run.", unit=unit.ref), "Activation"
        )
    cover = max(request.terrain, key=_worst, default="none")
    facts = checked(Movement, {"action": action, "vehicle": profile(unit).hull, "cover": cover})
    return ResolvedCommand(
        (Planned("movement", facts, {"unit": unit.id}),),
        after=partial(_after, unit.id, action, cover),
        notes=partial(_notes, unit.id),
        warnings=_warnings(unit, action, cover),
        title=Text("{unit} moves: {action}", unit=unit.ref, action=action_name(facts.action)),
    )


def _worst(cover: str) -> int:
    return [*COVERS].index(cover)  # pyright: ignore[reportArgumentType] — checked against the choices before


def _free(unit: Unit) -> None:
    if unit.has("immobilised"):
        raise RuleError(Text("{unit} is immobilised for the rest of the game.", unit=unit.ref), "Vehicles")
    if unit.has("engaged_with"):
        raise RuleError(
            Text("{unit} is in close combat: break off with `/act withdraw`.", unit=unit.ref), "Close Combat"
        )
    if unit.has("aboard"):
        raise RuleError(Text("{unit} is inside a vehicle: get out with `/act leave`.", unit=unit.ref), "Vehicles")


def _warnings(unit: Unit, action: str, cover: str) -> tuple[Text, ...]:
    found: list[Text] = []
    if not unit.has("activated"):
        found.append(Text("{unit} has not been activated this turn (Activation).", unit=unit.ref))
    done = unit.word("action")
    if done and done != action:
        found.append(
            Text(
                "{unit} has already chosen {done} this turn (Activation).",
                unit=unit.ref,
                done=action_name(done),
            )
        )
    if is_vehicle(unit) and cover == "moderate" and unit.has("fired"):
        found.append(
            Text("{unit} has fired: a tank in moderate cover moves or fires, not both (Vehicles).", unit=unit.ref)
        )
    return tuple(found)


def _after(id: str, action: str, cover: str, board: Board, played: Sequence[Played]) -> list[Event]:
    unit = board.unit(id)
    events = mark(unit, action=action)
    if played[0].outcome.inches:
        events += mark(unit, moved=1)
    if is_vehicle(unit) and cover == "moderate":
        events += mark(unit, action="run")
    if action == "on_guard":
        events += mark(unit, on_guard=1)
    return events


def _notes(id: str, board: Board, played: Sequence[Played]) -> list[Text]:
    if not played[0].outcome.inches:
        return []
    ready = reactors(board, board.unit(id))
    if not ready:
        return []
    names = Listed([Text("{unit} ({side})", unit=unit.ref, side=unit.side) for unit in ready])
    lost = Text("Losses fall before the move ends.")
    return [Text("May react, if it crosses their field of fire: {names}. {lost}", names=names, lost=lost)]


def reactions(board: Board, entry: Entry) -> list[Reaction]:
    """Reaction shots at a unit that has moved, by enemies On Guard (Activation › On Guard)."""
    mover = board.game.units.get(str(next(iter(entry.request.get("unit", ())), "")))
    inches = entry.plays[0].outcome.get("inches") if entry.command == "move" and entry.plays else 0
    if mover is None or not inches or not mover.alive:
        return []
    return [
        Reaction(
            unit.id,
            Text("{unit} reacts", unit=unit.ref),
            Request("fire", (unit.id,), (mover.id,), situation=("reaction",)),
        )
        for unit in reactors(board, mover)
    ]


def reactors(board: Board, mover: Unit) -> list[Unit]:
    """Enemies On Guard that have not reacted this turn (Activation › On Guard)."""
    return [
        unit
        for unit in board.game.units.values()
        if unit.side != mover.side and unit.alive and unit.has("on_guard") and not unit.has("reacted")
    ]


COMMAND = Command(
    key="move",
    title=Text("Move"),
    order=order,
    actions=ACTIONS,
    terrain=tuple(
        Choice(cover, Text("Through {cover} cover", cover=Term(cover))) for cover in COVERS if cover != "none"
    ),
)
