"""Looks at the database once, a while after the start: damage is better found by a look than by a player."""

from __future__ import annotations

import logging

from discord.ext import commands, tasks

from bot.client import Adjutant

LOG = logging.getLogger(__name__)
QUIET = 20.0
"""Seconds after the start: whoever waited for the bot is served first."""


class HealthCog(commands.Cog):
    """Once a run, in the background."""

    def __init__(self, bot: Adjutant) -> None:
        self._health = bot.services.health

    async def cog_load(self) -> None:
        self.clock.start()

    async def cog_unload(self) -> None:
        self.clock.cancel()

    @tasks.loop(seconds=QUIET, count=2)
    async def clock(self) -> None:
        """The first time is the start itself."""
        if self.clock.current_loop == 0:
            return
        try:
            await self._health.look()
        except Exception:  # whatever it is, the bot serves
            LOG.warning("the database could not be looked at", exc_info=True)


async def setup(bot: Adjutant) -> None:
    await bot.add_cog(HealthCog(bot))
