"""Faults of a playable file, such as a translation of an unknown text.

They are shown to the author, but not for a file accepted before, whose games must continue.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from typing import Any, cast

from pydantic import ValidationError

from rules.command.opponent_table import OpponentTable
from rules.files.action_shape import listed
from rules.files.expressions import did_you_mean
from rules.files.faults import Faults, values_in
from rules.files.file_system import FileSystem
from rules.files.shape import AskedRow, Document
from rules.files.trial import begin
from rules.kernel.errors import BadFacts
from rules.kernel.facts import located_faults
from rules.kernel.text import Joined, Listed, Text, Value
from rules.kernel.wording import Wording, plural_of, singular_of, spell_code

Table = dict[str, Any]
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Z]{2})?")
_PLACED = re.compile(r"\b(unit|attacker|target):(.+?)(?= \w+:|$)")
"""A unit in a command, with its part."""
LONGEST = 100
"""Letters of a text for which the nearest one is looked for."""
ALIKE = 0.8
"""How much a command is like one of the file to be a slip of it, and not another command of the bot."""


def unread_translations(system: FileSystem, wording_of: Callable[[str, FileSystem], Wording]) -> Iterator[str]:
    """Yield the translations of a file that players do not read, since the bot's own go first."""
    for language, texts in system.rows.texts.items():
        with suppress(BadFacts):  # a language that the bot does not have
            wording = wording_of(language, system)
            for english, translated in texts.items():
                line, read = system.source.lines.get(("texts", language, english)), wording.translated(english)
                if line and read != translated:
                    yield f'  line {line}: the bot has "{english}" itself, as "{read}"; reword it for your own'


def check_use(system: FileSystem, said: Mapping[str, Any], faults: Faults) -> None:
    """Raise BadFacts for values of a file that have no effect.

    `said` are its tables merged with those of its base, whose rows are not checked.
    """
    _check_translations(system, said, faults)
    _check_changes(said, faults)
    _check_demo(system, faults)
    _check_opponent(system, faults)
    _check_until(system, faults)
    _check_forces(system, faults)
    if isinstance(system.rows, Document):
        for key, row in system.rows.topics.items():
            for name in row.rulings:
                if name not in system.rulings.model_fields:
                    faults.add_unknown(("topics", key, "rulings"), name, system.rulings.model_fields)
        for path in (("phrases", key, word) for key, words in system.rows.phrases.items() for word in words):
            if path in faults.source.lines:
                faults.check_braces(path, system.rows.phrases[path[1]][path[2]])
        for key, one in system.tables.compiled.actions.items():
            for at, step in enumerate(one.row.then):
                fails = (step.failed or step.failed_marks) and step.check is not None and not step.is_test
                place = ("action", key, "then", at)
                fault = Text("counted dice never fail: give needs, the successes to pass, or sum = true")
                faults.add_if(fails and place in faults.source.lines, place, fault)
                # A number has no rolling unit: in an attack it names whose state it changes.
                for mark in step.marks if one.row.is_attack and place in faults.source.lines else ():
                    if "." not in mark:
                        faults.add_unknown((*place, "marks"), mark, [f"{part}.{mark}" for part in one.row.parts])
            path = ("action", key, "aim")
            for aim in one.row.aimed if path in faults.source.lines else ():
                if aim not in one.numbers:
                    faults.add_unknown(path, aim, one.numbers)
    faults.raise_all()


def _check_translations(system: FileSystem, said: Mapping[str, Any], faults: Faults) -> None:
    spoken = (one for name, table in said.items() if name != "texts" for one in _words(table))
    texts = set(spoken) if system.rows.texts else set[str]()
    for language, of_language in system.rows.texts.items():
        if not _LANGUAGE.fullmatch(language):
            faults.add(("texts", language), Text("name the language by its code, such as de or pt-BR"))
        for text, translated in of_language.items():
            path = ("texts", language, text)
            if path not in faults.source.lines:
                continue
            if text not in texts:
                near = [one for one in texts if len(one) <= LONGEST] if len(text) <= LONGEST else []
                fault = Text('no text of this file is "{text}"', text=text)
                found = get_close_matches(text, near, 1)
                advice = did_you_mean(text, found) if found else Text("copy a text of the file, or remove this line")
                faults.add(path, Joined((fault, advice), "; "))
            for name in dict.fromkeys(values_in(text)):
                faults.add_if(
                    name not in values_in(translated), path, Text('"{name}" is missing: the text has it', name=name)
                )


def _check_changes(said: Mapping[str, Any], faults: Faults) -> None:
    """Note changes of rolls and steps that the changed action does not have."""
    actions = faults.source.values.get("action", {})
    for key, row in actions.items():
        whole = said["action"][key]
        rolling = [*_steps(whole), *_steps(said["action"].get(whole.get("like"), {}))]
        known = [one["roll"] for one in rolling if "roll" in one]
        changes: Any = row.get("change", {})
        if not isinstance(changes, dict) or not all(isinstance(one, dict) for one in cast("Table", changes).values()):
            fault = Text("write fields in braces, such as {example}", example="{ to_hit = { check = 4 } }")
            faults.add(("action", key, "change"), fault)
            continue
        for name in cast("Table", changes):
            if name not in known:
                faults.add_unknown(("action", key, "change", name), name, known)


def _steps(action: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [*action.get("roll", ()), *action.get("then", ())]


def _words(value: object) -> Iterator[str]:
    """Yield the texts and the names of a table, as players read them."""
    if isinstance(value, str):
        yield from (value, spell_code(value), plural_of(value), singular_of(value))
    elif isinstance(value, dict):
        for name, inner in cast("dict[str, object]", value).items():
            yield from _words(name)
            yield from _words(inner)
    elif isinstance(value, list):
        for inner in cast("list[object]", value):
            yield from _words(inner)


def _check_demo(system: FileSystem, faults: Faults) -> None:
    """Note suggestions to try that are no command of the demo's units."""
    demo = system.rows.demo
    if demo is None or ("demo", "try") not in faults.source.lines:
        return
    sides = {unit.name: unit.side for unit in begin(system)[0].game.units.values()}
    ours = [f"/{one.partition(' ')[0]}" for one in system.commands]
    for at, step in enumerate(demo.try_):
        path = ("demo", "try", at)
        command = step.partition(" ")[0]
        if not command.startswith("/"):
            faults.add(path, Text("begin with a command, such as /fire"))
        elif command not in ours and get_close_matches(command, ours, 1, ALIKE):
            faults.add_unknown(path, command, ours)
        named: dict[str, str] = {}
        for part, name in _PLACED.findall(step):  # a unit with this name, or the only one that begins with it
            found = [one for one in sides if one.casefold() == name.casefold()]
            found = found or [one for one in sides if one.casefold().startswith(name.casefold())]
            named[part] = found[0] if len(found) == 1 else name
        for name in named.values():
            if name not in sides:
                faults.add_unknown(path, name, sides)
        attacker, target = (named.get(part, "") for part in ("attacker", "target"))
        if attacker != target and sides.get(attacker, "a") == sides.get(target, "t"):
            fault = Text("{target} is on the side of {attacker}", target=target, attacker=attacker)
            near = [name for name, side in sides.items() if side != sides[attacker]]
            faults.add(path, Joined((fault, did_you_mean(target, near)), "; "))


def _check_until(system: FileSystem, faults: Faults) -> None:
    """Note states that would last forever, because nothing in the rules ends a state in this way."""
    states: Mapping[str, Any] = faults.source.values.get("states", {})
    for name, until in ((name, row["until"]) for name, row in states.items() if "until" in row):
        for event in listed(until):
            values: dict[str, Value] = {"event": event, "known": Listed(sorted(system.clearing), "or")}
            fault = Text('nothing ends a state by "{event}" here: choose {known}', **values)
            faults.add_if(event not in system.clearing, ("states", name, "until"), fault)


def _check_forces(system: FileSystem, faults: Faults) -> None:
    """Note units of a force by the beginning of a type alone: with another type it may be the beginning of two."""
    spelt = {spell_code(name).casefold() for key, unit in system.units.items() for name in (key, unit.name)}
    for key, force in system.rows.forces.items():
        for at, unit in enumerate(force.units):
            path = ("forces", key, "units", at)
            kind = spell_code(str(unit.get("type", ""))).casefold()
            if kind and kind not in spelt and path in faults.source.lines:
                faults.add_unknown(path, str(unit["type"]), system.units)


def _check_opponent(system: FileSystem, faults: Faults) -> None:
    """Note unknown fields of the opponent's table, and states, choices and commands in it that do not exist."""
    if "opponent" not in faults.source.values:
        return
    try:
        table = OpponentTable.model_validate(system.rows.opponent)
    except ValidationError as error:
        for path, fault in located_faults(error):
            if fault.msgid == "no such field":
                faults.add_unknown(("opponent", *path), str(path[-1]), OpponentTable.model_fields)
            else:
                faults.add(("opponent", *path), fault)
        return
    for field in ("states", "points", "reacts"):
        for name in getattr(table, field):
            if name not in system.states:
                faults.add_unknown(("opponent", field, name), name, system.states)
    if isinstance(system.rows, Document):
        _check_codes(table, system.rows.asked, (*system.commands, *system.acts), faults)


def _check_codes(table: OpponentTable, asked: Mapping[str, AskedRow], commands: Sequence[str], faults: Faults) -> None:
    codes = [code for row in asked.values() for code in row.codes]
    for field, names, known in (
        ("cover", [table.cover], codes),
        ("alone", [table.alone], [*codes, *asked]),
        ("skip", table.skip, commands),
    ):
        for name in names:
            if name and name not in known:
                faults.add_unknown(("opponent", field), name, known)
