"""All commands as Discord is told of them: names, lengths, numbers (see the limits in tests/cogs/outgoing.py)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.cogs.table import Table

NAME = re.compile(r"[-_a-z0-9]{1,32}")
GROUPS = (1, 2)


MESSAGE_MENU = 3


def _payload(table: Table) -> list[dict[str, Any]]:
    return [command.to_dict(table.env.bot.tree) for command in table.env.bot.tree.get_commands()]  # pyright: ignore


def _slash(table: Table) -> list[dict[str, Any]]:
    return [command for command in _payload(table) if command.get("type", 1) == 1]


def _walk(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield command
    for option in command.get("options", []):
        yield from _walk(option)


def letters(part: Mapping[str, Any], longer: float = 1) -> float:
    """The size of a command as Discord counts it: of each field its longest language, and the values of the choices.

    With `longer`, as if there were a language with texts that much longer than the English ones.
    """
    own = len(part["name"]) + _longest(part, "description", longer)
    choices = sum(_longest(one, "name", longer) + len(str(one["value"])) for one in part.get("choices", []))
    return own + choices + sum(letters(one, longer) for one in part.get("options", []))


def _longest(part: Mapping[str, Any], field: str, longer: float) -> float:
    translated = part.get(f"{field}_localizations") or {}
    return max(len(part.get(field, "")) * longer, *map(len, translated.values()), 0)


async def test_names_and_descriptions_fit(table: Table) -> None:
    for command in _slash(table):
        for part in _walk(command):
            assert NAME.fullmatch(part["name"]), part["name"]
            assert 1 <= len(part["description"]) <= 100, part["name"]
            assert not part["description"].endswith("…"), f"{part['name']} was cut"


async def test_options_and_choices_fit(table: Table) -> None:
    for command in _slash(table):
        for part in _walk(command):
            options = part.get("options", [])
            assert len(options) <= 25
            assert len({option["name"] for option in options}) == len(options)
            assert len(part.get("choices", [])) <= 25
            needed = [bool(option.get("required")) for option in options if option["type"] not in GROUPS]
            assert needed == sorted(needed, reverse=True), f"{part['name']}: required options come first"


async def test_a_command_fits_with_all_its_languages_and_one_more(table: Table) -> None:
    """D1: Discord counts the longest language of each field, and refuses all commands for one that has over 8,000
    letters.
    """
    bot: Any = table.env.bot
    tree = bot.tree
    assert tree.translator is not None
    for command in tree.get_commands():
        payload = await command.get_translated_payload(tree, tree.translator)
        assert letters(payload) <= 7000, payload["name"]
        assert letters(payload, 1.15) <= 8000, payload["name"]


def test_the_longest_language_of_a_field_counts() -> None:
    choice = {"name": "Rot", "name_localizations": {"de": "Rot", "fr": "Rouge"}, "value": "r"}
    option = {"name": "side", "description": "The side.", "choices": [choice]}
    command = {"name": "ask", "description": "Ask.", "description_localizations": {"de": "Frag."}, "options": [option]}
    assert letters(command) == 3 + 5 + 4 + 9 + 5 + 1


async def test_the_menus_of_a_message(table: Table) -> None:
    menus = [command for command in _payload(table) if command.get("type", 1) == MESSAGE_MENU]
    assert {menu["name"] for menu in menus} == {"Undo this", "Why?", "Correct …", "Add to the story"}


async def test_there_is_room_for_more_commands(table: Table) -> None:
    payload = _payload(table)
    assert len([one for one in payload if one.get("type", 1) == 1]) <= 50
    assert len([one for one in payload if one.get("type", 1) == 3]) <= 5


async def test_commands_are_for_servers_only(table: Table) -> None:
    for command in _payload(table):
        assert command["contexts"] == [0]
        assert command["integration_types"] == [0]


async def test_the_bot_sees_no_messages(table: Table) -> None:
    assert table.env.bot.intents.value == 1


async def test_discord_is_told_again_of_what_is_translated_otherwise(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot: Any = table.env.bot
    before = bot.definition()
    monkeypatch.setattr("bot.client.fingerprint", lambda: "another file")
    assert bot.definition() != before


async def test_discord_is_told_once_until_something_changes(table: Table) -> None:
    def told() -> int:
        return sum(one.method == "PUT" and one.path.endswith("/commands") for one in table.env.http_requests)

    assert told() == 1
    await table.restart()
    assert told() == 1
    bot: Any = table.env.bot
    assert bot.definition() == bot.definition()
    with table.env._bot_scope():
        assert not await bot.sync_if_changed()
        bot.tree.get_command("fire").description = "Fire at will."
        assert await bot.sync_if_changed()
        assert not await bot.sync_if_changed()
        assert await bot.sync_if_changed(force=True)
    assert told() == 3
