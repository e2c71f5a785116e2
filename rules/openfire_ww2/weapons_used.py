"""Default weapons of a unit that fire or fight, the reasons why the others do not, and their bands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from rules.command.choices import weapon_groups, weapons_served
from rules.command.movement import Band, up_to
from rules.game.unit import Unit
from rules.kernel.errors import RuleError
from rules.kernel.text import Joined, Sentence, Term, Text, counted, several_of
from rules.openfire_ww2.aiming import harmless_reason
from rules.openfire_ww2.board_facts import Fields, armed, check_may_fight, is_vehicle, move_of, weapon_facts, weapon_of
from rules.openfire_ww2.contact import useless_reason
from rules.openfire_ww2.facts import GRENADES, SHOOTING, profile
from rules.openfire_ww2.shooting import silent_reason
from rules.openfire_ww2.tables import Board

Chosen = dict[str, int]
"""Weapons that fire: their numbers by name."""


def firers(board: Board, unit: Unit, at: Unit, text: str, distance: Decimal, used: Mapping[str, int]) -> Chosen:
    """Return the weapons that fire: those named, or all that can; `used` have fired at another target of the volley.

    Raise RuleError for weapons the unit does not have left, more teams than men, or a second grenade.
    """
    left = {weapon.name: weapon.count - used.get(weapon.name, 0) for weapon in armed(unit)}
    chosen = _parse_named(unit, text, left) if text.strip() else _choose_all(board, unit, at, distance, left, used)
    if not chosen:
        raise RuleError(_nothing_left_text(unit), SHOOTING)
    teams = sum(chosen.values()) + sum(used.values())
    if not is_vehicle(unit) and teams > unit.models:
        men = counted(unit.models, "man", "men")
        few = Text("{unit} has {men}; {teams} teams cannot fire.", unit=unit.ref, men=men, teams=teams)
        raise RuleError(few, SHOOTING)
    if unit.has("grenade_thrown") and any(board.tables.weapons[name].grenade for name in chosen):
        raise RuleError(Text("{unit} has already thrown its grenade this turn.", unit=unit.ref), GRENADES)
    return chosen


def _parse_named(unit: Unit, text: str, left: dict[str, int]) -> Chosen:
    found: Chosen = {}
    for count, name in weapon_groups(text, left):
        if left[name] <= 0:
            none = Text("{unit} has no {weapon} left to fire.", unit=unit.ref, weapon=Term(name))
            raise RuleError(none, SHOOTING)
        found[name] = found.get(name, 0) + (left[name] if count is None else count)
        if found[name] > left[name]:
            weapons = several_of(left[name], name)
            fewer = Text(
                "{unit} has {weapons} to fire, not {asked}.", unit=unit.ref, weapons=weapons, asked=found[name]
            )
            raise RuleError(fewer, SHOOTING)
    return {name: count for name, count in found.items() if count}


def _choose_all(
    board: Board, unit: Unit, at: Unit, distance: Decimal, left: dict[str, int], used: Mapping[str, int]
) -> Chosen:
    """Return all weapons that can fire, the most dice per team first, with at most as many teams as men.

    A grenade is used only if there is nothing else, or nothing else may fire after a move and it reaches the target. If
    nothing can fire, the rules give the reason.
    """
    rows, have = board.tables.weapons, [name for name, count in left.items() if count > 0]
    direct = [name for name in have if not rows[name].grenade]
    grenade = next((name for name in have if rows[name].grenade), None)
    if grenade and not used and (not direct or _has_only_a_grenade(board, unit, direct, distance <= rows[grenade].rng)):
        return {grenade: 1}
    direct = [name for name in direct if rows[name].mobility != "artillery"] or direct
    near = [name for name in direct if distance <= rows[name].rng]
    useful = [name for name in near if not harmless_reason(weapon_of(board, unit, name), profile(at))]
    best, each = sorted(useful or direct, key=lambda name: -rows[name].rof), 0 if is_vehicle(unit) else 1
    return weapons_served([(name, left[name], each) for name in best], unit.models - sum(used.values()))


def _has_only_a_grenade(board: Board, unit: Unit, direct: Sequence[str], near: bool) -> bool:
    """True if a unit has a grenade left, and no other weapon may fire after its move."""
    if unit.has("grenade_thrown") or not near:
        return False
    when = move_of(board, unit)
    return all(silent_reason(weapon_of(board, unit, name), when, board.rulings) for name in direct)


def check_can_fire_at(board: Board, unit: Unit, at: Unit) -> None:
    """Raise RuleError if no weapon of the unit can fire at that target at any distance."""
    when = move_of(board, unit)
    kinds = [weapon_of(board, unit, name) for name in firers(board, unit, at, "", Decimal(0), {})]
    speak = [
        kind for kind in kinds if not (silent_reason(kind, when, board.rulings) or harmless_reason(kind, profile(at)))
    ]
    if not speak or any(kind.mobility == "artillery" for kind in kinds):
        raise RuleError(_nothing_left_text(unit), SHOOTING)


def check_can_harm(board: Board, unit: Unit, at: Unit) -> None:
    """Raise RuleError if no weapon of the unit can harm the target and fire this turn; a card may be anything."""
    if at.has("hidden"):
        return
    why = [harmless_reason(weapon_of(board, unit, one.name), profile(at)) for one in armed(unit)]
    if why and why[0] and all(why):
        harmless = Text("{unit} has no weapon that harms {target}: {why}.", unit=unit.ref, target=at.ref, why=why[0])
        raise RuleError(harmless, SHOOTING)
    check_can_fire_at(board, unit, at)


def _nothing_left_text(unit: Unit) -> Text:
    return Text("{unit} has no weapon left to fire.", unit=unit.ref)


def groups(board: Board, unit: Unit, chosen: Chosen) -> list[Fields]:
    """Return the weapons that fire as facts."""
    return [{"weapon": weapon_facts(board, unit, name), "teams": count, "name": name} for name, count in chosen.items()]


def weapons_text(chosen: Chosen) -> Text:
    """Return weapons as "2 bolt action rifles, 1 × 75mm gun"."""
    counts = [
        Text("{count} × {weapon}", count=count, weapon=Term(name)) if name[0].isdigit() else several_of(count, name)
        for name, count in chosen.items()
    ]
    return Joined(counts, ", ")


# Distance bands of a unit's weapons: their ranges (Shooting).


def bands(board: Board, unit: Unit) -> tuple[Band, ...]:
    return up_to(board.tables.weapons[weapon.name].rng for weapon in unit.weapons)


# The weapons of a unit in an assault: every weapon that could fire, and the reasons why the others do not.


class StrikingArms(NamedTuple):
    """Weapons that strike, with their numbers by name, and a sentence for each that stays silent."""

    chosen: Chosen
    silent: tuple[Text, ...] = ()

    def facts(self, board: Board, unit: Unit) -> Fields:
        """Return the facts of the weapons; a vehicle may also lose weapons with which it does not fight."""
        listed: Fields = {"weapons": groups(board, unit, self.chosen)}
        left = sum(weapon.count for weapon in armed(unit))
        return listed | {"weapons_left": left} if is_vehicle(unit) else listed


def arms(board: Board, unit: Unit, enemy: Unit) -> StrikingArms:
    """Return the weapons of a unit in an assault: none if a state prevents it, else all not silenced by a move.

    (Weapon types)
    """
    try:
        check_may_fight(board, unit)
    except RuleError as barred:
        return StrikingArms({}, (barred.text,))
    carried = {weapon.name: weapon.count for weapon in armed(unit)}
    kinds = {name: weapon_of(board, unit, name) for name in carried}
    why = {name: silent_reason(kind, move_of(board, unit), board.rulings) for name, kind in kinds.items()}
    silent = [
        Sentence(Text("{weapon} of {unit} cannot fight: {why}.", weapon=Term(name), unit=unit.ref, why=reason))
        for name, reason in why.items()
        if reason
    ]
    able = {name: carried[name] for name, reason in why.items() if not reason}
    if is_vehicle(unit):
        return StrikingArms(able, tuple(silent))
    # The most dice per team first, as many teams as men, a grenade as a last resort; if nothing can harm the enemy,
    # all of them: the rules give the reason.
    harming = [name for name in able if not useless_reason(kinds[name], profile(enemy))]
    rolled = [name for name in harming if kinds[name].grenade and not unit.has("grenade_thrown")]
    useful = [name for name in harming if not kinds[name].grenade] or rolled[:1] or list(able)
    best = sorted(useful, key=lambda name: -kinds[name].rof)
    served = weapons_served([(name, 1 if kinds[name].grenade else able[name], 1) for name in best], unit.models)
    return StrikingArms(served, tuple(silent))
