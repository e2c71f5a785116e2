"""The list of rule systems whose rules are in Python, over the tables in their folders, as bases of variants too."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from data.folders import about, faults_in, forces_of_folder, opened, opened_if_there
from rules import bayonet, fubar, openfire_d12, openfire_ww2, opreb
from rules.command.system import System
from rules.files.file_system import FileSystem, Make, of_file
from rules.files.override import assembled
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
    """Return the systems whose rules are in Python, by key; raise DataFault."""
    found: dict[str, System] = {}
    for key, make in PYTHON_SYSTEMS.items():
        with faults_in(key):
            found[key] = assembled(_whole(key), make)
    return found


@cache
def python_bases() -> Mapping[str, FileSystem]:
    """Return these systems as if they were defined by files."""
    return {
        key: of_file(system, source=Source(_whole(key), {}), make=PYTHON_SYSTEMS[key])
        for key, system in python_systems().items()
    }


def _whole(key: str) -> dict[str, Any]:
    """Return the tables in a system's folder as one file has them; raise DataFault."""
    credits = about(key).model_dump()
    samples = forces_of_folder(key).items()
    found = {
        "demo": {"forces": credits.pop("demo"), "try": credits.pop("steps")},
        "system": {"key": key, **credits},
        "forces": {name: force.model_dump(include={"name", "about", "units"}) for name, force in samples},
        **opened(key, "summary"),
        **{name: opened(key, name) for name in ("tables", "units", "topics", "states")},
        **{name: opened_if_there(key, name) for name in ("opponent", "aliases")},
    }
    weapons = opened_if_there(key, "weapons")
    return {**found, "weapons": weapons} if weapons else found
