"""Two bots with one token, by accident: each command is recorded once."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.client import Adjutant
from bot.services import open_services
from bot.settings import Settings
from tests.bot.loopback import Loopback, discord, served_here
from tests.bot.on_loopback import at

CHANNELS = range(1000, 1006)
READY = '"what": "ready"'


@asynccontextmanager
async def _serve_alone(folder: Path) -> AsyncIterator[None]:
    """Provide a bot that knows of no other one."""
    found = Settings.model_validate({"ADJUTANT_DATABASE": str(folder / "games.sqlite")})
    async with Adjutant(await open_services(found)) as bot:
        task = asyncio.create_task(bot.start("a.b.c"))
        yield
        task.cancel()
        await asyncio.wait({task})


async def _give_everywhere(loop: Loopback, command: str) -> list[str]:
    """Give a command in every channel; return the answers."""
    ids = [await loop.say(command, where) for where in CHANNELS]
    await loop.until(lambda: all(len(loop.answers[id]) >= 2 for id in ids))
    return ids


async def test_two_bots_with_one_token_record_a_command_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with discord() as loop:
        monkeypatch.setattr("discord.http.Route.BASE", "")
        monkeypatch.setattr("discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY", None)
        at(loop.address)
        async with _serve_alone(tmp_path), _serve_alone(tmp_path):
            await loop.until(lambda: len(loop.sessions) == 2)
            await _give_everywhere(loop, "/game demo")
            given = [id for _ in range(3) for id in await _give_everywhere(loop, "/game pause")]
    with sqlite3.connect(tmp_path / "games.sqlite") as lite:
        sources = [source for (source,) in lite.execute("SELECT source FROM entry WHERE command <> 'game'")]
    written = Counter(str(source).rpartition(":")[2] for source in sources)
    assert {id: written[id] for id in given} == dict.fromkeys(given, 1)


@pytest.mark.usefixtures("hurried")
async def test_the_second_bot_serves_when_the_first_has_ended(tmp_path: Path) -> None:
    async with discord() as loop, served_here(loop, tmp_path) as first:
        await loop.until(lambda: first.has_said(READY))
        async with served_here(loop, tmp_path) as second:
            await loop.until(lambda: second.has_said("another bot serves"))
            first.serving.cancel()
            await asyncio.wait({first.serving})
            assert loop.most_at_once == 1
            second.said.clear()
            await loop.until(lambda: second.has_said(READY))
    assert loop.most_at_once == 1
