"""The common start of all commands: settings, one-sentence errors, the check for a running bot; and `run`."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import logging
import signal
import time
from collections.abc import Callable, Coroutine, Generator
from typing import Any, NoReturn

import aiohttp
import discord
import typer

from bot import VERSION, heartbeat, logs
from bot.client import Adjutant
from bot.command_line.health import illness
from bot.errors import AppError
from bot.gateway import describe_fault, permanent_fault
from bot.services import open_services
from bot.settings import Settings, SettingsError, settings
from bot.store.claim import is_served
from bot.store.errors import StoreError

_OF_DISCORD = (
    aiohttp.ClientError,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
    discord.HTTPException,
    discord.LoginFailure,
    discord.PrivilegedIntentsRequired,
)


def fail(sentence: str, code: int = 1) -> NoReturn:
    """Print the reason, and exit with 1, or another code."""
    typer.echo(sentence, err=True)
    raise typer.Exit(code)


def load_settings() -> Settings:
    """Return the settings, after starting the log; exit for an invalid setting."""
    try:
        found = settings()
        found.database_url()
    except SettingsError as error:
        fail(str(error))
    logs.start(found.log_level, [found.token.get_secret_value()] if found.token else [])
    return found


def run_to_end(
    work: Coroutine[Any, Any, None], new_loop: Callable[[], asyncio.AbstractEventLoop] | None = None
) -> None:
    """Run a coroutine; exit with 1 and one sentence if the application cannot start or finish its work."""
    try:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(work)
    except (AppError, StoreError) as error:
        fail(str(error))
    except _OF_DISCORD as error:
        fail(permanent_fault(error) or f"Discord cannot be reached: {describe_fault(error)}")
    except asyncio.CancelledError:
        fail("Stopped before all work in progress was finished.")
    except KeyboardInterrupt:
        return


def fast_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return the maker of the event loop that serves Discord; None for Python's own where uvloop has none (Windows).

    The local table cannot use it: the simulated Discord counts the callbacks of Python's loop.
    """
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def health() -> None:
    """Report if the bot runs and is connected to Discord; exit with 1 if it is not."""
    wrong = illness()
    if wrong:
        fail(wrong)
    typer.echo("well")


def require_stopped_bot(found: Settings) -> None:
    """Exit if a bot is using the database: it would overwrite changes from its memory."""
    beat = heartbeat.last_beat(found.beat_file())
    try:
        runs = (beat is not None and beat.runs(time.time())) or is_served(found.database_url())
    except (AppError, StoreError) as error:
        fail(str(error))
    if runs:
        fail("A bot is running on this database: stop it first.")


# The memory of a serving bot: one heap for all threads, and no garbage collection of permanent objects.

_ARENA_MAX = -8
"""M_ARENA_MAX of glibc's malloc.h."""


def _call_glibc(name: str, *arguments: int) -> None:
    """Call a function of glibc; do nothing with another C library."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        getattr(ctypes.CDLL(None), name)(*arguments)


def share_heap() -> None:
    """Let all threads share one heap; call it before starting the first one.

    Otherwise glibc gives each thread its own, and our few, rarely busy threads would hold about 8 MiB of unused memory.
    """
    _call_glibc("mallopt", _ARENA_MAX, 1)


def settle_heap() -> None:
    """Exclude loaded objects from garbage collection, and release memory only needed for loading.

    Call it once, when all is loaded.
    """
    gc.collect()
    _call_glibc("malloc_trim", 0)
    gc.freeze()


# `run` with a token: the bot serves Discord until it is asked to stop.

LOG = logging.getLogger(__name__)


async def serve(found: Settings, token: str) -> None:
    """Serve until SIGTERM or SIGINT, then finish work under way; a second signal ends at once."""
    services = await open_services(found, beats=True)
    LOG.info("Adjutant %s starts", VERSION)
    await services.files.warm_up()
    async with Adjutant(services, mentions=True, shards=found.shards, shard_ids=found.shard_ids) as bot:
        with catch_stop_signals() as asked:
            serving, stopping = asyncio.create_task(_run_bot(bot, found, token)), asyncio.create_task(asked.wait())
            await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            if not asked.is_set():
                await serving
                return
            LOG.info("asked to stop: finishing the work in progress first")
            serving.cancel()
            await bot.drain()
            with contextlib.suppress(asyncio.CancelledError):
                await serving


async def _run_bot(bot: Adjutant, found: Settings, token: str) -> None:
    """Run the bot, serving metrics only after login: then its predecessor has released the database and the port."""
    await bot.login(token)
    async with contextlib.AsyncExitStack() as watched:
        if found.metrics_port is not None:
            from bot.command_line.monitoring import serve_metrics  # imports an HTTP server, which few bots need

            await watched.enter_async_context(serve_metrics(bot, found, found.metrics_port))
        settle_heap()
        await bot.connect()


@contextlib.contextmanager
def catch_stop_signals() -> Generator[asyncio.Event]:
    """Yield an event that SIGTERM or SIGINT sets; the second one cancels the waiting task.

    Without signal handlers (Windows), Ctrl-C is a KeyboardInterrupt.
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
