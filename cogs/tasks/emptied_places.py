"""A channel that has lost its messages, as the local table's has in every run: what is open stands there again."""

from __future__ import annotations

from discord.ext import commands

from bot.client import Adjutant
from cogs.components.play.outcome import asked
from cogs.interactions.channel import everybody, post


class EmptiedPlacesCog(commands.Cog):
    """Hears of places that begin anew."""

    def __init__(self, bot: Adjutant) -> None:
        self._bot = bot

    @commands.Cog.listener()
    async def on_channel_emptied(self, channel: str) -> None:
        """Post every open question of the game there, and its board where it had one, below them."""
        services = self._bot.services
        info = await services.record.game_in(channel)
        if info is None:
            return
        live = await services.games.running(info)
        for question in await services.questions.of_game(live):
            message = await post(self._bot, live, asked(everybody(self._bot, live), question))
            await services.record.posted(question.row.id, channel, message)
        services.live_boards.changed(info.id)


async def setup(bot: Adjutant) -> None:
    await bot.add_cog(EmptiedPlacesCog(bot))
