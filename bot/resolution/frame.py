"""The frame of every referee: plan on what stands, write it, and plan anew where somebody else was faster."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import wraps
from typing import Generic, ParamSpec, TypeVar

from bot.errors import Busy
from bot.game.copies import Copy
from bot.game.people import Call
from bot.store.errors import Conflict

TRIES = 20
Clock = Callable[[], float]
P = ParamSpec("P")
T = TypeVar("T")
K = TypeVar("K")
L = TypeVar("L", bound=Copy)
H = TypeVar("H")


async def until_written(attempt: Callable[[], Awaitable[T]]) -> T:
    """What an attempt comes to that nobody else's entry came before; raises Busy when one always does."""
    for _ in range(TRIES):
        with suppress(Conflict):
            return await attempt()
    raise Busy


def replanned(command: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """A command that takes no dice, planned anew when somebody else wrote first; raises Busy when they always do."""

    @wraps(command)
    async def tried(*args: P.args, **options: P.kwargs) -> T:
        return await until_written(lambda: command(*args, **options))

    return tried


class JournalReferee(ABC, Generic[K, L, H]):
    """The one road of every command that changes one kind of record; a key names the one that is meant."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.listeners: list[Callable[[H], None]] = []
        """Whoever hears of every new entry."""

    @abstractmethod
    async def find(self, call: Call, key: K) -> L:
        """The copy that somebody means; raises Refusal where there is none."""

    async def change(self, call: Call, key: K, attempt: Callable[[L], Awaitable[T]]) -> T:
        """What an attempt comes to on the copy, which is locked meanwhile.

        It is made anew when somebody else wrote first; raises Busy when they always do.
        """

        async def once() -> T:
            live = await self.find(call, key)
            async with live.lock:
                return await attempt(live)

        return await until_written(once)

    def notify(self, heard: H) -> None:
        for listener in self.listeners:
            listener(heard)
