"""`export` and `import` of a game or a campaign, `backup` and `restore`, `forget` a person, `verify` dice."""

from __future__ import annotations

import asyncio
import shlex
import sys
from collections.abc import Sequence
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from bot.command_line.startup import fail, load_settings, require_stopped_bot, run_to_end
from bot.errors import AppError
from bot.game.people import Person
from bot.services import Services, open_services
from bot.services.campaign.campaign_file import is_campaign, parse_campaign
from bot.services.record.fairness import SECRET, UNKNOWN, Fault, examine_game, parse_heads
from bot.services.record.game_file import VERSION, is_changed
from bot.services.record.game_import import import_game, parse_game, read_json
from bot.settings import Settings
from bot.store.backup import back_up
from bot.store.backup import restore as restored
from bot.store.errors import StoreError
from data.texts import ENGLISH


class Format(StrEnum):
    """The formats of an exported game."""

    json = "json"
    csv = "csv"
    markdown = "markdown"
    html = "html"


def export(
    game: Annotated[
        str, typer.Argument(help="The game: its id, the first letters of that, or its name; or a campaign, as json.")
    ],
    format: Annotated[Format, typer.Option("--format", help="The kind of file.")] = Format.json,
    anonymous: Annotated[
        bool, typer.Option("--anonymous", help="Replace people's names by Player 1, Player 2 …")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", help="The file to write; without it, the export is printed.")
    ] = None,
) -> None:
    """Write a game or a campaign to a file while the bot runs: complete as JSON, or in a readable format."""
    found = load_settings()
    if out is not None and out.is_dir():
        fail(f"{out} is a folder: name a file.")
    run_to_end(_export(found, game, format, anonymous, out))


async def _export(found: Settings, game: str, format: Format, anonymous: bool, out: Path | None) -> None:
    services = await open_services(found, existing=True)
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
        fail(f"{out} cannot be written: {error.strerror}.")
    typer.echo(f"{out}: {len(content):,} bytes")


async def _content(services: Services, settings: Settings, game: str, format: Format, anonymous: bool) -> bytes:
    campaign = await services.campaign_files.find(game)
    if campaign is not None:
        if format is not Format.json:
            fail("A campaign is written as json here; `/campaign export` writes it for readers.")
        return await services.campaign_files.complete_file(campaign, anonymous)
    info = await services.exports.find(game)
    if format is Format.json:
        return await services.exports.game_file(info, anonymous)
    # Rendering is a layer above: imported by name, as the bot does.
    report = import_module("cogs.rendering.report").report
    language = settings.texts(settings.language or ENGLISH)
    return await services.exports.report(info, report(format.value, language, None, open_=True), anonymous)


def import_(
    file: Annotated[Path, typer.Argument(help="An exported JSON file of a game or a campaign.")],
    guild: Annotated[str, typer.Option("--guild", help="The server to import into; by default, its own.")] = "",
    channel: Annotated[str, typer.Option("--channel", help="The channel to import into; by default, its own.")] = "",
) -> None:
    """Import a game or a campaign from a file under a new id; completely or not at all."""
    found = load_settings()
    for number in (guild, channel):
        if number and not number.isdecimal():
            fail(f"{number}: give servers and channels by their Discord ids.")
    try:
        content = file.read_bytes()
    except OSError as error:
        fail(f"{file} cannot be read: {error.strerror}.")
    run_to_end(
        _import_campaign(found, content, guild) if is_campaign(content) else _import(found, content, guild, channel)
    )


async def _import_campaign(found: Settings, content: bytes, guild: str) -> None:
    """Import a campaign; the games of its battles are separate files."""
    read = parse_campaign(content)
    services = await open_services(found)
    try:
        info, _ = await services.campaign_files.put(read, guild or read.campaign.server)
    finally:
        await services.record.close()
    typer.echo(f"{info.name} ({info.id}): {len(read.entries)} entries imported")


async def _import(found: Settings, content: bytes, guild: str, channel: str) -> None:
    read = parse_game(content)
    services = await open_services(found)
    try:
        done = await import_game(services.record, read, guild, channel)
    finally:
        await services.record.close()
    typer.echo(f"{done.battle.name} ({done.battle.id}): {done.battle.number} entries imported")
    if not done.placed:
        typer.echo("Its channel has another game, or is not known: `/game move game:` brings it to a channel.")


# `backup` and `restore`.


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write the copy to.")],
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
) -> None:
    """Copy the whole database to one file while the bot runs."""
    found = load_settings()
    source = _require_sqlite_file(found, "pg_dump --format=custom --file", file)
    if file.is_dir() or (file.exists() and not force):
        fail(f"{file} already exists: name another file" + ("." if file.is_dir() else ", or add --force."))
    if file.absolute() == source:
        fail(f"{file} is the database itself: name another file.")
    if not file.absolute().parent.is_dir():
        fail(f"{file.absolute().parent}: this folder does not exist; create it, or name another one.")
    try:
        games = back_up(source, file)
    except (StoreError, OSError) as error:
        fail(str(error))
    typer.echo(f"{file}: {games} games, {file.stat().st_size:,} bytes")


def restore(file: Annotated[Path, typer.Argument(help="A copy made by `backup`.")]) -> None:
    """Replace the database by a copy; the replaced one is kept beside it. Stop the bot first."""
    found = load_settings()
    target = _require_sqlite_file(found, "pg_restore --clean --if-exists --single-transaction --dbname", file)
    require_stopped_bot(found)
    if file.absolute() == target:
        fail(f"{file} is the database itself: name a copy of it.")
    try:
        if file.is_file():
            found.make_folder()
        kept = restored(file, target)
    except (AppError, OSError) as error:
        fail(str(error))
    typer.echo(f"{target} was restored from {file}." + (f" The previous database is now {kept}." if kept else ""))


def _require_sqlite_file(found: Settings, program: str, file: Path) -> Path:
    """Return the SQLite file; for PostgreSQL, explain how to use its own programs, and exit."""
    source = found.database_file()
    if source is None:
        url, copy = shlex.quote(found.shown_database()), shlex.quote(str(file))
        order = f"{copy} {url}" if program.startswith("pg_dump") else f"{url} {copy}"
        fail(f"PostgreSQL has a program of its own for that: {program} {order}")
    return source


# `forget`: removes a person or a server from the database.


def forget(
    number: Annotated[str, typer.Argument(metavar="USER_ID|GUILD_ID", help="Discord's id of the person or server.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Forget a person but keep their games, or forget a server with all its games. Stop the bot first."""
    found = load_settings()
    require_stopped_bot(found)
    run_to_end(_forget(found, number, yes))


async def _forget(found: Settings, number: str, yes: bool) -> None:
    services = await open_services(found, existing=True)
    try:
        if number in await services.record.servers.all():
            await _forget_guild(services, number, yes)
        else:
            await _forget_person(services, number, yes)
    finally:
        await services.record.close()


async def _forget_guild(services: Services, number: str, yes: bool) -> None:
    games = await services.record.games.in_guild(number)
    campaigns = await services.record.campaigns.all(number)
    more = f" and {len(campaigns)} campaigns" if campaigns else ""
    _confirm(f"Delete the server {number}: its {len(games)} games{more} with all of their entries?", yes)
    gone = await services.privacy.forget_guild(number)
    also = f", {len(gone.campaigns)} campaigns" if gone.campaigns else ""
    typer.echo(f"{len(gone.games)} games with {gone.entries} entries deleted{also}")


async def _forget_person(services: Services, number: str, yes: bool) -> None:
    kept = await services.privacy.data_of(number)
    if not kept:
        raise AppError(f"Nothing is kept about {number}.")
    seats = f", who leaves {len(kept.seated_games)} of them first," if kept.seated_games else ""
    more = f" and {len(kept.campaigns)} campaigns" if kept.campaigns else ""
    _confirm(
        f"Forget the person {number}{seats} in {len(kept.games)} games{more}, and delete {kept.forces} forces?", yes
    )
    name = next((one.seat.name for one in kept.games if one.seat), number)
    gone = await services.privacy.forget(Person(number, name))
    typer.echo(f"{len(gone.games)} games, {gone.entries} entries rewritten; {gone.forces} forces deleted")


def _confirm(question: str, yes: bool) -> None:
    if not yes:
        typer.confirm(question, abort=True)


# `verify`: compares the bot's dice of an exported game with its seed, and its record with posted heads.

_CHANGED = Fault("checksum", "The file was changed after it was exported: its checksum does not match.")


def verify(
    file: Annotated[Path, typer.Argument(help="A JSON file of a game, written by `export` or `/export`.")],
    head: Annotated[
        list[str] | None,
        typer.Option(
            "--checksum", "--head", help="A posted checksum of its record, such as 140:9f2c41d08be7a653; repeatable."
        ),
    ] = None,
) -> None:
    """Repeat every roll of the bot in an exported game, and check the chain of its entries.

    Exit with 1 if any does not match, and with 2 if nothing can be checked because the seed is still secret.
    """
    try:
        posted = parse_heads(" ".join(head or ()))
    except AppError as error:
        fail(str(error))
    found = _read(file)
    if found.get("fairness") is None:
        fail("The dice of this game are not provable: it was started before the bot could prove them.")
    try:
        remarks, wrong = examine_game(found, posted)
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
        fail("This file cannot be checked: parts of it are missing or invalid. Export the game again.")
    if wrong and wrong[0].code == UNKNOWN:
        fail(wrong[0].sentence)
    if is_changed(found):
        wrong = (*wrong, _CHANGED)
    for line in (*remarks, *(fault.sentence for fault in wrong)):
        typer.echo(line)
    _print_verdict(file, found["fairness"], wrong)


def _print_verdict(file: Path, fairness: dict[str, Any], wrong: Sequence[Fault]) -> None:
    """Print the result of a check; exit unless all is well."""
    if faults := [fault for fault in wrong if fault.code != SECRET]:
        fail(f"{file}: NOT as it was rolled, {_format_count(len(faults), 'fault')}.")
    if wrong:
        fail(f"{file}: its seed is still secret, so its dice cannot be checked yet.", 2)
    rolls = sum(len(part["throws"]) for part in [*fairness.get("earlier", ()), fairness])
    typer.echo(f"{file}: every roll of the bot matches the seed ({_format_count(rolls, 'roll')}).")


def _format_count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _read(file: Path) -> dict[str, Any]:
    """Return the content of the file; exit with a sentence if it is not an exported game."""
    try:
        found = read_json(file.read_bytes())
    except OSError as error:
        fail(f"{file} cannot be read: {error.strerror}.")
    except AppError as error:
        fail(str(error))
    version = found.get("version")
    if version != VERSION:
        fail(f"This file has version {version}; this Adjutant can check version {VERSION}.")
    return found
