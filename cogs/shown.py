"""The common end of every command that changes a game: what stands is shown, what bends a rule waits for "anyway"."""

from __future__ import annotations

from typing import Any

from bot.answer import Answer
from bot.errors import Warned
from bot.people import Call
from cogs.buttons import AnywayButton, Interaction, under
from cogs.pick import desk_of, requested
from cogs.render import result, safe
from cogs.reply import REFUSED, call_of
from cogs.said import Said
from rules.board import Request


def calling(interaction: Interaction) -> Call:
    return call_of(interaction, desk_of(interaction).run)


def shown(interaction: Interaction, answer: Answer) -> Said:
    return result(answer, interaction.user.display_name, under(answer))


async def ordered(interaction: Interaction, command: str, dice: str | None = None, **given: Any) -> Said:
    """Carry out a command of the channel's system with the options that were given."""
    desk, call = desk_of(interaction), calling(interaction)
    live = await desk.games.at(call.where)
    request = requested(live, call.who.id, command, given)
    return await carried_out(interaction, request, dice or "")


async def carried_out(interaction: Interaction, request: Request, dice: str) -> Said:
    """Carry out a request, or say privately which rule it bends and offer to go on."""
    desk, call = desk_of(interaction), calling(interaction)
    try:
        return shown(interaction, await desk.referee.order(call, request, dice))
    except Warned as warned:
        waits = await desk.waiting.hold(call, request, dice, warned)
        lines = [f"• {safe(warning)}" for warning in warned.warnings]
        text = "\n".join([*lines, "Nothing is recorded yet. Go on anyway?"])
        return Said("Is that right?", text, private=True, buttons=(AnywayButton(waits.id),), colour=REFUSED)
