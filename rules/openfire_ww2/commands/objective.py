"""Who holds an objective, when it is free again, and when to ask (Objectives)."""

from __future__ import annotations

from rules.command.system import Board
from rules.game.events import Event, ObjectPlaced
from rules.game.tabletop import TableObject
from rules.game.unit import Unit
from rules.kernel.errors import RuleError
from rules.kernel.text import Note, Text, asks
from rules.openfire_ww2.commands.board_facts import is_vehicle
from rules.openfire_ww2.commands.turn_state import freeing
from rules.openfire_ww2.fighters import OBJECTIVES


def holding(board: Board, side: str, unit: Unit | None) -> list[Text]:
    """Raises RuleError for a unit that can hold none, or a side that has no other; asks for a unit not named."""
    if unit:
        why = _unable(unit)
        if why:
            raise RuleError(why, OBJECTIVES)
        return []
    units = board.game.of_side(side)
    if units and all(map(_unable, units)):
        nobody = Text(
            "{side} has no unit that can hold an objective: vehicles, the pinned and the retreating cannot.", side=side
        )
        raise RuleError(nobody, OBJECTIVES)
    return [Text("Which unit holds it? Give `unit`; it lets go when it is pinned or falls back.")]


def _unable(unit: Unit) -> Text | None:
    """Why a unit can hold no objective, if it cannot."""
    if not unit.alive:
        return Text("{unit} is out of action and holds no objective.", unit=unit.ref)
    if is_vehicle(unit):
        return Text("{unit} is a vehicle: vehicles hold no objective.", unit=unit.ref)
    if unit.has("pinned") or unit.has("retreating"):
        return Text("{unit} is pinned or falling back and holds no objective.", unit=unit.ref)
    return None


def let_go(board: Board) -> list[Event]:
    """Objectives whose holder can hold them no more."""
    return [ObjectPlaced(thing=thing.freed) for thing in _held(board) if _lost(board, thing.unit)]


def _held(board: Board) -> list[TableObject]:
    return [thing for thing in board.game.things.values() if thing.kind == "objective" and thing.unit]


def _lost(board: Board, id: str | None) -> bool:
    return id not in board.game.units or _unable(board.unit(id)) is not None


def leaving(board: Board, unit: Unit) -> list[Note]:
    """The question, for each objective that it holds, when a unit has moved."""
    return [_leaving(unit, thing.label) for thing in _held(board) if thing.unit == unit.id]


def _leaving(unit: Unit, label: str) -> Note:
    said = Text("Is {unit} still within 3″ of {objective}? If not: `/objective free`.", unit=unit.ref, objective=label)
    return asks(said, *freeing(label))
