"""Waiting for what a test needs to have happened, and for nothing else: the clock of the machine proves nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Literal


async def until(holds: Callable[[], Any], seconds: float = 60) -> None:
    """Return as soon as something holds; raises TimeoutError. What brings it about may be a thread or a process."""
    async with asyncio.timeout(seconds):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.002)


async def let_all_go_on(turns: int = 20) -> None:
    """Let every task go on that waits for nothing."""
    for _ in range(turns):
        await asyncio.sleep(0)


class WatchedLock(asyncio.Lock):
    """A lock that says how many wait for it."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting = 0

    async def acquire(self) -> Literal[True]:
        self.waiting += 1
        try:
            return await super().acquire()
        finally:
            self.waiting -= 1
