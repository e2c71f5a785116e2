"""Command lines typed or pasted at the local table as a message, interpreted as in Discord."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from bot.simulation.catalogue import CommandEntry, CommandOption
from bot.simulation.script import ScriptError, split_command
from rules.kernel.text import Joined, Text, Typed

People = Mapping[str, Any]
"""Users and channels by name."""
_YES, _NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
_NUMBERS: Mapping[str, Callable[[str], float]] = {"integer": int, "number": float}


class CommandLine(NamedTuple):
    """A command with the values of its options."""

    name: str
    options: dict[str, Any]


def is_command(text: str) -> bool:
    return any(line.startswith("/") for line in _lines(text)[:1])


def _lines(text: str) -> list[str]:
    """Return the lines with content: a script's comments are often pasted with its commands."""
    return [bare for line in text.splitlines() if (bare := line.strip()) and not bare.startswith("#")]


def parse_command(
    text: str, entries: Sequence[CommandEntry], known: Mapping[str, People], picked: Mapping[str, Any] | None = None
) -> CommandLine:
    """Return the command of a line; raise ScriptError with the fault.

    `known` has users and channels by name, under `user` and `channel`; `picked` the option values chosen from
    suggestions, regardless of their display in the line. Files can only be picked.
    """
    lines = _lines(text)
    if sum(map(is_command, lines)) > 1:
        raise ScriptError(Text("One command at a time, please: each line that begins with / is one."))
    line = " ".join(lines).removeprefix("/").strip()
    entry = _find_entry(line, entries)
    options = {one.name: one for one in entry.options}
    rest, first = line.removeprefix(entry.name).strip(), next(iter(options.values()), None)
    if rest and first and first.required and not re.match(rf"(?:{'|'.join(map(re.escape, options))}):", rest):
        # The first words can only be the first required option.
        line = f"{entry.name} {first.name}:{rest}"
    _, given = split_command(line, {entry.name: options})
    chosen = {name: value for name, value in (picked or {}).items() if name in options}
    values = {
        name: _parse_value(options[name], value, known) for name, value in given.items() if value and name not in chosen
    }
    values |= chosen
    missing = [name for name, one in options.items() if one.required and name not in values]
    if missing:
        needed = " ".join(f"{name}:…" for name in missing)
        raise ScriptError(Text("/{command} needs {needed} too.", command=entry.name, needed=needed))
    return CommandLine(entry.name, values)


def _find_entry(line: str, entries: Sequence[CommandEntry]) -> CommandEntry:
    """Return the command that a line begins with."""
    fitting = [one for one in entries if f"{line} ".startswith(f"{one.name} ")]
    if fitting:
        return max(fitting, key=lambda one: len(one.name))
    names = [one.name for one in entries]
    typed = " ".join(word for word in line.split()[:2] if ":" not in word)
    near = get_close_matches(typed, names, n=1) or get_close_matches(typed.split(" ")[0], names, n=1)
    if near:
        raise ScriptError(Text("There is no command /{typed}. Did you mean /{near}?", typed=typed, near=near[0]))
    raise ScriptError(Text("There is no command /{typed}. Type / for the list.", typed=typed))


def _parse_value(option: CommandOption, text: str, known: Mapping[str, People]) -> Any:
    if option.kind == "boolean":
        return _find_value(
            option.name, text, {**dict.fromkeys(_YES, True), **dict.fromkeys(_NO, False)}, ("True", "False")
        )
    if option.kind in known:
        people = known[option.kind]
        return _find_value(option.name, text.lstrip("@#"), people, people)
    if option.kind == "attachment":
        raise ScriptError(
            Text(
                "A file cannot be typed: choose the command from the list, and its {option} there.", option=option.name
            )
        )
    if option.choices:
        values = {str(key): one.value for one in option.choices for key in (one.name, one.value)}
        return _find_value(option.name, text, values, [one.name for one in option.choices])
    if option.kind not in _NUMBERS:
        return _require_bounds(option, text)
    try:
        number = _NUMBERS[option.kind](text)
    except ValueError:
        raise ScriptError(Text("{typed} is not a number.", typed=f"{option.name}:{text}")) from None
    return _require_bounds(option, number)


def _require_bounds(option: CommandOption, value: Any) -> Any:
    """Return a value that Discord would accept; raise ScriptError if it is too small, too large or too long."""
    size = len(value) if isinstance(value, str) else value
    typed = f"{option.name}:{value if len(str(value)) <= 40 else str(value)[:40] + '…'}"
    if option.least is not None and size < option.least:
        raise ScriptError(Text("{typed} is too small: {least} at least.", typed=typed, least=f"{option.least:g}"))
    if option.most is not None and size > option.most:
        raise ScriptError(Text("{typed} is too large: {most} at most.", typed=typed, most=f"{option.most:g}"))
    return value


def _find_value(name: str, text: str, values: Mapping[str, Any], shown: Iterable[str]) -> Any:
    """Return the value that a text names, ignoring case, or by a unique prefix."""
    bare = text.casefold()
    exact = [value for key, value in values.items() if key.casefold() == bare]
    begun = [value for key, value in values.items() if key.casefold().startswith(bare)]
    if exact or (begun and all(one == begun[0] for one in begun)):
        return (exact or begun)[0]
    raise ScriptError(
        Text("{typed} is not known. Choose {names}.", typed=f"{name}:{text}", names=Joined([*map(Typed, shown)], ", "))
    )
