"""Waiting until the bot has done what it was asked to, without looking at all its work every millisecond.

The simulator looks through every task and every timer of the bot again and again until nothing is left to do. Here the
tasks that are new since the last look, and the threads, are awaited first; what is left for the simulator is one look.
"""

from __future__ import annotations

import asyncio
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from simcord.env import Env

LOOK_EVERY = 0.02
"""Seconds until the simulator looks for itself: what is new may wait for something that only it can bring about."""
_looked = Env._settle_internal
_waiting: WeakKeyDictionary[Env, WeakSet[asyncio.Task[Any]]] = WeakKeyDictionary()
"""The tasks that were left waiting when the bot came to rest: those that wait for the clock, or for somebody."""


async def settled(self: Env, **given: Any) -> None:
    """In place of the simulator's own, which is asked at the end."""
    await asyncio.sleep(0)
    # While the clock is moved on, the simulator itself decides what may still come.
    while self in _waiting and not self._advancing and (busy := _busy(self)):
        done, _ = await asyncio.wait(busy, timeout=LOOK_EVERY, return_when=asyncio.FIRST_COMPLETED)
        if not done:
            break
        # What was done is taken off the list by a callback of its own.
        await asyncio.sleep(0)
    # The simulator looks every 50 ms otherwise, which would make a round trip many times as long.
    await _looked(self, **{"idle": 0.001, **given})
    _waiting[self] = WeakSet(self._work.tasks)


def _busy(env: Env) -> list[asyncio.Future[Any]]:
    # A task that failed stays on the list until somebody asks it for its error: that is no work.
    waiting = _waiting.get(env, ())
    return [task for task in env._work.tasks if task not in waiting and not task.done()] + [*env._work.executors]


def settle_soon() -> None:
    """From now on every simulated Discord of this process waits like this."""
    Env._settle_internal = settled
