"""Loading of the files in a rule system's folder. An error names the file and the place."""

from __future__ import annotations

import tomllib
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from typing import Any

from rules.command.force import Force
from rules.kernel.action import About
from rules.kernel.errors import BadFacts
from rules.kernel.facts import validate
from rules.kernel.wording import ENGLISH


class DataFault(SystemExit):
    """Raised if a built-in data file is invalid; a program ends with the message and exit code 1."""


def tables(key: str, *names: str) -> dict[str, Any]:
    """Return `tables.toml` of a system, with each further file under its own name; raise DataFault."""
    found = load_file(key, "tables")
    return found | {name: load_file(key, name) for name in names}


def load_file(key: str, name: str) -> dict[str, Any]:
    """Return a file of a system's folder; raise DataFault if it is missing or invalid TOML."""
    try:
        return tomllib.loads((files("data") / key / f"{name}.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise DataFault(_sentence(key, name, why)) from None


def load_file_if_present(key: str, name: str) -> dict[str, Any]:
    """Return a file of a system's folder, or an empty table if there is none; raise DataFault."""
    return load_file(key, name) if (files("data") / key / f"{name}.toml").is_file() else {}


def load_about(key: str) -> About:
    """Return the metadata of a system: its author, its terms, its demo; raise DataFault."""
    with data_faults(key, "about"):
        return validate(About, load_file(key, "about"))


@contextmanager
def data_faults(key: str, name: str | None = None, entry: str = "") -> Generator[None]:
    """Turn BadFacts about a file, or an entry of it, into DataFault.

    Without a file name, the first word of an error names the file, or else a table in tables.toml.
    """
    try:
        yield
    except BadFacts as error:
        faults = list[str]()
        for said in map(ENGLISH, error.faults):
            first, _, rest = said.partition(".")
            is_file = name is None and (files("data") / key / f"{first}.toml").is_file()
            place, wrong = (first, rest) if is_file else (name or "tables", said)
            faults.append(_sentence(key, place, f"{entry}: {wrong}" if entry else wrong))
        raise DataFault("\n".join(faults)) from None


def _sentence(key: str, name: str, what: str | None) -> str:
    return f"data/{key}/{name}.toml: {what}"


def forces_of_folder(key: str) -> Mapping[str, Force]:
    """Return the sample forces in a system's folder by file name, if it has any; raise DataFault for an invalid one."""
    folder = files("data") / key / "forces"
    if not folder.is_dir():
        return {}
    found = sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    forces: dict[str, Force] = {}
    for name in found:
        with data_faults(key, f"forces/{name}"):
            forces[name] = validate(Force, load_file(key, f"forces/{name}"))
    return forces
