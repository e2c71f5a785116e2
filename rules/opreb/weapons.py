"""The weapons that fire as facts, and the range band of a squad (Small arms fire › Attacker dice pool)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.command import system
from rules.game.unit import Unit

Board = system.Board[Any, Any]
"""The board of Open Rebellion, whose tables are in its file."""


def crews_fire(board: Board) -> bool:
    """True if crews of support weapons count as riflemen, by ruling."""
    return board.rulings.support_crew == "rof"


def shooters(board: Board, chosen: Mapping[str, int], band: int) -> list[dict[str, object]]:
    """Return small arms as facts; their band only if it differs from the squad's."""
    rows = board.tables.weapons
    return [
        {"count": count, "rof": rows[name].rof, "band": rows[name].band if rows[name].band != band else None}
        for name, count in chosen.items()
        if rows[name].rof
    ]


def support(board: Board, unit: Unit, chosen: Mapping[str, int]) -> list[dict[str, object]]:
    """Return support weapons as facts; crews that fire by ruling have the rate of fire of most models."""
    rows = board.tables.weapons
    rof = _most(board, {one.name: one.count for one in unit.weapons}, "rof") or 1
    return [
        {"weapon": name, "count": count, "dice": rows[name].dice, "crew": count * rows[name].crew, "rof": rof}
        for name, count in chosen.items()
        if rows[name].dice
    ]


def squad_band(board: Board, unit: Unit, chosen: Mapping[str, int]) -> int:
    """Return the band of most firing models; of the whole squad if only support fires; or 8″."""
    return _most(board, chosen, "band") or _most(board, {one.name: one.count for one in unit.weapons}, "band") or 8


def _most(board: Board, weapons: Mapping[str, int], field: str) -> int:
    """Return the number that most small arms have, of several the highest; 0 without small arms."""
    found: dict[int, int] = {}
    for name, count in weapons.items():
        if value := getattr(board.tables.weapons[name], field):
            found[value] = found.get(value, 0) + count
    return max(found, key=lambda one: (found[one], one), default=0)
