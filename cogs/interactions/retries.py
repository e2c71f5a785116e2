"""Background work that failed: when to try it again, and its line in the log."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from bot.errors import Busy
from bot.store import Unavailable
from cogs.interactions.faults import FAULTS

PASSING = (*FAULTS, Busy, Unavailable)
"""Errors of Discord, the network and the database, which need no traceback."""
LONGEST = 300.0
"""Longest pause in seconds."""


class Retries:
    """The number of failures of each task, and the time of its next attempt, in seconds given by the caller."""

    def __init__(self) -> None:
        self._failed: dict[str, tuple[int, float]] = {}

    def is_due(self, key: str, now: float) -> bool:
        """True if a task is due: it has not failed, or its pause is over."""
        return now >= self._failed.get(key, (0, now))[1]

    def count_failure(self, key: str, now: float) -> int:
        """Count a failure of `key` and return the number of failures."""
        times = self._failed.get(key, (0, now))[0] + 1
        self._failed[key] = times, now + min(LONGEST, 5.0 * 2.0 ** min(times, 10))
        return times

    def forget(self, key: str) -> None:
        """Forget the failures of `key`, which has succeeded."""
        self._failed.pop(key, None)

    def forget_others(self, keys: Iterable[str]) -> None:
        """Forget the failures of all other keys."""
        kept = set(keys)
        self._failed = {key: found for key, found in self._failed.items() if key in kept}


def note(log: logging.Logger, error: Exception, times: int, what: str, *about: object) -> None:
    """Log a failure in one line; an internal error with its traceback the first time."""
    ours = not isinstance(error, PASSING)
    level = logging.ERROR if ours else logging.WARNING
    said = type(error).__name__ if ours else str(error)
    log.log(level, f"{what} (%d): %s", *about, times, said, exc_info=error if ours and times == 1 else None)
