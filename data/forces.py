"""The sample forces that come with each system, and force files that people bring."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import tomli_w

from data.files import faults_in, opened
from rules.command.force import Force
from rules.kernel.errors import BadFacts
from rules.kernel.facts import checked
from rules.kernel.text import Text


@cache
def sample_forces(system: str) -> Mapping[str, Force]:
    """The sample forces of a system, by file name; raises DataFault for one that is none."""
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
