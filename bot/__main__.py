"""The command line: `adjutant run | sync | demo`, wired once in the order settings, store, referee, Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any

import aiohttp
import discord
import typer

from bot import logs
from bot.client import Adjutant
from bot.errors import AppError
from bot.services import open_services
from bot.services.check import check as checked
from bot.settings import Settings, SettingsError, settings
from bot.store.errors import StoreError
from bot.store.record import Record

app = typer.Typer(add_completion=False, no_args_is_help=True, help="A referee for tabletop wargames, in Discord.")


def _started() -> Settings:
    found = settings()
    logs.start(found.log_level, [found.token.get_secret_value()] if found.token else [])
    return found


def _go(work: Coroutine[Any, Any, None]) -> None:
    """Run to the end; what the application cannot start with is one sentence and exit 1."""
    try:
        asyncio.run(work)
    except (AppError, StoreError) as error:
        _stop(str(error))
    except discord.LoginFailure:
        _stop("DISCORD_TOKEN: Discord does not accept this token; copy it again from the developer portal.")
    except aiohttp.ClientConnectionError as error:
        _stop(f"Discord cannot be reached: {error}")
    except KeyboardInterrupt:
        return


def _stop(sentence: str) -> None:
    typer.echo(sentence, err=True)
    raise typer.Exit(1)


def _settings() -> Settings:
    try:
        return _started()
    except SettingsError as error:
        _stop(str(error))
        raise


@app.command()
def run() -> None:
    """Serve Discord when a token is set; else open the local table in the browser."""
    found = _settings()
    if found.token:
        _go(_serve(found, found.token.get_secret_value()))
        return
    try:
        from bot.simulation import local_server
    except ModuleNotFoundError as missing:
        _stop(f"The local table needs {missing.name}: install adjutant[local], or set DISCORD_TOKEN to serve Discord.")
        raise
    _go(local_server.serve(found))


async def _serve(found: Settings, token: str) -> None:
    async with Adjutant(await open_services(found)) as bot:
        await bot.start(token)


@app.command()
def sync() -> None:
    """Tell Discord the commands now, changed or not."""
    found = _settings()
    if not found.token:
        _stop("DISCORD_TOKEN is not set: there is no Discord to tell.")
    else:
        _go(_sync(found, found.token.get_secret_value()))


async def _sync(found: Settings, token: str) -> None:
    async with Adjutant(await open_services(found)) as bot:
        await bot.login(token)
        await bot.sync_if_changed(force=True)
        typer.echo("Discord has the commands.")


@app.command()
def check() -> None:
    """Hold the state kept of every game against its entries, and put it right where they differ."""
    _go(_check(_settings()))


async def _check(found: Settings) -> None:
    record = await Record.open(found.database_url())
    try:
        games, rebuilt = await checked(record)
    finally:
        await record.close()
    for info in rebuilt:
        typer.echo(f"{info.name} ({info.id}): its state differed from its entries and was rebuilt")
    typer.echo(f"{games} games checked, {len(rebuilt)} rebuilt")


@app.command()
def demo(
    system: Annotated[str, typer.Argument(help="The rule system to show.")] = "fubar",
) -> None:
    """Play a scripted battle through the real bot and print it as its readers see it."""
    from bot.simulation import runner

    _go(runner.show(system))


if __name__ == "__main__":
    app()
