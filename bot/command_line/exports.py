"""`export` and `import`: a game to a file, and back."""

from __future__ import annotations

import asyncio
import sys
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from bot.command_line.started import go, started, stop
from bot.services import Services, open_services
from bot.services.game_import import game_read, imported
from bot.settings import Settings
from data.texts import ENGLISH


class Format(StrEnum):
    """What a game can be exported as."""

    json = "json"
    csv = "csv"
    markdown = "markdown"
    html = "html"


def export(
    game: Annotated[str, typer.Argument(help="The game: its id, the first letters of that, or its name.")],
    format: Annotated[Format, typer.Option("--format", help="The kind of file.")] = Format.json,
    anonymous: Annotated[bool, typer.Option("--anonymous", help="Call people Player 1, Player 2 …")] = False,
    out: Annotated[Path | None, typer.Option("--out", help="Where to write it; else it is printed.")] = None,
) -> None:
    """Write a game to a file, while the bot plays on: complete as json, or to be read."""
    found = started()
    if out is not None and out.is_dir():
        stop(f"{out} is a folder: name a file.")
    go(_export(found, game, format, anonymous, out))


async def _export(found: Settings, game: str, format: Format, anonymous: bool, out: Path | None) -> None:
    services = await open_services(found)
    try:
        content = await _content(services, found, game, format, anonymous)
    finally:
        await services.record.close()
    await asyncio.to_thread(_write, content, out)


def _write(content: bytes, out: Path | None) -> None:
    if out is None:
        sys.stdout.buffer.write(content)
        return
    try:
        out.write_bytes(content)
    except OSError as error:
        stop(f"{out} cannot be written: {error.strerror}.")
    typer.echo(f"{out}: {len(content):,} bytes")


async def _content(services: Services, settings: Settings, game: str, format: Format, anonymous: bool) -> bytes:
    info = await services.exports.find(game)
    if format is Format.json:
        return await services.exports.game_file(info, anonymous)
    # What is said is made above: reached by its name, as the bot does it.
    report = import_module("cogs.rendering.report").report
    language = settings.texts(settings.language or ENGLISH)
    return await services.exports.report(info, report(format.value, language, None, open_=True), anonymous)


def import_(
    file: Annotated[Path, typer.Argument(help="A json file of a game, as `export` or `/export` wrote it.")],
    guild: Annotated[str, typer.Option("--guild", help="The server it goes to; else the one it was in.")] = "",
    channel: Annotated[str, typer.Option("--channel", help="The channel it goes to; else the one it was in.")] = "",
) -> None:
    """Take a game out of a file, under a new id; all of it or nothing."""
    found = started()
    for number in (guild, channel):
        if number and not number.isdecimal():
            stop(f"{number}: servers and channels are named by the numbers that Discord gives.")
    try:
        content = file.read_bytes()
    except OSError as error:
        stop(f"{file} cannot be read: {error.strerror}.")
    go(_import(found, file, content, guild, channel))


async def _import(found: Settings, file: Path, content: bytes, guild: str, channel: str) -> None:
    read = game_read(content)
    services = await open_services(found)
    try:
        done = await imported(services.record, read, guild, channel)
    finally:
        await services.record.close()
    typer.echo(f"{done.battle.name} ({done.battle.id}): {done.battle.number} entries imported")
    if not done.placed:
        typer.echo("Its channel has another game, or is not known: `/game move game:` brings it to a channel.")
