"""The database is checked once after the start, while the bot serves."""

from __future__ import annotations

import asyncio
import logging
import sqlite3

import pytest

from cogs.tasks.heartbeat import QUIET
from tests.cogs.table import Table


async def _damage_file(table: Table) -> None:
    """A page of the file that no command needs is overwritten while the bot is away."""
    await table.services.record.close()
    with sqlite3.connect(table.file) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = file.execute("SELECT rootpage FROM sqlite_master WHERE name = 'player_user'").fetchone()
        (size,) = file.execute("PRAGMA page_size").fetchone()
    file.close()
    with table.file.open("r+b") as raw:
        raw.seek((page - 1) * size)
        raw.write(b"\xff" * size)
    await table.restart()


async def _look_everything_up(table: Table) -> None:
    assert not table.services.health.looked.is_set(), "whoever waited for the bot is served first"
    await table.env.advance_time(QUIET + 1)
    async with asyncio.timeout(20):
        await table.services.health.looked.wait()


async def test_damage_is_one_line_in_the_log_and_shown_to_the_operator(
    demo: Table, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        await _damage_file(demo)
        await _look_everything_up(demo)
    assert [record.getMessage().split(":")[0] for record in caplog.records] == ["the database is damaged"]
    assert "Traceback" not in caplog.text
    told = await demo.done(demo.ann, "/setup check")
    assert "❌ **The database** is damaged" in told.text
    await demo.done(demo.ann, "/score", side="Red", points=1, why="the game goes on")


async def test_a_sound_database_is_not_spoken_of(demo: Table) -> None:
    await demo.restart()
    await _look_everything_up(demo)
    assert demo.services.health.faults == ()
    assert "damaged" not in (await demo.done(demo.ann, "/setup check")).text
