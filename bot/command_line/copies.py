"""`backup` and `restore`."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from bot.command_line.running import not_while_running
from bot.command_line.started import started, stop
from bot.settings import Settings
from bot.store.backup import back_up
from bot.store.backup import restore as restored
from bot.store.errors import StoreError


def backup(
    file: Annotated[Path, typer.Argument(help="Where to write the copy.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Copy the database to one file, whole, while the bot plays on."""
    found = started()
    source = _file(found, "pg_dump --format=custom --file", file)
    if file.is_dir() or (file.exists() and not force):
        stop(f"{file} is there already: name another file" + ("." if file.is_dir() else ", or add --force."))
    if file.absolute() == source:
        stop(f"{file} is the database itself: name another file.")
    try:
        games = back_up(source, file)
    except (StoreError, OSError) as error:
        stop(str(error))
    typer.echo(f"{file}: {games} games, {file.stat().st_size:,} bytes")


def restore(file: Annotated[Path, typer.Argument(help="A copy made by `backup`.")]) -> None:
    """Put a copy in the place of the database, which is kept beside it. Stop the bot first."""
    found = started()
    target = _file(found, "pg_restore --clean --if-exists --single-transaction --dbname", file)
    not_while_running(found)
    if file.absolute() == target:
        stop(f"{file} is the database itself: name a copy of it.")
    try:
        kept = restored(file, target)
    except (StoreError, OSError) as error:
        stop(str(error))
    typer.echo(f"{target} is what {file} was." + (f" What it was before is {kept}." if kept else ""))


def _file(found: Settings, program: str, file: Path) -> Path:
    """The SQLite file; for a server there are programs of its own, and this says how."""
    source = found.database_file()
    if source is None:
        _say_how(found, program, file)
    return source


def _say_how(found: Settings, program: str, file: Path) -> NoReturn:
    url, copy = shlex.quote(found.shown_database()), shlex.quote(str(file))
    order = f"{copy} {url}" if program.startswith("pg_dump") else f"{url} {copy}"
    stop(f"PostgreSQL has a program of its own for that: {program} {order}")
