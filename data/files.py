"""Loading of data files: systems, forces, maps and honours. An error names the file and the place."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import tomli_w
from dotenv import dotenv_values

from data import system_registry
from data.folders import DataFault, data_faults, load_file
from data.python_systems import PYTHON_SYSTEMS, python_bases
from rules.campaign.tables import HonourRow, honours_of
from rules.campaign.territories import TerritoryMap, map_of
from rules.command.force import Force
from rules.command.opponent_table import OpponentTable, opponent_table
from rules.files.derived import base_key_of, key_of
from rules.files.file_system import FileSystem
from rules.files.system import read_system
from rules.kernel.errors import BadFacts
from rules.kernel.facts import require_one_of, validate
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH


def aliases(key: str) -> Mapping[str, Any]:
    """Return the aliases of a system's units, weapons and traits, if it has any; raise DataFault."""
    filed = _with_rows(key)
    return filed.rows.aliases if filed else {}


@cache
def opponent_of(key: str) -> OpponentTable:
    """Return the opponent table of a system, or the generic one if it has none; raise DataFault."""
    filed = _with_rows(key)
    with data_faults(key, "opponent"):
        return opponent_table(filed.rows.opponent if filed else {})


# Systems defined by a single file.


ENTRY_POINTS = "adjutant.systems"
"""The group of entry points in which packages list their systems."""
FOLDER_OF_SYSTEMS = "ADJUTANT_SYSTEMS"
"""The setting that names a folder of further system files."""


def bases() -> Mapping[str, FileSystem]:
    """Return all systems that a variant may be based on, by key; raise DataFault."""
    return {**python_bases(), **{key: one for key, one in system_files().items() if one.is_base}}


@cache
def system_files() -> Mapping[str, FileSystem]:
    """Return the systems defined by files, by key: the built-in ones, those in the configured folder, and packages'.

    A variant may be based on any other of them. Raise DataFault with every error of an invalid file.
    """
    ours = [(f"data/systems/{one.name}", one.read_bytes()) for one in (files("data") / "systems").iterdir()]
    ours = [one for one in ours if key_of(one[1]) not in PYTHON_SYSTEMS]
    found = {one.key: one for one in packaged_systems().values() if isinstance(one, FileSystem)}
    named = [one for one in (*sorted(ours), *_configured_files()) if one[0].endswith(".toml")]
    named += [(name, content) for name, content in packaged_systems().items() if isinstance(content, bytes)]
    while named:
        # A variant comes after its base.
        ready = (one for one in named if base_key_of(one[1]) in ("", *PYTHON_SYSTEMS, *found))
        name, content = next(ready, None) or _without_loop(named)
        named.remove((name, content))
        there = {key: one for key, one in found.items() if one.is_base}
        # Only a variant needs Python's systems as files, which takes as long as to read them.
        system = parse_system(content, name, {**python_bases(), **there} if base_key_of(content) else {})
        if system.key in found:
            raise DataFault(f"{name}: there are rules with the key {system.key} already")
        found[system.key] = system
    return found


def _without_loop(named: Sequence[tuple[str, bytes]]) -> tuple[str, bytes]:
    """Return the first of several files without their bases; raise DataFault if these are based on each other."""
    bases = {key_of(content): base_key_of(content) for _, content in named}
    followed = [base_key_of(named[0][1])]
    while (base := bases.get(followed[-1])) is not None:
        if base in followed:
            raise DataFault(f"{named[0][0]}: {' and '.join(followed)} are based on each other: let one have no base")
        followed.append(base)
    return named[0]


@cache
def packaged_systems() -> Mapping[str, object]:
    """Return the systems of installed Python packages by entry point: each a `System`, or the bytes of a file."""
    return {point.name: point.load() for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda one: one.name)}


def _configured_files() -> list[tuple[str, bytes]]:
    """Return the files of the configured folder; raise DataFault.

    It is set in the environment or in `.env`, and needed before the bot reads its settings.
    """
    said = os.environ.get(FOLDER_OF_SYSTEMS)
    if said is None and Path(".env").is_file():
        with suppress(OSError, ValueError):  # the bot reads the file again and reports the error
            said = dotenv_values(".env", encoding="utf-8").get(FOLDER_OF_SYSTEMS)
    folder = (said or "").strip()
    try:
        there = sorted(Path(folder).expanduser().iterdir()) if folder else []
        return [(str(one), one.read_bytes()) for one in there if one.suffix == ".toml"]
    except OSError as error:
        raise DataFault(f"{error.filename}: this cannot be read ({error.strerror})") from None


def parse_system(content: bytes, name: str, bases: Mapping[str, FileSystem]) -> FileSystem:
    """Return the system in a file; raise DataFault with every error in it."""
    try:
        return read_system(content, name, bases, kept=True)
    except BadFacts as error:
        raise DataFault("\n".join(map(ENGLISH, error.faults))) from None


def system_file(key: str) -> FileSystem | None:
    """Return the system with that key if a file defines it, built-in or a server's, else None; raise DataFault."""
    return system_registry.find(key) or system_files().get(key)


def _with_rows(key: str) -> FileSystem | None:
    """Return the system with that key, if its tables are known: of an installed package's system they are not."""
    return system_file(key) or python_bases().get(key)


def demo_script(key: str, what: Literal["battle", "campaign"]) -> str:
    """Return the scripted battle or campaign of a system; empty if it has none."""
    file = files("data") / key / f"{what}.txt"
    if file.is_file():
        return file.read_text(encoding="utf-8")
    filed = system_file(key)
    return "" if filed is None else getattr(filed.rows.shown, what)


def new_system(key: str, base: str = "") -> str:
    """Return the text of a new system file, which is playable as it is; raise BadFacts for an unknown base.

    A variant has the numbers, rulings, weapons and units of its base as comments.
    """
    name = key.replace("_", " ").capitalize()
    if not base:
        text = (files("data") / "system_template.toml").read_text(encoding="utf-8")
        return text.replace("{key}", key).replace("{name}", name)
    require_one_of("base", base, bases())
    found = bases()[base]
    kept = ("tables", "weapons", "units") if found.make else ("tables", "modifier", "weapons", "units")
    rows = {table: found.source.values.get(table) for table in kept}
    rows["rulings"] = found.rulings().model_dump()
    text = tomli_w.dumps({table: said for table, said in rows.items() if said})
    comments = "".join(f"# {line}\n" if line else "\n" for line in text.splitlines())
    head = (files("data") / "variant_template.toml").read_text(encoding="utf-8")
    return head.replace("{key}", key).replace("{name}", name).replace("{base}", base) + comments


# Files of campaigns: the sample map, the list of honours, and players' maps.

FOLDER = "campaign"


@cache
def sample_map() -> TerritoryMap:
    """Return the sample map; raise DataFault."""
    with data_faults(FOLDER, "map"):
        return map_of(load_file(FOLDER, "map"))


@cache
def honours() -> Mapping[str, HonourRow]:
    """Return the honours that units can win, by key, in display order; raise DataFault."""
    with data_faults(FOLDER, "honours"):
        return honours_of(load_file(FOLDER, "honours"))


@cache
def honour_names() -> Mapping[str, Text]:
    """Return the names of honours by key."""
    return {key: row.title for key, row in honours().items()}


def parse_map(found: Any, name: str) -> TerritoryMap:
    """Parse a map from the content of a file; raise BadFacts with a sentence per error, naming file and place."""
    if not isinstance(found, dict):
        raise BadFacts([Text("{name}: a map is a table with name and territories", name=name)])
    try:
        return map_of(found)  # pyright: ignore[reportUnknownArgumentType]
    except BadFacts as error:
        raise BadFacts([Text("{name}: {fault}", name=name, fault=fault) for fault in error.faults]) from None


# The sample forces of each system, and players' force files.


@cache
def sample_forces(system: str) -> Mapping[str, Force]:
    """Return the sample forces of a system by file name; raise DataFault for an invalid one."""
    filed = _with_rows(system)
    return filed.forces if filed else {}


def parse_force(found: Any, name: str) -> Force:
    """Parse a force from the content of a file; raise BadFacts with a sentence per error."""
    if not isinstance(found, dict):
        raise BadFacts([Text("{name}: a force is a table with name, system and units", name=name)])
    return validate(Force, found)  # pyright: ignore[reportUnknownArgumentType]


def force_text(force: Force, kind: Literal["toml", "json"]) -> str:
    """Return a force as a file, from which `parse_force` restores it unchanged."""
    written = force.model_dump(mode="json", exclude_defaults=True)
    if kind == "json":
        return json.dumps(written, ensure_ascii=False, indent=2) + "\n"
    return tomli_w.dumps(written)


system_registry.caches += [opponent_of.cache_clear, sample_forces.cache_clear]
