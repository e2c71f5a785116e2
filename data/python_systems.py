"""The rule systems with rules in Python; variants may be based on them.

Their tables are in a folder each, or in a system file that has the simpler actions too.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from importlib.resources import files
from typing import Any

from data.folders import DataFault, data_faults, forces_of_folder, load_about, load_file, load_file_if_present
from rules import bayonet, fubar, openfire_d12, openfire_ww2, opreb
from rules.command.force import Force
from rules.command.system import System
from rules.files.faults import FaultsInFile
from rules.files.file_system import FileSystem, Make, of_file
from rules.files.override import assemble_system
from rules.files.shape import CommonRows
from rules.files.source import Source, source
from rules.files.system import read_with_python
from rules.kernel.facts import validate
from rules.kernel.wording import ENGLISH

PYTHON_SYSTEMS: Mapping[str, Make] = {
    "opreb": partial(read_with_python, complete=opreb.complete),
    "openfire_ww2": partial(assemble_system, openfire_ww2.system),
    "openfire_d12": partial(assemble_system, openfire_d12.system),
    "bayonet": partial(assemble_system, bayonet.system),
    "fubar": partial(assemble_system, fubar.system),
}


@cache
def python_systems() -> Mapping[str, System]:
    """Return the systems with rules in Python, by key; raise DataFault."""
    found: dict[str, System] = {}
    for key, make in PYTHON_SYSTEMS.items():
        with data_faults(key):
            try:
                found[key] = make(_whole_tables(key), f"data/systems/{key}.toml")
            except FaultsInFile as error:
                raise DataFault("\n".join(map(ENGLISH, error.faults))) from None
    return found


@cache
def python_bases() -> Mapping[str, FileSystem]:
    """Return these systems as if they were defined by files alone."""
    return {key: _as_file(key, system) for key, system in python_systems().items()}


def _as_file(key: str, system: System) -> FileSystem:
    whole = _whole_tables(key)
    with data_faults(key):
        common = {name: whole.values[name] for name in CommonRows.model_fields if name in whole.values}
        rows = validate(CommonRows, common)
        forces = {name: validate(Force, {"system": key, **dict(row)}) for name, row in rows.forces.items()}
    return of_file(system, source=whole, make=PYTHON_SYSTEMS[key], rows=rows, forces=forces)


@cache
def _whole_tables(key: str) -> Source:
    """Return all tables of a system: those of its file, or of its folder in the form of a file; raise DataFault."""
    file = files("data") / "systems" / f"{key}.toml"
    return source(file.read_bytes()) if file.is_file() else Source(_tables_of_folder(key), {})


def _tables_of_folder(key: str) -> dict[str, Any]:
    credits = load_about(key).model_dump()
    samples = forces_of_folder(key).items()
    found = {
        "demo": {"forces": credits.pop("demo"), "try": credits.pop("steps")},
        "system": {"key": key, **credits},
        "forces": {name: force.model_dump(include={"name", "about", "units"}) for name, force in samples},
        **load_file(key, "summary"),
        **{name: load_file(key, name) for name in ("tables", "units", "topics", "states")},
        **{name: load_file_if_present(key, name) for name in ("opponent", "aliases")},
    }
    weapons = load_file_if_present(key, "weapons")
    return {**found, "weapons": weapons} if weapons else found
