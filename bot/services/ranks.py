"""How well the plays of an entry went, worked out from the entry: for answers, logs, exports and explanations alike."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from time import thread_time

from bot.services.odds_in_time import Clock
from rules.command.rank import rank, rank_at_once
from rules.command.system import System
from rules.game.entry import Entry
from rules.kernel.odds import Spend
from rules.kernel.resolve import kept_book

LONGEST = 0.5
"""Seconds of work that the ranks of one entry may take."""

Ranks = tuple[Fraction | None, ...]
"""For each play the chance of this well or better; None where there is none, or none in time."""


def ranks_at_once(system: System, entry: Entry) -> Ranks:
    """Of small plays, in less than a millisecond each; larger ones have None."""
    book = kept_book(system, entry.rulings)
    return tuple(rank_at_once(system, book, play) for play in entry.plays)


def ranks_in_time(system: System, entry: Entry, clock: Clock = thread_time) -> Ranks:
    """Of larger plays too, as far as there is time; for a thread of its own."""
    book, spend = kept_book(system, entry.rulings), _until(clock() + LONGEST, clock)
    found: list[Fraction | None] = []
    for play in entry.plays:
        try:
            found.append(rank(system, book, play, spend))
        except TimeoutError:
            found.append(None)
    return tuple(found)


async def ranks_of(system: System, entry: Entry) -> Ranks:
    """Of every play that there is time for, off the event loop."""
    if not any(play.throws for play in entry.plays):
        return (None,) * len(entry.plays)
    return await asyncio.to_thread(ranks_in_time, system, entry)


def _until(end: float, clock: Clock) -> Spend:
    def spend(work: int) -> None:
        if clock() > end:
            raise TimeoutError

    return spend
