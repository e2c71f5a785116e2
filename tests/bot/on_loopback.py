"""`python -m bot`, but for the address of Discord: that is the one of a test (`tests/bot/loopback.py`)."""

from __future__ import annotations

import os
from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.state import ConnectionState

from bot.__main__ import app

_begun = ConnectionState.__init__


def at(address: str) -> None:
    """From here on Discord is there."""
    Route.BASE = f"{address}/api"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.replace("http", "ws")) / "gateway" / ""
    # Discord wants five seconds between two sessions that say who they are; here nobody counts them.
    discord.Client.before_identify_hook = _at_once
    ConnectionState.__init__ = _told_at_once


async def _at_once(self: discord.Client, shard_id: int | None, *, initial: bool = False) -> None: ...


def _told_at_once(self: ConnectionState[Any], **options: Any) -> None:
    """The bot waits half a second for another server, in place of two: here all of them are told of at once."""
    _begun(self, **{**options, "guild_ready_timeout": 0.5})


if __name__ == "__main__":
    at(os.environ["ADJUTANT_TEST_DISCORD"])
    app()
