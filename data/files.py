"""Opens the files of data: tables, forces, maps and honours; a fault is a sentence with the file and the place."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import tomli_w
from dotenv import dotenv_values

from data import system_registry
from rules.campaign.tables import HonourRow, honours_of
from rules.campaign.territories import TerritoryMap, map_of
from rules.command.force import Force
from rules.files.derived import is_variant
from rules.files.system import FileSystem, read_system
from rules.kernel.action import About
from rules.kernel.errors import BadFacts
from rules.kernel.facts import checked
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from rules.opponent.tables import GENERIC, OpponentTable, opponent_table


class DataFault(SystemExit):
    """A file of ours is faulty. Whatever program reads it says so in a sentence and ends with exit code 1."""


def tables(key: str, *names: str) -> dict[str, Any]:
    """`tables.toml` of a system, with each further file under its own name; raises DataFault."""
    found = opened(key, "tables")
    return found | {name: opened(key, name) for name in names}


def opened(key: str, name: str) -> dict[str, Any]:
    """A file of a system's folder; raises DataFault where it is missing or is no TOML."""
    try:
        return tomllib.loads((files("data") / key / f"{name}.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise DataFault(_sentence(key, name, why)) from None


def opened_if_there(key: str, name: str) -> dict[str, Any]:
    """Such a file, or nothing where the system has none; raises DataFault."""
    return opened(key, name) if (files("data") / key / f"{name}.toml").is_file() else {}


def aliases(key: str) -> Mapping[str, Any]:
    """The other names of a system's units, weapons and traits; none where it has no such file. Raises DataFault."""
    if filed := system_file(key):
        return filed.tables.compiled.document.aliases
    return opened_if_there(key, "aliases")


def about(key: str) -> About:
    """What a system says of itself: its author, its terms, its demo; raises DataFault."""
    with faults_in(key, "about"):
        return checked(About, opened(key, "about"))


@contextmanager
def faults_in(key: str, name: str | None = None, entry: str = "") -> Generator[None]:
    """Turns BadFacts about a file, or an entry of it, into DataFault.

    Where no file is named, the first word of a fault is one, or else a table of tables.toml.
    """
    try:
        yield
    except BadFacts as error:
        faults = [_placed(key, name, entry, ENGLISH(fault)) for fault in error.faults]
        raise DataFault("\n".join(faults)) from None


def _placed(key: str, name: str | None, entry: str, said: str) -> str:
    first, _, rest = said.partition(".")
    if name is None:
        name, said = (first, rest) if (files("data") / key / f"{first}.toml").is_file() else ("tables", said)
    return _sentence(key, name, f"{entry}: {said}" if entry else said)


def _sentence(key: str, name: str, what: str | None) -> str:
    return f"data/{key}/{name}.toml: {what}"


@cache
def opponent_of(key: str) -> OpponentTable:
    """What an opponent goes by in a system; what goes for any system where it has no file. Raises DataFault."""
    if filed := system_file(key):
        return opponent_table(filed.tables.compiled.document.opponent)
    if not (files("data") / key / "opponent.toml").is_file():
        return GENERIC
    with faults_in(key, "opponent"):
        return opponent_table(opened(key, "opponent"))


# Systems that are a file each.


FOLDER_OF_SYSTEMS, ONE_FILE = "ADJUTANT_SYSTEMS", "ADJUTANT_LOCAL_SYSTEM"
"""The settings that name a folder of further system files, and one with which the local table begins."""


@cache
def system_files() -> Mapping[str, FileSystem]:
    """The systems that come as a file, by key: ours, then those of the folder that is set. A variant may be based on
    any that is read before it. Raises DataFault with every fault of a faulty one.
    """
    ours = [(f"data/systems/{one.name}", one.read_bytes()) for one in (files("data") / "systems").iterdir()]
    found: dict[str, FileSystem] = {}
    named = [one for one in (*sorted(ours), *_further()) if one[0].endswith(".toml")]
    # Those that are based on another one come after all that are not.
    for name, content in sorted(named, key=lambda one: is_variant(one[1])):
        system = system_in(content, name, found)
        if system.key in found:
            raise DataFault(f"{name}: there are rules with the key {system.key} already")
        found[system.key] = system
    return found


def _further() -> list[tuple[str, bytes]]:
    """The files of the folder that is set, and the one that the local table is begun with; raises DataFault."""
    folder, single = (_setting(name) for name in (FOLDER_OF_SYSTEMS, ONE_FILE))
    try:
        there = sorted(Path(folder).expanduser().iterdir()) if folder else []
        found = [one for one in there if one.suffix == ".toml"]
        if single.endswith(".toml") and Path(single) not in found:
            found.append(Path(single))
        return [(str(one), one.read_bytes()) for one in found]
    except OSError as error:
        raise DataFault(f"{error.filename}: this cannot be read ({error.strerror})") from None


def _setting(name: str) -> str:
    """A setting of the environment or of the file `.env`, which is needed before the bot reads its own."""
    said = os.environ.get(name)
    if said is None and Path(".env").is_file():
        with suppress(OSError, ValueError):  # told by the bot, which reads it again
            said = dotenv_values(".env", encoding="utf-8").get(name)
    return (said or "").strip()


def system_in(content: bytes, name: str, bases: Mapping[str, FileSystem]) -> FileSystem:
    """The system in a file; raises DataFault with every fault of it."""
    try:
        return read_system(content, name, bases)
    except BadFacts as error:
        raise DataFault("\n".join(map(ENGLISH, error.faults))) from None


def system_file(key: str) -> FileSystem | None:
    """The system of that key which is a file, ours or a server's; None for any other. Raises DataFault."""
    return system_registry.find(key) or system_files().get(key)


def demo_script(key: str, what: Literal["battle", "campaign"]) -> str:
    """The scripted battle or campaign of a system; empty where it has none."""
    file = files("data") / key / f"{what}.txt"
    if file.is_file():
        return file.read_text(encoding="utf-8")
    filed = system_file(key)
    return "" if filed is None else getattr(filed.tables.compiled.document.shown, what)


def new_system(key: str) -> str:
    """The text of a system file to begin with: it plays as it is."""
    text = (files("data") / "system_template.toml").read_text(encoding="utf-8")
    return text.replace("{key}", key).replace("{name}", key.replace("_", " ").capitalize())


# What campaigns have in files: the sample map, the list of honours, and maps that people bring.

FOLDER = "campaign"


@cache
def sample_map() -> TerritoryMap:
    """The map that comes with us; raises DataFault."""
    with faults_in(FOLDER, "map"):
        return map_of(opened(FOLDER, "map"))


@cache
def honours() -> Mapping[str, HonourRow]:
    """The honours that units can win, by key, in the order in which they are told; raises DataFault."""
    with faults_in(FOLDER, "honours"):
        return honours_of(opened(FOLDER, "honours"))


@cache
def honour_names() -> Mapping[str, Text]:
    """What honours are called, by key."""
    return {key: row.title for key, row in honours().items()}


def map_in(found: Any, name: str) -> TerritoryMap:
    """A map out of what a file holds; raises BadFacts with a sentence per fault, each naming file and place."""
    if not isinstance(found, dict):
        raise BadFacts([Text("{name}: a map is a table with name and territories", name=name)])
    try:
        return map_of(found)  # pyright: ignore[reportUnknownArgumentType]
    except BadFacts as error:
        raise BadFacts([Text("{name}: {fault}", name=name, fault=fault) for fault in error.faults]) from None


# The sample forces that come with each system, and force files that people bring.


@cache
def sample_forces(system: str) -> Mapping[str, Force]:
    """The sample forces of a system, by file name; raises DataFault for one that is none."""
    if filed := system_file(system):
        return filed.forces
    folder = files("data") / system / "forces"
    found = sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    return {name: _sample(system, f"forces/{name}") for name in found}


def _sample(system: str, name: str) -> Force:
    with faults_in(system, name):
        return checked(Force, opened(system, name))


def force_of(found: Any, name: str) -> Force:
    """A force out of what a file with that name holds; raises BadFacts with one sentence per fault."""
    if not isinstance(found, dict):
        raise BadFacts([Text("{name}: a force is a table with name, system and units", name=name)])
    return checked(Force, found)  # pyright: ignore[reportUnknownArgumentType]


def force_text(force: Force, kind: Literal["toml", "json"]) -> str:
    """A force as a file; `force_of` takes what it holds back unchanged."""
    written = force.model_dump(mode="json", exclude_defaults=True)
    if kind == "json":
        return json.dumps(written, ensure_ascii=False, indent=2) + "\n"
    return tomli_w.dumps(written)


system_registry.caches += [opponent_of.cache_clear, sample_forces.cache_clear]
