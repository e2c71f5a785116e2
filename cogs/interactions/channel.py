"""What is said in the channel of a game without anybody having asked for it just now."""

from __future__ import annotations

from bot.client import Adjutant
from bot.game.registry import ActiveGame
from cogs.interactions.message import messages
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader


def everybody(bot: Adjutant, live: ActiveGame) -> Reader:
    """All who read the channel of a game."""
    return Reader(bot.language(live.info.guild_id), live.board)


async def post(bot: Adjutant, live: ActiveGame, reply: Reply) -> str:
    """Say something in the channel of a game; the id of the last message of it."""
    channel, stands = live.info.channel_id, ""
    for message in messages(reply, everybody(bot, live)):
        stands = str((await bot.get_partial_messageable(int(channel)).send(**message)).id)
        bot.services.live_boards.spoke(channel)
    return stands
