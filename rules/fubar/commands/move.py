"""`/move`: how far, what it makes of the unit, and who may react to it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.commands import Board, Choice, Command, Planned, Request, ResolvedCommand, able, mark
from rules.entry import Entry
from rules.errors import RuleError
from rules.events import Event
from rules.facts import checked
from rules.fubar.commands.activate import ACTIONS
from rules.fubar.commands.board_facts import is_vehicle, profile
from rules.fubar.facts import action_name
from rules.fubar.movement import Movement
from rules.fubar.tables import COVERS
from rules.system import Played, Reaction
from rules.text import listed, say
from rules.unit import Unit


def order(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a unit that cannot move, or a move without an action to make it by."""
    unit = able(board.unit(request.unit[0]), say("move"))
    _free(unit)
    action = request.action or unit.word("action") or ("walk" if is_vehicle(unit) else None)
    if action is None:
        raise RuleError(
            say("Which action does {unit} move by? Name one, such as walk or run.", unit=unit.name), "Activation"
        )
    cover = max(request.terrain, key=_worst, default="none")
    facts = checked(Movement, {"action": action, "vehicle": profile(unit).hull, "cover": cover})
    return ResolvedCommand(
        (Planned("movement", facts, {"unit": unit.id}),),
        after=partial(_after, unit.id, action, cover),
        notes=partial(_notes, unit.id),
        warnings=_warnings(unit, action, cover),
        title=say("{unit} moves: {action}", unit=unit.name, action=action_name(facts.action)),
    )


def _worst(cover: str) -> int:
    return [*COVERS].index(cover)  # pyright: ignore[reportArgumentType] — checked against the choices before


def _free(unit: Unit) -> None:
    if unit.has("immobilised"):
        raise RuleError(say("{unit} is immobilised for the rest of the game.", unit=unit.name), "Vehicles")
    if unit.has("engaged_with"):
        raise RuleError(
            say("{unit} is in close combat: break off with `/act withdraw`.", unit=unit.name), "Close Combat"
        )
    if unit.has("aboard"):
        raise RuleError(say("{unit} is inside a vehicle: get out with `/act leave`.", unit=unit.name), "Vehicles")


def _warnings(unit: Unit, action: str, cover: str) -> tuple[str, ...]:
    found: list[str] = []
    if not unit.has("activated"):
        found.append(say("{unit} has not been activated this turn (Activation).", unit=unit.name))
    done = unit.word("action")
    if done and done != action:
        found.append(
            say(
                "{unit} has already chosen {done} this turn (Activation).",
                unit=unit.name,
                done=action_name(done),
            )
        )
    if is_vehicle(unit) and cover == "moderate" and unit.has("fired"):
        found.append(
            say("{unit} has fired: a tank in moderate cover moves or fires, not both (Vehicles).", unit=unit.name)
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


def _notes(id: str, board: Board, played: Sequence[Played]) -> list[str]:
    if not played[0].outcome.inches:
        return []
    ready = reactors(board, board.unit(id))
    if not ready:
        return []
    names = listed([f"{unit.name} ({unit.side})" for unit in ready])
    lost = say("Losses fall before the move ends.")
    return [say("May react, if it crosses their field of fire: {names}. {lost}", names=names, lost=lost)]


def reactions(board: Board, entry: Entry) -> list[Reaction]:
    """Reaction shots at a unit that has moved, by enemies On Guard (Activation › On Guard)."""
    mover = board.game.units.get(str(next(iter(entry.request.get("unit", ())), "")))
    inches = entry.plays[0].outcome.get("inches") if entry.command == "move" and entry.plays else 0
    if mover is None or not inches or not mover.alive:
        return []
    return [
        Reaction(
            unit.id,
            say("{unit} reacts", unit=unit.name),
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
    title="Move",
    order=order,
    actions=ACTIONS,
    terrain=tuple(Choice(cover, f"Through {cover} cover") for cover in COVERS if cover != "none"),
)
