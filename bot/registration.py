"""Why Discord has refused the list of commands: its own words, with the commands that they are about.

Discord takes all commands or none. It names what is wrong by places in the list, or by no place at all where a command
is too large.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

LETTERS = 8000
"""Characters that a command may have: its names, descriptions and values of choices, each in its longest language."""
_AT = re.compile(r"In (\d+)\.?(\S*): (.*)")
"""A line of Discord's: the place of the command, what is wrong in it, and why."""


def reasons_of(text: str, commands: Sequence[Any]) -> list[str]:
    """What Discord said of the commands that it was sent, word for word, with names in place of their numbers."""
    lines = [found for line in text.splitlines() if (found := _AT.fullmatch(line))]
    named = [f"/{_place(commands[int(one[1])], one[2])}: {one[3]}" for one in lines if int(one[1]) < len(commands)]
    if named:
        return named
    large = [f"/{one['name']} has {size:,.0f} characters" for one in commands if (size := letters(one)) > LETTERS]
    return [" ".join(text.split()), *large]


def _place(part: Any, path: str) -> str:
    """The name of a command with those of the groups and options that a path of Discord's leads to."""
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
    """The size of a command as Discord counts it.

    With `longer`, as if there were a language with texts that much longer than the English ones.
    """
    choices: Sequence[Any] = part.get("choices") or []
    options: Sequence[Any] = part.get("options") or []
    own = _longest(part, "name", 1) + _longest(part, "description", longer)
    own += sum(_longest(one, "name", longer) + len(str(one.get("value", ""))) for one in choices)
    return own + sum(letters(one, longer) for one in options)


def _longest(part: Any, field: str, longer: float) -> float:
    translated: Mapping[str, str] = part.get(f"{field}_localizations") or {}
    return max(len(part.get(field) or "") * longer, *map(len, translated.values()), 0)
