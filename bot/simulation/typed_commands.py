"""A command line that was typed or pasted into the local table as a message, as Discord would take it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from bot.simulation.script import ScriptError, parted

Known = Mapping[str, Mapping[str, str]]
"""Of `user` and `channel`, the numbers by name."""
_YES, _NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


def is_command(text: str) -> bool:
    return text.lstrip().startswith("/")


def command_of(text: str, entries: Sequence[Mapping[str, Any]], known: Known) -> dict[str, Any]:
    """What the page would send if the command had been picked from its list.

    `entries` are the commands of its catalogue. Raises ScriptError with what is wrong.
    """
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    if sum(map(is_command, lines)) > 1:
        raise ScriptError("One command at a time, please: each line that begins with / is one.")
    line = " ".join(lines).removeprefix("/").strip()
    entry = _entry(line, entries)
    options = {one["name"]: one for one in entry["options"]}
    _, given = parted(_with_first(line, entry), {entry["invocation"]: options})
    values = {name: _value(options[name], value, known) for name, value in given.items() if value}
    missing = [name for name, one in options.items() if one["required"] and name not in values]
    if missing:
        needed = " ".join(f"{name}:…" for name in missing)
        raise ScriptError(f"/{entry['invocation']} needs {needed} too.")
    return {
        "command_id": entry["commandId"],
        "path": entry["path"],
        "schema_fingerprint": entry["schemaFingerprint"],
        "options": values,
    }


def _entry(line: str, entries: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """The command that a line begins with."""
    fitting = [one for one in entries if f"{line} ".startswith(f"{one['invocation']} ")]
    if fitting:
        return max(fitting, key=lambda one: len(one["invocation"]))
    names = [one["invocation"] for one in entries]
    typed = " ".join(word for word in line.split()[:2] if ":" not in word)
    near = get_close_matches(typed, names, n=1) or get_close_matches(typed.split(" ")[0], names, n=1)
    meant = f" Did you mean /{near[0]}?" if near else " Type / for the list."
    raise ScriptError(f"There is no command /{typed}.{meant}")


def _with_first(line: str, entry: Mapping[str, Any]) -> str:
    """A line whose first words are named, where they can only be the first thing that the command needs."""
    name, options = entry["invocation"], entry["options"]
    rest = line.removeprefix(name).strip()
    named = re.match(rf"(?:{'|'.join(re.escape(one['name']) for one in options) or '(?!)'}):", rest)
    first = options[0]["name"] if options and options[0]["required"] else None
    return line if not rest or named or first is None else f"{name} {first}:{rest}"


def _value(option: Mapping[str, Any], text: str, known: Known) -> Any:
    kind, name = option["type"], option["name"]
    if kind == "boolean":
        return _one_of(name, text, {**dict.fromkeys(_YES, True), **dict.fromkeys(_NO, False)}, ("True", "False"))
    if kind in known:
        people = known[kind]
        return _one_of(name, text.lstrip("@#"), people, people)
    if kind == "attachment":
        raise ScriptError(f"A file cannot be typed: choose the command from the list, and its {name} there.")
    choices = option["choices"]
    if choices and not option["autocomplete"]:
        values = {str(one[part]): one["value"] for part in ("name", "value") for one in choices}
        return str(_one_of(name, text, values, [str(one["name"]) for one in choices]))
    return text


def _one_of(name: str, text: str, values: Mapping[str, Any], shown: Iterable[str]) -> Any:
    """What a text names, in whatever letters, or by a beginning that only one has."""
    bare = text.casefold()
    exact = [value for key, value in values.items() if key.casefold() == bare]
    begun = {value for key, value in values.items() if key.casefold().startswith(bare)}
    if exact or len(begun) == 1:
        return exact[0] if exact else begun.pop()
    raise ScriptError(f"{name}:{text} is not known; there is {', '.join(shown)}.")
