"""Discord for benchmarks: interactions go straight into discord.py, answers go by HTTP to another process.

So the bot is measured with discord.py and its HTTP client, without a simulator.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiohttp
import discord
from discord.http import Route
from discord.user import ClientUser
from discord.webhook.async_ import async_context

from bot.client import Adjutant
from bot.command_line.startup import settle_heap
from bot.services import Services
from cogs.rendering.reply import REFUSED
from tests.bench.limit import Limit

GUILD, BOT = 1, 2
ANN = 300
LATER = 5
"""The type of a deferral."""
PATIENCE = 60
"""Seconds after which a missing answer ends the measurement."""
_IDS = count(1 << 40)


class Wire:
    """The bot with the minimal bot, and the pending answers."""

    def __init__(self, bot: Adjutant, limit: Limit) -> None:
        self._bot, self._limit = bot, limit
        self._waiting: dict[str, asyncio.Future[dict[str, Any]]] = {}

    async def open(self, port: int) -> None:
        """Put the bots into the state after the gateway is ready."""
        for bot in (self._bot, self._limit):
            await bot._async_setup_hook()
            bot.http._HTTPClient__session = aiohttp.ClientSession()  # pyright: ignore[reportAttributeAccessIssue]
            state: Any = bot._connection
            state.application_id, state.user = BOT, ClientUser(state=state, data=_user(BOT, "adjutant"))
        await self._bot.load_cogs()
        settle_heap()
        adapter: Any = async_context.get()
        self._request, adapter.request = adapter.request, self._answered
        Route.BASE = f"http://127.0.0.1:{port}"

    async def close(self) -> None:
        adapter: Any = async_context.get()
        del adapter.request
        for bot in (self._bot, self._limit):
            await bot.http._HTTPClient__session.close()  # pyright: ignore[reportAttributeAccessIssue]
        await self._limit.close()

    async def say(self, command: str, who: int = ANN, where: int = 1000, **options: str | int) -> dict[str, Any]:
        """Give a command and return its answer as Discord receives it; a deferral does not count."""
        bot = self._limit if command in ("/nothing", "/limit") else self._bot
        return await self._sent(bot, who, where, **_command(command, options))

    async def click(self, control: str, who: int = ANN, where: int = 1000) -> dict[str, Any]:
        """Click the button with that id and return the answer."""
        data = {"type": 3, "data": {"custom_id": control, "component_type": 2}, "message": _message(where)}
        return await self._sent(self._bot, who, where, **data)

    async def _sent(self, bot: discord.Client, who: int, where: int, **what: Any) -> dict[str, Any]:
        sent = str(next(_IDS))
        answer = self._waiting[f"t{sent}"] = asyncio.get_running_loop().create_future()
        bot._connection.parse_interaction_create(json.loads(json.dumps({**_interaction(sent, who, where), **what})))
        async with asyncio.timeout(PATIENCE):
            return await answer

    async def _answered(self, route: Any, session: Any, **given: Any) -> Any:
        """Send discord.py's own request, and resolve the pending answer."""
        found = await self._request(route, session, **given)
        forms = given.get("multipart")
        written: dict[str, Any] = json.loads(forms[0]["value"]) if forms else given.get("payload") or {}
        answer = written if route.path.endswith("/callback") else {"data": written}
        waiting = self._waiting.get(str(route.webhook_token))
        if written and waiting and not waiting.done() and answer.get("type") != LATER:
            waiting.set_result(answer)
            del self._waiting[str(route.webhook_token)]
        return found


@asynccontextmanager
async def wired(services: Services) -> AsyncIterator[Wire]:
    """Run a bot over these services, the minimal bot, and the HTTP server."""
    folder = TemporaryDirectory()
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "tests.bench.rest", stdout=PIPE)
    assert process.stdout
    wire = Wire(Adjutant(services), Limit(Path(folder.name) / "limit.sqlite"))
    try:
        await wire.open(int(await process.stdout.readline()))
        yield wire
        await wire.close()
    finally:
        process.kill()
        await process.wait()
        folder.cleanup()


def wrong(answer: Mapping[str, Any]) -> bool:
    """True if an answer is a refusal, a confirmation or an error, which share one colour."""
    return any(embed.get("color") == REFUSED for embed in answer["data"].get("embeds") or [])


def _user(id: int, name: str) -> Any:
    return {"id": str(id), "username": name, "global_name": name.title(), "discriminator": "0", "avatar": None}


def _command(command: str, options: Mapping[str, str | int]) -> dict[str, Any]:
    name, *inner = command.removeprefix("/").split()
    given: list[dict[str, Any]] = [
        {"name": key, "type": 4 if isinstance(value, int) else 3, "value": value} for key, value in options.items()
    ]
    for part in reversed(inner):
        given = [{"name": part, "type": 1, "options": given}]
    return {"type": 2, "data": {"id": "5", "name": name, "type": 1, "options": given}}


def _message(where: int) -> dict[str, Any]:
    """Return a public message of the bot."""
    return {
        "id": "77",
        "channel_id": str(where),
        "author": _user(BOT, "adjutant"),
        "content": "",
        "flags": 0,
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "pinned": False,
        "type": 0,
        **{name: [] for name in ("mentions", "mention_roles", "attachments", "embeds", "components")},
    }


def _interaction(id: str, who: int, where: int) -> dict[str, Any]:
    member = {"user": _user(who, f"p{who}"), "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "flags": 0}
    return {
        "id": id,
        "application_id": str(BOT),
        "token": f"t{id}",
        "version": 1,
        "channel_id": str(where),
        "channel": {"id": str(where), "type": 0, "name": "t", "position": 0, "permission_overwrites": []},
        "guild_id": str(GUILD),
        "guild_locale": "en-US",
        "locale": "en-US",
        "member": {**member, "deaf": False, "mute": False, "permissions": "0"},
        "app_permissions": "2147483647",
        "attachment_size_limit": 10_000_000,
        "entitlements": [],
        "authorizing_integration_owners": {},
        "context": 0,
    }
