"""Commands as they arrive, looked at before the library reads them: each is answered, whatever it holds."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from bot.store import Unavailable
from cogs.interactions.context import Context, Interaction
from cogs.interactions.delivery import FAULTS, Delivery, name_of
from cogs.interactions.faults import fault
from cogs.interactions.option_check import OTHER_COMMAND, focused_in, wrong_with
from cogs.interactions.respond import PATIENCE, answer
from cogs.rendering.reply import Reply
from rules.kernel.text import Text

LOG = logging.getLogger(__name__)


async def may_go_on(interaction: Interaction) -> bool:
    """Whether the library may read a command; else it has been answered here, as suggestions always are."""
    if interaction.type is discord.InteractionType.autocomplete:
        await _suggest(interaction)
        return False
    text = _wrong(interaction)
    if text is None:
        return True

    async def refuse() -> Reply:
        raise Refusal(text)

    await answer(Context(interaction), refuse(), private=True)
    return False


def _wrong(interaction: Interaction) -> Text | None:
    data: Any = interaction.data or {}
    try:
        command = interaction.command
        if isinstance(command, app_commands.Command):
            return wrong_with(command, data)
        if command is not None and data["target_id"] in data["resolved"]["messages"]:
            return None
    except Exception as error:  # whatever was sent, it is no command of ours
        LOG.warning("a command cannot be read: %s", type(error).__name__)
    return OTHER_COMMAND


async def _suggest(interaction: Interaction) -> None:
    """Suggestions while somebody types; none where something is wrong, and in time in any case."""
    try:
        try:
            async with asyncio.timeout(PATIENCE):
                await _offered(interaction)
        except (TimeoutError, Unavailable) as error:
            LOG.warning("no suggestions for %s: %s", name_of(interaction), str(error) or "too late")
            await interaction.response.autocomplete([])
    except FAULTS as error:
        LOG.warning("no suggestions for %s: %s", name_of(interaction), error)
    except Exception as error:  # whatever it is, whoever types goes on without
        LOG.error("suggestions for %s failed", name_of(interaction), exc_info=error)
        if not interaction.response.is_done():
            with suppress(*FAULTS):
                await interaction.response.autocomplete([])


async def _offered(interaction: Interaction) -> None:
    """What the library does by itself, but for writing a traceback of whatever Discord does not take."""
    command, data = interaction.command, interaction.data or {}
    focused = focused_in(command, data) if isinstance(command, app_commands.Command) else None
    if focused is None:
        await interaction.response.autocomplete([])
        return
    assert isinstance(command, app_commands.Command)
    await command._invoke_autocomplete(interaction, focused, interaction.namespace)


async def _slipped_past(interaction: Interaction, error: app_commands.AppCommandError) -> None:
    """What slips past a command's own answer: commands that are no more, and faults of ours."""
    ctx = Context(interaction)
    if isinstance(error, app_commands.CommandSignatureMismatch | app_commands.CommandNotFound):
        LOG.warning("%s is not known in that form", name_of(interaction))

        async def refuse() -> Reply:
            raise Refusal(OTHER_COMMAND)

        await answer(ctx, refuse(), private=True)
        return
    await Delivery(ctx).say(await fault(ctx, error))


async def setup(bot: commands.Bot) -> None:
    bot.tree.interaction_check = may_go_on  # pyright: ignore[reportAttributeAccessIssue] — as a subclass would have it
    bot.tree.error(_slipped_past)
