"""Opens the files of a system's folder; a fault in one is a sentence that names the file and the place."""

from __future__ import annotations

import tomllib
from collections.abc import Generator
from contextlib import contextmanager
from importlib.resources import files
from typing import Any

from rules.kernel.action_set import About
from rules.kernel.errors import BadFacts
from rules.kernel.facts import checked
from rules.kernel.wording import ENGLISH


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


def about(key: str) -> About:
    """Who wrote the system, and on what terms; raises DataFault."""
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
