"""What is remembered of messages: answers owed to people, forms with a fault, results and questions in the channel."""

from __future__ import annotations

import asyncio
import json
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

from bot.game.registry import ActiveGame
from bot.resolution.result import CommandResult
from bot.store.record import Record
from rules.game.entry import Entry
from rules.kernel.text import Text

LATEST = 4096
"""Interactions that are known again; Discord delivers one twice within seconds, if at all."""
MOST_OWED = 5
"""Lines kept for one person."""
MOST_PEOPLE = 1000

_changes: ContextVar[set[str] | None] = ContextVar("changes", default=None)


class Passing(NamedTuple):
    """A message to one person alone that is of no use behind the next, and what takes it away."""

    message: int
    put_away: Callable[[], Awaitable[object]]


class Answers:
    """The interactions of this run and the answers owed to people; in memory only: what was recorded stands."""

    def __init__(self) -> None:
        self._begun: OrderedDict[int, None] = OrderedDict()
        self._owed: OrderedDict[str, deque[Text]] = OrderedDict()
        self._passing: OrderedDict[tuple[str, str], Passing] = OrderedDict()
        self._speaking: list[tuple[set[str], asyncio.Event]] = []
        self.closed = False
        """Whether the bot ends: whatever still comes would be recorded and never answered."""

    def begin(self, interaction: int) -> bool:
        """Note that an interaction is being answered; False for one that has been delivered before, or too late."""
        if self.closed or interaction in self._begun:
            return False
        self._begun[interaction] = None
        if len(self._begun) > LATEST:
            self._begun.popitem(last=False)
        return True

    @staticmethod
    def watch(changes: set[str]) -> None:
        """Put the games that change from here on, within this task, into `changes`."""
        _changes.set(changes)

    @staticmethod
    def changed(game: str) -> None:
        """Tell whoever watches that a game has a new entry, or another question that waits (see `Referee.tell`)."""
        changes = _changes.get()
        if changes is not None:
            changes.add(game)

    @contextmanager
    def speaking(self, changes: set[str]) -> Generator[None]:
        """Note that an answer is on its way to somebody who has changed these games; see `said`."""
        one = (changes, asyncio.Event())
        self._speaking.append(one)
        try:
            yield
        finally:
            self._speaking.remove(one)
            one[1].set()

    async def said(self, game: str) -> None:
        """Wait until everybody who has changed a game has had their answer: what follows from it comes below."""
        for changes, done in list(self._speaking):
            if game in changes:
                await done.wait()

    async def quiet(self) -> None:
        """Wait until everybody has had their answer."""
        while self._speaking:
            await self._speaking[0][1].wait()

    def owe(self, person: str, text: Text) -> None:
        """Keep what somebody has to know and could not be told now: it goes with their next answer."""
        self._owed.setdefault(person, deque(maxlen=MOST_OWED)).append(text)
        if len(self._owed) > MOST_PEOPLE:
            self._owed.popitem(last=False)

    def owed(self, person: str) -> list[Text]:
        """Hand out what somebody has to know still; it is not owed any more."""
        return list(self._owed.pop(person, ()))

    def passing(self, person: str, channel: str) -> Passing | None:
        """What somebody was told in passing in a channel, as long as it is of use."""
        return self._passing.get((person, channel))

    def passes(self, person: str, channel: str, now: Passing | None) -> Passing | None:
        """Put `now`, or nothing, in place of what somebody was told in passing in a channel; returns that."""
        before = self._passing.pop((person, channel), None)
        if now is not None:
            self._passing[person, channel] = now
        if len(self._passing) > MOST_PEOPLE:
            self._passing.popitem(last=False)
        return before


# What somebody typed into a form that had a fault, for when they correct it.

MOST = 1000
"""Forms that are kept; after a restart a form begins empty."""

Typed = Mapping[str, tuple[str, ...]]
"""The values of each field, by its id."""


class Drafts:
    """What people typed into forms that had a fault, by person and question; in memory only."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], Typed] = OrderedDict()

    def keep(self, person: str, question: str, typed: Typed) -> None:
        self._kept[person, question] = typed
        self._kept.move_to_end((person, question))
        if len(self._kept) > MOST:
            self._kept.popitem(last=False)

    def of(self, person: str, question: str) -> Typed:
        """What a person typed last into a form that had a fault; empty where none had."""
        return self._kept.get((person, question), {})


# Messages that a game owes or has to look after: results that could not be posted, and where questions are shown.


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
        """Note that a message shows a question of a game from now on."""
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
    """A message that shows a result, the controls that it keeps below a newer one, and what draws it anew.

    `number` is that of its entry where dice were thrown in it, 0 elsewhere. `crossed` is what is drawn of it once
    another entry has come in its place, by the number of that one, which is `by` from then on.
    """

    message: str
    kept: Sequence[Any]
    edit: Callable[..., Awaitable[object]]
    number: int = 0
    crossed: Callable[[int], Mapping[str, Any]] = lambda _: {}
    by: int = 0


class ResultMessages:
    """Where the newest result of each game stands, and which older ones have controls of before still. In memory only:
    after a restart a late click on an old message is answered in words.
    """

    def __init__(self) -> None:
        self._newest: dict[str, ResultShown] = {}
        self._older: dict[str, ResultShown] = {}
        self._thrown: dict[str, ResultShown] = {}
        self._setups: dict[str, ResultShown] = {}
        self._drawn: Counter[str] = Counter()

    def sets_up(self, game: str, shown: ResultShown) -> None:
        """Note the message by which a game is set up: its controls are of before once somebody has the go."""
        self._setups[game] = shown

    def begun(self, game: str) -> None:
        """Note that a game is set up."""
        before = self._setups.pop(game, None)
        if before is not None:
            self._older[before.message] = before

    def stands(self, game: str, shown: ResultShown, over: bool = False, instead_of: int | None = None) -> None:
        """Note the message that shows the newest result of a game; of a game that is over none keeps any control.

        The result of the entry that it stands `instead_of` is crossed out.
        """
        before = self._newest.pop(game, None)
        self._older.pop(shown.message, None)
        if before is not None and before.message != shown.message:
            self._older[before.message] = before._replace(kept=()) if over else before
        thrown = self._thrown.pop(game, None)
        if thrown is not None and thrown.message != shown.message:
            if instead_of == thrown.number:
                self._older[thrown.message] = thrown._replace(by=shown.number)
            elif not shown.number and not over:
                self._thrown[game] = thrown
        if not over:
            self._newest[game] = shown
            if shown.number:
                self._thrown[game] = shown

    def older(self, message: str) -> ResultShown | None:
        """The result that a message shows, where a newer one stands and its controls are of before."""
        return self._older.get(message)

    @contextmanager
    def drawing(self, message: str) -> Generator[None]:
        """Hold a message while it is drawn anew: whoever would take its controls away waits."""
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
        self.next_try = 0.0

    async def add(self, game: str, number: int, now: float) -> None:
        """Note that an entry could not be shown just now; it is tried again later."""
        async with self._lock:
            found = await self._all()
            found[game] = sorted({*found.get(game, ()), number})
            await self._keep(found)
        self.next_try = now + AGAIN

    async def take(self, game: str, number: int) -> None:
        """Forget an entry that stands in its channel now, or never will."""
        async with self._lock:
            found = await self._all()
            left = [one for one in found.pop(game, ()) if one != number]
            await self._keep(found | ({game: left} if left else {}))

    async def due(self, now: float) -> list[tuple[str, int]]:
        """Games and the numbers of entries that are to be tried now, the oldest of each first."""
        if now < self.next_try:
            return []
        self.next_try = now + AGAIN
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
