"""The database is checked once after the start, while the bot serves."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot import heartbeat
from cogs.tasks.heartbeat import QUIET, Heartbeat
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


async def test_a_sign_of_life_that_cannot_be_written_is_a_line_in_the_log(
    demo: Table, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A bot without its commands says so at once."""
    bot: Any = demo.env.bot
    cog = Heartbeat(bot)
    await cog.cog_load()
    assert not cog.clock.is_running()
    await cog.on_commands_refused()
    demo.services.beat = tmp_path / "beat"
    bot.refusal = "no commands"
    cog = Heartbeat(bot)
    await cog.on_commands_refused()
    found = heartbeat.last_beat(demo.services.beat)
    assert found is not None
    assert found.wrong == "no commands"
    demo.services.beat = tmp_path / "missing" / "beat"
    cog = Heartbeat(bot)
    with caplog.at_level(logging.WARNING):
        await cog.on_commands_refused()
    [record] = caplog.records
    assert record.getMessage() == f"no sign of life can be written to {demo.services.beat}"
    assert "FileNotFoundError" in caplog.text
    demo.services.beat = None


async def test_each_beat_says_when_all_shards_were_last_connected(
    demo: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot: Any = demo.env.bot
    demo.services.beat = tmp_path / "beat"
    shards = dict[int, bool]()
    monkeypatch.setattr(bot, "shard_connections", lambda: shards)
    now = [100.0]
    monkeypatch.setattr("cogs.tasks.heartbeat.time", SimpleNamespace(time=lambda: now[0]))
    cog: Any = Heartbeat(bot)
    seen = list[float]()
    for at, found in ((110.0, {}), (120.0, {0: True}), (130.0, {0: True, 1: False}), (140.0, {0: True, 1: True})):
        now[0] = at
        shards.clear()
        shards.update(found)
        await cog.clock.coro(cog)
        beat = heartbeat.last_beat(demo.services.beat)
        assert beat is not None
        seen.append(beat.in_touch)
    assert seen == [100.0, 120.0, 120.0, 140.0]
    await cog.cog_load()
    assert cog.clock.is_running()
    await cog.cog_unload()
    assert heartbeat.last_beat(demo.services.beat) is None
    demo.services.beat = None


async def test_a_check_of_the_database_that_fails_is_a_line_in_the_log(
    demo: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken() -> None:
        raise OSError("gone")

    bot: Any = demo.env.bot
    monkeypatch.setattr(demo.services.health, "look", broken)
    with caplog.at_level(logging.WARNING):
        await demo.env.advance_time(QUIET + 1)
    assert "the database could not be looked at" in [one.getMessage() for one in caplog.records]
    assert bot.get_cog("HealthCog") is not None
