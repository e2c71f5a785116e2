"""The registration of commands with Discord, their ids, by which messages mention them, and the end of a bot."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest
from discord import AppCommandOptionType, AppCommandType, HTTPException
from discord.app_commands import AppCommand, CommandTree

from bot import client
from bot.client import Adjutant, ids_by_name
from bot.errors import CommandsRefused
from bot.services import Services

STATE: Any = SimpleNamespace()


def registered(id: int, name: str, *options: dict[str, Any], type: AppCommandType = AppCommandType.chat_input) -> Any:
    """Return a command as Discord sends it after its registration."""
    sent = {"id": id, "application_id": 1, "name": name, "description": "…", "type": type.value, "options": options}
    return AppCommand(data=sent, state=STATE)  # pyright: ignore[reportArgumentType]


def option(name: str, type: AppCommandOptionType, *options: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "description": "…", "type": type.value, "options": options}


def test_subcommands_are_mentioned_by_the_id_of_their_command_and_menus_of_messages_by_none() -> None:
    number = option("dice", AppCommandOptionType.integer)
    inner = option("end", AppCommandOptionType.subcommand, number)
    found = ids_by_name(
        [
            registered(1, "roll", number),
            registered(2, "turn", option("next", AppCommandOptionType.subcommand), inner),
            registered(3, "campaign", option("battle", AppCommandOptionType.subcommand_group, inner)),
            registered(4, "Why?", type=AppCommandType.message),
        ]
    )
    assert dict(found) == {"roll": 1, "turn next": 2, "turn end": 2, "campaign battle end": 3}


def failed(status: int, text: str = "") -> HTTPException:
    response: Any = SimpleNamespace(status=status, reason="Why")
    return HTTPException(response, {"code": 7, "message": text})


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Discord's answers to a list of commands, to be filled: the commands as it has them, or an error."""
    found: list[Any] = []

    async def answer(*_: object) -> Any:
        if isinstance(found[0], BaseException):
            raise found.pop(0)
        return found.pop(0)

    for name in ("sync", "fetch_commands"):
        monkeypatch.setattr(CommandTree, name, answer)
    return found


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (failed(400, "Too large."), "Too large."),
        (failed(403), "403 Why (error code: 7)"),
        (failed(428, "Wait."), "Wait."),
        (failed(429, "Wait."), None),
        (failed(499, "Broken."), "Broken."),
        (failed(500, "Broken."), None),
        (failed(503, "Broken."), None),
    ],
)
async def test_commands_are_refused_for_good_by_an_error_that_does_not_pass(
    services: Services, answers: list[Any], error: HTTPException, why: str | None
) -> None:
    bot = Adjutant(services)
    await bot.load_cogs()
    answers += [error]
    with pytest.raises(CommandsRefused if why else HTTPException) as raised:
        await bot.sync_if_changed()
    if why:
        assert str(raised.value) == f"Discord rejected the commands, and keeps the previous ones, if any: {why}"
    assert bot.refusal == (str(raised.value) if why else "")


async def test_a_bot_has_the_shards_that_it_is_given(services: Services) -> None:
    assert Adjutant(services, shards=4, shard_ids=(1, 3)).shard_connections() == {1: False, 3: False}
    assert Adjutant(services, shards=2).shard_connections() == {0: False, 1: False}


async def test_commands_are_registered_again_until_discord_takes_them(
    services: Services, answers: list[Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    waits, bot, sleep = list[float](), Adjutant(services, mentions=True), asyncio.sleep

    async def wait(seconds: float) -> None:
        waits.extend([seconds] if seconds else [])
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", wait)
    answers += [failed(503, "Broken."), OSError("lost"), [registered(1, "roll")]]
    await bot.setup_hook()
    assert (waits, bot.command_ids, answers) == ([1, 2], {"roll": 1}, [])
    assert [line for line in caplog.messages if "registered" in line] == [
        "the commands could not be registered with Discord yet: 503 Why (error code: 7): Broken.",
        "the commands could not be registered with Discord yet: lost",
    ]
    key = f"commands synced {bot.application_id}"
    assert await services.record.remember(key) == bot.definition()
    assert await bot.sync_if_changed() is False
    answers += [[registered(2, "roll")]]
    assert await bot.sync_if_changed(force=True) is True
    assert await services.record.remember(f"command ids {bot.application_id}") == json.dumps({"roll": 2})


async def test_ids_of_commands_are_those_of_the_record_or_else_asked_for(
    services: Services, answers: list[Any], caplog: pytest.LogCaptureFixture
) -> None:
    answers += [failed(503, "Broken."), [registered(1, "roll")]]
    found = list[dict[str, int]]()
    for _ in range(3):
        bot = Adjutant(services, mentions=True)
        await bot.learn_ids()
        found.append(bot.command_ids)
    assert found == [{}, {"roll": 1}, {"roll": 1}]
    assert caplog.messages == ["the ids of the commands are unknown: 503 Why (error code: 7): Broken."]


@pytest.mark.parametrize("answered", [True, False])
async def test_a_bot_that_is_asked_to_stop_waits_briefly_for_the_answers_on_their_way(
    services: Services, monkeypatch: pytest.MonkeyPatch, answered: bool
) -> None:
    sent = asyncio.Event()
    monkeypatch.setattr(services.interactions, "wait_for_all_answers", sent.wait)
    monkeypatch.setattr(client, "FINISHING", 60.0 if answered else 0.01)
    async with Adjutant(services) as bot:
        draining = asyncio.create_task(bot.drain())
        await asyncio.sleep(0)
        assert not services.interactions.closed
        if answered:
            sent.set()
        await draining
        assert services.interactions.closed
