"""Benchmarks of reviews: luck of ten thousand dice, statistics of ten thousand entries, and their picture."""

from __future__ import annotations

import asyncio
from functools import cache

from cogs.rendering.charts.strength import SideLine, strength_picture
from data import system_of
from rules.game.entry import Entry
from rules.kernel.dice import Successes, spread_faces
from rules.kernel.luck import at_least
from tests.bench.table import Row, row
from tests.bot.fought import entries_of
from tests.bot.services.record.added_up import luck_of, statistics_of

LONG = 10_000


@cache
def long_game() -> tuple[Entry, ...]:
    """Return the battle of FUBAR, with its commands with dice repeated."""
    battle = asyncio.run(entries_of("fubar"))
    thrown = [entry for entry in battle if entry.plays and entry.undoes is None]
    more = (thrown[n % len(thrown)].model_copy(update={"number": n + 1}) for n in range(len(battle), LONG))
    return (*battle, *more)


def _chance() -> object:
    """Return the chance for every score needed on five kinds of dice, 400 of each."""
    laws = {spread_faces(Successes(need), 1, sides): 400 for need in (2, 3, 4, 5, 6) for sides in (6, 8, 10, 12, 20)}
    return at_least(laws, 6_000)


def _draw_chart() -> object:
    lines = [SideLine("Red", list(range(40, 0, -1))), SideLine("Blue", list(range(60, 20, -1)))]
    return strength_picture("Strength by turn", [str(turn) for turn in range(40)], lines)


row(Row("luck: this well or better, 10,000 dice", _chance, 1500))
row(Row("luck: a game of 10,000 entries", lambda: luck_of(long_game(), system_of("fubar")), 4000, fresh=long_game))
row(
    Row(
        "statistics: a game of 10,000 entries",
        lambda: statistics_of(long_game(), system_of("fubar")),
        4000,
        fresh=long_game,
    )
)
row(Row("statistics: the picture of 40 turns", _draw_chart, 30))
