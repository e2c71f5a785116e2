"""A database of its own for each test: a SQLite file, and PostgreSQL too where ADJUTANT_TEST_POSTGRESQL names one.

Beside that PostgreSQL database another is made, which is thrown away.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path

import pytest

from bot.store import Battle, Record
from bot.store.database import open_engine
from tests.cogs.made_once import laid

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
    return with_tables() if "record" in request.fixturenames else emptied()


@pytest.fixture
async def record(url: str) -> AsyncIterator[Record]:
    """The record in a database of today's schema, which is made once in a process: tests of making it ask for `url`."""
    if url.startswith("sqlite"):
        laid(Path(url.removeprefix("sqlite:///")))
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


@cache
def _tables() -> str:
    """The name of a PostgreSQL database with our tables and nothing in them, from which those of tests are copied."""
    address, _, name = emptied("tables").rpartition("/")
    open_engine(f"{address}/{name}").dispose()
    return name


def with_tables() -> str:
    """The PostgreSQL database of this process, made anew, with our tables."""
    return emptied(template=_tables())


def emptied(of: str = "", template: str = "template1") -> str:
    """Tests that run side by side have a database each: that of this process is made anew."""
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
