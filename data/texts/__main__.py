"""Update of every language from the code: `make texts`. `make texts NEW=fr` adds a language."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from data.files import FOLDER as CAMPAIGN
from data.files import honours, sample_forces
from data.folders import load_file_if_present
from data.systems import ACTION_SETS
from rules.command.system import System
from rules.files.file_system import FileSystem
from rules.files.rolls import FileTables
from rules.files.spoken import spoken
from rules.kernel.action import ActionSet
from rules.kernel.wording import singular_of, spell_code, split_number
from rules.kit.words import FILES, spoken_rows

# The words in the data of rule systems, outside sentences: names of states, weapons, choices.


@cache
def all_words() -> tuple[tuple[str | tuple[str, str], str], ...]:
    """Return each word, or the singular and plural of a counted one, with its system; found once for all languages."""
    return tuple(_each_word())


def _each_word() -> Iterator[tuple[str | tuple[str, str], str]]:
    for actions in ACTION_SETS:
        of_them = (*_action_set_words(actions), *(_words_of_system(actions) if isinstance(actions, System) else ()))
        yield from ((word, actions.key) for word in of_them if any(map(str.isalpha, "".join(word))))
        yield from ((pair, actions.key) for pair in _counted_words(actions))
    yield from ((row.name, CAMPAIGN) for row in honours().values())


def _counted_words(actions: ActionSet) -> Iterator[tuple[str, str]]:
    """Yield weapons, counted markers, and numbers of an outcome."""
    if isinstance(actions, System):
        yield from ((spell_code(weapon), actions.many(weapon)) for weapon in actions.weapons)
    numbers = [state.name for state in actions.states.values() if state.holds == "count"]
    for action in actions.actions.values():
        numbers += action.outcome.__annotations__
    yield from ((singular_of(name), spell_code(name)) for name in numbers if singular_of(name) != spell_code(name))


def _words_of_system(system: System) -> Iterator[str | tuple[str, str]]:
    """Yield the words of a system apart from its actions."""
    yield from (system.turn, *(force.about for force in sample_forces(system.key).values()))
    if isinstance(system.tables, FileTables):
        yield from spoken(system.tables.compiled.document)
    elif isinstance(system, FileSystem):
        yield from spoken_rows(system.source.values)
    for name in FILES:
        yield from spoken_rows(load_file_if_present(system.key, name))
    yield from map(_phrase_of, (*system.weapons, *system.phases, *_codes(system.profile.model_json_schema())))
    for command in (*system.commands.values(), *system.acts.values()):
        for choices in (command.actions, command.situations, command.covers, command.terrain, command.extra):
            yield from (_phrase_of(choice.code.partition("=")[0]) for choice in choices)


def _action_set_words(actions: ActionSet) -> Iterator[str]:
    yield from (actions.about.version, actions.about.credit, actions.about.licence)
    yield from map(_phrase_of, (*actions.states, *actions.rulings.model_fields))
    for model in (actions.rulings, *(action.facts for action in actions.actions.values())):
        yield from map(_phrase_of, _codes(model.model_json_schema()))
    for action in actions.actions.values():
        yield from map(_phrase_of, action.outcome.__annotations__)
        for decision in action.decisions:
            yield from map(_phrase_of, (decision.name, *filter(str.islower, decision.options)))
        yield from (_phrase_of(value) for hint in get_type_hints(action.outcome).values() for value in _literals(hint))


def _phrase_of(code: str) -> str:
    """Return the phrase that `spoken` looks up for a code."""
    return split_number(code)[0]


def _literals(hint: Any) -> Iterator[str]:
    """Yield the strings of a literal type."""
    if get_origin(hint) is Literal:
        yield from (value for value in get_args(hint) if isinstance(value, str))
    else:
        for part in get_args(hint):
            yield from _literals(part)


def _codes(schema: Any) -> Iterator[str]:
    """Yield the permitted values of a model's fields."""
    if isinstance(schema, dict):
        found = schema.get("enum", [schema["const"]] if "const" in schema else [])
        yield from (value for value in found if isinstance(value, str))
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from _codes(part)


FOLDER = Path(__file__).parent
ROOT = FOLDER.parent.parent
PLACES = ("rules", "data", "bot", "cogs")
MARKS = {"Text": (0,), "N_": (0,), "say": (0,), "Plural": (0, 1), "counted": (1, 2)}
"""Functions that take texts: the places of a text, or of its singular and plural, among the arguments."""
_CHANGING = (b'"POT-Creation', b'"PO-Revision', b'"Report-', b'"Last-', b'"Language-Team', b'"Generated-')


def all_texts(language: str) -> Catalog:
    """Return every text with the files it occurs in, without translations."""
    found = Catalog(
        language.replace("-", "_"), project="Adjutant", header_comment=f"# Adjutant: {language}", fuzzy=False
    )
    for where, _, said in text_calls():
        forms = [str(part.value) for part in said if isinstance(part, ast.Constant) and part.value]
        if forms and len(forms) == len(said):
            found.add(tuple(forms) if len(forms) > 1 else forms[0], locations=[(where.partition(":")[0], 1)])
    for word, system in all_words():
        found.add(word, locations=[(f"data/{system}", 1)])
    return found


@cache
def text_calls() -> tuple[tuple[str, ast.Call, tuple[ast.expr, ...]], ...]:
    """Return each call that creates a text, with its file and line and its texts; read once for all languages."""
    found: list[tuple[str, ast.Call, tuple[ast.expr, ...]]] = []
    for file in (file for place in PLACES for file in sorted((ROOT / place).rglob("*.py"))):
        where, code = file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(code)) if any(f"{mark}(" in code for mark in MARKS) else ():
            mark = MARKS.get(name_called(node)) if isinstance(node, ast.Call) else None
            if mark is not None and isinstance(node, ast.Call) and node.args:
                found.append((f"{where}:{node.lineno}", node, tuple(node.args[at] for at in mark)))
    return tuple(found)


def name_called(call: ast.Call) -> str:
    """Return the name of a called function or method."""
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def merge_texts(language: str, old: bytes) -> Catalog:
    """Return every text with the translations from a file.

    Translations of removed texts become obsolete entries: games that were recorded with such a text still show it.
    """
    texts, known = all_texts(language), with_obsolete(read_po(BytesIO(old), locale=language.replace("-", "_")))
    for message in texts:
        before = known.get(message.id)
        if message.id and before is not None and before.pluralizable == message.pluralizable:
            message.string = before.string
    for message in known:
        if message.id and any(message.string or ()) and texts.get(message.id) is None:
            message.locations = []
            texts.obsolete[message.id if isinstance(message.id, str) else message.id[0]] = message
    return texts


def with_obsolete(texts: Catalog) -> Catalog:
    """Add the obsolete entries of a catalogue to its texts."""
    for key, message in texts.obsolete.items():
        if texts.get(key) is None:
            texts[key] = message
    texts.obsolete.clear()
    return texts


def file_content(texts: Catalog) -> bytes:
    """Return a catalogue as a file, without dates and line numbers, so that it changes only with its texts."""
    made = BytesIO()
    write_po(made, texts, width=110, sort_output=True, include_lineno=False)
    return b"\n".join(line for line in made.getvalue().split(b"\n") if not line.startswith(_CHANGING))


def is_language(code: str) -> bool:
    try:
        return bool(Locale.parse(code, sep="-"))
    except (UnknownLocaleError, ValueError):
        return False


def is_untranslated(message: Message) -> bool:
    forms = message.string if isinstance(message.string, tuple) else (message.string,)
    return bool(message.id) and not all(forms)


def main(asked: list[str]) -> None:
    for language in asked:
        if not is_language(language):
            sys.exit(f"{language[:40]}: no language has that code; write it like fr or pt-BR")
    for language in sorted({*asked, *(file.stem for file in FOLDER.glob("*.po"))}):
        file = FOLDER / f"{language}.po"
        texts = merge_texts(language, file.read_bytes() if file.exists() else b"")
        file.write_bytes(file_content(texts))
        print(f"{file.name}: {sum(map(is_untranslated, texts))} of {len(texts)} texts have no translation")


if __name__ == "__main__":
    main(sys.argv[1:])
