"""Whom a correction touches: whose units it changes, and whose are worse off with it."""

from __future__ import annotations

from collections.abc import Callable

from rules.command.system import Board
from rules.game.unit import Unit

Changed = Callable[[Board, Unit, Unit], bool]


def touched(before: Board, after: Board) -> set[str]:
    """The sides of units that are not as they were, have come, or have gone."""
    old, new = before.game.units, after.game.units
    return {unit.side for one in (old, new) for id, unit in one.items() if old.get(id) != new.get(id)}


def worse_off(before: Board, after: Board) -> set[str]:
    """The sides with a unit that has lost models or hit points, is gone, or has more of what harms it."""
    return _sides(before, after, _hurt)


def disturbed(before: Board, after: Board) -> set[str]:
    """The sides that are worse off, or have a unit with other markers than it had, unless they only harmed it."""
    return _sides(before, after, lambda board, old, new: _hurt(board, old, new) or _other_markers(board, old, new))


def _sides(before: Board, after: Board, changed: Changed) -> set[str]:
    found: set[str] = set()
    for id, old in before.game.units.items():
        new = after.game.units.get(id)
        if new is None or (new is not old and changed(after, old, new)):
            found.add(old.side)
    return found


def _hurt(board: Board, old: Unit, new: Unit) -> bool:
    if new.models < old.models or sum(new.hp) < sum(old.hp):
        return True
    return any(_amount(new, name) > _amount(old, name) for name, state in board.system.states.items() if state.harm)


def _other_markers(board: Board, old: Unit, new: Unit) -> bool:
    states = board.system.states.items()
    markers = [name for name, state in states if state.marker and not state.harm]
    return any(old.states.get(name) != new.states.get(name) for name in markers)


def _amount(unit: Unit, name: str) -> int:
    """How much of a state there is: its count, the number of its words, or 1."""
    value = unit.states.get(name, 0)
    return value if isinstance(value, int) else len(unit.words(name))
