"""The bot's heartbeat, with its last contact with Discord; and a check of the database after the start."""

from __future__ import annotations

import logging
import time

from discord.ext import commands, tasks

from bot import heartbeat
from bot.client import Adjutant
from cogs.tasks import PeriodicCog

LOG = logging.getLogger(__name__)


class Heartbeat(commands.Cog):
    """The task that writes the heartbeat file, if one is configured."""

    def __init__(self, bot: Adjutant) -> None:
        self._bot, self._file = bot, bot.services.beat
        self._in_touch = time.time()

    async def cog_load(self) -> None:
        if self._file is not None:
            self.clock.start()

    async def cog_unload(self) -> None:
        self.clock.cancel()
        if self._file is not None:
            heartbeat.record_stop(self._file)

    @tasks.loop(seconds=heartbeat.EVERY)
    async def clock(self) -> None:
        """Write the heartbeat; a bot that lacks one of its shards counts as disconnected."""
        if (shards := self._bot.shard_connections()) and all(shards.values()):
            self._in_touch = time.time()
        if self._bot.services.claim is not None:
            await self._bot.services.claim.hold()
        self._write_heartbeat()

    @commands.Cog.listener()
    async def on_commands_refused(self) -> None:
        """Report at once that the bot has no commands."""
        self._write_heartbeat()

    def _write_heartbeat(self) -> None:
        if self._file is None:
            return
        try:
            heartbeat.beat(self._file, self._in_touch, self._bot.refusal)
        except OSError:
            LOG.warning("no sign of life can be written to %s", self._file, exc_info=True)


# A check of the database, a while after the start: it should find damage before a player does.

QUIET = 20.0
"""Delay after the start in seconds, so that waiting players are served first."""


class HealthCog(PeriodicCog):
    """The background check of the database, once per run."""

    def __init__(self, bot: Adjutant) -> None:
        super().__init__()
        self._health = bot.services.health

    @tasks.loop(seconds=QUIET, count=2)
    async def clock(self) -> None:
        """Check the database once; the first iteration is the start itself."""
        if self.clock.current_loop == 0:
            return
        try:
            await self._health.look()
        except Exception:  # after any error the bot continues
            LOG.warning("the database could not be looked at", exc_info=True)


async def setup(bot: Adjutant) -> None:
    await bot.add_cog(Heartbeat(bot))
    await bot.add_cog(HealthCog(bot))
