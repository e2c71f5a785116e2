"""`health`, and commands that are not for while a bot runs."""

from __future__ import annotations

import time

import typer

from bot import heartbeat
from bot.command_line.health import illness
from bot.command_line.started import stop
from bot.settings import Settings


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
