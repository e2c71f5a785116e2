"""The rule systems written in Python, with the tables in their folders; variants may be based on them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from data.folders import data_faults, forces_of_folder, load_about, load_file, load_file_if_present
from rules import bayonet, fubar, openfire_d12, openfire_ww2, opreb
from rules.command.system import System
from rules.files.file_system import FileSystem, Make, of_file
from rules.files.override import assemble_system
from rules.files.source import Source

PYTHON_SYSTEMS: Mapping[str, Make] = {
    "opreb": opreb.system,
    "openfire_ww2": openfire_ww2.system,
    "openfire_d12": openfire_d12.system,
    "bayonet": bayonet.system,
    "fubar": fubar.system,
}


@cache
def python_systems() -> Mapping[str, System]:
    """Return the systems written in Python, by key; raise DataFault."""
    found: dict[str, System] = {}
    for key, make in PYTHON_SYSTEMS.items():
        with data_faults(key):
            found[key] = assemble_system(_whole_tables(key), make)
    return found


@cache
def python_bases() -> Mapping[str, FileSystem]:
    """Return these systems as if they were defined by files."""
    return {
        key: of_file(system, source=Source(_whole_tables(key), {}), make=PYTHON_SYSTEMS[key])
        for key, system in python_systems().items()
    }


def _whole_tables(key: str) -> dict[str, Any]:
    """Return the tables in a system's folder in the form of a single file; raise DataFault."""
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
