"""Messages posted in a channel without an interaction, and the permissions that the bot needs there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import discord

from bot.client import Adjutant
from bot.game.registry import ActiveGame
from cogs.interactions.message import messages
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.kernel.text import Listed, Text


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


# What the bot must be allowed to do in a channel, as Discord's own settings call it, and who may write where.

NEEDED = {
    "view_channel": ("View Channel", Text("without it the bot posts nothing here by itself")),
    "send_messages": ("Send Messages", Text("for the live board, and for questions whose time has run out")),
    "send_messages_in_threads": ("Send Messages in Threads and Posts", Text("the same, in threads and forum posts")),
    "embed_links": ("Embed Links", Text("results are embeds; without it they arrive empty")),
    "attach_files": ("Attach Files", Text("for charts, exports and long answers")),
    "read_message_history": ("Read Message History", Text("to find its board and its questions again")),
}
"""What the invitation asks for: the name in Discord's own settings, and what it is for."""
WRITES = ("view_channel", "send_messages")
POSTS = (*WRITES, "embed_links")
"""What a person needs to write in a channel, and what the bot does to post results there."""


def missing(may: discord.Permissions, needed: Iterable[str], thread: bool) -> list[str]:
    """The permissions among these that somebody lacks; threads have a right of their own to write."""
    if may.administrator:
        return []
    own = {"send_messages": "send_messages_in_threads"} if thread else {}
    return [name for name in (own.get(one, one) for one in needed) if not getattr(may, name)]


def named(names: Iterable[str]) -> Text:
    """Permissions by the names that Discord's settings have for them."""
    return Listed([Text("**{name}**", name=NEEDED[name][0]) for name in names])
