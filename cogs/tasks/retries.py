"""What failed in the background is tried again, after a longer pause each time; each failure is a line in the log."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from bot.errors import Busy
from bot.store import Unavailable
from cogs.interactions.delivery import FAULTS

PASSING = (*FAULTS, Busy, Unavailable)
"""Faults of Discord, of the way there, and of the database: no traceback would say more than they do."""
LONGEST = 300.0
"""Seconds of the longest pause."""


class Retries:
    """How often each thing has failed, and when it is tried again; times are seconds, given by the caller."""

    def __init__(self) -> None:
        self._failed: dict[str, tuple[int, float]] = {}

    def due(self, key: str, now: float) -> bool:
        """Whether it is tried now: it has not failed, or its pause is over."""
        return now >= self._failed.get(key, (0, now))[1]

    def failed(self, key: str, now: float) -> int:
        """Count a failure of `key`; returns how many there were."""
        times = self._failed.get(key, (0, now))[0] + 1
        self._failed[key] = times, now + min(LONGEST, 5.0 * 2.0 ** min(times, 10))
        return times

    def over(self, key: str) -> None:
        """Forget the failures of `key`, which has succeeded."""
        self._failed.pop(key, None)

    def only(self, keys: Iterable[str]) -> None:
        """Forget all but these: the others need not be tried any more."""
        kept = set(keys)
        self._failed = {key: found for key, found in self._failed.items() if key in kept}


def note(log: logging.Logger, error: Exception, times: int, what: str, *about: object) -> None:
    """Log a failure in one line; a fault of ours with its traceback, once."""
    ours = not isinstance(error, PASSING)
    level = logging.ERROR if ours else logging.WARNING
    said = type(error).__name__ if ours else str(error)
    log.log(level, f"{what} (%d): %s", *about, times, said, exc_info=error if ours and times == 1 else None)
