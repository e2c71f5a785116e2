"""The connections of open pages to the local table: the messages sent to each, and its requests."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from bot.simulation.addresses import Door
from bot.simulation.conversation import Conversation
from bot.simulation.environment import MemberActor

PAGE = 50
"""Number of messages sent to a new page; it requests older ones."""
MOST_REMEMBERED = 50
_PATIENCE = 20.0
"""Seconds for a page to receive a message."""
Json = dict[str, Any]


@dataclass(eq=False)
class PageConnection:
    """One open page. `tab` is the page's own id, which survives a lost connection."""

    door: Door
    tab: str
    socket: web.WebSocketResponse
    viewer: MemberActor | None
    oldest: int = 0
    """The id of the oldest message that this page shows."""
    sent: dict[int, int] = field(default_factory=dict[int, int])
    """The version in which each message was sent."""
    view: int = -1
    _seen: tuple[int, bool, int | None] | None = None
    """The state of the conversation, and the viewer, at this page's last update."""
    busy: int = 0
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def send(self, body: Json) -> None:
        """Send a body, in order; close the connection of a page that does not receive it in time."""
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        try:
            async with asyncio.timeout(_PATIENCE):
                await self.socket.send_str(text)
        except (TimeoutError, ConnectionError, RuntimeError):
            await self.close()

    async def close(self) -> None:
        """Close the connection without waiting for the page."""
        if not self.socket.closed:
            await self.socket.close()

    def begin(self, talk: Conversation, private: bool) -> tuple[list[Json], bool]:
        """Return the newest messages, and whether there are older ones."""
        seen = [*talk.of(self._viewer_id, private)]
        self.oldest = seen[-PAGE].id if len(seen) > PAGE else 0
        self.sent = {one.id: one.version for one in seen if one.id >= self.oldest}
        return [one.body for one in seen[-PAGE:]], len(seen) > PAGE

    def older_messages(self, talk: Conversation, private: bool, before: int) -> tuple[list[Json], bool]:
        """Return the messages before one, and whether there are more."""
        seen = [one for one in talk.of(self._viewer_id, private) if one.id < before]
        self.oldest = min(self.oldest, seen[-PAGE].id if len(seen) > PAGE else 0)
        self.sent |= {one.id: one.version for one in seen[-PAGE:]}
        return [one.body for one in seen[-PAGE:]], len(seen) > PAGE

    @property
    def _viewer_id(self) -> int | None:
        return self.viewer.id if self.viewer else None

    async def catch_up(self, talk: Conversation, private: bool, view: int, shown: Json) -> None:
        """Send the changes since this page's last update, and the view of the game.

        The table screen, which has no viewer, receives the view alone.
        """
        async with self._turn:
            now = (talk.version, private, self._viewer_id)
            if now == self._seen and self.view == view:
                return
            self._seen = now
            body = self._changes(talk, private) if self.viewer else {}
            if self.view != view:
                self.view = view
                body |= {"view": shown}
            if body:
                await self.send({"t": "change", **body})

    def _changes(self, talk: Conversation, private: bool) -> Json:
        """Return new and changed messages, and the ids of deleted ones; empty if there are none."""
        seen = {one.id: one for one in talk.of(self._viewer_id, private) if one.id >= self.oldest}
        new = [one.body for id, one in seen.items() if self.sent.get(id) != one.version]
        gone = [str(id) for id in self.sent if id not in seen]
        if not new and not gone:
            return {}
        self.sent = {id: one.version for id, one in seen.items()}
        return {"messages": new, "gone": gone}


class RememberedOutcomes:
    """The outcomes of requests by the ids that pages gave them, so that a request sent twice is carried out once."""

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[str, str], asyncio.Future[Json]] = OrderedDict()

    def find(self, tab: str, id: str) -> asyncio.Future[Json] | None:
        return self._found.get((tab, id))

    def begin(self, tab: str, id: str) -> asyncio.Future[Json]:
        """Return the future of an outcome; the oldest outcomes of that page are forgotten."""
        found = self._found[tab, id] = asyncio.get_running_loop().create_future()
        own = [key for key in self._found if key[0] == tab]
        for key in own[:-MOST_REMEMBERED]:
            del self._found[key]
        return found
