"""A table of two languages: German is the one that no one speaks (see tests/texts/strange.py)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.env import Env

from bot.client import Adjutant
from bot.services import Services
from bot.store.record import Record
from tests.cogs.languages import strange_german
from tests.cogs.table import Loaded, Table, clock


@pytest.fixture
async def strange(tmp_path: Path, dice: Loaded) -> AsyncIterator[Table]:
    """The server is English; see `german_server` for another."""
    file = tmp_path / "strange.sqlite"
    record = await Record.open(f"sqlite:///{file}")
    services = Services(record, clock(), dice, "run1", strange_german)
    env = Env(Adjutant(services))
    try:
        await env.start()
        table = Table(env, services, dice, file)
        yield table
        assert not table.faults()
    finally:
        await env.bot.close()
        await env.shutdown()
    env._raise_errors_since(env._errors_acknowledged)
