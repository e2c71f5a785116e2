"""Whose a throw or a decision is: the part in the rules that it belongs to, and the side of the unit that takes it."""

from __future__ import annotations

from typing import Any

from bot.dice.returned import NOBODY
from rules.command.system import Board, Planned
from rules.kernel.dice import Throw
from rules.kernel.plays import Play
from rules.kernel.request import Request
from rules.kernel.resolve import Resolution
from rules.kernel.serialise import play_of
from rules.kernel.table import DecisionNeeded


def side_throwing(board: Board, plan: Planned, throw: Throw[Any], caller: str | None) -> str | None:
    """The side whose dice a throw is; one that no unit takes part in is made by the caller's."""
    if throw.side is not None:
        sides = board.game.sides
        return sides[throw.side] if throw.side < len(sides) else None
    return _side_of(board, plan, throw.by, throw.part) if plan.roles else caller


def side_giving(board: Board, request: Request) -> str:
    """The side that gives a command: that of the unit which acts, or the caller's own."""
    unit = board.game.units.get(request.unit[0]) if request.unit else None
    return (unit.side if unit else request.side) or NOBODY


def recorded(board: Board, plan: Planned, resolution: Resolution, caller: str | None) -> Play:
    """An action as the record keeps it, each throw with the side whose it was."""
    play = play_of(
        resolution,
        plan.roles,
        board.origins(plan.roles),
        lambda throw: side_throwing(board, plan, throw, caller) or NOBODY,
    )
    leaned = tuple(dict.fromkeys((*plan.leaned, *play.leaned)))
    return play if leaned == play.leaned else play.model_copy(update={"leaned": leaned})


def side_deciding(board: Board, plan: Planned, needed: DecisionNeeded) -> str | None:
    """The side whose choice a decision is."""
    return _side_of(board, plan, needed.decision.by, needed.decision.part(*needed.situation))


def _side_of(board: Board, plan: Planned, by: str, part: str) -> str | None:
    """The side of the unit with that part; else "attacker" and "unit" are the first that took one, "defender" is the
    second.

    Who has no opponent in it is opposed by the other side: a unit that acts alone, and targets of what no unit does.
    """
    unit = unit_of(plan, by, part)
    if unit is None and (_unmanned(plan) or len(plan.roles) == 1):
        return _other_side(board, plan)
    return board.unit(unit).side if unit else None


def _unmanned(plan: Planned) -> bool:
    """Whether units are targets in it and none attacks, as in a cloud of gas."""
    return bool(plan.roles) and all(part.startswith("target") for part in plan.roles)


def _other_side(board: Board, plan: Planned) -> str | None:
    """The opponents of those who take part; None where there are several, or none."""
    here = {board.unit(id).side for id in plan.roles.values()}
    others = [side for side in board.game.sides if side not in here]
    return others[0] if len(others) == 1 else None


def unit_of(plan: Planned, by: str, part: str = "") -> str | None:
    """The unit whose throw or decision it is, by its id: the one with that part, else the first or the second that
    took one; None where there is none.
    """
    if part in plan.roles:
        return plan.roles[part]
    ids = [None, *plan.roles.values()] if _unmanned(plan) else list(plan.roles.values())
    at = 1 if by == "defender" else 0
    return ids[at] if at < len(ids) else None
