"""The live boards: which message shows which game, and when it is edited, posted anew or left alone.

What a screen is, only the cogs know; times are seconds since 1970, given by the caller.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict

from bot.store.record import Record

LOG = logging.getLogger(__name__)
OLD = 3600.0
"""Seconds after which Discord takes only a few more edits of a message."""
FAR = 15
"""Messages of ours below a board with which nobody sees it any more."""
LONGEST_WAIT = 300.0
UNASKED = 60.0
"""Seconds for which a game without a board is known as such; another process may post one meanwhile."""


class Unwelcome(Exception):
    """The bot may not write where the board is, or Discord will never take it: trying again would not help."""


class Posted(BaseModel):
    """The message that shows a game, and how many of ours have come after it.

    `stopped` means that it is left alone until somebody asks for it again.
    """

    model_config = ConfigDict(frozen=True)

    channel: str
    message: str
    at: float
    below: int = 0
    stopped: bool = False


Words = TypeVar("Words")


class Screen(Protocol[Words]):
    """A place that shows the board of one game. Raises Unwelcome, or anything else for a fault that may pass."""

    @property
    def channel(self) -> str:
        """The channel in which the game is played now."""
        ...

    async def look(self) -> Words:
        """What the board has to say now."""
        ...

    async def edit(self, posted: Posted, words: Words) -> bool:
        """Say it in place; False when that message cannot be edited any more."""
        ...

    async def post(self, words: Words) -> Posted: ...

    async def retire(self, old: Posted, new: Posted) -> None:
        """Make the old message point at the new one, where that is still possible."""
        ...


@dataclass
class _Watch(Generic[Words]):
    """What is known of a board in this run only."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    shown: Words | None = None
    failed: int = 0


class LiveBoards(Generic[Words]):
    """The boards of all games. Where they are is in the record; what has changed since is in memory."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._due: dict[str, float] = {}
        self._watched: dict[str, _Watch[Words]] = {}
        self._spoken: Counter[str] = Counter()
        self._without: dict[str, float] = {}
        """Games that have no board, and until when the record is not asked again."""

    def changed(self, game: str) -> None:
        """Note that the board of a game is out of date: the game is among those that `take_due` gives."""
        self._due.setdefault(game, 0.0)

    def spoke(self, channel: str) -> None:
        """Note that a message of ours was posted in a channel, and pushed its board up."""
        self._spoken[channel] += 1

    @property
    def behind(self) -> int:
        """How many boards are out of date."""
        return len(self._due)

    def take_due(self, now: float) -> list[str]:
        """The games whose boards are to be brought up now; whoever takes them calls `show`, or `later`."""
        games = [game for game, at in self._due.items() if at <= now]
        for game in games:
            del self._due[game]
        return games

    def later(self, game: str, now: float) -> int:
        """Try a board again whose update has failed, after a longer wait each time; says how often it has failed."""
        watch = self._watch(game)
        watch.failed += 1
        self._due[game] = now + min(LONGEST_WAIT, 2.0**watch.failed)
        return watch.failed

    async def where(self, game: str) -> Posted | None:
        """The message that shows a game; None where nobody has asked for one, or where it is left alone."""
        if self._without.get(game, 0.0) > time.monotonic():
            return None
        posted = await self._remembered(game)
        if posted is not None and not posted.stopped:
            return posted
        self._without[game] = time.monotonic() + UNASKED
        return None

    async def is_board(self, game: str, message: str) -> bool:
        """Whether a message is the board of a game, be it kept up to date or left alone."""
        posted = await self._remembered(game)
        return posted is not None and posted.message == message

    async def stands(self, game: str, posted: Posted, words: Words, screen: Screen[Words]) -> None:
        """Note a board that was posted because somebody asked for it; the one before it is retired."""
        watch = self._watch(game)
        async with watch.lock:
            await self._stands(game, watch, posted, words, screen)
        # What was written between looking and posting is not on it yet.
        self.changed(game)

    async def show(self, game: str, now: float, screen: Screen[Words]) -> None:
        """Bring a board up: edited where it stands, else posted anew; left as it is when it says that already."""
        watch = self._watch(game)
        async with watch.lock:
            posted = await self.where(game)
            if posted is None:
                return
            try:
                await self._show(game, watch, posted, now, screen)
            except Unwelcome as error:
                LOG.warning("the board of game %s is left alone until /game board: %s", game, error)
                await self._remember(game, posted.model_copy(update={"stopped": True}))
            watch.failed = 0

    def rest(self, game: str) -> None:
        """Forget a game that is over."""
        self._watched.pop(game, None)
        self._without.pop(game, None)

    async def _show(self, game: str, watch: _Watch[Words], posted: Posted, now: float, screen: Screen[Words]) -> None:
        words = await screen.look()
        here = posted.channel == screen.channel
        if here and words == watch.shown:
            return
        spoken = self._spoken[posted.channel]
        fresh = here and now - posted.at < OLD and posted.below + spoken < FAR
        if fresh and await screen.edit(posted, words):
            watch.shown = words
            await self._remember(game, posted.model_copy(update={"below": posted.below + spoken}))
            self._spoken[posted.channel] -= spoken
        else:
            await self._stands(game, watch, await screen.post(words), words, screen)

    async def _stands(
        self, game: str, watch: _Watch[Words], posted: Posted, words: Words, screen: Screen[Words]
    ) -> None:
        old = await self._remembered(game)
        await self._remember(game, posted)
        self._spoken.pop(posted.channel, None)
        watch.shown = words
        if old is not None and old.message != posted.message:
            await screen.retire(old, posted)

    def _watch(self, game: str) -> _Watch[Words]:
        return self._watched.setdefault(game, _Watch())

    async def _remembered(self, game: str) -> Posted | None:
        kept = await self._record.remember(f"board {game}")
        return None if kept is None else Posted.model_validate_json(kept)

    async def _remember(self, game: str, posted: Posted) -> None:
        await self._record.remember(f"board {game}", posted.model_dump_json())
        self._without.pop(game, None)
