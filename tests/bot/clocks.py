"""Clocks for tests of time limits, which are exact even on a busy machine."""

from __future__ import annotations


class Ticking:
    """A clock that advances by the same amount with every reading."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.looks = seconds, 0

    def __call__(self) -> float:
        self.looks += 1
        return self.now

    @property
    def now(self) -> float:
        """The last reading."""
        return self.looks * self.seconds


STILL = Ticking(0.0)
"""A clock that never advances."""
