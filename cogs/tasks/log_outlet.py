"""The log of one game as messages in its channel: how they look, and what Discord's answers mean."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import discord

from bot.client import Adjutant
from bot.dice.chain import Head
from bot.game.registry import ActiveGame
from bot.services.record.roll_logs import Edited, Stopped
from bot.store.tables import RollLog, RollPost
from cogs.interactions import limits
from cogs.interactions.channel import everybody, post
from cogs.interactions.delivery import passes
from cogs.interactions.message import messages
from cogs.rendering.log import line_head, log_line, struck
from cogs.rendering.reply import Reply
from cogs.rendering.sides import mark_in
from cogs.tasks.log_places import ARCHIVED, GONE, UNWELCOME, obstacle, stopped_reply
from rules.game.entry import Entry

_TOO_MANY_EDITS = 30046
_OTHERS_MESSAGE = 50005
_REASONS = {10003: GONE, 50083: ARCHIVED, 160005: ARCHIVED}
_BACK = 10.0
"""Seconds that clocks may differ by."""
_LOOKED_AT = 100
"""Messages among which one that may have arrived is looked for."""


class LogOutlet:
    """See `bot.services.roll_logs.Outlet`. Everybody may read a log: hidden units are cards in it."""

    def __init__(self, bot: Adjutant, live: ActiveGame) -> None:
        self._bot, self._live, self._words = bot, live, everybody(bot, live)
        self._worded: dict[int, str] = {}

    async def obstacle(self, log: RollLog) -> str:
        return await obstacle(self._bot, log, self._live.info.channel_id)

    async def fitting(self, entries: Sequence[Entry]) -> int:
        room, more = limits.DESCRIPTION, len(struck(self._words, ""))
        for fit, line in enumerate(await self._lines(entries)):
            # With room for being struck through: a message that grows too long could not be edited.
            room -= len(line) + more + 1
            if room < 0:
                return max(fit, 1)
        return len(entries)

    async def find(self, channel: str, entries: Sequence[Entry], since: float) -> str | None:
        after, begins = datetime.fromtimestamp(since - _BACK, UTC), line_head(entries[0])
        try:
            async for message in self._channel(channel).history(limit=_LOOKED_AT, after=after):
                # Discord keeps no nonce: what begins with the number and the time of its first entry is that message.
                told = "".join(embed.description or "" for embed in message.embeds)
                mine = self._bot.user is not None and message.author.id == self._bot.user.id
                if mine and told.removeprefix("~~").startswith(begins):
                    return str(message.id)
        except discord.Forbidden:  # it may not read there: the nonce has to do
            return None
        return None

    async def post(self, channel: str, entries: Sequence[Entry], nonce: str) -> str:
        quiet = discord.AllowedMentions.none()
        try:
            sent = await self._channel(channel).send(
                **await self._message(entries), nonce=nonce, silent=True, allowed_mentions=quiet
            )
        except discord.HTTPException as error:
            if passes(error):
                raise
            raise Stopped(_REASONS.get(error.code, UNWELCOME)) from error
        self._bot.services.live_boards.spoke(channel)
        return str(sent.id)

    async def edit(self, post: RollPost, entries: Sequence[Entry]) -> Edited:
        message = self._channel(post.channel_id).get_partial_message(int(post.message_id))
        try:
            await message.edit(**await self._message(entries))
        except discord.HTTPException as error:
            if (error.status == 429 and error.code != _TOO_MANY_EDITS) or error.status >= 500:
                raise
            return "never" if error.status == 404 or error.code == _OTHERS_MESSAGE else "later"
        return "done"

    async def tell(self, log: RollLog) -> None:
        await post(self._bot, self._live, stopped_reply(self._words, log))

    async def _lines(self, entries: Sequence[Entry]) -> list[str]:
        """In a thread: many lines would keep others waiting."""
        new = [entry for entry in entries if entry.number not in self._worded]
        lines = await asyncio.to_thread(lambda: [log_line(self._words, self._live, entry) for entry in new])
        self._worded |= {entry.number: line for entry, line in zip(new, lines, strict=True)}
        return [self._worded[entry.number] for entry in entries]

    async def _message(self, entries: Sequence[Entry]) -> dict[str, Any]:
        lines = await self._lines(entries)
        whose = {entry.side for entry in entries}
        colour = mark_in(self._live.game, whose.pop() if len(whose) == 1 else None).accent
        (message,) = messages(
            Reply(text="\n".join(lines), footer=await self._footer(entries), colour=colour), self._words
        )
        return message

    async def _footer(self, entries: Sequence[Entry]) -> str:
        """Which game it is, as several may be logged in one channel, and the head of its record up to there."""
        words, game, first, last = self._words.plain, self._live.info.name, entries[0].number, entries[-1].number
        link = await self._bot.services.record.link(self._live.info.id, last)
        head = words.say(" · head {head}", head=str(Head(last, link))) if link else ""
        if first == last:
            return words.say("{game} · entry {number}", game=game, number=first) + head
        return words.say("{game} · entries {first} to {last}", game=game, first=first, last=last) + head

    def _channel(self, id: str) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(int(id))
