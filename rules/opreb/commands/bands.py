"""The bands of distance of a squad whose small arms all have the same (Small Arms Fire)."""

from __future__ import annotations

from rules.bands import Band, every
from rules.opreb.commands.board_facts import tables
from rules.system import Board
from rules.unit import Unit

FARTHEST = 72
"""Inches; the length of a large table."""


def bands(board: Board, unit: Unit) -> tuple[Band, ...]:
    """None for a squad with mixed bands: which counts depends on who fires."""
    rows = [tables(board).weapons[weapon.name] for weapon in unit.weapons]
    found = {row.band for row in rows if row.band}
    return every(found.pop(), FARTHEST) if len(found) == 1 else ()
