"""The menu of a message: Undo this, and Why?. Which entry it is about stands in the ids of the buttons under it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from cogs.components.entry_buttons import Interaction
from cogs.interactions.message import Reply
from cogs.interactions.respond import reply
from cogs.record import undo_entry, why_entry
from rules.text import say

_ABOUT = re.compile(r"adj1:[a-z]+:([0-9a-f]{32}):([0-9]{1,9})(?::[a-z0-9]{1,12})?")


def entry_of(interaction: Interaction, message: discord.Message) -> tuple[str, int]:
    """The game and number of the entry that a message shows; raises Refusal for any other message."""
    if interaction.client.user is not None and message.author.id == interaction.client.user.id:
        for id in _ids(message.components):
            match = _ABOUT.fullmatch(id)
            if match:
                return match[1], int(match[2])
    raise Refusal(say("That message is no result of mine. Choose one that has the buttons Undo and Why under it."))


def _ids(components: Any) -> Iterator[str]:
    for component in components:
        yield from _ids(getattr(component, "children", ()))
        yield getattr(component, "custom_id", None) or ""


@app_commands.context_menu(name="Undo this")
@app_commands.guild_only()
async def undo_this(interaction: Interaction, message: discord.Message) -> None:
    async def work() -> Reply:
        return await undo_entry(interaction, *entry_of(interaction, message))

    await reply(interaction, work())


@app_commands.context_menu(name="Why?")
@app_commands.guild_only()
async def why_this(interaction: Interaction, message: discord.Message) -> None:
    async def work() -> Reply:
        return await why_entry(interaction, *entry_of(interaction, message))

    await reply(interaction, work(), private=True)


async def setup(bot: commands.Bot) -> None:
    for menu in (undo_this, why_this):
        bot.tree.add_command(menu)
