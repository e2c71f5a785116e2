"""All commands as registered with Discord: names, lengths, numbers (see the limits in tests/cogs/registering.py)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.registration import letters
from tests.cogs import registering
from tests.cogs.table import Table

NAME = re.compile(r"[-_a-z0-9]{1,32}")
MESSAGE_MENU = 3


def _payload(table: Table) -> list[dict[str, Any]]:
    return [command.to_dict(table.env.bot.tree) for command in table.env.bot.tree.get_commands()]  # pyright: ignore


def _slash(table: Table) -> list[dict[str, Any]]:
    return [command for command in _payload(table) if command.get("type", 1) == 1]


def _walk(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield command
    for option in command.get("options", []):
        yield from _walk(option)


async def test_names_and_descriptions_fit_and_commands_are_for_servers_without_their_messages(table: Table) -> None:
    for command in _slash(table):
        for part in _walk(command):
            assert NAME.fullmatch(part["name"]), part["name"]
            assert 1 <= len(part["description"]) <= 100, part["name"]
            assert not part["description"].endswith("…"), f"{part['name']} was cut"
    menus = [command for command in _payload(table) if command.get("type", 1) == MESSAGE_MENU]
    assert {menu["name"] for menu in menus} == {"Undo this", "Why?", "Correct …", "Add to the story"}
    payload = _payload(table)
    assert len([one for one in payload if one.get("type", 1) == 1]) <= 50
    assert len([one for one in payload if one.get("type", 1) == 3]) <= 5
    for command in payload:
        assert command["contexts"] == [0]
        assert command["integration_types"] == [0]
    assert table.env.bot.intents.value == 1


async def test_a_command_fits_with_all_its_languages_and_one_more(table: Table) -> None:
    """Discord counts the longest language of each field, and refuses all commands for one that has over 8,000
    letters.
    """
    bot: Any = table.env.bot
    tree = bot.tree
    assert tree.translator is not None
    told = [await command.get_translated_payload(tree, tree.translator) for command in tree.get_commands()]
    assert any("de" in part.get("description_localizations", {}) for one in told for part in _walk(one))
    assert not list(registering.faults(told))
    for payload in told:
        assert letters(payload) <= 7000, payload["name"]
        assert letters(payload, 1.15) <= 8000, payload["name"]


async def test_commands_are_sent_to_discord_again_after_a_new_translation(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot: Any = table.env.bot
    before = bot.definition()
    monkeypatch.setattr("bot.client.fingerprint", lambda: "another file")
    assert bot.definition() != before


async def test_commands_are_sent_to_discord_once_until_they_change(table: Table) -> None:
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
