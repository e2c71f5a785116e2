"""Opportunity fire at a figure that has moved, offered to every enemy that may shoot (Shooting › Opportunity fire)."""

from __future__ import annotations

from rules.bayonet.commands.board_facts import profile
from rules.bayonet.commands.move import may_answer
from rules.entry import Entry
from rules.request import Request
from rules.system import Board, Reaction
from rules.text import Text
from rules.unit import Unit

_MOVERS = {"move": "unit", "assault": "attacker"}
"""Commands that move a figure, and the part that it takes in them."""


def reactions(board: Board, entry: Entry) -> list[Reaction]:
    """In the bound of the move only; an area effect is aimed at a point, and so is no answer to one figure."""
    roles = entry.plays[0].roles if entry.command in _MOVERS and entry.plays else {}
    mover = board.game.units.get(roles.get(_MOVERS.get(entry.command, ""), ""))
    return _shots_at(board, mover) if mover else []


def late_reactions(board: Board) -> list[Reaction]:
    """The same at everybody who has moved in this bound: its enemies shoot when all have moved."""
    return [shot for unit in board.game.units.values() for shot in _shots_at(board, unit)]


def _shots_at(board: Board, mover: Unit) -> list[Reaction]:
    if not mover.alive or not mover.has("moved"):
        return []
    return [
        Reaction(
            unit.id,
            Text("{unit}: opportunity fire", unit=unit.ref),
            Request("fire", (unit.id,), (mover.id,), action="opportunity"),
        )
        for unit in board.game.units.values()
        if may_answer(board, unit, mover) and profile(unit).area is None
    ]
