"""Messages that a game owes or has to look after: results that could not be posted, and where questions are shown."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from bot.game.registry import ActiveGame
from bot.resolution.result import CommandResult
from bot.store.record import Record
from rules.game.entry import Entry


class Shown(NamedTuple):
    """A message that shows a question, by the ids of the question, the channel and itself."""

    question: str
    channel: str
    message: str


class QuestionMessages:
    """Where questions are shown, so that every message of one that is answered loses its buttons. In memory only: after
    a restart a late click on an old message is answered in words.
    """

    def __init__(self) -> None:
        self._shown: dict[str, list[Shown]] = {}

    def add(self, game: str, shown: Shown) -> None:
        """A message shows a question of a game from now on."""
        self._shown.setdefault(game, []).append(shown)

    def any(self, game: str) -> bool:
        """Whether a game has had questions in this run that are not known to be over."""
        return bool(self._shown.get(game))

    def take_over(self, game: str, standing: Mapping[str, str | None]) -> list[Shown]:
        """The messages of questions that are over, or that are shown further down; they are forgotten.

        `standing` has the message of every open question, by its id.
        """
        shown = self._shown.pop(game, [])
        kept = [one for one in shown if standing.get(one.question) == one.message]
        if kept:
            self._shown[game] = kept
        return [one for one in shown if one not in kept]


class ResultShown(NamedTuple):
    """A message that shows a result, the controls that it keeps below a newer one, and what draws it anew."""

    message: str
    kept: Sequence[Any]
    edit: Callable[..., Awaitable[object]]


class ResultMessages:
    """Where the newest result of each game stands, and which older ones have controls of before still. In memory only:
    after a restart a late click on an old message is answered in words.
    """

    def __init__(self) -> None:
        self._newest: dict[str, ResultShown] = {}
        self._older: dict[str, ResultShown] = {}
        self._drawn: Counter[str] = Counter()

    def stands(self, game: str, shown: ResultShown, over: bool = False) -> None:
        """A message shows the newest result of a game from now on; of one that is over none keeps any control."""
        before = self._newest.pop(game, None)
        self._older.pop(shown.message, None)
        if before is not None and before.message != shown.message:
            self._older[before.message] = before._replace(kept=()) if over else before
        if not over:
            self._newest[game] = shown

    def older(self, message: str) -> ResultShown | None:
        """The result that a message shows, where a newer one stands and its controls are of before."""
        return self._older.get(message)

    @contextmanager
    def drawing(self, message: str) -> Generator[None]:
        """Somebody draws a message anew: whoever would take its controls away waits, as either edit may come last."""
        self._drawn[message] += 1
        try:
            yield
        finally:
            self._drawn[message] -= 1

    def take(self) -> list[ResultShown]:
        """The results that are to lose their controls of before now."""
        self._drawn = +self._drawn
        found = [one for id, one in self._older.items() if not self._drawn[id]]
        for one in found:
            del self._older[one.message]
        return found


# Results that the clock has taken and nobody has seen, because the bot was not allowed to send them.

AGAIN = 300.0
"""Seconds between two tries: Discord shuts out whoever is refused too often."""
_KEY = "unshown"


class UnpostedResults:
    """The numbers of entries that could not be posted, by game; kept in the record, so that a restart loses none."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._lock = asyncio.Lock()
        self._next = 0.0

    async def add(self, game: str, number: int, now: float) -> None:
        """An entry could not be shown just now; it is tried again later."""
        async with self._lock:
            found = await self._all()
            found[game] = sorted({*found.get(game, ()), number})
            await self._keep(found)
        self._next = now + AGAIN

    async def take(self, game: str, number: int) -> None:
        """An entry stands in its channel now, or never will."""
        async with self._lock:
            found = await self._all()
            left = [one for one in found.pop(game, ()) if one != number]
            await self._keep(found | ({game: left} if left else {}))

    async def due(self, now: float) -> list[tuple[str, int]]:
        """Games and the numbers of entries that are to be tried now, the oldest of each first."""
        if now < self._next:
            return []
        self._next = now + AGAIN
        return [(game, number) for game, numbers in (await self._all()).items() for number in numbers]

    async def of_game(self, live: ActiveGame) -> list[Entry]:
        """The entries of one game that nobody has seen."""
        found = [
            await self._record.entries.get(live.info.id, number) for number in (await self._all()).get(live.info.id, ())
        ]
        return [entry for entry in found if entry is not None]

    async def result(self, live: ActiveGame, number: int) -> CommandResult:
        """What an entry had come to, on the board as it was then."""
        before = live.board_with(await self._record.states.before(live.info.id, number))
        entry = await self._record.entries.get(live.info.id, number)
        assert entry is not None, "what could not be shown was recorded before"
        return CommandResult(live.info.id, entry, before, before.after(entry.events))

    async def _all(self) -> dict[str, list[int]]:
        return json.loads(await self._record.remember(_KEY) or "{}")

    async def _keep(self, found: dict[str, list[int]]) -> None:
        await self._record.remember(_KEY, json.dumps(found))
