"""Updates of game logs in other channels: permissions, layout of the posts, and retries."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import discord
from discord.ext import commands, tasks

from bot.client import Adjutant
from bot.dice.provable import Head
from bot.errors import Refusal
from bot.game.registry import ActiveGame
from bot.services.record import roll_logs
from bot.store.tables import RollLog, RollPost
from cogs.interactions import limits
from cogs.interactions.faults import is_transient
from cogs.interactions.message import (
    WRITES,
    all_readers_of,
    edit_own_message,
    may_embed,
    messages,
    missing_permissions,
    permission_names,
    post,
    post_messages,
)
from cogs.interactions.retries import note
from cogs.rendering.log import line_head, log_line, struck_line
from cogs.rendering.reply import REFUSED, Reply
from cogs.rendering.sides import mark_in_game
from cogs.rendering.text import Reader
from cogs.tasks import PeriodicCog
from rules.game.entry import Entry
from rules.kernel.text import Text

LOG = logging.getLogger(__name__)

# Obstacles to posting a log in a channel, and their texts.

GONE, UNSEEN, ARCHIVED, HERE, UNWELCOME = "gone", "unseen", "archived", "here", "unwelcome"
"""Recorded reasons why a log has stopped; other reasons are the names of missing permissions."""
_SAID = {
    UNSEEN: Text("I cannot see that channel"),
    ARCHIVED: Text("that thread is archived or locked; it must be opened again"),
    HERE: Text("the game itself is played there now"),
    UNWELCOME: Text("Discord does not let me write there"),
}


async def obstacle(bot: Adjutant, log: RollLog, played_in: str) -> str:
    """Return why the bot cannot post in a log's channel now, or ""; raise the errors of Discord."""
    if log.channel_id == played_in:
        return HERE
    channel = bot.get_channel(int(log.channel_id))
    if channel is not None:
        return channel_obstacle(channel)
    if log.stopped == GONE:  # a deleted channel never returns
        return GONE
    try:
        return channel_obstacle(await bot.fetch_channel(int(log.channel_id)))
    except discord.NotFound:
        return GONE
    except discord.Forbidden:
        return UNSEEN


def channel_obstacle(channel: object) -> str:
    """Return why the bot cannot post in a known channel, or ""."""
    if not isinstance(channel, discord.TextChannel | discord.Thread):
        return UNWELCOME
    thread = isinstance(channel, discord.Thread)
    try:
        may = channel.permissions_for(channel.guild.me)
    except discord.ClientException:  # the parent channel of the thread is invisible
        return UNSEEN
    # A message would unarchive the thread, which was archived on purpose.
    if isinstance(channel, discord.Thread) and (channel.archived or (channel.locked and not may.manage_threads)):
        return ARCHIVED
    return " ".join(missing_permissions(may, WRITES, thread))


def obstacle_text(why: str) -> Text:
    """Return the reason as part of a sentence; not for a deleted channel."""
    return _SAID.get(why) or Text("there I lack {names}", names=permission_names(why.split()))


def stopped_text(log: RollLog) -> Text:
    """Return the text that a log has stopped, with the reason and the remedy."""
    if log.stopped == GONE:
        return Text(
            "The log of this game has stopped: its channel was deleted. Play goes on. Choose another channel "
            "with `/log channel`; missing entries follow there."
        )
    return Text(
        "The log of this game in <#{channel}> has stopped: {why}. Play goes on. Missing entries follow once "
        "this is fixed, or after `/log channel`.",
        channel=log.channel_id,
        why=obstacle_text(log.stopped),
    )


def stopped_reply(words: Reader, log: RollLog) -> Reply:
    if not log.stopped:
        text = Text("Entries missing in <#{channel}> follow there now.", channel=log.channel_id)
        return Reply(words.say("The log goes on"), words(text))
    return Reply(words.say("The log has stopped"), words(stopped_text(log)), colour=REFUSED)


# The log of one game as messages in its channel: their layout, and the meaning of Discord's errors.

_TOO_MANY_EDITS = 30046
_OTHERS_MESSAGE = 50005
_REASONS = {10003: GONE, 50083: ARCHIVED, 160005: ARCHIVED}
_BACK = 10.0
"""Tolerance for differing clocks in seconds."""
_FOOT = 400
"""Characters reserved for the footer in a post without an embed."""


class LogOutlet:
    """The implementation of `bot.services.record.roll_logs.Outlet`; logs are public, so hidden units stay hidden."""

    def __init__(self, bot: Adjutant, live: ActiveGame) -> None:
        self._bot, self._live, self._words = bot, live, all_readers_of(bot, live)
        self._worded: dict[int, str] = {}

    async def obstacle(self, log: RollLog) -> str:
        return await obstacle(self._bot, log, self._live.info.channel_id)

    async def fitting_count(self, channel: str, entries: Sequence[Entry]) -> int:
        embeds = may_embed(self._bot, channel)
        room, more = limits.DESCRIPTION if embeds else limits.CONTENT - _FOOT, len(struck_line(self._words, ""))
        for fit, line in enumerate(await self._lines(entries)):
            # Reserve room for striking through: a message that grows too long could not be edited.
            room -= len(line) + more + 1
            if room < 0:
                return max(fit, 1)
        return len(entries)

    async def find(self, channel: str, entries: Sequence[Entry], since: float) -> str | None:
        after, begins = datetime.fromtimestamp(since - _BACK, UTC), line_head(entries[0])
        try:
            async for message in self._bot.get_partial_messageable(int(channel)).history(after=after):
                # Discord does not store the nonce: the post begins with the number and time of its first entry.
                told = "".join(embed.description or "" for embed in message.embeds) or message.content
                mine = self._bot.user is not None and message.author.id == self._bot.user.id
                if mine and told.removeprefix("~~").startswith(begins):
                    return str(message.id)
        except discord.Forbidden:  # without read permission, only the nonce prevents duplicates
            return None
        return None

    async def post(self, channel: str, entries: Sequence[Entry], nonce: str) -> str:
        quiet = discord.AllowedMentions.none()
        try:
            said = [await self._build_message(entries)]
            sent = await post_messages(self._bot, channel, said, nonce=nonce, silent=True, allowed_mentions=quiet)
        except discord.HTTPException as error:
            if is_transient(error):
                raise
            raise roll_logs.LogStopped(_REASONS.get(error.code, UNWELCOME)) from error
        return str(sent)

    async def edit(self, post: RollPost, entries: Sequence[Entry]) -> roll_logs.Edited:
        try:
            await edit_own_message(self._bot, post.channel_id, post.message_id, await self._build_message(entries))
        except (discord.RateLimited, TimeoutError):
            return "later"
        except discord.HTTPException as error:
            if (error.status == 429 and error.code != _TOO_MANY_EDITS) or error.status >= 500:
                raise
            return "never" if error.status == 404 or error.code == _OTHERS_MESSAGE else "later"
        return "done"

    async def report_state(self, log: RollLog) -> None:
        await post(self._bot, self._live, stopped_reply(self._words, log))

    async def _lines(self, entries: Sequence[Entry]) -> list[str]:
        """Return the lines of a post, rendered in a thread because many lines would block the event loop."""
        new = [entry for entry in entries if entry.number not in self._worded]
        lines = await asyncio.to_thread(lambda: [log_line(self._words, self._live, entry) for entry in new])
        self._worded |= {entry.number: line for entry, line in zip(new, lines, strict=True)}
        return [self._worded[entry.number] for entry in entries]

    async def _build_message(self, entries: Sequence[Entry]) -> dict[str, Any]:
        lines = await self._lines(entries)
        whose = {entry.side for entry in entries}
        colour = mark_in_game(self._live.game, whose.pop() if len(whose) == 1 else None).accent
        (message,) = messages(
            Reply(text="\n".join(lines), footer=await self._footer(entries), colour=colour), self._words
        )
        return message

    async def _footer(self, entries: Sequence[Entry]) -> str:
        """Return the game's name, because several may be logged in one channel, and the head of its record."""
        words, game, first, last = self._words.plain, self._live.info.name, entries[0].number, entries[-1].number
        link = await self._bot.services.record.seeds.link(self._live.info.id, last)
        head = words.say(" · checksum {head}", head=str(Head(last, link))) if link else ""
        if first == last:
            return words.say("{game} · entry {number}", game=game, number=first) + head
        return words.say("{game} · entries {first} to {last}", game=game, first=first, last=last) + head


# The task of the logs.

EVERY = 1.0
"""Interval of the check for new entries in seconds."""


def _now() -> float:
    return discord.utils.utcnow().timestamp()


class LogKeeper(PeriodicCog):
    """The task of all logs; a channel gets one message at a time, and a slow one delays no other."""

    def __init__(self, bot: Adjutant) -> None:
        super().__init__()
        self._bot, self._queue = bot, bot.services.roll_logs.queue
        self._failed = 0

    @tasks.loop(seconds=EVERY)
    async def clock(self) -> None:
        """Check for new entries, but only once Discord has sent the list of channels."""
        if not self._bot.is_ready():
            return
        try:
            await self._queue.look(_now())
            self._failed = 0
        except Exception as error:  # after any error the next check may succeed
            self._failed += 1
            note(LOG, error, self._failed, "the logs in channels cannot be looked up")
        for game in self._queue.take_due(_now()):
            self.start_task(self._bring_up_log(game))

    async def _bring_up_log(self, game: str) -> None:
        queue = self._queue
        try:
            came = await self._bring_up(game)
        except Refusal:  # the game is unreadable or has just ended: the next check finds out
            queue.retry_later(game, _now())
        except Exception as error:  # after any error the log is late but not lost
            note(LOG, error, queue.retry_later(game, _now()), "the log of game %s is late", game)
        else:
            match came:
                case "nothing":
                    queue.reset_failures(game)
                case "more":
                    queue.check_again(game, _now())
                case "waits":
                    queue.retry_later(game, _now())
        finally:
            queue.note_idle(game, _now())

    async def _bring_up(self, game: str) -> roll_logs.Came:
        services = self._bot.services
        info = await services.record.games.get(game)
        if info is None:
            self._queue.remove(game)
            return "nothing"
        if not services.games.serves(info.guild_id):
            return "nothing"
        live = await services.games.game_of(info)
        return await services.roll_logs.bring_up(live, LogOutlet(self._bot, live), _now())

    # Events that may have removed an obstacle to a log

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        self._retry_channels(after.guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        self._retry_channels(after.guild)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        if self._bot.user is not None and after.id == self._bot.user.id:
            self._retry_channels(after.guild)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        self._queue.wake_channels(lambda channel: channel == str(payload.thread_id))

    def _retry_channels(self, guild: discord.Guild) -> None:
        self._queue.wake_channels(
            lambda channel: channel.isdecimal() and bool(guild.get_channel_or_thread(int(channel)))
        )


async def setup(bot: Adjutant) -> None:
    await bot.add_cog(LogKeeper(bot))
