"""The start of every command: settings are loaded, faults end it in one sentence, and no second bot is started."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import Any, NoReturn

import aiohttp
import discord
import typer

from bot import heartbeat, logs
from bot.command_line.health import illness
from bot.errors import AppError
from bot.gateway import described, final
from bot.settings import Settings, SettingsError, settings
from bot.store.claim import somebody_serves
from bot.store.errors import StoreError

_OF_DISCORD = (
    aiohttp.ClientError,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
    discord.HTTPException,
    discord.LoginFailure,
    discord.PrivilegedIntentsRequired,
)


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
    except _OF_DISCORD as error:
        stop(final(error) or f"Discord cannot be reached: {described(error)}")
    except asyncio.CancelledError:
        stop("Stopped before everything under way was finished.")
    except KeyboardInterrupt:
        return


def health() -> None:
    """Say whether the bot runs and is in touch with Discord; exit 1 where it is not."""
    wrong = illness()
    if wrong:
        stop(wrong)
    typer.echo("well")


def not_while_running(found: Settings) -> None:
    """Stops while a bot uses the database: it would write back what it has in its memory."""
    beat = heartbeat.last(found.beat_file())
    try:
        runs = (beat is not None and beat.runs(time.time())) or somebody_serves(found.database_url())
    except (AppError, StoreError) as error:
        stop(str(error))
    if runs:
        stop("A bot is running on this database: stop it first.")
