"""Faults of Discord: lost connections, rejected answers, interactions delivered twice."""

from __future__ import annotations

import asyncio
import fnmatch
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import aiohttp
import pytest
from simcord import interactions
from simcord.actors import serializers
from simcord.results import InteractionResult

from bot.store.database import Database
from cogs.interactions import respond
from tests.cogs.table import Table, Told

COMMAND, COMPONENT, TYPING, FORM = 2, 3, 4, 5
CALLBACK = "/interactions/*/callback"
FOLLOW_UP = "/webhooks/*"
CHANNEL = "/channels/*/messages"


@contextmanager
def cut_connection(table: Table, path: str = CALLBACK, times: int = 1, arrives: bool = False) -> Iterator[None]:
    """Cut the connection on a request, before it has arrived or after."""
    adapter = table.env._webhook_adapter
    real, left = adapter.request, [times]

    async def request(route: Any, session: Any, **given: Any) -> Any:
        if not left[0] or not fnmatch.fnmatch(route.url.split("/v10")[-1].split("?")[0], path):
            return await real(route, session, **given)
        left[0] -= 1
        if arrives:
            await real(route, session, **given)
        raise aiohttp.ServerDisconnectedError

    adapter.request = request
    try:
        yield
    finally:
        del adapter.request


@contextmanager
def too_many_edits(table: Table, waits: bool = False) -> Iterator[None]:
    """Reject edits of old messages with code 30046, as discord.py passes it on.

    That is a KeyError if Discord gives no waiting time, or else a request that `waits`.
    """
    http: Any = table.env.bot.http
    real = http.request

    async def request(route: Any, **given: Any) -> Any:
        if route.method != "PATCH" or "/channels/" not in route.url:
            return await real(route, **given)
        if waits:
            await asyncio.sleep(3600)
        raise KeyError("retry_after")

    http.request = request
    try:
        yield
    finally:
        del http.request


@contextmanager
def hold_messages(table: Table, method: str) -> Iterator[tuple[asyncio.Event, asyncio.Event]]:
    """Hold the bot's messages: the first event says that one is on its way, the second lets Discord answer."""
    http: Any = table.env.bot.http
    real, on_its_way, answers = http.request, asyncio.Event(), asyncio.Event()

    async def request(route: Any, **given: Any) -> Any:
        if route.method == method and "/messages" in route.path:
            on_its_way.set()
            await answers.wait()
        return await real(route, **given)

    http.request = request
    try:
        yield on_its_way, answers
    finally:
        answers.set()
        del http.request


IMPATIENT = 0.02


def slow_down(patch: pytest.MonkeyPatch) -> None:
    """Make each command take longer than the bot's patience, so that it is acknowledged before its answer."""
    patch.setattr(respond, "PATIENCE", IMPATIENT)
    for name in ("read", "write"):
        patch.setattr(Database, name, _slowed(getattr(Database, name)))


def _slowed(real: Any) -> Any:
    """Return a call of the database that takes longer than the bot's patience, once for each task."""
    waited = set[asyncio.Task[Any] | None]()

    async def slowly(self: Database, work: Any, **how: Any) -> Any:
        if asyncio.current_task() not in waited:
            waited.add(asyncio.current_task())
            await asyncio.sleep(3 * IMPATIENT)
        return await real(self, work, **how)

    return slowly


async def unloaded_amid(table: Table, name: str, method: str) -> None:
    """Unload a cog while its message is being sent, and assert that it waits."""
    bot: Any = table.env.bot
    keeper = bot.get_cog(name)
    with hold_messages(table, method) as (on_its_way, answers):
        await keeper.clock.coro(keeper)
        await on_its_way.wait()
        unloading = asyncio.create_task(bot.remove_cog(name))
        for _ in range(10):
            await asyncio.sleep(0)
        assert not unloading.done(), "a message that is on its way is not waited for"
        answers.set()
        await unloading


def payload(table: Table, who: Any, kind: int, data: dict[str, Any], message: Any = None, where: Any = None) -> Any:
    """Return an interaction as the gateway delivers it, and the simulator's record of it, without checks."""
    backend, channel = table.env.backend, (where or table.channel).id
    record, sent = interactions.base_payload(
        backend, type=kind, channel_id=channel, guild_id=table.guild.id, user_id=who.id, data=data
    )
    if message is not None:
        stored = backend.get_message(channel, message.id)
        record.source_message_id = stored.id
        sent["message"] = dict(serializers.message_payload(backend, stored))
    return record, sent


async def deliver(table: Table, record: Any, sent: Any, times: int = 1, clicked: int | None = None) -> Told:
    """Deliver an interaction to the bot, once or several times."""
    for _ in range(times):
        table.env.backend.emit("INTERACTION_CREATE", sent)
    await table.env.settle()
    return Told.of(InteractionResult(table.env, record), clicked)


async def raw(table: Table, who: Any, kind: int, data: dict[str, Any], message: Any = None, times: int = 1) -> Told:
    """Send any data as a player's client."""
    clicked = None if message is None else message.id
    record, sent = payload(table, who, kind, data, message)
    return await deliver(table, record, sent, times, clicked)


def command(name: str, **options: Any) -> dict[str, Any]:
    """Return the payload of a command with text options only."""
    first, *rest = name.split()
    given = [{"name": name, "type": 3, "value": value} for name, value in options.items()]
    for part in reversed(rest):
        given = [{"name": part, "type": 1, "options": given}]
    return {"id": "1", "name": first, "type": 1, "options": given}


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the log lines that report more than a warning."""
    return [one.getMessage() for one in caplog.records if one.levelno > logging.WARNING or one.exc_info]


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [one.getMessage() for one in caplog.records if one.levelno == logging.WARNING]
