"""A separate database for each test: SQLite, and also PostgreSQL if ADJUTANT_TEST_POSTGRESQL is set.

Next to that PostgreSQL database a temporary one is created.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path

import pytest

from bot.store import Record, StoredGame
from bot.store.database import open_engine
from tests.cogs.made_once import create_database

POSTGRESQL = os.environ.get("ADJUTANT_TEST_POSTGRESQL", "")


@pytest.fixture
def lite(tmp_path: Path) -> str:
    """The URL of a SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path}/adjutant.sqlite"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, lite: str) -> str:
    """The URL of an empty database of either kind."""
    if request.param == "sqlite":
        return lite
    if not POSTGRESQL:
        pytest.skip("ADJUTANT_TEST_POSTGRESQL is not set")
    return with_tables() if "record" in request.fixturenames else recreate_database()


@pytest.fixture
async def record(url: str) -> AsyncIterator[Record]:
    """The record in a database with the current schema, copied from one per process; migration tests use `url`."""
    if url.startswith("sqlite"):
        create_database(Path(url.removeprefix("sqlite:///")))
    found = await Record.open(url)
    yield found
    await found.close()


@pytest.fixture
async def game(record: Record) -> StoredGame:
    return await record.games.begin(
        guild_id="1",
        channel_id="20",
        name="Bridge at dawn",
        system="fubar",
        version="4",
        started_by="300",
        at=1_700_000_000.5,
    )


@cache
def _tables() -> str:
    """Return the name of an empty PostgreSQL database with our tables, the template for tests."""
    address, _, name = recreate_database("tables").rpartition("/")
    open_engine(f"{address}/{name}").dispose()
    return name


def with_tables() -> str:
    """Recreate the PostgreSQL database of this process with our tables."""
    return recreate_database(template=_tables())


def recreate_database(of: str = "", template: str = "template1") -> str:
    """Recreate the database of this process; parallel tests have separate ones."""
    import psycopg
    from psycopg import sql

    plain = POSTGRESQL.replace("postgresql+psycopg://", "postgresql://").replace("postgres://", "postgresql://")
    address, _, name = plain.rpartition("/")
    name = f"{name}_{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}{of}"
    with psycopg.connect(plain, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
        copied = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(template))
        connection.execute(copied)
    return f"{address}/{name}"
