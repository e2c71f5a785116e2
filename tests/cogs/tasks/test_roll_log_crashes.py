"""Crashes of the bot and outages of Discord: no line of a log is posted twice or lost."""

from __future__ import annotations

from typing import Any

import pytest

from bot.services.record.roll_logs import PACE
from tests.cogs.faulty import unloaded_amid
from tests.cogs.followed import entry
from tests.cogs.logged import notices, numbers, post_path, posts, stop, whole
from tests.cogs.nonces import KNOWN, Nonces
from tests.cogs.settling import wait_quietly
from tests.cogs.table import Table
from tests.cogs.undoing import fire_shot, undo_entry

# Shutdown


async def test_a_post_on_its_way_arrives_before_the_bot_stops_which_waits_for_nothing_else(log: Table) -> None:
    stop(log)
    await entry(log, 2)
    await wait_quietly(log.env, 60)
    before = len(posts(log.other))
    await unloaded_amid(log, "LogKeeper", "POST")
    assert len(posts(log.other)) == before + 1
    await log.restart()
    await log.env.advance_time(PACE * 3)
    assert len(posts(log.other)) == before + 1
    await whole(log)
    bot: Any = log.env.bot
    await bot.get_cog("LogKeeper").cog_unload()


# Crashes


async def test_a_crash_between_sending_and_remembering_doubles_nothing(log: Table, nonces: Nonces) -> None:
    """Discord has the post but the bot does not know it: sent again with the same nonce, it is the same message.

    What is undone before the next start is struck through.
    """
    await entry(log, 2)
    await fire_shot(log)
    nonces.cut = 1
    await log.env.advance_time(1)
    assert numbers(log.other) == [*range(1, 9)]
    await undo_entry(log)
    await entry(log)
    await log.restart()
    await log.env.advance_time(PACE * 3)
    assert nonces.repeated == 1
    await whole(log)


async def test_a_cut_connection_doubles_nothing_without_a_restart(log: Table, nonces: Nonces) -> None:
    nonces.cut = 2
    for _ in range(2):
        await entry(log, 2)
        await wait_quietly(log.env, 60)
    await wait_quietly(log.env, 120)
    assert nonces.repeated == 2
    await whole(log)


async def test_long_after_a_crash_the_post_is_found_in_the_channel(log: Table, nonces: Nonces) -> None:
    """Discord forgets nonces within minutes."""
    await entry(log, 3)
    nonces.cut = 1
    await log.env.advance_time(1)
    stop(log)
    await wait_quietly(log.env, KNOWN + 60)
    await log.restart()
    await log.env.advance_time(PACE * 3)
    assert nonces.repeated == 0
    await whole(log)


async def test_long_after_a_crash_before_sending_it_is_posted(log: Table, nonces: Nonces) -> None:
    game = (await log.live()).info.id
    await entry(log, 3)
    row = await log.services.record.logs.get(game)
    assert row is not None
    now = log.env.now().timestamp()
    assert await log.services.record.logs.begin_post(row, 7, now)
    assert not await log.services.record.logs.begin_post(row, 8, now), "another process has begun"
    stop(log)
    await wait_quietly(log.env, KNOWN + 60)
    await log.restart()
    await log.env.advance_time(PACE * 4)
    await whole(log)


# Discord's bad days


async def test_faults_of_discords_are_only_a_delay(log: Table) -> None:
    for status, times in ((503, 2), (429, 1)):
        log.env.inject_error("POST", post_path(log), status=status, code=0, times=times)
    await entry(log, 3)
    await log.env.advance_time(1)
    assert numbers(log.other) == [1, 2, 3, 4, 5]
    await entry(log)
    for _ in range(5):
        await wait_quietly(log.env, 100)
    await whole(log)
    assert not notices(log.channel)


async def test_a_slow_record_is_only_a_delay(log: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    real, faults = log.services.record.logs.get, [OSError("disk full"), OSError("disk full")]

    async def failing(game: str) -> Any:
        if faults:
            raise faults.pop()
        return await real(game)

    monkeypatch.setattr(log.services.record.logs, "get", failing)
    await entry(log)
    for _ in range(2):
        await wait_quietly(log.env, 60)
    assert not faults
    await whole(log)
