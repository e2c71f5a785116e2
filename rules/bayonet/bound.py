"""The steps of a bound: its side moves, the other sides shoot, its side fights (Bounds).

While another side shoots the go is that side's: a tally keeps whose bound it is. Games of before have no such tally,
and the go stays with the side that has moved.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.bayonet.initiative import BOUNDS
from rules.bayonet.tables import Board
from rules.command.turns import not_rolled
from rules.game.events import Event, PointsScored, TurnAdvanced
from rules.game.unit import Unit
from rules.kernel.text import Text

SHOOTING, FIGHTING = "shooting", "fighting"
"""The steps of a bound after the moves, as phases of the game; the moves have no name of their own."""
_OF_BOUND = "bound"
"""The tally of the side whose bound it is, while another one shoots."""


def mover(board: Board) -> str | None:
    """The side whose bound it is; None before a bound has begun."""
    return _kept(board) or board.game.holder


def _kept(board: Board) -> str | None:
    """The side whose bound it is while another one has the go."""
    return next((side for side in board.game.sides if board.game.tally(_OF_BOUND, side)), None)


def is_moving(board: Board) -> bool:
    return board.game.holder is not None and board.game.phase is None


def is_shooting(board: Board) -> bool:
    return board.game.phase == SHOOTING


def is_of_before(board: Board) -> bool:
    """True in the shooting of a game of before, in which the go is still the mover's, and any side may end a step."""
    return is_shooting(board) and _kept(board) is None


def has_go(board: Board, side: str) -> bool:
    """True if this step of the bound is that side's."""
    return is_of_before(board) or board.game.holder in (None, side)


# Events that lead from step to step.


def moves_done(board: Board, shooters: Sequence[str]) -> list[Event]:
    """The first of the shooters has the go; without any the fights follow at once."""
    side = mover(board)
    if side is None or not shooters:
        return [_turned(board, side, FIGHTING)]
    return [PointsScored(side=side, points=1, tally=_OF_BOUND), _turned(board, shooters[0], SHOOTING)]


def shots_done(board: Board, shooters: Sequence[str]) -> list[Event]:
    """The next of the shooters has the go; without any the fights of the side whose bound it is follow."""
    if shooters:
        return [_turned(board, shooters[0], SHOOTING)]
    return [*let_go(board), _turned(board, mover(board), FIGHTING)]


def let_go(board: Board) -> list[Event]:
    """The side whose bound it is need not be kept any more: it has the go again, or the bound is over."""
    side = _kept(board)
    return [PointsScored(side=side, points=-board.game.tally(_OF_BOUND, side), tally=_OF_BOUND)] if side else []


def _turned(board: Board, holder: str | None, phase: str) -> TurnAdvanced:
    game = board.game
    return TurnAdvanced(turn=game.turn, order=game.order, holder=holder, phase=phase)


def others(board: Board) -> tuple[str, ...]:
    """The sides that shoot in this bound and have not said that they are done, in the order of the bounds."""
    game, side = board.game, mover(board)
    order = game.order or game.sides
    at = order.index(side) + 1 if side in order else 0
    found = [one for one in (*order[at:], *order[:at]) if one != side]
    found += [one for one in game.sides if one != side and one not in found]
    if is_shooting(board) and game.holder in found:
        found = found[found.index(game.holder) :]
    return () if side is None or game.phase == FIGHTING else tuple(found)


# Warnings of what comes in another step.


def nobodys_bound(board: Board, unit: Unit) -> tuple[Text, ...]:
    """The warning for the second figure that acts before the order of the bounds is rolled: a table that goes on
    without a roll after that one is not warned again.
    """
    if mover(board) or board.game.order or _has_acted(unit):
        return ()
    gone = [one for one in board.game.units.values() if _has_acted(one)]
    return (not_rolled(board, BOUNDS),) if len(gone) == 1 else ()


def _has_acted(unit: Unit) -> bool:
    return unit.has("acted") or unit.has("fired")


def not_its_step(board: Board, unit: Unit, fights: bool = False) -> tuple[Text, ...]:
    """The warning for a figure that moves, or `fights`, in another side's bound or in another step of its own."""
    side = mover(board)
    if side is None:
        return nobodys_bound(board, unit)
    if side != unit.side:
        values = {"holder": side, "side": unit.side, "section": BOUNDS}
        return (Text("It is the bound of {holder}, not of {side} ({section}).", **values),)
    if fights and board.game.phase != FIGHTING:
        return (Text("Fights come after the shots of this bound ({section}).", section=BOUNDS),)
    if not fights and board.game.phase is not None:
        return (Text("The moves of this bound are done ({section}).", section=BOUNDS),)
    return ()
