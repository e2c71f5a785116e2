"""Brings the logs of games in further channels up, each by itself, and hears when one that rests may go on."""

from __future__ import annotations

import asyncio
import logging

import discord
from discord.ext import commands, tasks

from bot.client import Adjutant
from bot.errors import Refusal
from bot.services.record.roll_logs import Came
from cogs.tasks.log_outlet import LogOutlet
from cogs.tasks.retries import note

LOG = logging.getLogger(__name__)
EVERY = 1.0
"""Seconds between two looks at what has been recorded."""


def _now() -> float:
    return discord.utils.utcnow().timestamp()


class LogKeeper(commands.Cog):
    """One message at a time goes to a channel; a channel that is slow holds up no other."""

    def __init__(self, bot: Adjutant) -> None:
        self._bot, self._queue = bot, bot.services.roll_logs.queue
        self._tasks: set[asyncio.Task[None]] = set()
        self._failed = 0

    async def cog_load(self) -> None:
        self.clock.start()

    async def cog_unload(self) -> None:
        self.clock.cancel()
        if self._tasks:  # a message that is on its way should be remembered
            await asyncio.wait(self._tasks, timeout=EVERY)

    @tasks.loop(seconds=EVERY)
    async def clock(self) -> None:
        """Before Discord has told which channels there are, all of them would seem to be gone."""
        if not self._bot.is_ready():
            return
        try:
            await self._queue.look(_now())
            self._failed = 0
        except Exception as error:  # whatever it is, the next look may succeed
            self._failed += 1
            note(LOG, error, self._failed, "the logs in channels cannot be looked up")
        for game in self._queue.take_due(_now()):
            task = asyncio.create_task(self._looked_at(game))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _looked_at(self, game: str) -> None:
        queue = self._queue
        try:
            came = await self._brought_up(game)
        except Refusal:  # it cannot be read, or has just ended: the next look finds out
            queue.later(game, _now())
        except Exception as error:  # whatever it is, the log is late and not lost
            note(LOG, error, queue.later(game, _now()), "the log of game %s is late", game)
        else:
            match came:
                case "nothing":
                    queue.rest(game)
                case "more":
                    queue.again(game, _now())
                case "waits":
                    queue.later(game, _now())
        finally:
            queue.done(game, _now())

    async def _brought_up(self, game: str) -> Came:
        services = self._bot.services
        info = await services.record.game(game)
        if info is None:
            self._queue.remove(game)
            return "nothing"
        live = await (services.games.of(info) if info.state == "ended" else services.games.running(info))
        return await services.roll_logs.bring_up(live, LogOutlet(self._bot, live), _now())

    # What may have been in the way of a log, and is not any more

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        self._wake(after.guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        self._wake(after.guild)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        if self._bot.user is not None and after.id == self._bot.user.id:
            self._wake(after.guild)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        self._queue.woken(lambda channel: channel == str(payload.thread_id))

    def _wake(self, guild: discord.Guild) -> None:
        self._queue.woken(lambda channel: channel.isdecimal() and bool(guild.get_channel_or_thread(int(channel))))


async def setup(bot: Adjutant) -> None:
    await bot.add_cog(LogKeeper(bot))
