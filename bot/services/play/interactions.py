"""What is remembered of interactions in this run: which came, which answers are still owed, and forms with a fault."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

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
        """From here on, within this task, the games that change are put into `changes`."""
        _changes.set(changes)

    @staticmethod
    def changed(game: str) -> None:
        """A game has a new entry, or another question that waits; whoever watches is told (see `Referee.tell`)."""
        changes = _changes.get()
        if changes is not None:
            changes.add(game)

    @contextmanager
    def speaking(self, changes: set[str]) -> Generator[None]:
        """An answer is on its way to somebody who has changed these games; see `said`."""
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
        """Something that somebody has to know, and that could not be said now: it goes with their next answer."""
        self._owed.setdefault(person, deque(maxlen=MOST_OWED)).append(text)
        if len(self._owed) > MOST_PEOPLE:
            self._owed.popitem(last=False)

    def owed(self, person: str) -> list[Text]:
        """What somebody has to know still; it is not owed any more."""
        return list(self._owed.pop(person, ()))

    def passing(self, person: str, channel: str) -> Passing | None:
        """What somebody was told in passing in a channel, as long as it is of use."""
        return self._passing.get((person, channel))

    def passes(self, person: str, channel: str, now: Passing | None) -> Passing | None:
        """What somebody was told in passing in a channel, which `now` takes the place of; with None nothing does."""
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
