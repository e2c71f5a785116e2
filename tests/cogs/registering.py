"""Validation of the list of commands: Discord rejects all of them for a single error.

The rules come from Discord's documentation on application commands. For a translated text the longest translation
counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from discord import Locale

from bot.registration import LETTERS, letters

Body = Mapping[str, Any]
SLASH, USER_MENU, MESSAGE_MENU = 1, 2, 3
SUBCOMMAND, GROUP, STRING, INTEGER, NUMBER, CHANNEL = 1, 2, 3, 4, 10, 7
MOST = {SLASH: 100, USER_MENU: 15, MESSAGE_MENU: 15}
"""Most commands of each kind."""
OPTIONS = CHOICES = 25
NAME, DESCRIPTION, CHOICE, TYPED = 32, 100, 100, 6000
SAFE = 2**53
LOCALES = {one.value for one in Locale}
_NAME = re.compile(r"[-_'\w]+")


def faults(commands: Sequence[Body]) -> Iterator[str]:
    """Yield the errors that Discord would report for the list of commands, a line each."""
    seen = set[tuple[int, str]]()
    kinds = [command.get("type") or SLASH for command in commands]
    for kind in dict.fromkeys(kinds):
        if kinds.count(kind) > MOST.get(kind, 0):
            yield f"{kinds.count(kind)} commands of type {kind}, {MOST.get(kind, 0)} at most"
    for command, kind in zip(commands, kinds, strict=True):
        name = str(command.get("name") or "")
        yield from (f"/{name}: {fault}" for fault in _of_command(command, kind))
        if (kind, name) in seen:
            yield f"/{name}: twice"
        seen.add((kind, name))


def _of_command(command: Body, kind: int) -> Iterator[str]:
    if kind == SLASH:
        yield from _of_words(command)
        yield from _of_options(command, 0)
        size = letters(command)
        if size > LETTERS:
            yield f"{size:.0f} letters, {LETTERS} at most"
    else:
        yield from _sized(command.get("name"), NAME, "name")
        if command.get("description") or command.get("options"):
            yield "the menu of a message has neither a description nor options"
    for key, most in (("contexts", 2), ("integration_types", 1)):
        if any(one not in range(most + 1) for one in command.get(key) or ()):
            yield f"{key} {command[key]}"


def _of_words(part: Body) -> Iterator[str]:
    """Yield the errors of the name and description of a command or an option, in every language."""
    for name in (part.get("name"), *(part.get("name_localizations") or {}).values()):
        yield from _sized(name, NAME, "name")
        if name and (not _NAME.fullmatch(str(name)) or str(name) != str(name).lower()):
            yield f"{name} is no name of a command"
    for text in (part.get("description"), *(part.get("description_localizations") or {}).values()):
        yield from _sized(text, DESCRIPTION, f"description of {part.get('name')}")
    yield from _of_locales(part)


def _of_locales(part: Body) -> Iterator[str]:
    for field in ("name_localizations", "description_localizations"):
        yield from (f"there is no language {one}" for one in part.get(field) or {} if one not in LOCALES)


def _of_options(holder: Body, depth: int) -> Iterator[str]:
    options = holder.get("options") or []
    names = [option.get("name") for option in options]
    inner = [option.get("type") in (SUBCOMMAND, GROUP) for option in options]
    if len(options) > OPTIONS:
        yield f"{len(options)} options in {holder.get('name')}, {OPTIONS} at most"
    yield from (f"the option {one} twice" for one in dict.fromkeys(names) if names.count(one) > 1)
    if any(inner) and not all(inner):
        yield f"{holder.get('name')} has commands and options beside each other"
    needed = [bool(option.get("required")) for option in options if option.get("type") not in (SUBCOMMAND, GROUP)]
    if needed != sorted(needed, reverse=True):
        yield f"an option of {holder.get('name')} that is required comes after one that is not"
    for option in options:
        yield from _of_words(option)
        yield from _of_option(option, depth)


def _of_option(option: Body, depth: int) -> Iterator[str]:
    kind, name = option.get("type"), option.get("name")
    if kind not in range(1, 12):
        yield f"{name} is of type {kind}"
    elif kind in (SUBCOMMAND, GROUP):
        if depth > (0 if kind == GROUP else 1):
            yield f"{name} lies too deep"
        if kind == GROUP and any(one.get("type") != SUBCOMMAND for one in option.get("options") or []):
            yield f"the group {name} holds more than commands"
        yield from _of_options(option, depth + 1 if kind == GROUP else 2)
    else:
        yield from (f"{name}: {fault}" for fault in (*_of_choices(option), *_of_bounds(option)))


def _of_choices(option: Body) -> Iterator[str]:
    choices, kind = option.get("choices") or [], option.get("type")
    names = [choice.get("name") for choice in choices]
    if len(choices) > CHOICES:
        yield f"{len(choices)} choices, {CHOICES} at most"
    if (choices or option.get("autocomplete")) and kind not in (STRING, INTEGER, NUMBER):
        yield "choices or suggestions for what is neither text nor a number"
    if choices and option.get("autocomplete"):
        yield "choices and suggestions"
    yield from (f"the choice {one} twice" for one in dict.fromkeys(names) if names.count(one) > 1)
    for choice in choices:
        for text in (choice.get("name"), *(choice.get("name_localizations") or {}).values()):
            yield from _sized(text, CHOICE, "name of a choice")
        yield from _of_locales(choice)
        yield from _of_value(choice.get("value"), kind)


def _of_value(value: Any, kind: Any) -> Iterator[str]:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if kind == STRING:
        yield from _sized(value, CHOICE, "value of a choice")
    elif not number or abs(value) > SAFE or (kind == INTEGER and not isinstance(value, int)):
        yield f"{value} as the value of a choice"


def _of_bounds(option: Body) -> Iterator[str]:
    kind = option.get("type")
    for least, most, kinds in (("min_value", "max_value", (INTEGER, NUMBER)), ("min_length", "max_length", (STRING,))):
        low, high = option.get(least), option.get(most)
        if kind not in kinds and not low is high is None:
            yield f"{least} or {most} of another type"
        elif low is not None and high is not None and low > high:
            yield f"{low} at least, {high} at most"
    if not 0 <= (option.get("min_length") or 0) <= TYPED or not 1 <= (option.get("max_length") or 1) <= TYPED:
        yield f"a length over {TYPED}"
    if option.get("channel_types") and kind != CHANNEL:
        yield "channel types of what is no channel"


def _sized(text: Any, most: int, what: str) -> Iterator[str]:
    if not isinstance(text, str) or not text:
        yield f"{what}: nothing"
    elif len(text) > most:
        yield f"{what} of {len(text)} characters, {most} at most"
