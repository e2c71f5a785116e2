"""Deleted channels and servers: games are paused, data is deleted later. Emptied channels: questions are reposted."""

from __future__ import annotations

import logging
from collections.abc import Awaitable

import discord
from discord.ext import commands, tasks

from bot.client import Adjutant
from bot.errors import AppError
from cogs.components.questions.question_view import question_message
from cogs.interactions.message import all_readers_of, post

LOG = logging.getLogger(__name__)


class OrphanedGuildsCog(commands.Cog):
    """The listener for deleted channels and servers."""

    def __init__(self, bot: Adjutant) -> None:
        self._lost = bot.services.channels

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await _pause_game(self._lost.pause_channel(str(channel.id)))

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await _pause_game(self._lost.pause_channel(str(payload.thread_id)))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await _pause_game(self._lost.pause_guild(str(guild.id)))


async def _pause_game(pause: Awaitable[None]) -> None:
    """Pause a game; an error is only logged, because a game without a channel is harmless."""
    try:
        await pause
    except AppError as error:
        LOG.warning("a game whose place is gone could not be paused: %s", error)


# The data of servers that have removed the bot is deleted after a while.


class Retention(commands.Cog):
    """The task that deletes the data of former servers, daily and whenever the bot joins or leaves a server."""

    def __init__(self, bot: Adjutant) -> None:
        self._bot, self._services = bot, bot.services

    async def cog_load(self) -> None:
        self.daily.start()

    async def cog_unload(self) -> None:
        self.daily.cancel()

    @tasks.loop(hours=24)
    async def daily(self) -> None:
        """Delete the data of servers that removed the bot long ago, and private questions that cannot be answered."""
        await self._check_servers(forgetting=True)

    async def _check_servers(self, forgetting: bool = False) -> None:
        """Check the servers, but only once Discord has sent the list of them."""
        if not self._bot.is_ready():
            return
        present, now = {str(guild.id) for guild in self._bot.guilds}, self._services.clock()
        try:
            mine = ",".join(map(str, self._bot.shard_ids or ()))
            await self._services.privacy.look_after(str(self._bot.application_id), present, now, forgetting, mine)
            if forgetting:
                await self._services.overdue.forget_private(now)
        except Exception:  # after any error tomorrow's check may succeed
            LOG.warning("servers that are gone could not be looked after", exc_info=True)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        await self._check_servers(forgetting=True)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._check_servers()

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._check_servers()


# A channel that has lost its messages, as the local table's does in every run: open questions are posted again.


class EmptiedChannelsCog(commands.Cog):
    """The listener for emptied channels."""

    def __init__(self, bot: Adjutant) -> None:
        self._bot = bot

    @commands.Cog.listener()
    async def on_channel_emptied(self, channel: str) -> None:
        """Post every open question of the channel's game, and below them its board if it had one."""
        services = self._bot.services
        info = await services.record.games.in_channel(channel)
        if info is None:
            return
        live = await services.games.unfinished_game(info)
        for question in await services.questions.of_game(live):
            message = await post(self._bot, live, question_message(all_readers_of(self._bot, live), question))
            await services.record.questions.record_post(question.row.id, channel, message)
        services.live_boards.on_game_changed(info.id)


async def setup(bot: Adjutant) -> None:
    await bot.add_cog(OrphanedGuildsCog(bot))
    await bot.add_cog(Retention(bot))
    await bot.add_cog(EmptiedChannelsCog(bot))
