"""A database of its own for each test: a SQLite file, and PostgreSQL too where ADJUTANT_TEST_POSTGRESQL names one.

Beside that PostgreSQL database another is made, which is thrown away.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Battle, Record

POSTGRESQL = os.environ.get("ADJUTANT_TEST_POSTGRESQL", "")


@pytest.fixture
def lite(tmp_path: Path) -> str:
    """The URL of a SQLite file that is not there yet."""
    return f"sqlite:///{tmp_path}/adjutant.sqlite"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, lite: str) -> str:
    """The URL of an empty database of either kind."""
    if request.param == "sqlite":
        return lite
    if not POSTGRESQL:
        pytest.skip("ADJUTANT_TEST_POSTGRESQL is not set")
    return emptied()


@pytest.fixture
async def record(url: str) -> AsyncIterator[Record]:
    found = await Record.open(url)
    yield found
    await found.close()


@pytest.fixture
async def game(record: Record) -> Battle:
    return await record.games.begin(
        guild_id="1",
        channel_id="20",
        name="Bridge at dawn",
        system="fubar",
        version="4",
        started_by="300",
        at=1_700_000_000.5,
    )


def emptied() -> str:
    """Tests that run side by side have a database each: that of this process is made anew."""
    import psycopg
    from psycopg import sql

    plain = POSTGRESQL.replace("postgresql+psycopg://", "postgresql://").replace("postgres://", "postgresql://")
    address, _, name = plain.rpartition("/")
    name = f"{name}_{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"
    with psycopg.connect(plain, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return f"{address}/{name}"
