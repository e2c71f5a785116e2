"""The discord.py bot: loads the cogs, keeps Discord's command list in step, answers what nobody else answered."""

from __future__ import annotations

import hashlib
import json
import logging
from importlib import import_module
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.services import Services
from rules.text import ENGLISH, say, speak

LOG = logging.getLogger(__name__)
COGS = (
    "interactions.translator",
    "components.entry_buttons",
    "components.question_view",
    "components.consent",
    "components.modals",
    "play",
    "turns",
    "game",
    "preferences",
    "tasks.live_board",
    "force",
    "saved",
    "table_objects",
    "odds",
    "record",
    "menus",
    "help",
    "setup_check",
)
SYNCED = "commands synced"


class Tree(app_commands.CommandTree["Adjutant"]):
    """Commands of servers only: what a channel's game is, a private message cannot know."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        self.client.speak_in(interaction.guild_id, interaction.channel_id)
        return True

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """What slips past a command's own answer: options that cannot be read, and faults of ours."""
        LOG.error("command %s failed", interaction.data, exc_info=error)
        text = say("Something went wrong here. Nothing was recorded; please try again.")
        if isinstance(error, app_commands.CommandSignatureMismatch | app_commands.CommandNotFound):
            text = say("This command has changed since your Discord loaded it; please restart Discord and try again.")
        if not interaction.response.is_done():
            await interaction.response.send_message(text, ephemeral=True)


discord.VoiceClient.warn_nacl = False  # this bot never speaks


class Adjutant(commands.Bot):
    """The bot over one services. Sees no messages: its only intent is the list of servers."""

    def __init__(self, services: Services) -> None:
        super().__init__(
            command_prefix=(),
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            help_command=None,
            tree_cls=Tree,
            max_messages=None,
        )
        self.services = services

    def speak_in(self, guild: int | str | None, channel: int | str | None = None) -> None:
        """From here on, to the end of this task, say everything in one language: the one that the channel's game was
        begun in, which its record is found by, else that of the server.
        """
        live = self.services.games.glance(str(channel)) if channel else None
        found = self.get_guild(int(guild)) if guild else None
        locale = (live.game.locale if live else "") or (str(found.preferred_locale) if found else ENGLISH)
        speak(self.services.texts(locale), locale)

    async def setup_hook(self) -> None:
        await self.load_cogs()
        await self.services.games.load()
        await self.sync_if_changed()

    async def load_cogs(self) -> None:
        """All commands. Not as extensions: a process with several bots would hold each module several times."""
        for cog in COGS:
            await import_module(f"cogs.{cog}").setup(self)

    async def sync_if_changed(self, force: bool = False) -> bool:
        """Tell Discord the commands when their definition is not the one it was told last; says whether it did."""
        key = f"{SYNCED} {self.application_id}"
        definition = await self.definition()
        if not force and await self.services.record.remember(key) == definition:
            return False
        await self.tree.sync()
        await self.services.record.remember(key, definition)
        LOG.info("commands synced", extra={"definition": definition})
        return True

    async def definition(self) -> str:
        """A fingerprint of all commands as Discord would be told of them, in every language."""
        translator = self.tree.translator
        payload = [
            await command.get_translated_payload(self.tree, translator) if translator else command.to_dict(self.tree)
            for command in self.tree.get_commands()
        ]
        text = json.dumps(payload, sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()

    async def on_ready(self) -> None:
        LOG.info("ready", extra={"user": str(self.user), "guilds": len(self.guilds)})

    async def close(self) -> None:
        await super().close()
        await self.services.record.close()
