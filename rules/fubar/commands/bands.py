"""The bands of distance of a unit's weapons: their ranges, and the 6″ within an area of cover (Firing; Weapons)."""

from __future__ import annotations

from rules.bands import Band, up_to
from rules.fubar.commands.board_facts import tables
from rules.system import Board
from rules.unit import Unit

SAME_AREA = 6


def bands(board: Board, unit: Unit) -> tuple[Band, ...]:
    rows = [tables(board).weapons[weapon.name] for weapon in unit.weapons]
    close = [row.close.range for row in rows if row.close]
    return up_to((SAME_AREA, *close, *(row.range for row in rows))) if rows else ()
