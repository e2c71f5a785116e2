"""Who fires when nobody says so: every living, unsuppressed figure whose weapon reaches and whose action allows it."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from rules.errors import RuleError
from rules.fubar.commands.board_facts import is_vehicle, tables, unit_facts, weapons_left
from rules.fubar.commands.nobody_fires import hands_for, nobody
from rules.fubar.facts import Shooters
from rules.fubar.shooting import fire_points
from rules.fubar.tables import WeaponRow
from rules.parsing import weapon_groups
from rules.system import Board
from rules.text import Term, Text, counted
from rules.unit import Unit


def firers(
    board: Board, unit: Unit, text: str, distance: Decimal, action: str, used: Iterable[Shooters]
) -> list[Shooters]:
    """The weapons that fire: those named, or all that can; `used` ones have fired at another target of the volley.

    Raises RuleError for more of them than the standing figures can serve, over all targets (Firing).
    """
    used = list(used)
    left = _left(unit, used)
    chosen = _named(unit, text, left) if text.strip() else _all(board, unit, distance, action, left, used)
    if not chosen:
        raise RuleError(nobody(board, unit, left, used, distance, action), "Firing")
    _enough_hands(board, unit, [*used, *chosen])
    _one_weapon_when_moving(unit, chosen, used, action)
    return chosen


def _enough_hands(board: Board, unit: Unit, groups: Iterable[Shooters]) -> None:
    needed, standing = hands_for(board, groups), unit_facts(unit).standing
    if needed > standing:
        raise RuleError(
            Text(
                "{needed} needed to serve these weapons, {attacker} has {standing}; suppressed figures cannot fire.",
                attacker=unit.ref,
                needed=counted(needed, "standing figure", "standing figures"),
                standing=counted(standing, "standing figure", "standing figures"),
            ),
            "Firing",
        )


def _left(unit: Unit, used: Iterable[Shooters]) -> dict[str, int]:
    left = weapons_left(unit)
    for group in used:
        left[group.weapon] = left.get(group.weapon, 0) - group.count
    return left


def _named(unit: Unit, text: str, left: dict[str, int]) -> list[Shooters]:
    found: list[Shooters] = []
    for count, name in weapon_groups(text, left):
        if left[name] <= 0:
            raise RuleError(Text("{unit} has no {name} left to fire.", unit=unit.ref, name=Term(name)), "Firing")
        if count is not None and count > left[name]:
            raise RuleError(
                Text(
                    "{unit} has {left} {name} to fire, not {count}.",
                    unit=unit.ref,
                    left=left[name],
                    name=Term(name),
                    count=count,
                ),
                "Firing",
            )
        found.append(_group(unit, name, left[name] if count is None else count))
        left[name] -= found[-1].count
    return found


def _group(unit: Unit, name: str, count: int) -> Shooters:
    return Shooters.model_validate({"weapon": name, "count": count, "mounted": _mounted(unit, name)})


def _mounted(unit: Unit, name: str) -> bool:
    return is_vehicle(unit) or next(weapon.mounted for weapon in unit.weapons if weapon.name == name)


def _all(
    board: Board, unit: Unit, distance: Decimal, action: str, left: dict[str, int], used: Iterable[Shooters]
) -> list[Shooters]:
    """The weapons with the most dice a figure first, as many as there are standing figures to serve them."""
    rows = tables(board).weapons
    hands = unit_facts(unit).standing - hands_for(board, used)
    able = [name for name, count in left.items() if count > 0 and _can(rows[name], unit, name, distance, action)]
    able.sort(key=lambda name: -fire_points(rows[name], distance) / rows[name].crew)
    if is_vehicle(unit) and _moving(unit, action):
        return [_group(unit, name, 1) for name in able[:1]]
    chosen: list[Shooters] = []
    for name in able:
        crew, mounted = rows[name].crew, _mounted(unit, name)
        count = left[name] if mounted else min(left[name], hands // crew)
        if count > 0:
            chosen.append(_group(unit, name, count))
            hands -= 0 if mounted else count * crew
    return chosen


def _can(row: WeaponRow, unit: Unit, name: str, distance: Decimal, action: str) -> bool:
    on_foot = action != "walk" or row.small or row.on_the_walk or _mounted(unit, name)
    return bool(fire_points(row, distance)) and on_foot


def _moving(unit: Unit, action: str) -> bool:
    """Whether it moves in this activation: it has, or it will."""
    return unit.has("moved") or action == "walk"


def _one_weapon_when_moving(unit: Unit, chosen: list[Shooters], used: Iterable[Shooters], action: str) -> None:
    weapons = sum(group.count for group in (*chosen, *used))
    if is_vehicle(unit) and _moving(unit, action) and weapons > 1:
        moved = Text("{unit} has moved: it fires one weapon only.", unit=unit.ref)
        moves = Text("{unit} moves this turn: it fires one weapon only.", unit=unit.ref)
        raise RuleError(moved if unit.has("moved") else moves, "Vehicles")
