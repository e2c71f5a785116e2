"""The sample forces that come with each system, and force files that people bring."""

from __future__ import annotations

import json
import tomllib
from importlib.resources import files
from typing import Any

from rules.errors import BadFacts
from rules.facts import checked
from rules.forces import Force


def sample_forces(system: str) -> dict[str, Force]:
    """The sample forces of a system, by file name."""
    folder = files("data") / system / "forces"
    found = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return {file.name.removesuffix(".toml"): force_from(file.read_text(encoding="utf-8"), file.name) for file in found}


def force_from(text: str, name: str) -> Force:
    """A force out of TOML, or of JSON by its name's ending; raises BadFacts with one sentence per fault."""
    return checked(Force, _parsed(text, name))


def _parsed(text: str, name: str) -> dict[str, Any]:
    try:
        found: Any = json.loads(text) if name.lower().endswith(".json") else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadFacts([f"{name}: cannot be read ({error})"]) from None
    if not isinstance(found, dict):
        raise BadFacts([f"{name}: a force is a table with name, system and units"])
    return found  # pyright: ignore[reportUnknownVariableType]
