"""Clocks of work for tests: what a limit of time does is exact with them, however busy the machine."""

from __future__ import annotations


class Ticking:
    """Every look at it takes the same time."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.looks = seconds, 0

    def __call__(self) -> float:
        self.looks += 1
        return self.now

    @property
    def now(self) -> float:
        """What the last look at it showed."""
        return self.looks * self.seconds


STILL = Ticking(0.0)
"""Nothing ever takes too long."""
