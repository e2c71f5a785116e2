"""The common road of every command of play: options in, the result or the next question out."""

from __future__ import annotations

from typing import Any

from cogs.components.outcome import Interaction, calling
from cogs.components.question_view import come_to
from cogs.interactions.autocomplete import services_of
from cogs.interactions.message import Reply
from cogs.interactions.options import requested
from rules.commands import Request


async def ordered(interaction: Interaction, command: str, dice: str | None = None, **given: Any) -> Reply:
    """Carry out a command of the channel's system with the options that were given."""
    services, call = services_of(interaction), calling(interaction)
    live = await services.games.known(call.where)
    request = requested(live, call.who.id, command, given)
    return come_to(interaction, await services.questions.begin(call, request, dice or "", live))


async def carried_out(interaction: Interaction, request: Request, dice: str) -> Reply:
    """Carry out a request as far as it goes without another player's dice or decision."""
    return come_to(interaction, await services_of(interaction).questions.begin(calling(interaction), request, dice))
