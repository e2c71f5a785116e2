"""Waiting for exactly the event that a test needs, independently of real time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Literal


async def until(holds: Callable[[], Any], seconds: float = 60) -> None:
    """Wait until a condition holds, which may depend on a thread or a process; raise TimeoutError."""
    async with asyncio.timeout(seconds):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.002)


async def let_all_go_on(turns: int = 20) -> None:
    """Let every runnable task proceed."""
    for _ in range(turns):
        await asyncio.sleep(0)


class WatchedLock(asyncio.Lock):
    """A lock that counts its waiters."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting = 0

    async def acquire(self) -> Literal[True]:
        self.waiting += 1
        try:
            return await super().acquire()
        finally:
            self.waiting -= 1
