"""The bounds of Bayonet: a side moves, the other sides shoot, then it fights (Bounds)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.bayonet.tables import Board
from rules.command.effects import mark
from rules.command.turns import not_rolled_text
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.text import Text
from rules.kit.sides import SideTurns

BOUNDS, SHOOTING, FIGHTING = "Bounds", "shooting", "fighting"
TURNS = SideTurns(phases=(SHOOTING, FIGHTING), answering=SHOOTING, section=BOUNDS, kept_by="bound")


def wrong_bound_text(board: Board, unit: Unit) -> Text:
    """Return the warning for a figure whose side does not have the bound."""
    values = {"holder": TURNS.current_side(board) or "", "side": unit.side, "section": BOUNDS}
    return Text("It is {holder}'s bound, not {side}'s ({section}).", **values)


def wrong_step_warnings(board: Board, unit: Unit, fights: bool = False) -> tuple[Text, ...]:
    """Return the warning for a figure that moves, or `fights`, in the wrong bound or step."""
    side, phase = TURNS.current_side(board), board.game.phase
    if side is None:
        return order_not_rolled_warnings(board, unit)
    if side != unit.side:
        return (wrong_bound_text(board, unit),)
    if fights and phase != FIGHTING:
        return (Text("Fight after the shots of this bound ({section}).", section=BOUNDS),)
    if not fights and phase is not None:
        return (Text("The moves of this bound are done ({section}).", section=BOUNDS),)
    return ()


def order_not_rolled_warnings(board: Board, unit: Unit) -> tuple[Text, ...]:
    """Return the warning for the second figure that acts before the order of the bounds is rolled.

    A table that continues without a roll after that is not warned again.
    """
    if board.game.order or _has_acted(unit):
        return ()
    gone = [one for one in board.game.units.values() if _has_acted(one)]
    return (not_rolled_text(board, BOUNDS),) if len(gone) == 1 else ()


def _has_acted(unit: Unit) -> bool:
    return unit.has("acted") or unit.has("fired")


# Suppressed and fleeing: from the result to the end of the next own bound that starts after it (States).

SUFFERED = ("suppressed", "fleeing")


def begin_bound(board: Board, side: str | None) -> list[Event]:
    """Return the events of a bound's start, for `side` or else for all: present effects end with that bound."""
    units = [unit for unit in board.game.units.values() if side in (None, unit.side)]
    return [event for unit in units for event in _set_recovering(unit, filter(unit.has, SUFFERED))]


def end_bound(board: Board, unit: Unit) -> list[Event]:
    """Return events of the end of its own bound: earlier effects end, unless a ruling leaves it to players."""
    ends = () if board.rulings.suppressed_lasts == "manual" else filter(unit.has, unit.words("recovers"))
    return [*mark(unit, **dict.fromkeys(ends)), *_set_recovering(unit, ())]


def renew_effects(unit: Unit, states: Iterable[str]) -> list[Event]:
    """Return events by which an effect suffered again in this bound lasts through the next."""
    new = set(states)
    return _set_recovering(unit, [state for state in unit.words("recovers") if state not in new])


def forget_renewals(unit: Unit) -> list[Event]:
    """Return events by which a state that was cleared in the meantime and set again counts as new."""
    return _set_recovering(unit, filter(unit.has, unit.words("recovers")))


def _set_recovering(unit: Unit, states: Iterable[str]) -> list[Event]:
    words = ",".join(states)
    return [] if words == (unit.word("recovers") or "") else mark(unit, recovers=words or None)
