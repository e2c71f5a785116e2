"""Benchmark of the record: entries written with the units that they change."""

from __future__ import annotations

import asyncio
import tempfile
from itertools import count
from pathlib import Path

from bot.store import Record
from tests.bench.table import Row, row
from tests.bot.store.samples import games, shot, unit

MANY = 100
_NUMBERS = count(1)


async def _write_entries() -> None:
    """Write so many entries with two units each to a new file."""
    record = await Record.open(f"sqlite:///{Path(tempfile.mkdtemp(prefix='adjutant-record-')) / 'game.sqlite'}")
    game = await record.games.begin(
        guild_id="1", channel_id="2", name="Hill", system="fubar", version="4", started_by="3", at=1.0
    )
    for number in range(1, MANY + 1):
        entry = shot(number, source=f"run:{next(_NUMBERS)}")
        await record.entries.append(game.id, entry, *games(unit(), unit("u2")))
    await record.close()


row(Row(f"record: opened anew, {MANY} entries with two units", lambda: asyncio.run(_write_entries()), 3000))
