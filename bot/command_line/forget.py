"""`forget`: a person or a server goes from the database."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.command_line.startup import go, not_while_running, started
from bot.errors import AppError
from bot.game.people import Person
from bot.services import Services, open_services
from bot.settings import Settings


def forget(
    number: Annotated[str, typer.Argument(metavar="USER_ID|GUILD_ID", help="Whom, by the number Discord gives.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Forget a person, whose games stay, or a server with all of its games. Stop the bot first."""
    found = started()
    not_while_running(found)
    go(_forget(found, number, yes))


async def _forget(found: Settings, number: str, yes: bool) -> None:
    services = await open_services(found)
    try:
        if number in await services.record.servers.all():
            await _guild(services, number, yes)
        else:
            await _person(services, number, yes)
    finally:
        await services.record.close()


async def _guild(services: Services, number: str, yes: bool) -> None:
    games = await services.record.games.in_guild(number)
    campaigns = await services.record.campaigns.all(number)
    more = f" and {len(campaigns)} campaigns" if campaigns else ""
    _ask(f"Delete the server {number}: its {len(games)} games{more} with all of their entries?", yes)
    gone = await services.privacy.forget_guild(number)
    also = f", {len(gone.campaigns)} campaigns" if gone.campaigns else ""
    typer.echo(f"{len(gone.games)} games with {gone.entries} entries deleted{also}")


async def _person(services: Services, number: str, yes: bool) -> None:
    kept = await services.privacy.kept(number)
    if not kept:
        raise AppError(f"Nothing is kept about {number}.")
    seats = f", who leaves {len(kept.seated)} of them first," if kept.seated else ""
    more = f" and {len(kept.campaigns)} campaigns" if kept.campaigns else ""
    _ask(f"Forget the person {number}{seats} in {len(kept.games)} games{more}, and delete {kept.forces} forces?", yes)
    name = next((one.seat.name for one in kept.games if one.seat), number)
    gone = await services.privacy.forget(Person(number, name))
    typer.echo(f"{len(gone.games)} games, {gone.entries} entries rewritten; {gone.forces} forces deleted")


def _ask(question: str, yes: bool) -> None:
    if not yes:
        typer.confirm(question, abort=True)
