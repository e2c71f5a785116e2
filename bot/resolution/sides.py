"""The side of a roll or a decision, found by the part that the rules assign it to, and the unit in that part."""

from __future__ import annotations

from typing import Any

from bot.dice.returned import NOBODY
from rules.command.planned import Planned
from rules.command.system import Board
from rules.kernel.dice import Roll
from rules.kernel.plays import Play
from rules.kernel.request import Request
from rules.kernel.resolve import Resolution
from rules.kernel.serialise import play_of
from rules.kernel.table import DecisionNeeded


def rolling_side(board: Board, plan: Planned, roll: Roll[Any], caller: str | None) -> str | None:
    """Return the side that makes a roll; a roll without a unit belongs to the caller's side."""
    if roll.side is not None:
        sides = board.game.sides
        return sides[roll.side] if roll.side < len(sides) else None
    return _side_of(board, plan, roll.by, roll.part) if plan.roles else caller


def issuing_side(board: Board, request: Request) -> str:
    """Return the side that issues a command: the acting unit's, or the caller's own."""
    unit = board.game.all_units.get(request.unit[0]) if request.unit else None
    return (unit.side if unit else request.side) or NOBODY


def play_for_record(board: Board, plan: Planned, resolution: Resolution, caller: str | None) -> Play:
    """Return an action for the record, with the side of each roll."""
    play = play_of(
        resolution,
        plan.roles,
        board.origins(plan.roles),
        lambda roll: rolling_side(board, plan, roll, caller) or NOBODY,
    )
    leaned = tuple(dict.fromkeys((*plan.rulings_used, *play.leaned)))
    return play if leaned == play.leaned else play.model_copy(update={"leaned": leaned})


def deciding_side(board: Board, plan: Planned, needed: DecisionNeeded) -> str | None:
    """Return the side that makes a decision."""
    return _side_of(board, plan, needed.decision.by, needed.decision.part(*needed.situation))


def _side_of(board: Board, plan: Planned, by: str, part: str) -> str | None:
    """Return the side of the unit with that part; by default the first unit attacks and the second defends.

    If the plan has no opponent, because a unit acts alone or targets have no attacking unit, the opponent is the other
    side; None if several sides are left, or none.
    """
    unit = unit_of(plan, by, part)
    if unit is None and (_is_unmanned(plan) or len(plan.roles) == 1):
        here = {board.unit(id).side for id in plan.roles.values()}
        others = [side for side in board.game.sides if side not in here]
        return others[0] if len(others) == 1 else None
    return board.unit(unit).side if unit else None


def _is_unmanned(plan: Planned) -> bool:
    """True if the plan has target units but no attacker, like a cloud of gas."""
    return bool(plan.roles) and all(part.startswith("target") for part in plan.roles)


def unit_of(plan: Planned, by: str, part: str = "") -> str | None:
    """Return the id of the unit that rolls or decides: the one with that part, else the first or second unit.

    None if there is none.
    """
    if part in plan.roles:
        return plan.roles[part]
    ids = [None, *plan.roles.values()] if _is_unmanned(plan) else list(plan.roles.values())
    at = 1 if by == "defender" else 0
    return ids[at] if at < len(ids) else None
