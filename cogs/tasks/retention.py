"""Forgets servers that have removed the bot, once they are gone for long enough."""

from __future__ import annotations

import logging

import discord
from discord.ext import commands, tasks

from bot.client import Adjutant

LOG = logging.getLogger(__name__)


class Retention(commands.Cog):
    """Looks once a day, and whenever the bot comes to a server or has to go."""

    def __init__(self, bot: Adjutant) -> None:
        self._bot, self._services = bot, bot.services

    async def cog_load(self) -> None:
        self.daily.start()

    async def cog_unload(self) -> None:
        self.daily.cancel()

    @tasks.loop(hours=24)
    async def daily(self) -> None:
        """Look which servers are gone for long, and which questions nobody can answer any more."""
        await self._look(forgetting=True)

    async def _look(self, forgetting: bool = False) -> None:
        """Before Discord has told which servers there are, all of them would seem to be gone."""
        if not self._bot.is_ready():
            return
        present, now = {str(guild.id) for guild in self._bot.guilds}, self._services.clock()
        try:
            mine = ",".join(map(str, self._bot.shard_ids or ()))
            await self._services.privacy.look_after(str(self._bot.application_id), present, now, forgetting, mine)
            if forgetting:
                await self._services.overdue.forget_private(now)
        except Exception:  # whatever it is, tomorrow's look may succeed
            LOG.warning("servers that are gone could not be looked after", exc_info=True)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        await self._look(forgetting=True)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._look()

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._look()


async def setup(bot: Adjutant) -> None:
    await bot.add_cog(Retention(bot))
