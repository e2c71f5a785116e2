"""An end to odds that take too long: so much work and no more, however fast the machine."""

from __future__ import annotations

from rules.odds import Spend


class TooMuchWork(Exception):
    """Odds need more work than they may take."""


def at_most(most: int) -> Spend:
    """So many ways to follow or results to add up, in all that it is handed to; raises TooMuchWork beyond them."""
    left = most

    def spend(work: int) -> None:
        nonlocal left
        left -= work
        if left < 0:
            raise TooMuchWork

    return spend
