"""Measurement of how long the event loop is blocked."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import thread_time
from typing import Any

LONGEST = 0.05
"""Longest permitted callback of the loop, in seconds."""


TRIES = 3
"""Number of attempts: first use may be slow once, but a blocking call is slow every time."""


def is_to_be_tried(longest: Sequence[float]) -> bool:
    """True until an attempt has blocked the loop no longer than permitted, or all have been made."""
    return not longest or (longest[-1] > LONGEST and len(longest) < TRIES)


class Heartbeat:
    """The timer of every callback; it measures processor time, so that a busy machine changes nothing."""

    def __init__(self) -> None:
        self.longest, self.where = 0.0, ""

    def ran(self, handle: Any, seconds: float) -> None:
        if seconds > self.longest:
            self.longest, self.where = seconds, repr(handle)[:300]


@contextmanager
def heartbeat() -> Iterator[Heartbeat]:
    """Measure the longest callback of the loop inside the context.

    All objects so far are frozen, so that garbage collection skips them. They stay frozen: thawed, the modules and
    15,000 tests of the process would be searched at each later collection, for a second or more.
    """
    beat, plain = Heartbeat(), asyncio.Handle._run

    def timed(handle: Any) -> None:
        begun = thread_time()
        plain(handle)
        beat.ran(handle, thread_time() - begun)

    gc.collect()
    gc.freeze()
    asyncio.Handle._run = timed  # pyright: ignore[reportAttributeAccessIssue]
    try:
        yield beat
    finally:
        asyncio.Handle._run = plain
