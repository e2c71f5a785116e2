"""Heights of messages on a phone: copies in a separate channel, measured in a browser."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import simcord
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.simulation.addresses import doors_of
from bot.simulation.environment import SimulatedTable
from bot.simulation.table_server import TableServer
from tests.bot.simulation.chromium import Chromium, Screen, browser
from tests.bot.simulation.visiting import free_port
from tests.cogs.table import Table

WIDTH, HEIGHT = 390, 844
AT_ONCE = 40
"""Number of messages that the page certainly shows at once."""
_EPHEMERAL = 64
_TALL = "[...document.querySelectorAll('#messages .message')]"
_LETTERS = Path(simcord.__file__).parent / "preview" / "static" / "fonts" / "noto-sans-latin-v2.015.ttf"
_STYLE = Path(__file__).with_name("discord.css").read_text(encoding="utf-8")


def current_messages(told: Any) -> list[Any]:
    """Return the current messages of an answer."""
    return [deepcopy(one._message) for one in told.messages]


@asynccontextmanager
async def phone(table: Table, chromium: Chromium, channel: Any) -> AsyncGenerator[Screen]:
    """Open Ann's phone in a channel, with messages as high as Discord's."""
    people, port = {"Ann": table.ann, "Bob": table.bob}, free_port()
    doors = await doors_of(table.services.record, people)
    bot: Any = table.env.bot
    place = SimulatedTable(table.env, table.services, channel, people)
    server = TableServer(place, "127.0.0.1", port, doors, bot.get_cog("TableScreen"))
    async with server.open(clock=False), _served_letters() as letters:
        page = await chromium.tab()
        await page.send("Page.setBypassCSP", enabled=True)
        await page.open(f"http://127.0.0.1:{port}/{doors[1].secret}", WIDTH, HEIGHT)
        style = json.dumps(_STYLE.replace("FONT", letters))
        await page.js(f"document.head.append(Object.assign(document.createElement('style'), {{textContent: {style}}}))")
        assert await page.js("document.fonts.load('16px Discord').then((faces) => faces.length)") == 1
        yield page


@asynccontextmanager
async def _served_letters() -> AsyncGenerator[str]:
    """Serve the letters: a page takes a fourth of the time for them that it takes for an address with all the data."""

    async def letters(_: web.Request) -> web.FileResponse:
        return web.FileResponse(_LETTERS, headers={"Access-Control-Allow-Origin": "*"})

    app = web.Application()
    app.router.add_get("/letters.ttf", letters)
    async with TestServer(app) as server:
        yield str(server.make_url("/letters.ttf"))


async def heights(table: Table, folder: Path, messages: Sequence[Any]) -> list[int]:
    """Return the pixels from the first line of each message to the end of its controls."""
    found = list[int]()
    async with browser(folder) as chromium:
        for at in range(0, len(messages), AT_ONCE):
            channel = table.guild.create_text_channel(f"copies-{at}")
            _post_copies(table, channel, messages[at : at + AT_ONCE])
            async with phone(table, chromium, channel) as page:
                await page.until(f"{_TALL}.length >= {len(messages[at : at + AT_ONCE])}")
                await page.js("document.fonts.ready.then(() => true)")
                found += await page.js(f"{_TALL}.map((one) => Math.round(one.getBoundingClientRect().height))")
    return found


def _post_copies(table: Table, channel: Any, messages: Sequence[Any]) -> None:
    """Post public copies in a channel; a private message differs in height only by its extra line."""
    backend = table.env.backend
    for one in messages:
        new = replace(one, id=backend.snowflake(), channel_id=channel.id, flags=one.flags & ~_EPHEMERAL)
        backend.messages[channel.id][new.id] = new
        backend.get_channel(channel.id).last_message_id = new.id
