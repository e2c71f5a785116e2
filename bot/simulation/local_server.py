# pyright: reportPrivateUsage=false
"""The local table: the real bot, its commands and its record, in a browser page instead of Discord. Needs no token."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import cast

from rich.console import Console

from bot.client import Adjutant
from bot.command_line.startup import asked_to_stop
from bot.services import open_services
from bot.settings import Settings
from bot.simulation.addresses import Door, address, announce, doors_of
from bot.simulation.environment import SimulatedTable, started
from bot.simulation.local_page import Page
from bot.simulation.table_server import PublicView, TableServer, must_be_free

PLAYERS = ("Ann", "Bob")


async def serve(settings: Settings) -> None:
    """Open the table and keep it open until Ctrl-C.

    Raises SettingsError when host or port cannot be had, StoreError when the record cannot be opened.
    """
    _hush(settings.log_level)
    with asked_to_stop() as asked:
        await must_be_free(settings.local_host, settings.local_port)
        async with opened(settings) as place, served(place, settings) as (page, doors):
            announce(Console(), settings.local_host, settings.local_port, doors)
            tasks = [asyncio.ensure_future(one) for one in (asked.wait(), page.preview.wait_closed(), page.keep_time())]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


def _hush(level: str) -> None:
    """Leave the terminal to the address and to faults; what happens is seen on the page. DEBUG still tells all."""
    if level != "DEBUG":
        for name, least in (("alembic", logging.WARNING), ("bot.client", logging.WARNING), ("discord", logging.ERROR)):
            logging.getLogger(name).setLevel(least)


@asynccontextmanager
async def opened(settings: Settings) -> AsyncGenerator[SimulatedTable]:
    """The table with its players, a demo game set up when nothing was ever played here, the state of play posted."""
    services = await open_services(settings, beats=True)
    async with started(services, PLAYERS, now=datetime.now(UTC)) as place:
        await _begin(place)
        yield place


async def _begin(place: SimulatedTable) -> None:
    """A demo for a table at which nothing was ever played; else what the channel of the last run has to show again."""
    ann, bob = (place.people[name] for name in PLAYERS)
    last = await place.services.record.games.last_in_channel(str(place.channel.id))
    if last is None:
        await ann.slash(place.channel, "game demo")
        await ann.slash(place.channel, "game join", side="Red")
        await bob.slash(place.channel, "game join", side="Blue")
    else:
        # The buttons of a campaign go with the page that showed them: here they are again.
        for campaign in (await place.services.record.campaigns.all(last.guild_id))[:1]:
            await ann.slash(place.channel, "campaign standings", campaign=campaign.name)
        await ann.slash(place.channel, "game status")
        for hears in cast("Adjutant", place.env.bot).extra_events["on_channel_emptied"]:
            await hears(str(place.channel.id))


@asynccontextmanager
async def served(place: SimulatedTable, settings: Settings) -> AsyncGenerator[tuple[Page, tuple[Door, ...]]]:
    """The page, open to a browser; raises SettingsError where the port or the host cannot be had."""
    viewers = [place.people[name] for name in PLAYERS]
    doors = await doors_of(place.services.record, place.people)
    place.services.address = address(settings.local_host, settings.local_port, doors[-1])
    preview = place.env.preview(place.channel, viewers=viewers, layout="channel", port=settings.local_port)
    told = cast("PublicView", cast("Adjutant", place.env.bot).get_cog("TableScreen"))
    preview._server = TableServer(preview, settings.local_host, settings.local_port, doors, told)
    async with preview:
        yield Page(place, preview), doors
