"""Faults in background tasks: a log line each, retries after growing pauses, and no delay for others."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from bot.store import Unavailable
from bot.store.database import Database
from cogs.interactions.retries import Retries, note
from tests.cogs.faulty import faults, warnings
from tests.cogs.followed import boards, entry, text
from tests.cogs.settling import wait_quietly
from tests.cogs.table import Table

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20", "dice": "6 6 6 6 6 6 6 6 6"}


def test_pauses_grow_and_end_with_success() -> None:
    retries, now, pauses = Retries(), 0.0, list[float]()
    for _ in range(9):
        since = now
        retries.count_failure("a", now)
        while not retries.is_due("a", now):
            now += 1
        pauses.append(now - since)
    assert pauses == sorted(pauses)
    assert (pauses[0], pauses[-1]) == (10, 300)
    assert retries.is_due("b", now)
    retries.forget("a")
    assert retries.count_failure("a", now) == 1
    retries.forget_others(["b"])
    assert retries.is_due("a", now)


def test_an_internal_error_is_logged_with_its_traceback_once_and_a_passing_one_without(
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken = ValueError("secret")
    for error, times in ((broken, 1), (broken, 2), (OSError("away"), 1)):
        note(logging.getLogger("tests"), error, times, "board of %s failed", "7")
    assert [(one.levelname, one.getMessage(), bool(one.exc_info)) for one in caplog.records] == [
        ("ERROR", "board of 7 failed (1): ValueError", True),
        ("ERROR", "board of 7 failed (2): ValueError", False),
        ("WARNING", "board of 7 failed (1): away", False),
    ]


async def _overdue(table: Table) -> None:
    table.services.clock = table.services.referee.clock = lambda: table.env.now().timestamp()
    await table.done(table.ann, "/rulings set", name="allocation", value="ask")
    await table.done(table.ann, "/game timeout", minutes=1, policy="default")
    await table.done(table.ann, "/fire", **SHOT)


async def test_a_deadline_outlives_a_record_that_is_away(
    demo: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def gone(self: Database, work: Any) -> Any:
        raise Unavailable("gone", "no such file")

    await _overdue(demo)
    before = await demo.last()
    with monkeypatch.context() as patched, caplog.at_level(logging.INFO):
        patched.setattr(Database, "write", gone)
        patched.setattr(Database, "read", gone)
        await demo.env.advance_time(120)
    assert faults(caplog) == []
    assert len([line for line in warnings(caplog) if line.startswith("the deadlines cannot be read")]) in range(3, 8)
    await wait_quietly(demo.env, 300)
    assert await demo.last() == before + 1


async def test_late_results_that_failed_and_were_posted_since_count_failures_from_one(
    demo: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its failures were never forgotten, so a fault months later was logged as the second, without its traceback."""

    async def gone(self: Database, work: Any) -> Any:
        raise Unavailable("gone", "no such file")

    demo.services.clock = lambda: demo.env.now().timestamp()
    with caplog.at_level(logging.INFO):
        for _ in range(2):
            demo.services.unposted_results.next_try = 0
            with monkeypatch.context() as patched:
                patched.setattr(Database, "read", gone)
                await demo.env.advance_time(8)
            await demo.env.advance_time(10)
            demo.services.unposted_results.next_try = 0
            await demo.env.advance_time(10)
    late = [line for line in warnings(caplog) if line.startswith("what the clock has taken cannot be shown")]
    assert [line.split("(")[1][:1] for line in late] == ["1", "1"]


async def test_a_board_that_discord_does_not_take_is_a_line_each_time(
    demo: Table, caplog: pytest.LogCaptureFixture
) -> None:
    await demo.done(demo.bob, "/game board")
    await demo.env.advance_time(2)
    demo.env.inject_error("PATCH", "/channels/*/messages/*", status=503, times=3)
    with caplog.at_level(logging.INFO):
        await entry(demo)
        for _ in range(2):
            await wait_quietly(demo.env, 30)
    assert faults(caplog) == []
    assert len(warnings(caplog)) == 3
    assert "Red 1" in text(boards(demo)[0])
