"""The discord.py bot: loads the cogs, and keeps Discord's list of commands in step."""

from __future__ import annotations

import hashlib
import json
import logging
from importlib import import_module

import discord
from discord import app_commands
from discord.ext import commands

from bot.services import Services
from data.texts import ENGLISH, Language

LOG = logging.getLogger(__name__)
COGS = (
    "interactions.translator",
    "interactions.command_check",
    "components.clicks",
    "play",
    "game",
    "preferences",
    "force",
    "unit",
    "table_objects",
    "odds",
    "record",
    "luck",
    "stats",
    "log",
    "fairness",
    "export",
    "help",
    "setup_check",
    "privacy",
    "tasks.deadlines",
    "tasks.live_board",
    "tasks.roll_logs",
    "tasks.lost_places",
    "tasks.emptied_places",
    "tasks.health",
    "tasks.retention",
    "tasks.heartbeat",
)
SYNCED = "commands synced"


discord.VoiceClient.warn_nacl = False  # this bot never speaks


class Adjutant(commands.Bot):
    """The bot over its services. Sees no messages: its only intent is the list of servers."""

    def __init__(self, services: Services) -> None:
        super().__init__(
            command_prefix=(),
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            help_command=None,
            max_messages=None,
        )
        self.services = services

    def language(self, guild: int | str | None) -> Language:
        """The language of a server."""
        found = self.get_guild(int(guild)) if guild else None
        return self.services.texts(str(found.preferred_locale) if found else ENGLISH)

    async def setup_hook(self) -> None:
        await self.load_cogs()
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
