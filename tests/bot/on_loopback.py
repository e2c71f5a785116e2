"""`python -m bot` with the address of a test's Discord (`tests/bot/loopback.py`)."""

from __future__ import annotations

import os
from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.state import ConnectionState

from bot.program import app

_begun = ConnectionState.__init__


def at(address: str) -> None:
    """Use the Discord at an address."""
    Route.BASE = f"{address}/api"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.replace("http", "ws")) / "gateway" / ""
    # Discord requires five seconds between two identifying sessions; the local one does not.
    discord.Client.before_identify_hook = _at_once
    ConnectionState.__init__ = _wait_briefly


async def _at_once(self: discord.Client, shard_id: int | None, *, initial: bool = False) -> None: ...


def _wait_briefly(self: ConnectionState[Any], **options: Any) -> None:
    """Wait a fifth of a second for further servers instead of two, because all of them are sent at once here."""
    _begun(self, **{**options, "guild_ready_timeout": 0.2})


if __name__ == "__main__":
    at(os.environ["ADJUTANT_TEST_DISCORD"])
    app()
