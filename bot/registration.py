"""Discord's reasons for rejecting the list of commands, in its own words, with the commands concerned.

Discord accepts all commands or none. It refers to faults by their index in the list, or by nothing at all if a command
is too large.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

LETTERS = 8000
"""Maximum characters of a command's names, descriptions and choice values, each in its longest language."""
_AT = re.compile(r"In (\d+)\.?(\S*): (.*)")
"""A line of Discord's answer: the command's index, the faulty part, and the reason."""


def reasons_of(text: str, commands: Sequence[Any]) -> list[str]:
    """Return Discord's message about the commands, word for word, with their names in place of indexes."""
    lines = [found for line in text.splitlines() if (found := _AT.fullmatch(line))]
    named = [f"/{_name_at(commands[int(one[1])], one[2])}: {one[3]}" for one in lines if int(one[1]) < len(commands)]
    if named:
        return named
    large = [f"/{one['name']} has {size:,.0f} characters" for one in commands if (size := letters(one)) > LETTERS]
    return [" ".join(text.split()), *large]


def _name_at(part: Any, path: str) -> str:
    """Return the full name of the command, group or option at a path in Discord's answer."""
    names, keys = [part["name"]], path.split(".") if path else []
    while keys:
        key = keys.pop(0)
        options: Sequence[Any] = part.get("options") or []
        if key == "options" and keys and keys[0].isdecimal() and int(keys[0]) < len(options):
            part = options[int(keys.pop(0))]
            names.append(part["name"])
        else:
            names.append(f"({key})")
    return " ".join(names)


def letters(part: Any, longer: float = 1) -> float:
    """Return the size of a command in characters, as Discord counts it.

    `longer` is the length of texts in an assumed further language, relative to English.
    """
    choices: Sequence[Any] = part.get("choices") or []
    options: Sequence[Any] = part.get("options") or []
    own = _longest_text(part, "name", 1) + _longest_text(part, "description", longer)
    own += sum(_longest_text(one, "name", longer) + len(str(one.get("value", ""))) for one in choices)
    return own + sum(letters(one, longer) for one in options)


def _longest_text(part: Any, field: str, longer: float) -> float:
    translated: Mapping[str, str] = part.get(f"{field}_localizations") or {}
    return max(len(part.get(field) or "") * longer, *map(len, translated.values()), 0)
