"""How every command starts, and ends in one sentence where it cannot go on."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import sys
import time
from collections.abc import Coroutine
from typing import Any, NoReturn

import aiohttp
import discord
import typer

from bot import heartbeat, logs
from bot.errors import AppError
from bot.settings import Settings, SettingsError, settings
from bot.store.errors import StoreError


def stop(sentence: str, code: int = 1) -> NoReturn:
    """Say why, and exit with 1, or another code."""
    typer.echo(sentence, err=True)
    raise typer.Exit(code)


def started() -> Settings:
    """The settings, with the log begun; stops where a setting cannot be."""
    try:
        found = settings()
    except SettingsError as error:
        stop(str(error))
    logs.start(found.log_level, [found.token.get_secret_value()] if found.token else [])
    return found


def go(work: Coroutine[Any, Any, None]) -> None:
    """Run to the end; what the application cannot start with is one sentence and exit 1."""
    try:
        asyncio.run(work)
    except (AppError, StoreError) as error:
        stop(str(error))
    except discord.LoginFailure:
        stop("DISCORD_TOKEN: Discord does not accept this token; copy it again from the developer portal.")
    except aiohttp.ClientConnectionError as error:
        stop(f"Discord cannot be reached: {error}")
    except KeyboardInterrupt:
        return


# Whether a bot runs and is in touch with Discord.


def illness() -> str | None:
    """What is wrong, in one sentence; None for a bot that is well."""
    try:
        return heartbeat.illness(settings().beat_file(), time.time())
    except SettingsError as error:
        return str(error)


if __name__ == "__main__":
    sys.exit(illness())


# `health`, and commands that are not for while a bot runs.


def health() -> None:
    """Say whether the bot runs and is in touch with Discord; exit 1 where it is not."""
    wrong = illness()
    if wrong:
        stop(wrong)
    typer.echo("well")


def not_while_running(found: Settings) -> None:
    """Stops while a bot uses the database: it would write back what it has in its memory."""
    beat = heartbeat.last(found.beat_file())
    if beat and beat.runs(time.time()):
        stop("A bot is running on this database: stop it first.")


# The memory of a bot that serves: one heap for all threads, and what is loaded for good is looked through no more.

YOUNG, OLDER, OLDEST = 20_000, 20, 20
"""A command makes some thousand objects, nearly all of them gone with it: they are looked at every few commands."""
_ARENA_MAX = -8
"""The name of this setting in glibc's malloc.h."""


def share_heap() -> None:
    """Called before the first thread is begun; where the C library is not glibc, nothing happens.

    It gives every thread a heap of its own otherwise, and the few of ours, which hardly ever work at once, keep some
    8 MiB between them that nobody uses.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(_ARENA_MAX, 1)


def settle() -> None:
    """Called once, when all is loaded: that is left out of every collection from then on."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, OLDER, OLDEST)
