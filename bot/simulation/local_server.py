"""The local table: the real bot, its commands and its record, in a browser page instead of Discord. Needs no token."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

from rich.console import Console

from bot.command_line.startup import catch_stop_signals
from bot.services import open_services
from bot.settings import Settings, SettingsError
from bot.simulation.acts import begin_demo
from bot.simulation.addresses import address, announce, doors_of
from bot.simulation.authored_file import AuthoredFile
from bot.simulation.environment import SimulatedTable, start_table
from bot.simulation.guard import must_be_free
from bot.simulation.table_server import PublicView, TableServer
from bot.store.record import Record
from data import SYSTEMS

PLAYERS = ("Ann", "Bob")
SAVED = 15.0
"""Seconds between two saves of the conversation."""
_KEPT = "conversation of the local table"
"""Its key in the record."""


async def serve(settings: Settings) -> None:
    """Open the table until Ctrl-C.

    Raises SettingsError if the host or port is unavailable, or for an unknown system, StoreError if the record cannot
    be opened.
    """
    if settings.log_level != "DEBUG":
        # The terminal shows addresses and errors, as the page shows the rest.
        for name, least in (("alembic", logging.WARNING), ("bot.client", logging.WARNING), ("discord", logging.ERROR)):
            logging.getLogger(name).setLevel(least)
    with catch_stop_signals() as asked:
        name, known = settings.local_system, [one.key for one in SYSTEMS]
        if name not in known and not is_file(name):
            raise SettingsError(f"ADJUTANT_LOCAL_SYSTEM: there is no {name!r}; there is {', '.join(known)}.")
        await must_be_free(settings.local_host, settings.local_port)
        async with open_table(settings, demo=False) as place, serve_pages(place, settings) as server:
            announce(Console(), settings.local_host, settings.local_port, server.doors)
            await place.services.files.warm_up()  # so that reading the first file does not wait for it
            await asked.wait()


def is_file(name: str) -> bool:
    """True if the setting is the path of a system's file, not the key of a system."""
    return name.endswith(".toml")


@asynccontextmanager
async def open_table(settings: Settings, demo: bool = True) -> AsyncGenerator[SimulatedTable]:
    """Yield the table with its players, and the state of play posted.

    If no game was ever played, set up a demo, or, without `demo`, let the first page offer one.
    """
    services = await open_services(settings, beats=True)
    async with start_table(services, PLAYERS, now=datetime.now(UTC)) as place:
        await _begin(place, demo)
        yield place


async def _begin(place: SimulatedTable, demo: bool) -> None:
    """Start a demo at a table without games; otherwise post the state of the last run again."""
    ann, bob = (place.people[name] for name in PLAYERS)
    last = await place.services.record.games.last_in_channel(str(place.channel.id))
    if last is None and demo:
        await begin_demo(place, (ann, bob), None)
    elif last is not None:
        # The buttons of a campaign disappear with their page: post them again.
        for campaign in (await place.services.record.campaigns.all(last.guild_id))[:1]:
            await ann.slash(place.channel, "campaign standings", campaign=campaign.name)
        await ann.slash(place.channel, "game status")
        for hears in place.bot.extra_events["on_channel_emptied"]:
            await hears(str(place.channel.id))


@asynccontextmanager
async def serve_pages(place: SimulatedTable, settings: Settings) -> AsyncGenerator[TableServer]:
    """Serve the pages to browsers; raise SettingsError if the port or the host is unavailable."""
    record = place.services.record
    doors = await doors_of(record, place.people)
    place.services.address = address(settings.local_host, settings.local_port, doors[-1])
    told = cast("PublicView", place.bot.get_cog("TableScreen"))
    server = TableServer(place, settings.local_host, settings.local_port, doors, told, settings.language)
    await server.language.restore()
    if is_file(settings.local_system):
        server.authored = AuthoredFile(place, Path(settings.local_system))
        await server.look_at_file(server.authored)
    else:
        server.desk.system = settings.local_system
    kept = f"{_KEPT} {place.channel.id}"
    server.talk.bring_back(await record.remember(kept))
    async with server.open():
        saving = asyncio.ensure_future(_keep(server, record, kept))
        try:
            yield server
        finally:
            saving.cancel()
            await asyncio.gather(saving, return_exceptions=True)
            await record.remember(kept, server.talk.to_stored())


async def _keep(server: TableServer, record: Record, key: str) -> None:
    """Save the conversation regularly, until cancelled."""
    saved = server.talk.version
    while True:
        await asyncio.sleep(SAVED)
        if server.talk.version != saved:
            saved = server.talk.version
            await record.remember(key, server.talk.to_stored())
