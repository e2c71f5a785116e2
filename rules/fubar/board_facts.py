"""Units of the record as FUBAR's facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rules.fubar.facts import Inside, UnitFacts, Vehicle, profile
from rules.fubar.tables import Board
from rules.game.unit import Unit, Weapon, less, once_a_unit
from rules.kernel.errors import RuleError
from rules.kernel.facts import checked
from rules.kernel.text import Text


def is_vehicle(unit: Unit) -> bool:
    return profile(unit).kind == "vehicle"


@once_a_unit
def unit_facts(unit: Unit) -> UnitFacts:
    """A unit as the rules are told of it; a vehicle counts as one figure without armour."""
    if is_vehicle(unit):
        return UnitFacts(level=profile(unit).level, figures=min(unit.models, 1), starting=1, armour="none")
    return checked(
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


def aboard(board: Board, vehicle: Unit) -> list[Unit]:
    """The living units inside a vehicle."""
    return [unit for unit in board.game.units.values() if unit.word("aboard") == vehicle.id and unit.alive]


def weapons_left(unit: Unit) -> dict[str, int]:
    """How many of each kind of weapon still work. A second one that is lost is kept as "lmg 2"."""
    return dict(_working(unit))


def armed(unit: Unit) -> tuple[Weapon, ...]:
    """The weapons that still work."""
    return less(unit.weapons, _lost(unit))


@once_a_unit
def _working(unit: Unit) -> Mapping[str, int]:
    lost = _lost(unit)
    return {weapon.name: max(0, weapon.count - lost[weapon.name]) for weapon in unit.weapons}


@once_a_unit
def _lost(unit: Unit) -> Counter[str]:
    """How many of each kind of weapon are destroyed; nobody adds to it."""
    return Counter(word.partition(" ")[0] for word in unit.words("weapons_lost"))


def to_lose(unit: Unit) -> tuple[str, ...]:
    """What a vehicle may lose next: one of each kind that still works, by its word in `weapons_lost`."""
    lost = _lost(unit)
    return tuple(_nth(name, lost[name] + 1) for name, left in weapons_left(unit).items() if left)


def _nth(name: str, n: int) -> str:
    return name if n == 1 else f"{name} {n}"


def vehicle_facts(board: Board, unit: Unit) -> Vehicle:
    """A vehicle with what is left of its crew and the units that it carries, each in its own armour."""
    crew = max(0, profile(unit).crew - unit.count("crew_lost"))
    return Vehicle(
        armour=profile(unit).hull or "none",
        crew=Inside(figures=crew, armour=profile(unit).armour),
        units=tuple(Inside(figures=one.models, armour=profile(one).armour) for one in aboard(board, unit)),
        weapons=to_lose(unit),
    )


def needs_figures(unit: Unit, what: Text) -> None:
    """Raises RuleError for a vehicle where only infantry will do."""
    if is_vehicle(unit):
        raise RuleError(Text("{unit} is a vehicle and cannot {what}.", unit=unit.ref, what=what), "Vehicles")


JUMPS = Text("jump out of the way")
"""What a vehicle does not when it is rammed."""


def needs_vehicle(unit: Unit, what: Text) -> None:
    """Raises RuleError for infantry where only a vehicle will do."""
    if not is_vehicle(unit):
        raise RuleError(Text("{unit} is not a vehicle and cannot {what}.", unit=unit.ref, what=what), "Vehicles")


def free_to_move(unit: Unit) -> None:
    """Raises RuleError for a unit that cannot move any more (Vehicles)."""
    if unit.has("immobilised"):
        raise RuleError(Text("{unit} is immobilised for the rest of the game.", unit=unit.ref), "Vehicles")


def can_obey(unit: Unit, action: str | None) -> None:
    """Raises RuleError for an action that vehicles do not have (Vehicles)."""
    if is_vehicle(unit) and action in ("duck_and_weave", "gone_to_ground"):
        raise RuleError(Text("{unit} is a vehicle and cannot do that.", unit=unit.ref), "Vehicles")
