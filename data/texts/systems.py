"""The words that rule systems have in their data rather than in sentences: names of states, weapons, choices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin, get_type_hints

from data.files import FOLDER, honours, sample_forces
from data.systems import ACTION_SETS
from rules.command.system import System
from rules.kernel.action_set import ActionSet
from rules.kernel.wording import numbered, plural, singular, spelled


def words() -> Iterator[tuple[str | tuple[str, str], str]]:
    """Each word, or the singular and plural of one that is counted, with the system that has it."""
    for actions in ACTION_SETS:
        of_them = (*_words(actions), *(_words_of_system(actions) if isinstance(actions, System) else ()))
        yield from ((word, actions.key) for word in of_them if any(map(str.isalpha, word)))
        yield from ((pair, actions.key) for pair in _counted(actions))
    yield from ((row.name, FOLDER) for row in honours().values())


def _counted(actions: ActionSet) -> Iterator[tuple[str, str]]:
    """Weapons, markers that are counted, and numbers of an outcome."""
    if isinstance(actions, System):
        yield from ((spelled(weapon), plural(weapon)) for weapon in actions.weapons)
    numbers = [state.name for state in actions.states.values() if state.holds == "count"]
    for action in actions.actions.values():
        numbers += action.outcome.__annotations__
    yield from ((singular(name), spelled(name)) for name in numbers if singular(name) != spelled(name))


def _words_of_system(system: System) -> Iterator[str]:
    """What a system has beside its actions."""
    yield from (system.turn, *(force.about for force in sample_forces(system.key).values()))
    yield from map(_words_of, (*system.weapons, *system.phases, *_codes(system.profile.model_json_schema())))
    for command in (*system.commands.values(), *system.acts.values()):
        for choices in (command.actions, command.situations, command.covers, command.terrain, command.extra):
            yield from (_words_of(choice.code.partition("=")[0]) for choice in choices)


def _words(actions: ActionSet) -> Iterator[str]:
    yield from (actions.about.version, actions.about.credit)
    yield from map(_words_of, (*actions.states, *actions.rulings.model_fields))
    for model in (actions.rulings, *(action.facts for action in actions.actions.values())):
        yield from map(_words_of, _codes(model.model_json_schema()))
    for action in actions.actions.values():
        yield from map(_words_of, action.outcome.__annotations__)
        for decision in action.decisions:
            yield from map(_words_of, (decision.name, *filter(str.islower, decision.options)))
        yield from (_words_of(value) for hint in get_type_hints(action.outcome).values() for value in _literals(hint))


def _words_of(code: str) -> str:
    """What `spoken` looks up of a code."""
    return numbered(code)[0]


def _literals(hint: Any) -> Iterator[str]:
    """The texts that a type says a value may be."""
    if get_origin(hint) is Literal:
        yield from (value for value in get_args(hint) if isinstance(value, str))
    else:
        for part in get_args(hint):
            yield from _literals(part)


def _codes(schema: Any) -> Iterator[str]:
    """The values that a model lets its fields have."""
    if isinstance(schema, dict):
        found = schema.get("enum", [schema["const"]] if "const" in schema else [])
        yield from (value for value in found if isinstance(value, str))
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from _codes(part)
