"""Looks at the database once, a while after the start: damage is better found by a look than by a player."""

from __future__ import annotations

import asyncio
import logging

from discord.ext import commands

from bot.client import Adjutant

LOG = logging.getLogger(__name__)
QUIET = 20.0
"""Seconds after the start: whoever waited for the bot is served first."""


class HealthCog(commands.Cog):
    """Once a run, in the background."""

    def __init__(self, bot: Adjutant) -> None:
        self._health = bot.services.health
        self._task: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        self._task = asyncio.create_task(self._look())

    async def cog_unload(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _look(self) -> None:
        await asyncio.sleep(QUIET)
        try:
            await self._health.look()
        except Exception:  # whatever it is, the bot serves
            LOG.warning("the database could not be looked at", exc_info=True)


async def setup(bot: Adjutant) -> None:
    await bot.add_cog(HealthCog(bot))
