"""`verify`: whether the bot's dice of an exported game are those that its seed makes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from bot.command_line.started import stop
from bot.errors import AppError
from bot.services.fairness import faults, remarks
from bot.services.game_file import VERSION, changed_since
from bot.services.game_import import read_json


def verify(
    file: Annotated[Path, typer.Argument(help="A json file of a game, as `export` or `/export` wrote it.")],
) -> None:
    """Make every throw of the bot in an exported game again; exit 1 where one does not match."""
    found = _read(file)
    if found.get("fairness") is None:
        stop("The dice of this game are not provable: it was begun before the bot could prove them.")
    try:
        lines, wrong = remarks(found), [fault.sentence for fault in faults(found)]
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
        stop("This file cannot be checked: parts of it are missing or have another form. Export the game again.")
    if changed_since(found):
        wrong.append("The file was changed after it was exported: its checksum does not match.")
    for line in [*lines, *wrong]:
        typer.echo(line)
    if wrong:
        stop(f"{file}: NOT as it was thrown, {_counted(len(wrong), 'fault')}.")
    throws = sum(len(part["throws"]) for part in [*found["fairness"].get("earlier", ()), found["fairness"]])
    typer.echo(f"{file}: every throw of the bot is what the seed makes ({_counted(throws, 'throw')}).")


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _read(file: Path) -> dict[str, Any]:
    """The file; stops with a sentence for what is no export of ours."""
    try:
        found = read_json(file.read_bytes())
    except OSError as error:
        stop(f"{file} cannot be read: {error.strerror}.")
    except AppError as error:
        stop(str(error))
    version = found.get("version")
    if version != VERSION:
        stop(f"This file is of version {version}; this Adjutant checks version {VERSION}.")
    return found
