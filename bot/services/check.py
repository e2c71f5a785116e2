"""Holds the state that is kept of every game against what its entries add up to."""

from __future__ import annotations

from typing import NamedTuple

from bot.store.record import Record
from bot.store.tables import Battle
from rules.game import play_back


class Checked(NamedTuple):
    """How many games were looked at, and those whose state was not what their entries say, and is now."""

    games: int
    rebuilt: tuple[Battle, ...]


async def check(record: Record) -> Checked:
    """Entries are the truth: a state that differs is written anew."""
    rebuilt: list[Battle] = []
    games = await record.games(over=True)
    for info in games:
        folded = play_back(await record.entries(info.id))
        if await record.state(info.id) != folded:
            await record.rebuild_state(info.id, folded)
            rebuilt.append(info)
    return Checked(len(games), tuple(rebuilt))
