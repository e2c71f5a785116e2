"""The jobs of the reader process: a force, a map, a list. Answers are JSON, with faults as texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.errors import Refusal
from bot.services.campaign.campaign_file import parse_campaign
from data import system_registry
from data.files import parse_force, parse_map
from data.list_files import ROSTERS, TEXTS, decode_text, text_of_list
from data.python_systems import python_bases
from data.systems import SYSTEMS, system_of, vocabulary
from rules.command.army_list import read_list, reading_json
from rules.command.file_faults import parse_json, parse_toml
from rules.command.list_files import is_army_list, lines_of_json
from rules.files.system import read_files
from rules.kernel.errors import BadFacts
from rules.kernel.text import Text
from rules.kernel.text_json import as_json

MOST_FAULTS = 20
"""Maximum faults of a file that are reported."""


def read_force(content: bytes, name: str) -> Mapping[str, Any]:
    """Return a force from TOML or JSON, or the list of units in the file."""

    def force() -> Mapping[str, Any]:
        if name.lower().endswith((*TEXTS, *ROSTERS)) or content.startswith((b"PK", b"<?xml")):
            return {"list": text_of_list(content, name)}
        found = _parse_table(decode_text(content, name), name)
        if is_army_list(found):
            return {"list": lines_of_json(found)}
        return {"force": parse_force(found, name).model_dump(mode="json")}

    return _answer(force)


def read_territories(content: bytes, name: str) -> Mapping[str, Any]:
    """Return the map of a campaign."""
    return _answer(
        lambda: {"map": parse_map(_parse_table(decode_text(content, name), name), name).model_dump(mode="json")}
    )


def read_army_list(content: bytes, asked: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a list of units, read with the words of its system and the explained names."""

    def reading() -> Mapping[str, Any]:
        if asked["files"]:
            files = [one.encode() for one in asked["files"]]
            system_registry.register(system_registry.load(files, asked["system"]))
        system, words = system_of(asked["system"]), vocabulary(asked["system"]).with_meanings(asked["learned"])
        return {"reading": reading_json(read_list(system, words, text_of_list(content, "list")))}

    return _answer(reading)


def read_campaign(content: bytes, asked: Any) -> Mapping[str, Any]:
    """Check every entry of a campaign; return the sentence that refuses it, or nothing if it is valid."""
    try:
        parse_campaign(content)
        return {}
    except Refusal as refusal:
        return {"refused": as_json(refusal.text)}


def read_system_file(content: bytes, asked: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the key in a rule system's file, and its bases' files (`below`); raise BadFacts for a file with faults."""
    below = [one.encode() for one in asked["below"]]
    return _answer(lambda: {"key": read_files([*below, content], asked["name"], python_bases()).key})


def warm_up() -> None:
    """Create the data that every child needs, before forking."""
    for system in SYSTEMS:
        vocabulary(system.key)


def _answer(read: Callable[[], Mapping[str, Any]]) -> Mapping[str, Any]:
    try:
        return read()
    except BadFacts as error:
        more = len(error.faults) - MOST_FAULTS
        faults = [*error.faults[:MOST_FAULTS], *([Text("… and {n} more faults", n=more)] if more > 0 else [])]
        return {"faults": [as_json(fault) for fault in faults]}


def _parse_table(text: str, name: str) -> Any:
    return parse_json(text, name) if name.lower().endswith(".json") else parse_toml(text, name)
