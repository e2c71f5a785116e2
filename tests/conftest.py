"""The table that tests of the bot sit down at: see tests/cogs/table.py."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import settings

from bot.services import Services
from tests.cogs.table import Loaded, Table, services_on, sitting

# A busy machine is no fault of the code.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


@pytest.fixture
def dice() -> Loaded:
    return Loaded()


@pytest.fixture
async def services(tmp_path: Path, dice: Loaded) -> AsyncIterator[Services]:
    """A services over a SQLite file, without Discord."""
    found = await services_on(tmp_path / "desk.sqlite", dice, "run1")
    yield found
    await found.record.close()


@pytest.fixture
async def table(tmp_path: Path, dice: Loaded) -> AsyncIterator[Table]:
    """The real bot in a simulated server."""
    file = tmp_path / "table.sqlite"
    services = await services_on(file, dice, "run1")
    async with sitting(services, dice, file) as seat:
        yield seat


@pytest.fixture
async def demo(table: Table) -> Table:
    """A game of FUBAR: Ann, the umpire, plays Red with Raiders, Bob plays Blue with a Garrison."""
    await table.done(table.ann, "/game demo")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    return table


@pytest.fixture
async def core(table: Table) -> Table:
    """Ann, the umpire, plays Red with the Frontier guard, Bob plays Blue with the Reavers; Cyd looks on."""
    await table.done(table.ann, "/game demo", system="openfire_d12")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    return table


@pytest.fixture
async def ww2(table: Table) -> Table:
    """Ann, the umpire, plays Red with the Spearhead, Bob plays Blue with the Rearguard; Cyd looks on."""
    await table.done(table.ann, "/game demo", system="openfire_ww2")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    return table
