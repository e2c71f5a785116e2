"""A bot in a process of its own that is asked to stop while people play."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from tests.bot.loopback import Loopback, discord, served, served_here

CHANNELS = range(1000, 1005)


def _sources(file: Path) -> list[str]:
    """Return the interactions in the record."""
    with sqlite3.connect(file) as lite:
        return [str(source).rpartition(":")[2] for (source,) in lite.execute("SELECT source FROM entry")]


async def _games(loop: Loopback) -> None:
    ids = [await loop.say("/game demo", where) for where in CHANNELS]
    await loop.until(lambda: all(loop.answers[id] for id in ids))


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
async def test_whatever_was_recorded_is_answered_before_the_bot_ends(tmp_path: Path, by: signal.Signals) -> None:
    async with discord() as loop, served(loop, tmp_path) as bot:
        await loop.until(lambda: bot.has_said('"what": "ready"') or bot.over)
        await _games(loop)
        before = set(_sources(tmp_path / "games.sqlite"))
        loop.slow = 0.7
        given = [await loop.say("/game pause", where) for where in CHANNELS]
        await loop.until(lambda: set(given) & set(_sources(tmp_path / "games.sqlite")))
        assert await bot.stop(by) == 0, "\n".join(bot.said)
        recorded = set(_sources(tmp_path / "games.sqlite")) - before
        assert recorded
        await loop.until(lambda: all(loop.answers[id] for id in recorded))
        assert not (tmp_path / "games.sqlite.beat").exists()
        assert not [line for line in bot.said if "Traceback" in line or '"ERROR"' in line]


async def test_a_bot_that_waits_for_discord_stops_at_once(tmp_path: Path) -> None:
    async with discord() as loop:
        await loop.close()
        async with served_here(loop, tmp_path) as bot:
            await loop.until(lambda: bot.has_said("cannot be reached") or bot.over)
            os.kill(os.getpid(), signal.SIGTERM)
            await bot.serving
            assert bot.has_said("asked to stop: finishing the work in progress first")


async def _give_commands(loop: Loopback, where: int, asked: list[str], over: asyncio.Event) -> None:
    """One command after the other in a channel; who gets no answer in three seconds gives the next one."""
    while not over.is_set():
        with suppress(ConnectionError):
            asked.append(await loop.say("/game pause", where))
            with suppress(TimeoutError):
                await loop.until(lambda: loop.answers[asked[-1]], 3)
        await asyncio.sleep(0.05)


async def test_a_rolling_restart_under_load_loses_and_doubles_nothing(tmp_path: Path) -> None:
    asked: list[str] = []
    async with discord() as loop, served(loop, tmp_path) as one, served(loop, tmp_path) as two:
        await loop.until(lambda: one.has_said('"what": "ready"') or two.has_said('"what": "ready"'))
        old, new = (one, two) if one.has_said('"what": "ready"') else (two, one)
        await _games(loop)
        over = asyncio.Event()
        hammering = [asyncio.create_task(_give_commands(loop, where, asked, over)) for where in CHANNELS]
        await loop.until(lambda: new.has_said("another bot serves") and len(asked) > 20)
        assert await old.stop() == 0, "\n".join(old.said)
        await loop.until(lambda: new.has_said('"what": "ready"') or new.over)
        before = len(asked)
        await loop.until(lambda: len(asked) > before + 20)
        over.set()
        await asyncio.gather(*hammering)
        assert await new.stop() == 0, "\n".join(new.said)
        written = Counter(_sources(tmp_path / "games.sqlite"))
    answered = {id for id in asked if loop.answers[id]}
    assert {id: written[id] for id in asked if written[id] > 1} == {}
    assert {id for id in asked if written[id]} - answered == set()
    assert len([id for id in asked[:before] if written[id]]) > 10
    assert len([id for id in asked[before:] if written[id]]) > 10
