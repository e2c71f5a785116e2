"""Suppressed and fleeing: from the result to the end of the next own bound that begins after it (States)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.bayonet.commands.board_facts import rulings
from rules.commands import mark
from rules.events import Event
from rules.system import Board
from rules.unit import Unit

SUFFERED = ("suppressed", "fleeing")


def begun(board: Board, side: str | None) -> list[Event]:
    """A bound of that side begins, of everybody while it is nobody's: what they suffer now ends with it."""
    units = [unit for unit in board.game.units.values() if side in (None, unit.side)]
    return [event for unit in units for event in _recovering(unit, _suffered(unit))]


def over(board: Board, unit: Unit) -> list[Event]:
    """The end of its own bound: what it came in with is over, unless the ruling leaves it to the players."""
    ends = {} if rulings(board).suppressed_lasts == "manual" else dict.fromkeys(unit.words("recovers"))
    return [*mark(unit, **{state: None for state in ends if unit.has(state)}), *_recovering(unit, ())]


def renewed(unit: Unit, states: Iterable[str]) -> list[Event]:
    """What it suffers again in this bound lasts on through the next."""
    new = set(states)
    return _recovering(unit, [state for state in unit.words("recovers") if state not in new])


def forgotten(unit: Unit) -> list[Event]:
    """What has been taken off it in the meantime, and is set again, is new."""
    return _recovering(unit, [state for state in unit.words("recovers") if unit.has(state)])


def _suffered(unit: Unit) -> list[str]:
    return [state for state in SUFFERED if unit.has(state)]


def _recovering(unit: Unit, states: Iterable[str]) -> list[Event]:
    words = ",".join(states)
    return [] if words == (unit.word("recovers") or "") else mark(unit, recovers=words or None)
