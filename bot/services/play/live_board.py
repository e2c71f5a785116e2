"""Live boards: the message that shows each game, and when it is edited, posted again or no longer updated.

Only the cogs know how a board is drawn. Times are seconds since 1970, given by the caller.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from pydantic import BaseModel

from bot.store.record import Record

LOG = logging.getLogger(__name__)
OLD = 3600.0
"""Seconds after which Discord accepts only a few more edits of a message."""
FAR = 15
"""Number of the bot's messages below a board that push it out of sight."""
LONGEST_WAIT = 300.0
UNASKED = 60.0
"""Seconds to remember that a game has no board; another process may post one meanwhile."""


class Unwelcome(Exception):
    """Raised if the bot may not write in the channel, or if Discord rejects the message for good."""


class PostedBoard(BaseModel, frozen=True):
    """The message that shows a game, and the number of the bot's messages that follow it.

    If `stopped`, it is not updated until a player asks for it again.
    """

    channel: str
    message: str
    at: float
    below: int = 0
    stopped: bool = False


Words = TypeVar("Words")


class Screen(Protocol[Words]):
    """A place that shows the board of one game.

    Its methods raise Unwelcome, or any other error for a fault that may be temporary.
    """

    @property
    def channel(self) -> str:
        """The channel in which the game is played now."""
        ...

    async def look(self) -> Words:
        """Return the current content of the board."""
        ...

    async def edit(self, posted: PostedBoard, words: Words) -> bool:
        """Update the board in place; return False if that message can no longer be edited."""
        ...

    async def post(self, words: Words) -> PostedBoard: ...

    async def disable(self, old: PostedBoard, new: PostedBoard) -> None:
        """Make the old message point to the new one, where that is still possible."""
        ...


@dataclass
class _BoardState(Generic[Words]):
    """The state of a board that is kept only for this run."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    shown: Words | None = None
    failed: int = 0


class LiveBoards(Generic[Words]):
    """The boards of all games. Their messages are in the record; pending changes are in memory."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._due: dict[str, float] = {}
        self._watched: dict[str, _BoardState[Words]] = {}
        self._spoken: Counter[str] = Counter()
        self._without: dict[str, float] = {}
        """Games without a board, each with the time until which the record is not read again."""

    def on_game_changed(self, game: str) -> None:
        """Mark the board of a game as outdated, so that `take_due` returns it."""
        self._due.setdefault(game, 0.0)

    def note_message(self, channel: str) -> None:
        """Count a message of the bot that was posted in a channel and pushed its board up."""
        self._spoken[channel] += 1

    @property
    def outdated_count(self) -> int:
        """The number of outdated boards."""
        return len(self._due)

    def take_due(self, now: float) -> list[str]:
        """Return the games whose boards are to be updated now; the caller calls `show` or `retry_later` for each."""
        games = [game for game, at in self._due.items() if at <= now]
        for game in games:
            del self._due[game]
        return games

    def retry_later(self, game: str, now: float) -> int:
        """Schedule a failed board for a retry, after a longer wait each time; return the number of failures."""
        watch = self._state_of(game)
        watch.failed += 1
        self._due[game] = now + min(LONGEST_WAIT, 2.0**watch.failed)
        return watch.failed

    async def message_of(self, game: str) -> PostedBoard | None:
        """Return the message that shows a game; None if no board was requested, or if it is no longer updated."""
        if self._without.get(game, 0.0) > time.monotonic():
            return None
        posted = await self._load_posted(game)
        if posted is not None and not posted.stopped:
            return posted
        self._without[game] = time.monotonic() + UNASKED
        return None

    async def is_board(self, game: str, message: str) -> bool:
        """True if a message is the board of a game, even if it is no longer updated."""
        posted = await self._load_posted(game)
        return posted is not None and posted.message == message

    async def record_board(self, game: str, posted: PostedBoard, words: Words, screen: Screen[Words]) -> None:
        """Record a board that was posted on request, and retire the previous one."""
        watch = self._state_of(game)
        async with watch.lock:
            await self._record_board(game, watch, posted, words, screen)
        # Entries written between reading the state and posting are not on it yet.
        self.on_game_changed(game)

    async def show(self, game: str, now: float, screen: Screen[Words]) -> None:
        """Update a board: edit it in place, else post it again; do nothing if it is up to date."""
        watch = self._state_of(game)
        async with watch.lock:
            posted = await self.message_of(game)
            if posted is None:
                return
            try:
                await self._show(game, watch, posted, now, screen)
            except Unwelcome as error:
                LOG.warning("the board of game %s is not updated until /game board: %s", game, error)
                await self._store_posted(game, posted.model_copy(update={"stopped": True}))
            watch.failed = 0

    def forget_game(self, game: str) -> None:
        """Forget a game that is over."""
        self._watched.pop(game, None)
        self._without.pop(game, None)

    async def _show(
        self, game: str, watch: _BoardState[Words], posted: PostedBoard, now: float, screen: Screen[Words]
    ) -> None:
        words = await screen.look()
        here = posted.channel == screen.channel
        if here and words == watch.shown:
            return
        spoken = self._spoken[posted.channel]
        fresh = here and now - posted.at < OLD and posted.below + spoken < FAR
        if fresh and await screen.edit(posted, words):
            watch.shown = words
            await self._store_posted(game, posted.model_copy(update={"below": posted.below + spoken}))
            self._spoken[posted.channel] -= spoken
        else:
            await self._record_board(game, watch, await screen.post(words), words, screen)

    async def _record_board(
        self, game: str, watch: _BoardState[Words], posted: PostedBoard, words: Words, screen: Screen[Words]
    ) -> None:
        old = await self._load_posted(game)
        await self._store_posted(game, posted)
        self._spoken.pop(posted.channel, None)
        watch.shown = words
        if old is not None and old.message != posted.message:
            await screen.disable(old, posted)

    def _state_of(self, game: str) -> _BoardState[Words]:
        return self._watched.setdefault(game, _BoardState())

    async def _load_posted(self, game: str) -> PostedBoard | None:
        kept = await self._record.remember(f"board {game}")
        return None if kept is None else PostedBoard.model_validate_json(kept)

    async def _store_posted(self, game: str, posted: PostedBoard) -> None:
        await self._record.remember(f"board {game}", posted.model_dump_json())
        self._without.pop(game, None)
