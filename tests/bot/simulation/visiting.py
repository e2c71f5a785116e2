"""The local table with its web server, and browsers that speak to it over real HTTP."""

from __future__ import annotations

import json
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from aiohttp import ClientSession

from bot.settings import Settings
from bot.simulation.addresses import Door
from bot.simulation.environment import SimulatedTable
from bot.simulation.local_page import Page
from bot.simulation.local_server import opened, served
from tests.cogs.made_once import laid


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def settings(folder: Path, host: str = "127.0.0.1", port: int | None = None, language: str = "en") -> Settings:
    """With a database whose tables are made; tests/test_local.py begins without one, as whoever opens a table does."""
    file = folder / "table.sqlite"
    laid(file)
    return Settings.model_validate(
        {
            "ADJUTANT_DATABASE": str(file),
            "ADJUTANT_LOCAL_HOST": host,
            "ADJUTANT_LOCAL_PORT": port or free_port(),
            "ADJUTANT_LANGUAGE": language,
        }
    )


@dataclass
class Browser:
    """Somebody's page; `key` is what follows the host in the address that they were given."""

    web: ClientSession
    base: str
    key: str
    headers: dict[str, str] = field(default_factory=dict[str, str])
    shown: dict[str, Any] = field(default_factory=dict[str, Any])
    told: str = ""
    """What the table told beside its last answer."""
    sent: int = 0

    async def ask(self, method: str, path: str, **more: Any) -> tuple[int, str]:
        headers = {"X-Simcord-Capability": self.key, **self.headers}
        async with self.web.request(method, self.base + path, headers=headers, **more) as answer:
            self.told = unquote(answer.headers.get("X-Table-Notice", ""))
            return answer.status, await answer.text()

    async def open(self, **wish: Any) -> int:
        status, text = await self.ask("POST", "/api/pages", json=wish)
        if status == 200:
            self.shown = json.loads(text)
            self.headers["X-Simcord-Context"] = self.shown["context"]["id"]
            self.sent = 0
        return status

    async def look(self) -> int:
        status, text = await self.ask("GET", "/api/state")
        if status == 200:
            self.shown = json.loads(text)
        return status

    async def act(self, kind: str, **body: Any) -> dict[str, Any]:
        """One action of the page; what it shows afterwards is looked at."""
        envelope = {
            "protocol_version": 3,
            "sequence": self.sent + 1,
            "request_id": f"r{self.sent + 1}",
            "generation": self.shown["context"]["generation"],
            "bot_generation": self.shown["botGeneration"],
            "published_revision": self.shown["publishedRevision"],
            "kind": kind,
        }
        status, text = await self.ask("POST", "/api/action", json={**envelope, **body})
        assert status == 200, text
        found: dict[str, Any] = json.loads(text)
        self.sent += not found["rejected"]
        told = self.told
        await self.look()
        self.told = told
        return found

    async def say(self, text: str) -> dict[str, Any]:
        return await self.act("send_message", content=text, reply_to_id=None)

    @property
    def talk(self) -> str:
        """All that the page shows of the conversation."""
        return json.dumps([self.shown["messages"][id] for id in self.shown["timeline"]], ensure_ascii=False)

    @property
    def viewer(self) -> str:
        return next(one["name"] for one in self.shown["viewers"] if one["id"] == self.shown["viewerId"])


@dataclass
class Table:
    place: SimulatedTable
    page: Page
    doors: tuple[Door, ...]
    web: ClientSession
    base: str

    def browser(self, name: str, key: str | None = None) -> Browser:
        """A browser at somebody's address, or at another one."""
        found = next(one.secret for one in self.doors if one.name == name)
        return Browser(self.web, self.base, found if key is None else key)

    async def at(self, name: str) -> Browser:
        """A browser with the page open."""
        browser = self.browser(name)
        assert await browser.open() == 200
        return browser


@asynccontextmanager
async def table(
    folder: Path, host: str = "127.0.0.1", port: int | None = None, language: str = "en"
) -> AsyncGenerator[Table]:
    config = settings(folder, host, port, language)
    async with opened(config) as place, served(place, config) as (page, doors), ClientSession() as web:
        yield Table(place, page, doors, web, f"http://127.0.0.1:{config.local_port}")
