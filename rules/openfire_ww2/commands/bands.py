"""The bands of distance of a unit's weapons: their ranges (Shooting)."""

from __future__ import annotations

from rules.bands import Band, up_to
from rules.openfire_ww2.commands.board_facts import tables
from rules.system import Board
from rules.unit import Unit


def bands(board: Board, unit: Unit) -> tuple[Band, ...]:
    return up_to(tables(board).weapons[weapon.name].rng for weapon in unit.weapons)
