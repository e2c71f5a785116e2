# pyright: reportPrivateUsage=false
"""The browser page of the local table, kept in step with the real clock and with what every player does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from bot.simulation.doors import VISIT
from bot.simulation.environment import Place, SetupError
from bot.simulation.script import ScriptError
from bot.simulation.typed_commands import command_of, is_command

if TYPE_CHECKING:
    from simcord.preview import Preview

LOG = logging.getLogger(__name__)
TICK = 0.5
"""Seconds between two looks at the real clock."""
_NOT_HERE = ("close",)
"""What the simulator's page could do and a player's may not: the table is closed where it was opened."""


class Page:
    """One thing at a time happens in the simulated Discord, so that a click during a tick of the clock waits for it."""

    def __init__(self, place: Place, preview: Preview) -> None:
        self.preview, self._env, self._place = preview, place.env, place
        self._lock = asyncio.Lock()
        self._newest: dict[str, int | None] = {}
        self._act, self._draw = preview._action, preview._publish
        preview._action, preview._publish = self._action, self._publish

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self._lock:
            page = self.preview._pages.get(context_id or "")
            if page is not None and body and "published_revision" in body:
                # A click on a page that a tick has just redrawn would be dropped without a word.
                body = {**body, "published_revision": page.revision}
            if page is not None and (refused := self._refused(page, body)):
                return refused
            self.preview._advance_presentation_time()
            happened = len(self._env.backend.transcript)
            try:
                return await self._done(context_id, page, body)
            finally:
                if len(self._env.backend.transcript) != happened:
                    self._show(but=context_id)

    def _refused(self, page: Any, body: Mapping[str, Any]) -> dict[str, Any] | None:
        """The answer to what nobody may do through the door they came by."""
        visit, kind = VISIT.get(), body.get("kind")
        others = {str(one.id) for one in self.preview.viewers}
        others -= {str(one.id) for one in visit.door.viewers} if visit else others
        if kind in _NOT_HERE or (kind == "viewer" and str(body.get("viewer_id")) in others):
            return self._not_done(page, body)
        return None

    async def _done(self, context_id: str | None, page: Any, body: Mapping[str, Any]) -> dict[str, Any]:
        """What was asked for; a message that is a command line is that command."""
        typed = body.get("kind") == "send_message" and is_command(str(body.get("content")))
        if page is None or not typed:
            return await self._act(context_id, body)
        try:
            command = command_of(str(body["content"]), page.command_catalog.get("entries", ()), self._known())
        except ScriptError as error:
            _tell(str(error))
            return self._not_done(page, body)
        found = await self._act(context_id, {**body, **command, "kind": "run_command"})
        if found["rejected"]:
            _tell(" ".join(one["message"] for one in found["diagnostics"]))
        return found

    def _not_done(self, page: Any, body: Mapping[str, Any]) -> dict[str, Any]:
        request, sequence = body.get("request_id"), body.get("sequence")
        return self.preview._reject(page, "validation-failed", request_id=request, sequence=sequence)

    def _known(self) -> dict[str, dict[str, str]]:
        """People and channels that a command line can name."""
        users = {name: str(one.id) for name, one in self._place.people.items()}
        return {"user": users, "channel": {str(self._place.channel.name): str(self._place.channel.id)}}

    def _publish(self, page: Any, *, reason: Any = "action") -> None:
        """Draw a page; one that has something new scrolls to it, as in Discord."""
        newest = self.preview._initial_target(page.viewer, page.channel_id)
        if newest != self._newest.get(page.id):
            self._newest[page.id] = page.target_id = page.window_end_id = newest
        self._draw(page, reason=reason)

    def _show(self, but: str | None) -> None:
        """Redraw the pages of the others; nobody else does after every kind of action."""
        for page in tuple(self.preview._pages.values()):
            if page.id != but:
                self.preview._publish(page, reason="action")

    async def keep_time(self) -> None:
        """Drive the simulated clock from the real one, for deadlines and timers; runs until it is cancelled."""
        while True:
            await asyncio.sleep(TICK)
            async with self._lock:
                try:
                    await self._tick()
                except (SetupError, TimeoutError) as error:
                    LOG.warning("the clock of the local table stumbled: %s", error)

    async def _tick(self) -> None:
        backend = self._env.backend
        behind = (datetime.now(UTC) - self._env.now()).total_seconds()
        happened = len(backend.transcript)
        if behind > 0:
            await self._env.advance_time(behind)
        if len(backend.transcript) != happened:
            await self.preview.refresh()
        # All of these grow for ever otherwise.
        self._newest = {id: newest for id, newest in self._newest.items() if id in self.preview._pages}
        backend.transcript.clear()
        backend.http_requests.clear()


def _tell(text: str) -> None:
    """Say something to whoever sent the request that is being carried out, beside its answer."""
    if visit := VISIT.get():
        visit.told.append(text)
