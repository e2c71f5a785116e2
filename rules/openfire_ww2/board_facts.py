"""Units of the game as facts of Open Fire."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import get_args

from rules.game.unit import Unit, cache_per_unit
from rules.game.unit import Weapon as Carried
from rules.kernel.errors import RuleError
from rules.kernel.facts import validate
from rules.kernel.text import Term, Text
from rules.openfire_ww2.facts import WEAPON_TYPES, ShooterState, TargetState, WeaponType, profile, section_of
from rules.openfire_ww2.tables import VEHICLES, Board, WW2WeaponRow

Fields = dict[str, object]
_OF_SHOOTERS: tuple[str, ...] = get_args(ShooterState)
_OF_TARGETS: tuple[str, ...] = get_args(TargetState)


def is_vehicle(unit: Unit) -> bool:
    return profile(unit).kind in VEHICLES


def shooter(unit: Unit) -> Fields:
    return {"wpn": profile(unit).wpn, "rank": profile(unit).rank}


def target(unit: Unit) -> Fields:
    """Return a unit as a target: men of a squad, hit points and weapons of a vehicle."""
    known = profile(unit)
    facts: Fields = {"kind": known.kind, "trn": known.trn, "arm": known.arm, "rank": known.rank}
    if is_vehicle(unit):
        return facts | {"hp": sum(unit.hp), "weapons": sum(weapon.count for weapon in armed(unit))}
    men = {"men": unit.models, "starting": max(unit.starting, unit.models)}
    return facts | men | {"mor": known.mor, "pinned": unit.has("pinned")}


def nearby(unit: Unit) -> Fields:
    """Return a unit that is not aimed at, with the states that let it pass Terror."""
    return target(unit) if is_vehicle(unit) else target(unit) | {"states": target_states(unit)}


def shooter_states(unit: Unit) -> tuple[str, ...]:
    return tuple(state for state in _OF_SHOOTERS if unit.has(state))


def target_states(unit: Unit) -> tuple[str, ...]:
    return tuple(state for state in _OF_TARGETS if unit.has(state))


@cache_per_unit
def armed(unit: Unit) -> tuple[Carried, ...]:
    """Return the weapons a unit has left: a vehicle loses its main one first (Shooting at Vehicles)."""
    lost = unit.count("weapons_lost")
    left: list[Carried] = []
    for weapon in unit.weapons:
        gone = min(lost, weapon.count)
        lost -= gone
        if weapon.count > gone:
            left.append(weapon.model_copy(update={"count": weapon.count - gone}) if gone else weapon)
    return tuple(left)


def weapons_at_hand(kinds: Mapping[str, WW2WeaponRow], unit: Unit) -> tuple[Carried, ...]:
    """Return the weapons that a unit may name now: no second grenade in a turn (Weapons)."""
    rolled = unit.has("grenade_thrown")
    return tuple(weapon for weapon in armed(unit) if not (rolled and kinds[weapon.name].grenade))


def weapon_facts(board: Board, unit: Unit, name: str) -> Fields:
    """Return a kind of weapon of a unit as facts; a vehicle's are mounted."""
    mounted = weapon_of(board, unit, name).mounted
    return {**board.tables.weapons[name].model_dump(exclude={"smoke"}), "mounted": mounted}


def weapon_of(board: Board, unit: Unit, name: str) -> WeaponType:
    """Return a weapon of a unit as a cached value, because menus need it for each unit and each target."""
    mounted = is_vehicle(unit) or any(weapon.mounted for weapon in unit.weapons if weapon.name == name)
    return _weapon_fact(board.tables.weapons[name], mounted)  # pyright: ignore[reportArgumentType] — frozen, so hashable


@cache
def _weapon_fact(row: WW2WeaponRow, mounted: bool) -> WeaponType:
    return validate(WeaponType, row.model_dump(exclude={"smoke"}) | {"mounted": mounted})


def move_of(board: Board, unit: Unit) -> str:
    """Return the move of a unit that counts: of this turn's and the last, the one that silences more weapons.

    It is the last turn's if a move in this turn does not silence heavy weapons.
    """
    order = ("this_turn", "last_turn")
    if board.rulings.heavy_after_move == "last":
        kinds = [weapon_of(board, unit, weapon.name) for weapon in unit.weapons]
        if any(one.mobility in ("heavy", "artillery") and not one.mounted for one in kinds):
            order = ("last_turn", "this_turn")
    return next((when for when in order if unit.has(f"moved_{when}")), "no")


def check_may_fight(board: Board, unit: Unit) -> None:
    """Raise RuleError for a unit with a state that prevents fire."""
    if unit.has("towed_by"):
        in_tow = Text("{unit} is in tow and cannot fire: `/act unhitch` first.", unit=unit.ref)
        raise RuleError(in_tow, WEAPON_TYPES)
    if unit.has("buttoned"):
        buttoned = Text("{unit} is buttoned up: no move and no shots.", unit=unit.ref)
        raise RuleError(buttoned, section_of("button_vehicle"))
    if is_silenced(unit):
        barraged = Text("{unit} has fired a barrage and does not fire this turn.", unit=unit.ref)
        raise RuleError(barraged, section_of("barrage"))


def check_may_shell(board: Board, unit: Unit, gun: Carried) -> None:
    """Raise RuleError for artillery after a move, which counts as for any heavy weapon (Weapon types)."""
    when = move_of(board, unit)
    barred = ("this_turn", "last_turn") if board.rulings.heavy_after_move == "this_or_last" else ("last_turn",)
    if when in barred and not weapon_of(board, unit, gun.name).mounted:
        after = Text("{unit}: artillery may not fire after it moved {when}.", unit=unit.ref, when=Term(when))
        raise RuleError(after, WEAPON_TYPES)


def is_silenced(unit: Unit) -> bool:
    """True if a barrage prevents it from firing and moving now: in the turn after it.

    The state counts the ends of the unit's own turns that are still to come.
    """
    return unit.count("barraged") == 1


def is_ready_to_barrage(unit: Unit) -> bool:
    """True if its Barrage was passed this turn and has not been fired yet."""
    return unit.word("manoeuvre") == "barrage" and not unit.has("fired")
