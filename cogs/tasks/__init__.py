"""Background tasks: deadlines, the live board, logs in channels, battle reports, former servers, the heartbeat."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from discord.ext import commands, tasks


class PeriodicCog(commands.Cog):
    """A cog whose `clock` runs while the bot does, and may start further tasks."""

    clock: tasks.Loop[Any]

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    async def cog_load(self) -> None:
        self.clock.start()

    async def cog_unload(self) -> None:
        self.clock.cancel()
        if self._tasks:  # a message being sent should be recorded
            await asyncio.wait(self._tasks, timeout=self.clock.seconds)

    def start_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
