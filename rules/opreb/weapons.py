"""Who fires when nobody says so: every living model, with the weapons that give most dice; and their bands."""

from __future__ import annotations

from typing import NamedTuple

from rules.command.choices import served, weapon_groups
from rules.command.movement import Band, every
from rules.game.unit import Unit, Weapon
from rules.kernel.dice import total
from rules.kernel.errors import RuleError
from rules.kernel.text import Text, counted, several
from rules.opreb.facts import Skilled, profile
from rules.opreb.pools import crews_fire, skill_lines
from rules.opreb.tables import Board, WeaponRow

# Units of the record as Open Rebellion's facts.


def skill(unit: Unit) -> int:
    return profile(unit).skill


def skilled(unit: Unit) -> dict[str, object]:
    """A unit as a skill test is told of it."""
    return {"skill": skill(unit), "pinned": unit.count("pinned")}


def skill_dice(board: Board, unit: Unit) -> int:
    """What a skill test throws now: pinned markers cost dice under one ruling."""
    return total(skill_lines(Skilled.model_validate(skilled(unit)), board.book), "dice")


def small_arms(board: Board, unit: Unit) -> list[Weapon]:
    return [weapon for weapon in unit.weapons if not board.tables.weapons[weapon.name].support]


def has_small_arms(board: Board, unit: Unit) -> bool:
    """True if it carries any that it can serve: then some model fires, whatever the others serve."""
    rows = (board.tables.weapons[weapon.name] for weapon in unit.weapons)
    return any(row.rof and row.crew <= unit.models for row in rows)


def support_weapons(board: Board, unit: Unit) -> list[Weapon]:
    return [weapon for weapon in unit.weapons if board.tables.weapons[weapon.name].support]


def ready_to_fire(board: Board, unit: Unit) -> list[Weapon]:
    """Small arms, and support weapons that are in position or whose crew counts among the riflemen."""
    in_place = unit.has("in_position") or crews_fire(board.book)
    return [weapon for weapon in unit.weapons if in_place or not board.tables.weapons[weapon.name].support]


# Who fires with what.

SECTION = "Small arms fire › Attacker dice pool"


class Firers(NamedTuple):
    """Small arms and support weapons that fire, how many by name."""

    small: dict[str, int]
    support: dict[str, int]


def firers(board: Board, unit: Unit, text: str) -> Firers:
    """The weapons that fire: those named, or all that the living models serve; raises RuleError for too many."""
    rows, small, support = board.tables.weapons, dict[str, int](), dict[str, int]()
    for name, count in (_named(board, unit, text) if text.strip() else _all(board, unit)).items():
        (support if rows[name].support else small)[name] = count
    return Firers(small, support)


def _named(board: Board, unit: Unit, text: str) -> dict[str, int]:
    carried, rows = {weapon.name: weapon.count for weapon in unit.weapons}, board.tables.weapons
    found: dict[str, int] = {}
    for count, name in weapon_groups(text, carried):
        found[name] = found.get(name, 0) + (carried[name] if count is None else count)
        if found[name] > carried[name]:
            there = several(carried[name], name)
            fault = Text("{unit} has {weapons}, not {wanted}.", unit=unit.ref, weapons=there, wanted=found[name])
            raise RuleError(fault, SECTION)
    needed = sum(count * rows[name].crew for name, count in found.items())
    if needed > unit.models:
        there = counted(unit.models, "model", "models")
        fault = Text("{unit} has {models}; these weapons take {needed}.", unit=unit.ref, models=there, needed=needed)
        raise RuleError(fault, SECTION)
    return found


def _all(board: Board, unit: Unit) -> dict[str, int]:
    """Most dice a model first, as many as there are models to serve them."""
    rows = board.tables.weapons
    best = sorted(unit.weapons, key=lambda weapon: -_dice_a_model(board, unit, rows[weapon.name]))
    return served([(weapon.name, weapon.count, rows[weapon.name].crew) for weapon in best], unit.models)


def _dice_a_model(board: Board, unit: Unit, row: WeaponRow) -> float:
    """A support weapon gives none out of position, but for what the ruling lets its crew fire."""
    if not row.support:
        return row.rof
    crew = _usual_rof(board, unit) if crews_fire(board.book) else 0
    return crew + (row.dice / row.crew if unit.has("in_position") else 0)


def shooters(board: Board, chosen: Firers, band: int) -> list[dict[str, object]]:
    """Small arms as the facts tell of them; a band is named where it is not the squad's."""
    rows = board.tables.weapons
    return [
        {"count": count, "rof": rows[name].rof, "band": rows[name].band if rows[name].band != band else None}
        for name, count in chosen.small.items()
    ]


def support(board: Board, unit: Unit, chosen: Firers) -> list[dict[str, object]]:
    """Support weapons as the facts tell of them; a crew that the ruling arms has the squad's rate of fire."""
    rows = board.tables.weapons
    rof = _usual_rof(board, unit)
    return [
        {"weapon": name, "count": count, "dice": rows[name].dice, "crew": count * rows[name].crew, "rof": rof}
        for name, count in chosen.support.items()
    ]


def _usual_rof(board: Board, unit: Unit) -> int:
    """The rate of fire of the small arm that most models carry."""
    most = max(small_arms(board, unit), key=lambda weapon: weapon.count, default=None)
    return board.tables.weapons[most.name].rof if most else 1


def squad_band(board: Board, unit: Unit, chosen: Firers) -> int:
    """The band of most of those who fire; of the squad where only support does; 8″ for a crew with nothing else."""
    rows = board.tables.weapons
    carried = chosen.small or {weapon.name: weapon.count for weapon in small_arms(board, unit)}
    bands: dict[int, int] = {}
    for name, count in carried.items():
        band = rows[name].band or 0
        bands[band] = bands.get(band, 0) + count
    return max(bands, key=lambda band: (bands[band], band), default=8)


# The bands of distance of a squad whose small arms all have the same (Small Arms Fire).

FARTHEST = 72
"""Inches; the length of a large table."""


def bands(board: Board, unit: Unit) -> tuple[Band, ...]:
    """The bands of a squad; none for mixed bands: which one counts depends on who fires."""
    rows = [board.tables.weapons[weapon.name] for weapon in unit.weapons]
    found = {row.band for row in rows if row.band}
    return every(found.pop(), FARTHEST) if len(found) == 1 else ()
