"""The words that rule systems have in their data rather than in sentences: names of states, weapons, choices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from data.systems import SYSTEMS
from rules.system import System
from rules.words import spoken


def words() -> Iterator[tuple[str, str]]:
    """Each word with the system that has it."""
    for system in SYSTEMS:
        yield from ((word, system.key) for word in _words(system) if any(map(str.isalpha, word)))


def _words(system: System) -> Iterator[str]:
    yield from (
        system.turn,
        system.about.version,
        system.about.credit,
        *system.refused,
        *system.warned,
        *system.absent.values(),
    )
    yield from map(spoken, (*system.states, *system.weapons, *system.phases, *system.rulings.model_fields))
    for command in (*system.commands.values(), *system.acts.values()):
        for choices in (command.actions, command.situations, command.covers, command.terrain, command.extra):
            yield from (choice.label for choice in choices)
    for model in (system.profile, system.rulings, *(action.facts for action in system.actions.values())):
        yield from map(spoken, _codes(model.model_json_schema()))
    for action in system.actions.values():
        yield from map(spoken, action.outcome.__annotations__)


def _codes(schema: Any) -> Iterator[str]:
    """The values that a model lets its fields have."""
    if isinstance(schema, dict):
        found = schema.get("enum", [schema["const"]] if "const" in schema else [])
        yield from (value for value in found if isinstance(value, str))
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from _codes(part)
