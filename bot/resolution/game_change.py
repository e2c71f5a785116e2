"""Manual changes of a game as commands of a service."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Concatenate, Protocol, TypeVar

from bot.game.people import Call
from bot.game.registry import ActiveGame
from bot.resolution.journal_referee import P
from bot.resolution.manual_changes import NewEntry
from bot.resolution.referee import Referee
from bot.resolution.result import CommandResult


class _GameService(Protocol):
    """A service that makes manual changes to games."""

    @property
    def referee(self) -> Referee: ...


S = TypeVar("S", bound=_GameService)


def changes_game(
    change: Callable[Concatenate[S, ActiveGame, Call, P], NewEntry],
) -> Callable[Concatenate[S, Call, P], Awaitable[CommandResult]]:
    """Turn `change` into a command that records its entry in the locked game of the channel.

    It is repeated after a conflict; raises Busy after too many.
    """

    @wraps(change)
    async def recorded(self: S, call: Call, *args: P.args, **options: P.kwargs) -> CommandResult:
        async def noted(live: ActiveGame) -> CommandResult:
            return await self.referee.note(live, call, change(self, live, call, *args, **options))

        return await self.referee.change(call, call.where, noted)

    return recorded  # pyright: ignore[reportReturnType] — a coroutine function is such a callable
