"""The connections to Discord, one per shard: opened however long it takes, and reopened when they break.

The library tries to log in only once, logs a traceback for each failed attempt to open a shard, and ends if a
connection breaks before its first message. Here, each failure is one log line and a pause, and only permanent faults
end the bot.
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
"""Faults of the connection to Discord; most of them are temporary."""
LONGEST = 60.0
"""Maximum seconds between two attempts."""
_CALM = 300.0
"""Seconds without a fault after which the pauses start at one second again."""

FINAL: Mapping[int, str] = {
    4004: "DISCORD_TOKEN: Discord does not accept this token; copy it again from the developer portal.",
    4010: "ADJUTANT_SHARDS: Discord does not know such a shard (4010); remove the setting and restart.",
    4011: "ADJUTANT_SHARDS: the bot is in too many servers for so few shards (4011); remove the setting and restart.",
    4012: "Discord no longer supports this version of discord.py (4012); update Adjutant.",
    4013: "Discord rejects the intents of the bot as invalid (4013); update Adjutant.",
    4014: "Discord does not allow the bot its intents (4014); check the Bot page of the developer portal.",
}
"""Permanent faults, by Discord's code for closing a connection, each with the remedy."""


class Pauses:
    """Pauses of 1, 2, 4 … seconds, at most `LONGEST`; the library's own grow to a quarter of an hour."""

    def __init__(self) -> None:
        self._times, self._last = 0, time.monotonic()

    def delay(self) -> float:
        """Return the seconds until the next try."""
        now = time.monotonic()
        self._times = 0 if now - self._last > LONGEST + _CALM else self._times
        self._last, self._times = now, self._times + 1
        return min(LONGEST, 2.0 ** min(self._times - 1, 10))

    async def wait(self, error: BaseException) -> None:
        """Log the reason for a retry, and wait for it; raise `error` if it is permanent."""
        if permanent_fault(error) is not None:
            raise error
        pause = self.delay()
        LOG.warning("Discord cannot be reached (%s): trying again in %.0f s", describe_fault(error), pause)
        await asyncio.sleep(pause)


def permanent_fault(error: BaseException) -> str | None:
    """Return a sentence for the operator if retrying is useless; else None."""
    match error:
        case discord.LoginFailure():
            return FINAL[4004]
        case discord.PrivilegedIntentsRequired():
            return FINAL[4014]
        case discord.ConnectionClosed(code=int(code)):
            return FINAL.get(code)
        case _:
            return None


def describe_fault(error: BaseException) -> str:
    """Return a short description of a connection fault."""
    return " ".join(str(error).split())[:200] or type(error).__name__


class ShardedBot(commands.AutoShardedBot):
    """A bot with as many connections as Discord wants; their number is known once the first is opened."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._connected = set[int]()

    def serves(self, guild: str) -> bool:
        """True if a server is on a shard of this process, which then does its background work."""
        if self.shard_ids is None or not self.shard_count or not guild.isdecimal():
            return True
        return (int(guild) >> 22) % self.shard_count in self.shard_ids

    def shard_connections(self) -> dict[int, bool]:
        """Return whether each shard of this process is connected, by its id; empty before their number is known."""
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
        """Log in, retrying until Discord answers; raise LoginFailure for a rejected token."""
        pauses = Pauses()
        while True:
            try:
                await super().login(token)
                return
            except PASSING as error:
                # A retry opens a new session.
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
        """Open a shard in a loop; the library's method calls itself for each attempt until the stack overflows."""
        pauses = Pauses()
        while not self.is_closed():
            try:
                opened = DiscordWebSocket.from_client(self, initial=initial, gateway=gateway, shard_id=shard_id)
                self._open_shard(shard_id, await asyncio.wait_for(opened, timeout=self.shard_connect_timeout))
                return
            except PASSING as error:
                initial = False
                await pauses.wait(error)

    def _open_shard(self, shard_id: int, socket: DiscordWebSocket) -> None:
        inner: Any = self  # private members of the library
        shard: Any = Shard(socket, self, inner._AutoShardedClient__queue.put_nowait)
        shard._backoff = Pauses()
        # Closed before the gateway's first message: the library would treat that as its own fault.
        shard._handled_exceptions = (*shard._handled_exceptions, ReconnectWebSocket)
        inner._AutoShardedClient__shards[shard_id] = shard
        shard.launch()

    async def leave(self) -> None:
        """Close the connections, so that nothing more is received; commands in progress can still be answered."""
        closing = [asyncio.create_task(shard.disconnect()) for shard in self.shards.values()]
        if closing:
            await asyncio.wait(closing, timeout=1.0)
