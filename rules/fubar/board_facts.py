"""Units of the game as facts of FUBAR."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rules.fubar.facts import Inside, UnitFacts, Vehicle, profile
from rules.fubar.tables import Board
from rules.game.unit import Unit, Weapon, cache_per_unit, remove_weapons
from rules.kernel.errors import RuleError
from rules.kernel.facts import validate
from rules.kernel.text import Text


@cache_per_unit
def is_vehicle(unit: Unit) -> bool:
    return profile(unit).kind == "vehicle"


@cache_per_unit
def unit_facts(unit: Unit) -> UnitFacts:
    """Return a unit as facts; a vehicle counts as one figure without armour."""
    if is_vehicle(unit):
        return UnitFacts(level=profile(unit).level, figures=min(unit.models, 1), starting=1, armour="none")
    return validate(
        UnitFacts,
        {
            "level": profile(unit).level,
            "leader_level": profile(unit).leader_level,
            "figures": unit.models,
            "starting": max(unit.starting, unit.models),
            "suppressed": min(unit.count("suppressed"), unit.models),
            "armour": profile(unit).armour,
        },
    )


def units_aboard(board: Board, vehicle: Unit) -> list[Unit]:
    """Return the units inside a vehicle."""
    return [unit for unit in board.game.units.values() if unit.word("aboard") == vehicle.id]


@cache_per_unit
def weapons_left(unit: Unit) -> Mapping[str, int]:
    """Return the number of working weapons of each kind. A second lost one is recorded as "lmg 2"."""
    lost = _destroyed_weapons(unit)
    return {weapon.name: max(0, weapon.count - lost[weapon.name]) for weapon in unit.weapons}


def armed(unit: Unit) -> tuple[Weapon, ...]:
    """Return the weapons that still work."""
    return remove_weapons(unit.weapons, _destroyed_weapons(unit))


@cache_per_unit
def _destroyed_weapons(unit: Unit) -> Counter[str]:
    """Return the number of destroyed weapons of each kind; the result is shared and must not be changed."""
    return Counter(word.partition(" ")[0] for word in unit.words("weapons_lost"))


def weapons_to_lose(unit: Unit) -> tuple[str, ...]:
    """Return the weapons that a vehicle may lose next: one of each working kind, by its word in `weapons_lost`."""
    lost = _destroyed_weapons(unit)
    working = [name for name, left in weapons_left(unit).items() if left]
    return tuple(f"{name} {lost[name] + 1}" if lost[name] else name for name in working)


def vehicle_facts(board: Board, unit: Unit) -> Vehicle:
    """Return a vehicle with its remaining crew and the units that it carries, each in its own armour."""
    crew = max(0, profile(unit).crew - unit.count("crew_lost"))
    return Vehicle(
        armour=profile(unit).hull or "none",
        crew=Inside(figures=crew, armour=profile(unit).armour),
        units=tuple(Inside(figures=one.models, armour=profile(one).armour) for one in units_aboard(board, unit)),
        weapons=weapons_to_lose(unit),
    )


def crewless_texts(unit: Unit) -> tuple[Text, ...]:
    """Return the objection to any act of a vehicle whose crew has been hit to the last (Vehicles)."""
    lost = unit.count("crew_lost")
    gone = lost and is_vehicle(unit) and lost >= profile(unit).crew
    return (Text("{unit} has no crew left (Vehicles).", unit=unit.ref),) if gone else ()


def require_figures(unit: Unit, what: Text) -> None:
    """Raise RuleError for a vehicle where only infantry is allowed."""
    if is_vehicle(unit):
        raise RuleError(Text("{unit} is a vehicle and cannot {what}.", unit=unit.ref, what=what), "Vehicles")


def require_outside(target: Unit) -> None:
    """Raise RuleError for the target of an assault that is inside a vehicle (Vehicles)."""
    if target.has("aboard"):
        inside = Text("{target} is inside a vehicle and cannot be assaulted.", target=target.ref)
        raise RuleError(inside, "Vehicles")


JUMPS = Text("jump out of the way")
"""The reaction to a ram that a vehicle does not have."""


def require_vehicle(unit: Unit, what: Text) -> None:
    """Raise RuleError for infantry where only a vehicle is allowed."""
    if not is_vehicle(unit):
        raise RuleError(Text("{unit} is not a vehicle and cannot {what}.", unit=unit.ref, what=what), "Vehicles")


def require_mobile(unit: Unit) -> None:
    """Raise RuleError for a unit that cannot move any more (Vehicles)."""
    if unit.has("immobilised"):
        raise RuleError(Text("{unit} is immobilised for the rest of the game.", unit=unit.ref), "Vehicles")


def check_vehicle_action(unit: Unit, action: str | None) -> None:
    """Raise RuleError for an action that vehicles do not have (Vehicles)."""
    if is_vehicle(unit) and action in ("duck_and_weave", "gone_to_ground"):
        raise RuleError(Text("{unit} is a vehicle and cannot do that.", unit=unit.ref), "Vehicles")
