"""Nothing is acknowledged too late for Discord: here another program locks the record for four seconds."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from typing import Any

import pytest

from tests.cogs.faulty import command, payload
from tests.cogs.table import Table, Told

HELD, WAITED = 4.0, 3.0
SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20"}
BACK = {"attacker": "HMG team", "target": "Marines", "distance": "20"}
FACES = {"type": 18, "component": {"type": 4, "custom_id": "throw0", "value": "1 1 1 1 1 1 1 1 1"}}


@asynccontextmanager
async def hold_write_lock(table: Table) -> AsyncIterator[None]:
    """Hold the write lock of the file, as another program would."""
    with closing(sqlite3.connect(table.file, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        release = asyncio.get_running_loop().run_in_executor(None, _release, other)
        yield
        await release


def _release(other: sqlite3.Connection) -> None:
    time.sleep(HELD)
    other.execute("ROLLBACK")


@pytest.fixture
def acknowledged(demo: Table, monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """Return the time of each interaction's first acknowledgement, by id."""
    adapter: Any = demo.env._webhook_adapter
    real, found = adapter.request, dict[str, float]()

    async def request(route: Any, session: Any, **given: Any) -> Any:
        if route.url.endswith("/callback"):
            found.setdefault(route.url.split("/")[-3], time.monotonic())
        return await real(route, session, **given)

    monkeypatch.setattr(adapter, "request", request, raising=False)
    return found


def _id(told: Told, what: str) -> str:
    ids = [one["custom_id"] for m in told.messages for row in m.components for one in row["components"]]
    return next(id for id in ids if id.startswith(f"adj1:{what}:"))


async def test_a_slow_record_is_acknowledged_in_time(demo: Table, acknowledged: dict[str, float]) -> None:
    """A command, a button and a form that write, and the suggestions, all at once."""
    await demo.done(demo.ann, "/game dice", mode="physical")
    dice = await demo.say(demo.ann, "/fire", **SHOT)
    await demo.done(demo.bob, "/game dice", mode="physical", side="Blue")
    back = await demo.done(demo.bob, "/fire", **BACK)
    form = {"custom_id": _id(dice, "roll").replace(":roll:", ":faces:"), "components": [FACES]}
    typing = {
        "id": "1",
        "name": "force",
        "type": 1,
        "options": [
            {"name": "remove", "type": 1, "options": [{"name": "force", "type": 3, "value": "", "focused": True}]}
        ],
    }
    score = command("score", side="Red", why="a test")
    score["options"].append({"name": "points", "type": 4, "value": 1})
    sent = [
        payload(demo, demo.ann, 2, score),
        payload(demo, demo.bob, 3, {"custom_id": _id(back, "roll"), "component_type": 2}, back.messages[0]),
        payload(demo, demo.ann, 5, form),
        payload(demo, demo.cyd, 4, typing),
    ]
    before = await demo.last()
    demo.dice.next(1, 1, 1, 1)
    async with hold_write_lock(demo):
        begun = time.monotonic()
        for _, one in sent:
            demo.env.backend.emit("INTERACTION_CREATE", one)
        await demo.env.settle()
    took = {id: at - begun for id, at in acknowledged.items()}
    assert [took[str(record.id)] < WAITED for record, _ in sent] == [True] * 4, took
    assert await demo.last() == before + 3
