"""The connections to Discord, one a shard: opened however long that takes, and opened again when they break.

The library leaves it at one try for the login, writes a traceback for each of those for a shard, and ends where a
connection breaks off before the first word; here it is one line in the log and a pause, and only what no waiting mends
ends the bot.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Mapping
from typing import Any

import aiohttp
import discord
import yarl
from discord.ext import commands
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import Shard
from discord.utils import MISSING

LOG = logging.getLogger(__name__)
PASSING = (
    OSError,
    TimeoutError,
    aiohttp.ClientError,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    ReconnectWebSocket,
)
"""Faults on the way to Discord; most of them are over in a while."""
LONGEST = 60.0
"""Seconds of the longest pause between two tries."""
_CALM = 300.0
"""Seconds without a fault after which the pauses begin anew."""

FINAL: Mapping[int, str] = {
    4004: "DISCORD_TOKEN: Discord does not accept this token; copy it again from the developer portal.",
    4010: "ADJUTANT_SHARDS: Discord does not know such a shard (4010); leave it out, and Discord says how many.",
    4011: "ADJUTANT_SHARDS: the bot is in too many servers for so few shards (4011); leave it out, and start again.",
    4012: "Discord no longer speaks with this version of discord.py (4012); please update Adjutant.",
    4013: "Discord does not take the intents of the bot (4013); please update Adjutant.",
    4014: "Discord does not allow the bot its intents (4014); look at the Bot page of the developer portal.",
}
"""What no waiting mends: why Discord has closed a connection, and what to do."""


class Pauses:
    """1, 2, 4 … seconds, at most `LONGEST`; those of the library grow to a quarter of an hour."""

    def __init__(self) -> None:
        self._times, self._last = 0, time.monotonic()

    def delay(self) -> float:
        """Seconds until the next try."""
        now = time.monotonic()
        self._times = 0 if now - self._last > LONGEST + _CALM else self._times
        self._last, self._times = now, self._times + 1
        return min(LONGEST, 2.0 ** min(self._times - 1, 10))

    async def wait(self, error: BaseException) -> None:
        """Say why it is tried again, and wait for it; raises `error` where no waiting helps."""
        if final(error) is not None:
            raise error
        pause = self.delay()
        LOG.warning("Discord cannot be reached (%s): trying again in %.0f s", described(error), pause)
        await asyncio.sleep(pause)


def final(error: BaseException) -> str | None:
    """What to tell whoever runs the bot where trying again is of no use; None where it is."""
    match error:
        case discord.LoginFailure():
            return FINAL[4004]
        case discord.PrivilegedIntentsRequired():
            return FINAL[4014]
        case discord.ConnectionClosed(code=int(code)):
            return FINAL.get(code)
        case _:
            return None


def described(error: BaseException) -> str:
    """A fault of the way to Discord in half a line."""
    return " ".join(str(error).split())[:200] or type(error).__name__


class ShardedBot(commands.AutoShardedBot):
    """A bot with as many connections as Discord wants; their number is known when the first one is opened."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._connected = set[int]()

    def serves(self, guild: str) -> bool:
        """Whether a server is on a shard of this process, and so its work in the background; all are, where no other
        process shares them.
        """
        if self.shard_ids is None or not self.shard_count or not guild.isdecimal():
            return True
        return (int(guild) >> 22) % self.shard_count in self.shard_ids

    def in_touch(self) -> dict[int, bool]:
        """Whether each shard of this process is in touch with Discord; empty before it is known how many there are."""
        ids = self.shard_ids or range(self.shard_count or 0)
        shards = self.shards
        return {id: id in self._connected and id in shards and math.isfinite(shards[id].latency) for id in ids}

    async def on_shard_connect(self, shard_id: int) -> None:
        self._connected.add(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        self._connected.add(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self._connected.discard(shard_id)

    async def login(self, token: str) -> None:
        """Log in as the library does, again and again until Discord is there; raises LoginFailure."""
        pauses = Pauses()
        while True:
            try:
                await super().login(token)
                return
            except PASSING as error:
                # Another try opens another session.
                await self.http.close()
                self.http.connector = MISSING
                await pauses.wait(error)

    async def launch_shards(self) -> None:
        pauses = Pauses()
        while True:
            try:
                await super().launch_shards()
                return
            except PASSING as error:
                await pauses.wait(error)

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Open a shard; the library's own way calls itself for each try until Python has no stack left."""
        pauses = Pauses()
        while not self.is_closed():
            try:
                opened = DiscordWebSocket.from_client(self, initial=initial, gateway=gateway, shard_id=shard_id)
                self._opened(shard_id, await asyncio.wait_for(opened, timeout=self.shard_connect_timeout))
                return
            except PASSING as error:
                initial = False
                await pauses.wait(error)

    def _opened(self, shard_id: int, socket: DiscordWebSocket) -> None:
        inner: Any = self  # what the library keeps to itself
        shard: Any = Shard(socket, self, inner._AutoShardedClient__queue.put_nowait)
        shard._backoff = Pauses()
        # Closed before the gateway has said a word: the library would take that for a fault of its own.
        shard._handled_exceptions = (*shard._handled_exceptions, ReconnectWebSocket)
        inner._AutoShardedClient__shards[shard_id] = shard
        shard.launch()

    async def leave(self) -> None:
        """Close the connections, so that nothing more comes in; what was begun can still be answered."""
        closing = [asyncio.create_task(shard.disconnect()) for shard in self.shards.values()]
        if closing:
            await asyncio.wait(closing, timeout=1.0)
