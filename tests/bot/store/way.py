"""A proxy to a server, which a test closes or freezes."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from sqlalchemy.engine import make_url


class Way:
    """A proxy to a server; while it is closed, connections are refused."""

    def __init__(self, url: str) -> None:
        self._url = make_url(url)
        self._cut: list[asyncio.StreamWriter] = []
        self._server: asyncio.Server | None = None
        self._port = 0
        self._passes = asyncio.Event()
        self._passes.set()

    @property
    def url(self) -> str:
        return self._url.set(host="127.0.0.1", port=self._port).render_as_string(hide_password=False)

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._passed, "127.0.0.1", self._port)
        self._port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        for one in self._cut:
            one.transport.abort()
        self._cut.clear()

    def freeze(self) -> None:
        """Accept further data without answering."""
        self._passes.clear()

    def thaw(self) -> None:
        self._passes.set()

    async def _passed(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._passes.wait()
        there = await asyncio.open_connection(self._url.host, self._url.port)
        self._cut += [writer, there[1]]
        await asyncio.gather(self._carried(reader, there[1]), self._carried(there[0], writer))

    async def _carried(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while found := await reader.read(65_536):
                await self._passes.wait()
                writer.write(found)
                await writer.drain()
        writer.close()
