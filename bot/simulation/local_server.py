# pyright: reportPrivateUsage=false
"""The local table: the real bot, its commands and its record, in a browser page instead of Discord. Needs no token."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import signal
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import typer

from bot.services import open_services
from bot.settings import Settings, SettingsError
from bot.simulation.environment import Place, SetupError, started
from bot.store.record import Record

if TYPE_CHECKING:
    from simcord.preview import Preview

LOG = logging.getLogger(__name__)
PLAYERS = ("Ann", "Bob")
ADDRESS = "address of the local table"
TICK = 0.5
"""Seconds between two looks at the real clock."""


async def serve(settings: Settings) -> None:
    """Open the table and keep it open until Ctrl-C, or until the page ends the session.

    Raises SettingsError when the port is taken, StoreError when the record cannot be opened.
    """
    _hush(settings.log_level)
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows: KeyboardInterrupt does the same
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with opened(settings) as place, _page(place, settings.local_port) as page:
        typer.echo(f"The local table is open: {page.preview.url}\nCtrl-C closes it; the game is kept.")
        tasks = [asyncio.ensure_future(work) for work in (stop.wait(), page.preview.wait_closed(), page.keep_time())]
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
async def opened(settings: Settings) -> AsyncGenerator[Place]:
    """The table with its players, a demo game set up when nothing was ever played here, the state of play posted."""
    services = await open_services(settings, beats=True)
    async with started(services, PLAYERS, now=datetime.now(UTC)) as place:
        await _begin(place)
        yield place


async def _begin(place: Place) -> None:
    ann, bob = (place.people[name] for name in PLAYERS)
    if await place.services.record.last_game_in(str(place.channel.id)) is None:
        await ann.slash(place.channel, "game demo")
        await ann.slash(place.channel, "game join", side="Red")
        await bob.slash(place.channel, "game join", side="Blue")
    else:
        await ann.slash(place.channel, "game status")


@asynccontextmanager
async def _page(place: Place, port: int) -> AsyncGenerator[Page]:
    viewers = [place.people[name] for name in PLAYERS]
    preview = place.env.preview(place.channel, viewers=viewers, layout="channel", port=port)
    preview.capability = await _address(place.services.record)
    async with contextlib.AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(preview)
        except SetupError:
            raise SettingsError(
                f"ADJUTANT_LOCAL_PORT: port {port} is taken; close what uses it or set another."
            ) from None
        yield Page(place, preview)


async def _address(record: Record) -> str:
    """The secret end of the page's address: the same in every run, so that a bookmark goes on working."""
    return await record.remember(ADDRESS) or await record.remember(ADDRESS, secrets.token_urlsafe(16)) or ""


class Page:
    """The browser page, kept in step with the real clock and with what every player does.

    One thing at a time happens in the simulated Discord, so that a click during a tick of the clock waits for it.
    """

    def __init__(self, place: Place, preview: Preview) -> None:
        self.preview, self._env = preview, place.env
        self._lock = asyncio.Lock()
        self._newest: dict[str, int | None] = {}
        self._act, self._draw = preview._action, preview._publish
        preview._action, preview._publish = self._action, self._publish

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self._lock:
            page = self.preview._pages.get(context_id or "")
            if page is not None and body and "published_revision" in body:
                # A click on a page that a tick has just redrawn would be dropped without a word.
                body = {**body, "published_revision": page.revision}
            self.preview._advance_presentation_time()
            happened = len(self._env.backend.transcript)
            try:
                return await self._act(context_id, body)
            finally:
                if len(self._env.backend.transcript) != happened:
                    self._show(but=context_id)

    def _publish(self, page: Any, *, reason: Any = "action") -> None:
        """Draw a page; one that has something new scrolls to it, as in Discord."""
        newest = self.preview._initial_target(page.viewer, page.channel_id)
        if newest != self._newest.get(page.id):
            self._newest[page.id] = page.target_id = page.window_end_id = newest
        self._draw(page, reason=reason)

    def _show(self, but: str | None) -> None:
        """Redraw the pages of the others; nobody else does after every kind of action."""
        for page in tuple(self.preview._pages.values()):
            if page.id != but:
                self.preview._publish(page, reason="action")

    async def keep_time(self) -> None:
        """Drive the simulated clock from the real one, for deadlines and timers; runs until it is cancelled."""
        while True:
            await asyncio.sleep(TICK)
            async with self._lock:
                try:
                    await self._tick()
                except (SetupError, TimeoutError) as error:
                    LOG.warning("the clock of the local table stumbled: %s", error)

    async def _tick(self) -> None:
        backend = self._env.backend
        behind = (datetime.now(UTC) - self._env.now()).total_seconds()
        happened = len(backend.transcript)
        if behind > 0:
            await self._env.advance_time(behind)
        if len(backend.transcript) != happened:
            await self.preview.refresh()
        # Both grow for ever otherwise.
        backend.transcript.clear()
        backend.http_requests.clear()
