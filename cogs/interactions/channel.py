"""What is said in the channel of a game without anybody having asked for it just now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.client import Adjutant
from bot.game.registry import ActiveGame
from cogs.interactions.message import messages
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader


def everybody(bot: Adjutant, live: ActiveGame) -> Reader:
    """All who read the channel of a game."""
    return Reader(bot.language(live.info.guild_id), live.board, commands=bot.command_ids)


async def post(bot: Adjutant, live: ActiveGame, reply: Reply) -> str:
    """Say something in the channel of a game; the id of the last message of it."""
    return str(await posted(bot, live.info.channel_id, messages(reply, everybody(bot, live))))


async def posted(bot: Adjutant, channel: str, said: Sequence[dict[str, Any]]) -> int:
    """Post messages in a channel; the id of the last one."""
    stands = 0
    for message in said:
        stands = (await bot.get_partial_messageable(int(channel)).send(**message)).id
        bot.services.live_boards.spoke(channel)
    return stands
