"""Units of the record as Open Rebellion's facts."""

from __future__ import annotations

from typing import Any

from rules.command.system import Board
from rules.game.unit import Unit, Weapon
from rules.kernel.dice import total
from rules.opreb.facts import Skilled
from rules.opreb.pools import skill_lines
from rules.opreb.tables import Tables


def tables(board: Board) -> Tables:
    return board.book.tables


def skill(unit: Unit) -> int:
    return unit.profile["skill"]


def skilled(unit: Unit) -> dict[str, Any]:
    """A unit as a skill test is told of it."""
    return {"skill": skill(unit), "pinned": unit.count("pinned")}


def skill_dice(board: Board, unit: Unit) -> int:
    """What a skill test throws now: pinned markers cost dice under one ruling."""
    return total(skill_lines(Skilled.model_validate(skilled(unit)), board.book), "dice")


def small_arms(board: Board, unit: Unit) -> list[Weapon]:
    return [weapon for weapon in unit.weapons if not tables(board).weapons[weapon.name].support]


def support_weapons(board: Board, unit: Unit) -> list[Weapon]:
    return [weapon for weapon in unit.weapons if tables(board).weapons[weapon.name].support]
