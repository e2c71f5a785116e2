"""Discord's handling of nonces: it recognises one for some minutes, or loses the connection after receiving it.

The simulator accepts every message regardless of its nonce.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import aiohttp
from discord.http import Route
from simcord.http.client import FakeHTTPClient

KNOWN = 300.0
"""Seconds for which Discord recognises a nonce."""
_POST = re.compile(r"/channels/\d+/messages")
_REAL = FakeHTTPClient.request


class Nonces:
    """The messages posted with a nonce; its method replaces `FakeHTTPClient.request`."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.known: dict[tuple[str, str], tuple[float, Any]] = {}
        self.repeated = 0
        """Number of messages not posted because they exist already."""
        self.cut = 0
        """Number of further messages that arrive without the bot getting an answer."""

    async def request(self, client: FakeHTTPClient, route: Route, **given: Any) -> Any:
        body = given.get("json") or {}
        path = route.url.split("/v10")[-1]
        if route.method != "POST" or not _POST.fullmatch(path) or "nonce" not in body:
            return await _REAL(client, route, **given)
        assert body["enforce_nonce"]
        assert len(body["nonce"]) <= 25
        key = (path, body["nonce"])
        if key in self.known and self._now() - self.known[key][0] < KNOWN:
            self.repeated += 1
            return self.known[key][1]
        posted = await _REAL(client, route, **given)
        self.known[key] = (self._now(), posted)
        if self.cut:
            self.cut -= 1
            raise aiohttp.ServerDisconnectedError
        return posted
