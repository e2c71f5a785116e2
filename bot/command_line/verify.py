"""`verify`: whether the bot's dice of an exported game are those that its seed makes, and its record the one posted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from bot.command_line.startup import stop
from bot.errors import AppError
from bot.services.record.fairness import SECRET, UNKNOWN, Fault, examined, heads_typed
from bot.services.record.game_file import VERSION, changed_since, read_json

_CHANGED = Fault("checksum", "The file was changed after it was exported: its checksum does not match.")


def verify(
    file: Annotated[Path, typer.Argument(help="A json file of a game, as `export` or `/export` wrote it.")],
    head: Annotated[
        list[str] | None,
        typer.Option("--head", help="What was posted of its record, such as 140:9f2c41d08be7a653; may be given again."),
    ] = None,
) -> None:
    """Make every throw of the bot in an exported game again, and follow the chain of its entries.

    Exit 1 where one does not match, 2 where nothing can be said yet, as its seed is a secret.
    """
    posted, found = _heads(head or ()), _read(file)
    if found.get("fairness") is None:
        stop("The dice of this game are not provable: it was begun before the bot could prove them.")
    try:
        remarks, wrong = examined(found, posted)
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
        stop("This file cannot be checked: parts of it are missing or have another form. Export the game again.")
    if wrong and wrong[0].code == UNKNOWN:
        stop(wrong[0].sentence)
    if changed_since(found):
        wrong = (*wrong, _CHANGED)
    for line in (*remarks, *(fault.sentence for fault in wrong)):
        typer.echo(line)
    _told(file, found["fairness"], wrong)


def _told(file: Path, fairness: dict[str, Any], wrong: Sequence[Fault]) -> None:
    """The result of a check in words; stops unless all is well."""
    if {fault.code for fault in wrong} == {SECRET}:
        stop(f"{file}: its dice are a secret yet.", 2)
    if wrong:
        stop(f"{file}: NOT as it was thrown, {_counted(len(wrong), 'fault')}.")
    throws = sum(len(part["throws"]) for part in [*fairness.get("earlier", ()), fairness])
    typer.echo(f"{file}: every throw of the bot is what the seed makes ({_counted(throws, 'throw')}).")


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _heads(typed: Sequence[str]) -> tuple[str, ...]:
    try:
        return heads_typed(" ".join(typed))
    except AppError as error:
        stop(str(error))


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
