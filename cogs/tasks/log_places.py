"""Whether the bot may post a log in a channel, why not, and how that is said."""

from __future__ import annotations

import discord

from bot.client import Adjutant
from bot.store.tables import RollLog
from cogs.interactions.channel import POSTS, missing, named
from cogs.rendering.reply import REFUSED, Reply
from cogs.rendering.text import Reader
from rules.kernel.text import Text

GONE, UNSEEN, ARCHIVED, HERE, UNWELCOME = "gone", "unseen", "archived", "here", "unwelcome"
"""Why a log rests, as it is recorded; otherwise the names of the permissions that are missing."""
_SAID = {
    UNSEEN: Text("I cannot see that channel"),
    ARCHIVED: Text("that thread is archived or locked; somebody has to open it again"),
    HERE: Text("the game itself is played there now"),
    UNWELCOME: Text("Discord does not let me write there"),
}


async def obstacle(bot: Adjutant, log: RollLog, played_in: str) -> str:
    """Why the bot cannot post there now, "" where it can; raises what Discord does on a bad day."""
    if log.channel_id == played_in:
        return HERE
    channel = bot.get_channel(int(log.channel_id))
    if channel is not None:
        return in_the_way(channel)
    if log.stopped == GONE:  # it never comes back
        return GONE
    try:
        return in_the_way(await bot.fetch_channel(int(log.channel_id)))
    except discord.NotFound:
        return GONE
    except discord.Forbidden:
        return UNSEEN


def in_the_way(channel: object) -> str:
    """Why the bot cannot post in a channel that it knows; "" where it can."""
    if not isinstance(channel, discord.TextChannel | discord.Thread):
        return UNWELCOME
    thread = isinstance(channel, discord.Thread)
    try:
        may = channel.permissions_for(channel.guild.me)
    except discord.ClientException:  # the channel that the thread is in cannot be seen
        return UNSEEN
    # A message would open an archived thread again: whoever closed it did so on purpose.
    if isinstance(channel, discord.Thread) and (channel.archived or (channel.locked and not may.manage_threads)):
        return ARCHIVED
    return " ".join(missing(may, POSTS, thread))


def why_text(why: str) -> Text:
    """Part of a sentence; not for a channel that was deleted."""
    return _SAID.get(why) or Text("there I lack {names}", names=named(why.split()))


def stopped_text(log: RollLog) -> Text:
    """That a log rests, why, and what to do."""
    if log.stopped == GONE:
        return Text(
            "The log of this game has stopped: its channel was deleted. Play goes on; `/log channel` with another "
            "channel sends there what is missing."
        )
    return Text(
        "The log of this game in <#{channel}> has stopped: {why}. Play goes on; what is missing follows once that is "
        "mended, or after `/log channel`.",
        channel=log.channel_id,
        why=why_text(log.stopped),
    )


def stopped_reply(words: Reader, log: RollLog) -> Reply:
    return Reply(words.say("The log has stopped"), words(stopped_text(log)), colour=REFUSED)
