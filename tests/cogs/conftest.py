"""Fixtures: a table with two languages, whose German is artificial (see tests/texts/strange.py), and one with a log."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.http.client import FakeHTTPClient

from bot.services import Services
from bot.services.record.roll_logs import PACE
from bot.store.record import Record
from tests.cogs.languages import strange_german
from tests.cogs.logged import numbers
from tests.cogs.made_once import create_database
from tests.cogs.nonces import Nonces
from tests.cogs.table import Loaded, Table, clock, sitting


@pytest.fixture
async def strange(tmp_path: Path, dice: Loaded) -> AsyncIterator[Table]:
    """A table in an English server; see `german_server` for a German one."""
    file = tmp_path / "strange.sqlite"
    create_database(file)
    record = await Record.open(f"sqlite:///{file}")
    services = Services(record, clock(), dice, "run1", strange_german)
    async with sitting(services, dice, file) as table:
        yield table


@pytest.fixture
async def nonces(table: Table, monkeypatch: pytest.MonkeyPatch) -> Nonces:
    """A Discord that recognises nonces."""
    found = Nonces(lambda: table.env.now().timestamp())
    monkeypatch.setattr(FakeHTTPClient, "request", lambda client, route, **given: found.request(client, route, **given))
    return found


@pytest.fixture
async def log(demo: Table, nonces: Nonces) -> Table:
    """The demo with its log in the other channel, containing the five entries of its beginning."""
    await demo.done(demo.ann, "/log channel", channel=demo.other)
    await demo.env.advance_time(PACE)
    assert numbers(demo.other) == [1, 2, 3, 4, 5]
    return demo
