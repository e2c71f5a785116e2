"""The local table with its web server, and pages that use a real connection."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType, WSServerHandshakeError

from bot.settings import Settings
from bot.simulation.addresses import Door
from bot.simulation.environment import SimulatedTable
from bot.simulation.local_server import open_table, serve_pages
from bot.simulation.table_server import TableServer
from tests.cogs.made_once import create_database

PATIENCE = 20.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def settings(
    folder: Path,
    host: str = "127.0.0.1",
    port: int | None = None,
    language: str | None = "en",
    system: str = "fubar",
) -> Settings:
    """Return settings with a prepared database; test_served.py starts without one, as players do."""
    file = folder / "table.sqlite"
    create_database(file)
    return Settings.model_validate(
        {
            "ADJUTANT_DATABASE": str(file),
            "ADJUTANT_LOCAL_HOST": host,
            "ADJUTANT_LOCAL_PORT": port or free_port(),
            "ADJUTANT_LANGUAGE": language,
            "ADJUTANT_LOCAL_SYSTEM": system,
        }
    )


@dataclass
class Visitor:
    """A page of a player; `key` is the part of its address after the host."""

    web: ClientSession
    base: str
    key: str
    tab: str = "tab"
    headers: dict[str, str] = field(default_factory=dict[str, str])
    hello: dict[str, Any] = field(default_factory=dict[str, Any])
    messages: dict[str, Any] = field(default_factory=dict[str, Any])
    view: dict[str, Any] = field(default_factory=dict[str, Any])
    frames: list[str] = field(default_factory=list[str])
    """All frames sent to this page."""
    done: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    form: dict[str, Any] | None = None
    told: str = ""
    """The error of the last action, if any."""
    sent: int = 0
    socket: ClientWebSocketResponse | None = None

    async def ask(self, method: str, path: str, **more: Any) -> tuple[int, str]:
        async with self.web.request(method, self.base + path, headers=self.headers, **more) as answer:
            return answer.status, await answer.text(errors="replace")

    async def open(self) -> int:
        """Connect and return the status, 101 if the page is accepted."""
        secret, _, viewer = self.key.partition("/")
        address = f"{self.base}/{secret}/line?tab={self.tab}&as={viewer}"
        try:
            self.socket = await self.web.ws_connect(address, headers=self.headers)
        except WSServerHandshakeError as error:
            return error.status
        await self.until(lambda: bool(self.hello))
        return 101

    async def until(self, there: Any, seconds: float = PATIENCE) -> None:
        """Receive frames until a condition holds."""
        async with asyncio.timeout(seconds):
            while not there():
                await self.hear()

    async def hear(self) -> None:
        assert self.socket is not None
        message = await self.socket.receive()
        if message.type is not WSMsgType.TEXT:
            raise ConnectionResetError(f"the table has closed the connection: {message.type.name}")
        self.frames.append(message.data)
        self._read(json.loads(message.data))

    def _read(self, body: dict[str, Any]) -> None:
        if body["t"] == "hello" or "viewers" in body:
            self.hello, self.messages = body, {}
        if body["t"] == "done":
            self.done[body["id"]] = body
        self.view = body.get("view", self.view)
        for id in body.get("gone", ()):
            self.messages.pop(id, None)
        for one in body.get("messages", ()):
            self.messages[one["id"]] = one

    async def look(self) -> None:
        """Receive all pending frames: they are sent before an answer."""
        await self.act("known", of="nothing")

    async def act(self, kind: str, id: str = "", **body: Any) -> dict[str, Any]:
        """Send an action and return its outcome, after all its changes."""
        assert self.socket is not None
        self.sent += 1
        id = id or f"a{self.sent}"
        self.done.pop(id, None)
        await self.socket.send_json({"id": id, "do": kind, **body})
        await self.until(lambda: id in self.done)
        found = self.done[id]
        if kind != "known":
            self.told = found.get("error", "")
            self.form = found.get("form", self.form)
        return found

    async def say(self, text: str, **picked: Any) -> dict[str, Any]:
        return await self.act("say", text=text, picked=picked)

    def control(self, label: str) -> tuple[str, dict[str, Any]]:
        """Return the newest control with that label, with the id of its message."""
        for id, message in reversed(self.messages.items()):
            for row in message.get("controls", ()):
                for one in row.get("components", ()):
                    if label in (one.get("label"), one.get("placeholder")) and not one.get("disabled"):
                        return id, one
        raise AssertionError(f"there is no {label}")

    async def click(self, label: str) -> dict[str, Any]:
        message, control = self.control(label)
        return await self.act("click", message=message, control=control["custom_id"])

    async def choose(self, label: str, option: str) -> dict[str, Any]:
        message, control = self.control(label)
        value = next(one["value"] for one in control["options"] if one["label"].startswith(option))
        return await self.act("choose", message=message, control=control["custom_id"], values=[value])

    async def submit(self, **values: Any) -> dict[str, Any]:
        assert self.form is not None
        return await self.act("submit", form=self.form["form"], values=values)

    @property
    def talk(self) -> str:
        """All messages that the page shows."""
        return json.dumps([*self.messages.values()], ensure_ascii=False)

    @property
    def viewer(self) -> str:
        return next(one["name"] for one in self.hello["viewers"] if one["id"] == self.hello["viewer"])

    async def leave(self) -> None:
        assert self.socket is not None
        await self.socket.close()


@dataclass
class Table:
    place: SimulatedTable
    server: TableServer
    web: ClientSession
    base: str

    @property
    def doors(self) -> tuple[Door, ...]:
        return tuple(self.server.doors)

    def browser(self, name: str, key: str | None = None) -> Visitor:
        """Return a page at a player's address, or at another one."""
        found = next(one.secret for one in self.doors if one.name == name)
        return Visitor(self.web, self.base, found if key is None else key, f"tab {name}")

    async def slash(self, who: str, command: str, /, **options: Any) -> Any:
        """Give a command as a player without a page, between the requests of pages."""
        async with self.server.desk.lock:
            return await self.place.people[who].slash(self.place.channel, command, **options)

    async def click(self, who: str, label: str) -> None:
        """Click a button of the newest message that a player sees."""
        player = self.place.people[who]
        async with self.server.desk.lock:
            await player.click(self.place.channel.history(viewer=player)[-1], label=label)

    async def at(self, name: str) -> Visitor:
        """Open a player's page."""
        page = self.browser(name)
        assert await page.open() == 101
        return page


@asynccontextmanager
async def table(
    folder: Path,
    host: str = "127.0.0.1",
    port: int | None = None,
    language: str | None = "en",
    system: str = "fubar",
    demo: bool = True,
) -> AsyncGenerator[Table]:
    """Open the table with its pages; without `demo`, one at which nothing was ever played."""
    config = settings(folder, host, port, language, system)
    async with open_table(config, demo) as place, serve_pages(place, config) as server, ClientSession() as web:
        yield Table(place, server, web, f"http://127.0.0.1:{config.local_port}")
