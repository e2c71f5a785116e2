"""Free attacks that a move or an assault gives, as buttons for whoever may make them (Advance; Impact)."""

from __future__ import annotations

from rules.entry import Entry
from rules.openfire_d12.commands.board_facts import close_to, may_impact
from rules.openfire_d12.commands.leaving import strikers
from rules.request import Request
from rules.system import Board, Reaction
from rules.text import Text
from rules.unit import Unit


def reactions(board: Board, entry: Entry) -> list[Reaction]:
    """Enemies that were left and said so attack before anything else happens; Impact waits for its unit."""
    if entry.command not in ("move", "assault") or not entry.plays:
        return []
    mover = board.game.units.get(entry.plays[0].roles["unit"])
    found = [_free(unit, mover, "free") for unit in strikers(board, mover)] if mover and mover.alive else []
    return [*found, *_impact(board, entry)] if entry.command == "assault" else found


def _impact(board: Board, entry: Entry) -> list[Reaction]:
    unit, target = (board.game.units.get(entry.plays[0].roles[part]) for part in ("unit", "target"))
    if unit is None or target is None or target not in close_to(board, unit):
        return []
    return [_free(unit, target, "impact")] if may_impact(board, unit) else []


def _free(unit: Unit, target: Unit, why: str) -> Reaction:
    request = Request("fire", (unit.id,), (target.id,), situation=(why,))
    return Reaction(unit.id, Text("{unit}: free attack", unit=unit.ref), request)
