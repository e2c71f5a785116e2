"""The frame of every referee: it plans on the current state, writes, and plans again after a conflict."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from typing import Generic, ParamSpec, TypeVar

from bot.errors import Busy
from bot.game.copies import Copy
from bot.game.people import Call
from bot.store.errors import Conflict
from rules.game.entry import FreshRoll
from rules.kernel.plays import Play
from rules.kernel.text import NOTHING, Text

TRIES = 20
E = TypeVar("E")


@dataclass(frozen=True)
class EntryDraft(Generic[E]):
    """An entry to be recorded of a game or a campaign; `plays` are dice outside the rules, `fresh` the bot's rolls."""

    command: str
    events: Sequence[E]
    title: Text = NOTHING
    notes: Sequence[Text] = ()
    reason: str = ""
    plays: Sequence[Play] = ()
    fresh: Sequence[FreshRoll] = ()


Clock = Callable[[], float]
P = ParamSpec("P")
T = TypeVar("T")
K = TypeVar("K")
L = TypeVar("L", bound=Copy)
H = TypeVar("H")


async def retry_until_written(attempt: Callable[[], Awaitable[T]]) -> T:
    """Return the result of the first attempt without a conflict; raise Busy after too many."""
    for _ in range(TRIES):
        with suppress(Conflict):
            return await attempt()
    raise Busy


def retry_on_conflict(command: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Decorate a command without dice, so that it is repeated after a conflict; it raises Busy after too many."""

    @wraps(command)
    async def tried(*args: P.args, **options: P.kwargs) -> T:
        return await retry_until_written(lambda: command(*args, **options))

    return tried


class JournalReferee(ABC, Generic[K, L, H]):
    """The single path of all commands that change one kind of record; `find` gets a record by its key."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.listeners: list[Callable[[H], None]] = []
        """Listeners to every new entry."""

    @abstractmethod
    async def find(self, call: Call, key: K) -> L:
        """Return the copy that the key identifies; raise Refusal if there is none."""

    async def change(self, call: Call, key: K, attempt: Callable[[L], Awaitable[T]]) -> T:
        """Return the result of an attempt on the locked copy.

        It is repeated after a conflict; raises Busy after too many.
        """

        async def once() -> T:
            live = await self.find(call, key)
            async with live.lock:
                return await attempt(live)

        return await retry_until_written(once)

    def notify(self, heard: H) -> None:
        for listener in self.listeners:
            listener(heard)
