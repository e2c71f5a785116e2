"""`run` with a token: the bot serves Discord until it is asked to stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import Generator

from bot import VERSION
from bot.client import Adjutant
from bot.command_line import heap
from bot.services import open_services
from bot.settings import Settings

LOG = logging.getLogger(__name__)


async def serve(found: Settings, token: str) -> None:
    """Serve until SIGTERM or SIGINT: then what is under way is finished first; a second one ends it at once."""
    services = await open_services(found, beats=True)
    LOG.info("Adjutant %s starts", VERSION)
    async with Adjutant(services, mentions=True, shards=found.shards, shard_ids=found.shard_ids) as bot:
        with asked_to_stop() as asked:
            serving, stopping = asyncio.create_task(_served(bot, found, token)), asyncio.create_task(asked.wait())
            await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            if not asked.is_set():
                await serving
                return
            LOG.info("asked to stop: what is under way is finished first")
            serving.cancel()
            await bot.drain()
            with contextlib.suppress(asyncio.CancelledError):
                await serving


async def _served(bot: Adjutant, found: Settings, token: str) -> None:
    """Once logged in the bot has the database for itself, and the port of one that served before it is free."""
    await bot.login(token)
    async with contextlib.AsyncExitStack() as watched:
        if found.metrics_port is not None:
            from bot.command_line.monitoring import monitored  # with a server of HTTP, which few bots need

            await watched.enter_async_context(monitored(bot, found, found.metrics_port))
        heap.settle()
        await bot.connect()


@contextlib.contextmanager
def asked_to_stop() -> Generator[asyncio.Event]:
    """Set by SIGTERM or SIGINT; the second one cancels the task that waits.

    Where there are no handlers of signals (Windows), Ctrl-C is a KeyboardInterrupt.
    """
    asked, loop, task = asyncio.Event(), asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None

    def stop() -> None:
        if asked.is_set():
            task.cancel()
        asked.set()

    with contextlib.ExitStack() as handled:
        for one in (signal.SIGTERM, signal.SIGINT):
            with contextlib.suppress(NotImplementedError):  # Windows
                loop.add_signal_handler(one, stop)
                handled.callback(loop.remove_signal_handler, one)
        yield asked
