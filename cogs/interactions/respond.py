"""Every command, button and form is answered here: in time, once, and privately when it was refused."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable
from typing import Any

import discord

from bot.errors import AppError
from bot.game.people import Call, Person, Place
from cogs.interactions.message import Reply, messages
from rules.errors import BadDice, BadFacts, RuleError
from rules.text import say, sentence

LOG = logging.getLogger(__name__)
PATIENCE = 1.5
"""Seconds before the bot says that it is still at work; Discord gives up after three."""

REFUSED = 0x9A4B3C


def call_of(interaction: discord.Interaction[Any], run: str) -> Call:
    """Who gave the command and where; outside a server the channel is the place all the same."""
    user = interaction.user
    guild = str(interaction.guild_id) if interaction.guild_id else None
    place = Place(guild, str(interaction.channel_id))
    return Call(Person(str(user.id), user.display_name), place, f"{run}:{interaction.id}")


async def reply(
    interaction: discord.Interaction[Any], work: Awaitable[Reply], private: bool = False, retire: bool = False
) -> None:
    """Do the work and say what came of it. A refusal is a private sentence; a fault of ours a reference to quote.

    `retire` takes the buttons off the message that was clicked, once the click has had its effect.
    """
    interaction.client.speak_in(interaction.guild_id, interaction.channel_id)
    task = asyncio.ensure_future(_said(work))
    done, _ = await asyncio.wait({task}, timeout=PATIENCE)
    if not done:
        await interaction.response.defer(thinking=True, ephemeral=private)
    said = await task
    if not done and said.private and not private:
        # What answers a deferral is seen by whom the deferral was: only without it a refusal stays private.
        with contextlib.suppress(discord.HTTPException):
            await interaction.delete_original_response()
    await send(interaction, said)
    if retire and not said.private and said.form is None:
        await _retire(interaction)


async def _retire(interaction: discord.Interaction[Any]) -> None:
    """Answered questions lose their buttons; a message that is gone, or in an archived thread, is no reason to fail.

    Private ones cannot be edited any more; a late click on them is answered.
    """
    if interaction.message is not None and not interaction.message.flags.ephemeral:
        with contextlib.suppress(discord.HTTPException):
            await interaction.message.edit(view=None)


async def _said(work: Awaitable[Reply]) -> Reply:
    try:
        return await work
    except (AppError, RuleError, BadFacts, BadDice) as error:
        return refused(error)
    except Exception:  # whatever it is, the player gets an answer, and the log the whole of it
        return fault()


def refused(error: Exception) -> Reply:
    """What was wrong, in words for the one who can mend it."""
    from cogs.rendering.result import safe

    match error:
        case BadFacts(faults=faults):
            text = "\n".join(f"• {safe(sentence(fault))}" for fault in faults)
        case RuleError(sentence=said, rule=rule):
            text = safe(sentence(said)) + (say("\nRule: {rule}", rule=safe(rule)) if rule else "")
        case _:
            text = safe(sentence(str(error)))
    return Reply(say("Not done"), text, private=True, colour=REFUSED)


def fault() -> Reply:
    """Something of ours went wrong: the log has it whole under the reference that the player sees."""
    reference = secrets.token_hex(2).upper()
    LOG.exception("fault %s", reference)
    text = say(
        "Something went wrong here (reference {reference}). Nothing was recorded; please try again.",
        reference=reference,
    )
    return Reply(say("Sorry"), text, private=True, colour=REFUSED)


def _is_form(interaction: discord.Interaction[Any]) -> bool:
    return interaction.type is discord.InteractionType.modal_submit


async def send(interaction: discord.Interaction[Any], said: Reply) -> None:
    """Send what is to be said as the answer to an interaction, in as many messages as it takes."""
    from cogs.rendering.visibility import before

    said = before(interaction, said)
    # A form may answer anything but a form, and only at once.
    if said.form is not None and not (interaction.response.is_done() or _is_form(interaction)):
        await interaction.response.send_modal(said.form)
        return
    stands: int | None = None
    for message in messages(said):
        if not interaction.response.is_done():
            answer = await interaction.response.send_message(**message, ephemeral=said.private)
            stands = answer.message_id
        else:
            stands = (await interaction.followup.send(**message, ephemeral=said.private, wait=True)).id
        if not said.private and interaction.channel_id:
            interaction.client.services.live_boards.spoke(str(interaction.channel_id))
    if said.sent is not None and stands is not None:
        await said.sent(stands)
