"""The commands available at the local table, as its page lists them, in the language of the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from bot.client import Adjutant
from bot.simulation.environment import SimulatedTable
from data.texts import Language

_MESSAGE = 3
"""The type of message menu commands; all others are typed."""
_NESTS = (1, 2)
_KINDS = {3: "string", 4: "integer", 5: "boolean", 6: "user", 7: "channel", 8: "role", 10: "number", 11: "attachment"}
"""Discord's numbers of option types."""


class CommandChoice(NamedTuple):
    name: str
    value: Any


class CommandOption(NamedTuple):
    """An option of a command; `least` and `most` limit its value, or the length of its text."""

    name: str
    about: str
    kind: str
    required: bool = False
    choices: tuple[CommandChoice, ...] = ()
    suggests: bool = False
    least: float | None = None
    most: float | None = None


class CommandEntry(NamedTuple):
    """A command by its full name; a message menu command has no options."""

    name: str
    about: str
    options: tuple[CommandOption, ...] = ()
    of_message: bool = False


class CommandCatalogue:
    """The commands of the bot, which do not change while it runs."""

    def __init__(self, place: SimulatedTable) -> None:
        bot: Adjutant = place.bot
        language = bot.language(None)
        self.entries = tuple(_entries(bot.tree, language))
        self.typed = tuple(one for one in self.entries if not one.of_message)
        self.of_messages = {one.name: one.about for one in self.entries if one.of_message}
        """The labels of message menu commands, with their names."""
        self._kinds = {one.name: {option.name: option.kind for option in one.options} for one in self.entries}

    def kind(self, command: str, option: str) -> str | None:
        return self._kinds.get(command, {}).get(option)

    def to_json(self) -> list[dict[str, Any]]:
        """Return the commands as JSON, without empty values."""
        return [_without_empty({**one._asdict(), "options": [*map(_option_json, one.options)]}) for one in self.typed]


def _option_json(option: CommandOption) -> dict[str, Any]:
    choices = [one._asdict() for one in option.choices]
    return _without_empty({"name": option.name, "about": option.about, "kind": option.kind, "required": option.required,
                  "choices": choices, "suggests": option.suggests})  # fmt: skip


def _without_empty(value: Mapping[str, Any]) -> dict[str, Any]:
    return {key: one for key, one in value.items() if one not in (False, [])}


def _entries(tree: Any, language: Language) -> Iterator[CommandEntry]:
    for command in tree.get_commands():
        found = command.to_dict(tree)
        if found["type"] == _MESSAGE:
            yield CommandEntry(found["name"], _translate(language, found["name"]), of_message=True)
        else:
            yield from _leaves(language, found, found["name"])


def _leaves(language: Language, node: Mapping[str, Any], name: str) -> Iterator[CommandEntry]:
    """Yield a command, or the commands of a group."""
    options: Sequence[Mapping[str, Any]] = node.get("options") or ()
    nested = [one for one in options if one["type"] in _NESTS]
    for one in nested:
        yield from _leaves(language, one, f"{name} {one['name']}")
    if not nested:
        shown = sorted((_option(language, one) for one in options), key=lambda one: not one.required)
        yield CommandEntry(name, _translate(language, node["description"]), tuple(shown))


def _option(language: Language, option: Mapping[str, Any]) -> CommandOption:
    kind = _KINDS.get(option["type"], "string")
    of_letters = kind == "string"
    choices = (CommandChoice(_translate(language, one["name"]), one["value"]) for one in option.get("choices") or ())
    return CommandOption(
        option["name"],
        _translate(language, option["description"]),
        kind,
        bool(option.get("required")),
        tuple(choices),
        bool(option.get("autocomplete")),
        option.get("min_length" if of_letters else "min_value"),
        option.get("max_length" if of_letters else "max_value"),
    )


def _translate(language: Language, text: str) -> str:
    return language.texts.gettext(text)
