"""Reviews of finished games: the choices of one side, for its players."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from bot.dice.provable import chance
from bot.errors import Refusal
from bot.game.people import Call, sides_of
from bot.game.registry import ActiveGame
from bot.services.record.exports import Progress, ignore_progress
from bot.services.record.history import LogPages
from bot.store.entries import InOrder
from bot.store.record import Record
from data.files import opponent_of
from rules.kernel.text import Text
from rules.opponent.review import MissedChoice, Reviewer, ReviewFold, choices_to_evaluate, worst

AT_ONCE = 2
"""Maximum games reviewed at the same time."""
PORTION = 10
"""Number of choices judged in a thread between two progress reports."""


class GameReview(NamedTuple):
    """The better choices that a side missed, and the number of its choices judged."""

    live: ActiveGame
    side: str
    judged: int
    missed: tuple[MissedChoice, ...]


class Reviews:
    """Reads the entries of a game, and judges them in threads, choice by choice."""

    def __init__(self, record: Record, pages: LogPages) -> None:
        self._record, self._pages = record, pages
        self._places = asyncio.Semaphore(AT_ONCE)

    async def of_channel(self, call: Call, game: str | None = None, progress: Progress = ignore_progress) -> GameReview:
        """Review the channel's last game, or one given by id or name; raise the errors of `of_game`."""
        return await self._review(call, await self._pages.open_here(call, game), progress)

    async def of_game(self, call: Call, game: str, progress: Progress = ignore_progress) -> GameReview:
        """Review a game of this server by its id.

        Raises Unreadable, and Refusal while it is running or if the caller played no side.
        """
        return await self._review(call, await self._pages.open_of_server(call, game), progress)

    async def _review(self, call: Call, live: ActiveGame, progress: Progress) -> GameReview:
        if not live.game.over:
            raise Refusal(Text("The review comes when the game is over: `/game end`."))
        side = next(iter(sides_of(live.game, call.who.id)), None)
        if side is None:
            raise Refusal(Text("You played no side in this game: each side looks back at its own choices."))
        async with self._places:
            return await self._judge(live, side, progress)

    async def _judge(self, live: ActiveGame, side: str, progress: Progress) -> GameReview:
        fold = ReviewFold(live.system, side, live.game.undone)
        async for _ in self._record.entries.bodies(live.info.id, live.game.number, InOrder(fold.add)):
            pass
        choices, found = choices_to_evaluate(fold.choices), list[MissedChoice]()
        reviewer = Reviewer(live.system, side, opponent_of(live.system.key), chance())
        for at in range(0, len(choices), PORTION):
            some = choices[at : at + PORTION]
            missed = await asyncio.to_thread(list, map(reviewer.missed, some))
            found += [one for one in missed if one is not None]
            await progress(at + len(some), len(choices))
        return GameReview(live, side, len(choices), worst(found))
