"""How long the event loop is busy with one thing, while everybody else waits."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import thread_time
from typing import Any

LONGEST = 0.05
"""Seconds of work that one callback of the loop may take."""


TRIES = 3
"""What is made ready at first use takes longer once; what holds the loop does so every time."""


def is_to_be_tried(longest: Sequence[float]) -> bool:
    """True until one try has held the loop no longer than it may, or all tries have been made."""
    return not longest or (longest[-1] > LONGEST and len(longest) < TRIES)


class Heartbeat:
    """Takes the time of every callback: processor time of the loop's thread, so that a busy machine changes nothing."""

    def __init__(self) -> None:
        self.longest, self.where = 0.0, ""

    def ran(self, handle: Any, seconds: float) -> None:
        if seconds > self.longest:
            self.longest, self.where = seconds, repr(handle)[:300]


@contextmanager
def heartbeat() -> Iterator[Heartbeat]:
    """The longest gap between two beats of the loop for as long as this is open.

    What the tests themselves hold in memory is none of the bot's, so it is left out of the collecting of garbage: what
    is there already is set aside as it is, which takes no time however much there is.
    """
    beat, plain = Heartbeat(), asyncio.Handle._run

    def timed(handle: Any) -> None:
        begun = thread_time()
        plain(handle)
        beat.ran(handle, thread_time() - begun)

    gc.freeze()
    asyncio.Handle._run = timed  # pyright: ignore[reportAttributeAccessIssue]
    try:
        yield beat
    finally:
        asyncio.Handle._run = plain
        gc.unfreeze()
