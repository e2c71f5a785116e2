"""Units of the record as FUBAR's facts."""

from __future__ import annotations

from typing import Any

from rules.errors import RuleError
from rules.facts import checked
from rules.fubar.facts import Unit as UnitFacts
from rules.fubar.facts import Vehicle
from rules.fubar.profile import Profile
from rules.fubar.tables import Tables
from rules.system import Board
from rules.text import Text
from rules.unit import Unit


def tables(board: Board) -> Tables:
    return board.book.tables


def profile(unit: Unit) -> Profile:
    return Profile.model_construct(**{**_DEFAULTS, **unit.profile})


_DEFAULTS: dict[str, Any] = {name: field.default for name, field in Profile.model_fields.items()}


def is_vehicle(unit: Unit) -> bool:
    return unit.profile.get("kind") == "vehicle"


def unit_facts(unit: Unit) -> UnitFacts:
    """A unit as the rules are told of it; a vehicle counts as one figure without armour."""
    if is_vehicle(unit):
        return UnitFacts(level=profile(unit).level, figures=unit.models, starting=1, armour="none")
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


def vehicle_facts(board: Board, unit: Unit) -> Vehicle:
    """A vehicle with those inside: its crew and the units it carries, in the armour most of them wear."""
    inside = aboard(board, unit)
    worn = {unit.profile.get("armour", "none"): profile(unit).crew}
    for passengers in inside:
        armour = profile(passengers).armour
        worn[armour] = worn.get(armour, 0) + passengers.models
    return Vehicle(
        armour=profile(unit).hull or "none",
        passengers=sum(worn.values()),
        passenger_armour=max(worn, key=lambda armour: worn[armour]),
        weapons=tuple(weapon.name for weapon in unit.weapons if weapon.name not in unit.words("weapons_lost")),
    )


def needs_figures(unit: Unit, what: Text) -> None:
    """Raises RuleError for a vehicle where only infantry will do."""
    if is_vehicle(unit):
        raise RuleError(Text("{unit} is a vehicle and cannot {what}.", unit=unit.ref, what=what), "Vehicles")


def needs_vehicle(unit: Unit, what: Text) -> None:
    """Raises RuleError for infantry where only a vehicle will do."""
    if not is_vehicle(unit):
        raise RuleError(Text("{unit} is not a vehicle and cannot {what}.", unit=unit.ref, what=what), "Vehicles")
