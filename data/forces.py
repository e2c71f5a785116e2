"""The sample forces that come with each system, and force files that people bring."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Literal, cast

from rules.errors import BadFacts
from rules.facts import checked
from rules.force import Force
from rules.text import say


def sample_forces(system: str) -> dict[str, Force]:
    """The sample forces of a system, by file name."""
    folder = files("data") / system / "forces"
    found = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return {file.name.removesuffix(".toml"): force_from(file.read_text(encoding="utf-8"), file.name) for file in found}


def force_from(text: str, name: str) -> Force:
    """A force out of TOML, or of JSON by its name's ending; raises BadFacts with one sentence per fault."""
    return checked(Force, _parsed(text, name))


def force_text(force: Force, kind: Literal["toml", "json"]) -> str:
    """A force as a file; `force_from` takes it back unchanged."""
    written = force.model_dump(mode="json", exclude_defaults=True)
    if kind == "json":
        return json.dumps(written, ensure_ascii=False, indent=2) + "\n"
    units = written.pop("units")
    tables = "\n".join(f"\n[[units]]\n{_lines(unit)}" for unit in units)
    return f"{_lines(written)}\n{tables}\n"


def _lines(table: Mapping[str, Any]) -> str:
    return "\n".join(f"{_key(name)} = {_value(value)}" for name, value in table.items())


_BARE = re.compile(r"[A-Za-z0-9_-]+")


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _quoted(name)


def _value(value: Any) -> str:
    match value:
        case dict():
            pairs = cast("dict[str, Any]", value).items()
            return "{ " + ", ".join(f"{_key(name)} = {_value(one)}" for name, one in pairs) + " }" if pairs else "{}"
        case list() | tuple():
            return f"[{', '.join(map(_value, cast('list[Any]', value)))}]"
        case str():
            return _quoted(value)
        case _:
            return json.dumps(value)


def _quoted(text: str) -> str:
    """TOML writes a text as JSON does, but for the one control character that JSON leaves as it is."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _parsed(text: str, name: str) -> dict[str, Any]:
    try:
        found: Any = json.loads(text) if name.lower().endswith(".json") else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadFacts([say("{name}: cannot be read ({error})", name=name, error=error)]) from None
    if not isinstance(found, dict):
        raise BadFacts([say("{name}: a force is a table with name, system and units", name=name)])
    return found  # pyright: ignore[reportUnknownVariableType]
