"""Free attacks that a move or an assault gives, as buttons for whoever may make them (Advance; Impact)."""

from __future__ import annotations

from rules.entry import Entry
from rules.openfire_d12.commands.board_facts import close_to, may_strike, tables
from rules.openfire_d12.movement import free_attack
from rules.request import Request
from rules.system import Board, Reaction
from rules.text import Text
from rules.unit import Unit


def reactions(board: Board, entry: Entry) -> list[Reaction]:
    """Enemies that were left and said so attack before anything else happens; Impact waits for its unit."""
    if entry.command == "move" and entry.plays and free_attack(entry.plays[0].decisions):
        return _at_the_mover(board, entry)
    return _impact(board, entry) if entry.command == "assault" else []


def _at_the_mover(board: Board, entry: Entry) -> list[Reaction]:
    mover = board.game.units.get(entry.plays[0].roles["unit"])
    ids = [event.unit for event in entry.events if event.kind == "marked" and event.state == "in_assault_range_of"]
    enemies = [board.unit(id) for id in dict.fromkeys(ids) if mover and id in board.game.units and id != mover.id]
    if mover is None or not mover.alive or board.game.number >= entry.number + len(enemies):
        return []
    return [_free(unit, mover, "free") for unit in enemies if may_strike(board, unit)]


def _impact(board: Board, entry: Entry) -> list[Reaction]:
    unit, target = (board.game.units.get(entry.plays[0].roles[part]) for part in ("unit", "target"))
    if unit is None or target is None or target not in close_to(board, unit):
        return []
    armed = any(tables(board).weapons[one.name].impact for one in unit.weapons)
    return [_free(unit, target, "impact")] if armed and "impact" not in unit.words("actions_done") else []


def _free(unit: Unit, target: Unit, why: str) -> Reaction:
    request = Request("fire", (unit.id,), (target.id,), situation=(why,))
    return Reaction(unit.id, Text("{unit}: free attack", unit=unit.ref), request)
