"""The bands of distance of a unit: assault range, the ranges of its weapons, and where evading begins (Attack)."""

from __future__ import annotations

from rules.bands import Band, up_to
from rules.openfire_d12.commands.board_facts import tables
from rules.openfire_d12.shooting import ASSAULT_RANGE, reach
from rules.system import Board
from rules.unit import Unit


def bands(board: Board, unit: Unit) -> tuple[Band, ...]:
    """None for a unit with a weapon that has a shortest range: that is measured."""
    weapons = [tables(board).weapons[one.name] for one in unit.weapons]
    if not weapons or any(one.rng_min for one in weapons):
        return ()
    return up_to((ASSAULT_RANGE, tables(board).evade.beyond, *(one.rng for one in weapons), *map(reach, weapons)))
