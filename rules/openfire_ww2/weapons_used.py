"""The weapons of a unit that fire or fight when nobody names any, and why the others do not; and their bands."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple

from rules.command.choices import served, weapon_groups
from rules.command.movement import Band, up_to
from rules.game.unit import Unit
from rules.kernel.errors import RuleError
from rules.kernel.text import Joined, Sentence, Term, Text, counted, several
from rules.openfire_ww2.aiming import cannot_harm
from rules.openfire_ww2.board_facts import Fields, armed, is_vehicle, may_fight, moved, weapon_facts, weapon_of
from rules.openfire_ww2.contact import useless
from rules.openfire_ww2.facts import GRENADES, SHOOTING, Weapon, profile
from rules.openfire_ww2.shooting import silent_after
from rules.openfire_ww2.tables import Board

Chosen = dict[str, int]
"""Weapons that fire, how many by name."""


def firers(board: Board, unit: Unit, at: Unit, text: str, distance: Decimal, used: Mapping[str, int]) -> Chosen:
    """The weapons that fire: those named, or all that can; `used` ones have fired at another target of the volley.

    Raises RuleError for weapons the unit does not have left, more teams than men, or a second grenade.
    """
    left = {weapon.name: weapon.count - used.get(weapon.name, 0) for weapon in armed(unit)}
    chosen = _named(unit, text, left) if text.strip() else _all(board, unit, at, distance, left, used)
    if not chosen:
        raise RuleError(_nothing_left(unit), SHOOTING)
    teams = sum(chosen.values()) + sum(used.values())
    if not is_vehicle(unit) and teams > unit.models:
        men = counted(unit.models, "man", "men")
        few = Text("{unit} has {men}; {teams} teams cannot fire.", unit=unit.ref, men=men, teams=teams)
        raise RuleError(few, SHOOTING)
    if unit.has("grenade_thrown") and any(board.tables.weapons[name].grenade for name in chosen):
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
    """Most dice a team first, as many teams as there are men; one grenade where there is nothing else; where nothing
    can fire, the rules say why not.
    """
    rows, have = board.tables.weapons, [name for name, count in left.items() if count > 0]
    direct = [name for name in have if not rows[name].grenade]
    if have and not (direct or used):
        return {have[0]: 1}
    direct = [name for name in direct if rows[name].mobility != "artillery"] or direct
    near = [name for name in direct if distance <= rows[name].rng]
    useful = [name for name in near if not cannot_harm(weapon_of(board, unit, name), profile(at))]
    best, each = sorted(useful or direct, key=lambda name: -rows[name].rof), 0 if is_vehicle(unit) else 1
    return served([(name, left[name], each) for name in best], unit.models - sum(used.values()))


def must_speak(board: Board, unit: Unit, at: Unit) -> None:
    """Raises RuleError where nothing of it fires at that target from any distance; one at no inches is in range."""
    when = moved(board, unit)
    kinds = [weapon_of(board, unit, name) for name in firers(board, unit, at, "", Decimal(0), {})]
    speak = [kind for kind in kinds if not (silent_after(kind, when, board.rulings) or cannot_harm(kind, profile(at)))]
    if not speak or any(kind.mobility == "artillery" for kind in kinds):
        raise RuleError(_nothing_left(unit), SHOOTING)


def must_harm(board: Board, unit: Unit, at: Unit) -> None:
    """Raises RuleError where no weapon of the unit may harm the target and fire this turn; a card may be anything."""
    if at.has("hidden"):
        return
    why = [cannot_harm(weapon_of(board, unit, one.name), profile(at)) for one in armed(unit)]
    if why and why[0] and all(why):
        harmless = Text("{unit} has nothing that harms {target}: {why}.", unit=unit.ref, target=at.ref, why=why[0])
        raise RuleError(harmless, SHOOTING)
    must_speak(board, unit, at)


def _nothing_left(unit: Unit) -> Text:
    return Text("{unit} has nothing left to fire with.", unit=unit.ref)


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


# The bands of distance of a unit's weapons: their ranges (Shooting).


def bands(board: Board, unit: Unit) -> tuple[Band, ...]:
    return up_to(board.tables.weapons[weapon.name].rng for weapon in unit.weapons)


# What a unit of the board fights with in an assault: every weapon that could fire, and why the others do not.


class Arms(NamedTuple):
    """Weapons that strike, how many by name, and a sentence for each that stays silent."""

    chosen: Chosen
    silent: tuple[Text, ...] = ()

    def facts(self, board: Board, unit: Unit) -> Fields:
        """A vehicle may lose weapons with which it does not fight."""
        listed: Fields = {"weapons": groups(board, unit, self.chosen)}
        left = sum(weapon.count for weapon in armed(unit))
        return listed | {"weapons_left": left} if is_vehicle(unit) else listed


def arms(board: Board, unit: Unit, enemy: Unit) -> Arms:
    """What a unit fights with: None where a state keeps it from fighting; else all that a move has not silenced (Weapon
    types).
    """
    try:
        may_fight(board, unit)
    except RuleError as barred:
        return Arms({}, (barred.text,))
    carried = {weapon.name: weapon.count for weapon in armed(unit)}
    kinds = {name: weapon_of(board, unit, name) for name in carried}
    why = {name: silent_after(kind, moved(board, unit), board.rulings) for name, kind in kinds.items()}
    silent = [
        Sentence(Text("{weapon} of {unit} does not fight: {why}.", weapon=Term(name), unit=unit.ref, why=reason))
        for name, reason in why.items()
        if reason
    ]
    able = {name: carried[name] for name, reason in why.items() if not reason}
    return Arms(able if is_vehicle(unit) else _manned(unit, able, kinds, enemy), tuple(silent))


def _manned(unit: Unit, able: Chosen, kinds: dict[str, Weapon], enemy: Unit) -> Chosen:
    """Most dice a team first, as many teams as men, grenades only where there is nothing else.

    Where nothing can harm the enemy, all is named: the rules say why it does not.
    """
    harming = [name for name in able if not useless(kinds[name], profile(enemy))]
    thrown = [name for name in harming if kinds[name].grenade and not unit.has("grenade_thrown")]
    useful = [name for name in harming if not kinds[name].grenade] or thrown[:1] or list(able)
    best = sorted(useful, key=lambda name: -kinds[name].rof)
    return served([(name, 1 if kinds[name].grenade else able[name], 1) for name in best], unit.models)
