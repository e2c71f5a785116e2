"""Who fires when nobody says so: every weapon in range that can harm the target, but for grenades and artillery."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from rules.errors import RuleError
from rules.facts import checked
from rules.openfire_ww2.aiming import cannot_harm
from rules.openfire_ww2.commands.board_facts import Fields, armed, is_vehicle, tables, target, weapon_facts
from rules.openfire_ww2.facts import Squad, Vehicle
from rules.openfire_ww2.facts import Weapon as WeaponFacts
from rules.openfire_ww2.sections import GRENADES, SHOOTING
from rules.parsing import weapon_groups
from rules.system import Board
from rules.text import Joined, Term, Text, counted, several
from rules.unit import Unit

Chosen = dict[str, int]
"""Weapons that fire, how many by name."""


def firers(board: Board, unit: Unit, at: Unit, text: str, distance: Decimal, used: Mapping[str, int]) -> Chosen:
    """The weapons that fire: those named, or all that can; `used` ones have fired at another target of the volley.

    Raises RuleError for weapons the unit does not have left, more teams than men, or a second grenade.
    """
    left = {weapon.name: weapon.count - used.get(weapon.name, 0) for weapon in armed(unit)}
    chosen = _named(unit, text, left) if text.strip() else _all(board, unit, at, distance, left, used)
    if not chosen:
        raise RuleError(Text("{unit} has nothing left to fire with.", unit=unit.ref), SHOOTING)
    _enough_men(unit, chosen, used)
    if unit.has("grenade_thrown") and any(tables(board).weapons[name].grenade for name in chosen):
        raise RuleError(Text("{unit} has thrown its grenade this turn.", unit=unit.ref), GRENADES)
    return chosen


def _named(unit: Unit, text: str, left: dict[str, int]) -> Chosen:
    found: Chosen = {}
    for count, name in weapon_groups(text, left):
        if left[name] <= 0:
            none = Text("{unit} has no {weapon} left to fire.", unit=unit.ref, weapon=Term(name))
            raise RuleError(none, SHOOTING)
        found[name] = found.get(name, 0) + (left[name] if count is None else count)
        if found[name] > left[name]:
            weapons = several(left[name], name)
            fewer = Text(
                "{unit} has {weapons} to fire, not {asked}.", unit=unit.ref, weapons=weapons, asked=found[name]
            )
            raise RuleError(fewer, SHOOTING)
    return {name: count for name, count in found.items() if count}


def _all(
    board: Board, unit: Unit, at: Unit, distance: Decimal, left: dict[str, int], used: Mapping[str, int]
) -> Chosen:
    """Most dice a team first, as many teams as there are men; where nothing can fire, the rules say why not."""
    rows = tables(board).weapons
    direct = [name for name, count in left.items() if count > 0 and not rows[name].grenade]
    direct = [name for name in direct if rows[name].mobility != "artillery"] or direct
    useful = [name for name in direct if distance <= rows[name].rng and not _harmless(board, unit, name, at)]
    chosen: Chosen = {}
    men = 1_000 if is_vehicle(unit) else unit.models - sum(used.values())
    for name in sorted(useful or direct, key=lambda name: -rows[name].rof):
        teams = min(left[name], men)
        men -= teams
        if teams > 0:
            chosen[name] = teams
    return chosen


def _harmless(board: Board, unit: Unit, name: str, at: Unit) -> bool:
    victim = checked(Vehicle, target(at)) if is_vehicle(at) else checked(Squad, target(at))
    return cannot_harm(checked(WeaponFacts, weapon_facts(board, unit, name)), victim) is not None


def _enough_men(unit: Unit, chosen: Chosen, used: Mapping[str, int]) -> None:
    teams = sum(chosen.values()) + sum(used.values())
    if not is_vehicle(unit) and teams > unit.models:
        men = counted(unit.models, "man", "men")
        raise RuleError(
            Text("{unit} has {men}; {teams} teams cannot fire.", unit=unit.ref, men=men, teams=teams), SHOOTING
        )


def groups(board: Board, unit: Unit, chosen: Chosen) -> list[Fields]:
    """The weapons that fire as the facts tell of them."""
    return [{"weapon": weapon_facts(board, unit, name), "teams": count, "name": name} for name, count in chosen.items()]


def told(chosen: Chosen) -> Text:
    return Joined([_counted(count, name) for name, count in chosen.items()], ", ")


def _counted(count: int, name: str) -> Text:
    """ "2 bolt action rifles", "1 × 75mm gun"."""
    if name[0].isdigit():
        return Text("{count} × {weapon}", count=count, weapon=Term(name))
    return several(count, name)
