"""The units, weapons and forces of a system file, checked against its own profile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from rules.command.force import MOST_IN_NAME, Force, spec, type_named
from rules.command.system import System
from rules.files.document import similar_rows_of_base
from rules.files.faults import Faults
from rules.files.models import check_row
from rules.files.shape import CommonRows, Document
from rules.files.source import Path
from rules.game.unit import UnitSpec
from rules.kernel.errors import BadFacts
from rules.kernel.facts import located_faults
from rules.kernel.text import Text


def read_weapons(rows: Document, model: type[BaseModel], faults: Faults) -> dict[str, BaseModel]:
    """Return the weapons by key, and note their faults."""
    return {key: check_row(model, row, ("weapons", key), faults) for key, row in rows.weapons.items()}


def read_units(rows: Document, profile: type[BaseModel], faults: Faults) -> dict[str, UnitSpec]:
    found: dict[str, UnitSpec] = {}
    for key, given in rows.units.items():
        before = len(faults.found)
        unit = check_row(UnitSpec, given, ("units", key), faults)
        if len(faults.found) > before:
            if similar := similar_rows_of_base(rows.units, ("units", key), faults):
                del faults.found[before:]
                faults.add_unknown(("units", key), key, similar)
            continue
        found[key] = unit
        check_row(profile, unit.profile, ("units", key, "profile"), faults)
        for at, weapon in enumerate(unit.weapons):
            if weapon.name not in rows.weapons:
                faults.add_unknown(("units", key, "weapons", at), weapon.name, rows.weapons)
    return found


def read_plurals(tables: Mapping[str, Mapping[str, Any]], note: Callable[[Path, Text], None]) -> dict[str, str]:
    """Return the irregular plurals of units and weapons by key, and note those that are not a short text."""
    found: dict[str, str] = {}
    for table, of_table in tables.items():
        for key, plural in ((key, row["plural"]) for key, row in of_table.items() if "plural" in row):
            if isinstance(plural, str) and 0 < len(plural) <= MOST_IN_NAME:
                found[key] = plural
            else:
                note((table, key, "plural"), Text("write a text of at most {n} letters", n=MOST_IN_NAME))
    return found


def read_forces(system: System, rows: CommonRows, faults: Faults) -> dict[str, Force]:
    found: dict[str, Force] = {}
    for key, row in rows.forces.items():
        try:
            found[key] = Force(system=system.key, **row.model_dump())
        except ValidationError as error:
            for where, fault in located_faults(error):
                faults.add(("forces", key, *where), fault)
        for at, unit in enumerate(row.units):
            _check_unit(system, unit, ("forces", key, "units", at), faults)
    for key in rows.shown.forces:
        if key not in rows.forces:
            faults.add_unknown(("demo", "forces"), key, rows.forces)
    return found


def _check_unit(system: System, given: Mapping[str, Any], path: Path, faults: Faults) -> None:
    """Note the faults of a unit of a force."""
    kind = given.get("type")
    if isinstance(kind, str) and type_named(system, kind) is None:
        faults.add_unknown(path, kind, system.units)
        return
    try:
        spec(system, given)
    except BadFacts as error:
        for fault in error.faults:
            faults.add(path, fault)
