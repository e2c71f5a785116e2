"""The units, weapons and forces of a system file, checked against its own profile."""

from __future__ import annotations

from pydantic import BaseModel

from rules.command.force import Force, specs
from rules.command.system import System
from rules.files.faults import Faults
from rules.files.models import check_row
from rules.files.shape import CommonRows, Document
from rules.game.unit import UnitSpec, units_of
from rules.kernel.errors import BadFacts


def read_weapons(rows: Document, model: type[BaseModel], faults: Faults) -> dict[str, BaseModel]:
    """Return the weapons by key, and note their faults."""
    return {key: check_row(model, row, ("weapons", key), faults) for key, row in rows.weapons.items()}


def read_units(rows: Document, profile: type[BaseModel], faults: Faults) -> dict[str, UnitSpec]:
    found: dict[str, UnitSpec] = {}
    for key, given in rows.units.items():
        try:
            found |= units_of({key: {name: value for name, value in given.items() if name != "plural"}})
        except BadFacts as error:
            for fault in error.faults:
                faults.add(("units", key), fault)
            continue
        check_row(profile, found[key].profile, ("units", key, "profile"), faults)
        for at, weapon in enumerate(found[key].weapons):
            if weapon.name not in rows.weapons:
                faults.add_unknown(("units", key, "weapons", str(at)), weapon.name, rows.weapons)
    return found


def read_forces(system: System, rows: CommonRows, faults: Faults) -> dict[str, Force]:
    found: dict[str, Force] = {}
    for key, row in rows.forces.items():
        try:
            found[key] = Force(system=system.key, **row.model_dump())
            specs(system, found[key])
        except BadFacts as error:
            for fault in error.faults:
                faults.add(("forces", key), fault)
    for key in rows.shown.forces:
        if key not in rows.forces:
            faults.add_unknown(("demo", "forces"), key, rows.forces)
    return found
