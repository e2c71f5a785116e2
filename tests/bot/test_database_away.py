"""A PostgreSQL database that is away for a while: games that continue meanwhile, and recovery afterwards."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.bot.loopback import Loopback, discord, served_here
from tests.bot.store.conftest import POSTGRESQL, with_tables

READY = '"what": "ready"'


class Line:
    """The way to a server, which can be cut."""

    def __init__(self, host: str, port: int) -> None:
        self._to, self.port = (host, port), 0
        self._server: asyncio.Server | None = None
        self._ways: set[asyncio.StreamWriter] = set()

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        """Cut all connections, and refuse new ones."""
        if self._server is not None:
            self._server.close()
        for one in list(self._ways):
            one.transport.abort()
        self._ways.clear()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(*self._to)
        self._ways |= {writer, back}
        with suppress(asyncio.CancelledError):  # the test is over
            await asyncio.gather(self._passed(reader, back), self._passed(there, writer))

    async def _passed(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while part := await reader.read(65536):
                writer.write(part)
                await writer.drain()
        writer.close()


@asynccontextmanager
async def _line() -> AsyncIterator[tuple[Line, str]]:
    """Provide a proxy to a database with our tables, and its address."""
    if not POSTGRESQL:
        pytest.skip("ADJUTANT_TEST_POSTGRESQL is not set")
    parts = urlsplit(await asyncio.to_thread(with_tables))
    line = Line(parts.hostname or "127.0.0.1", parts.port or 5432)
    await line.open()
    who = parts.netloc.rpartition("@")[0]
    try:
        yield line, parts._replace(netloc=f"{who}@127.0.0.1:{line.port}" if who else f"127.0.0.1:{line.port}").geturl()
    finally:
        await line.cut()


async def _reply_to(loop: Loopback, command: str) -> str:
    id = await loop.say(command)
    await loop.until(lambda: any("data" in one and one["data"] for one in loop.answers[id]))
    return json.dumps(loop.answers[id])


async def test_a_database_that_is_gone_for_a_while_is_named_and_play_goes_on_after_it(tmp_path: Path) -> None:
    async with discord() as loop, _line() as (line, url), served_here(loop, tmp_path, ADJUTANT_DATABASE=url) as bot:
        await loop.until(lambda: bot.has_said(READY) or bot.over)
        assert "You are the umpire" in await _reply_to(loop, "/game demo")
        await line.cut()
        for command in ("/game pause", "/game status", "/waiting"):
            told = await _reply_to(loop, command)
            assert "cannot be reached" in told
            assert "Nothing was recorded" in told
            assert "not known" not in told
        assert not bot.has_said("fault ")
        await line.open()
        assert "paused" in await _reply_to(loop, "/game pause")
        assert "Nothing was recorded" not in await _reply_to(loop, "/game status")
        assert not bot.over
        assert not [one for one in bot.said if "Traceback" in one]


async def test_a_restarted_database_is_not_noticed(tmp_path: Path) -> None:
    async with discord() as loop, _line() as (line, url), served_here(loop, tmp_path, ADJUTANT_DATABASE=url) as bot:
        await loop.until(lambda: bot.has_said(READY) or bot.over)
        assert "You are the umpire" in await _reply_to(loop, "/game demo")
        await line.cut()
        await line.open()
        assert "paused" in await _reply_to(loop, "/game pause")
