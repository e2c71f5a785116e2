"""Opens the database and hands out connections: any number that read, one at a time that writes to SQLite.

JSON is written with decimals as plain numbers, digit for digit, and read back as floats: facts are validated again
when they are used, and the facts models take a float as the decimal it is written as, so 1.1 stays 1.1 exactly.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, nullcontext
from decimal import Decimal
from typing import Any, cast

from sqlalchemy import Connection, event
from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store.errors import StoreError
from bot.store.schema import brought_up_to_date, refused, version

# FULL: a commit is on the disk when it is acknowledged, so that not even a power cut takes back a thrown die.
# NORMAL would be safe against a killed process only; FULL costs one fsync a command (see tests/bot/store).
_WAITS, _WAIT = 50, 0.1
"""How often, and how many seconds between, a file that is in use is tried again."""
_PRAGMAS = ("busy_timeout = 5000", "foreign_keys = ON", "synchronous = FULL")


class Database:
    """An open database. Made by `Database.open`, never directly."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writers = engine.execution_options(writes=True)
        self._turn = asyncio.Lock() if engine.dialect.name == "sqlite" else None

    @classmethod
    async def open(cls, url: str) -> Database:
        """Open what `url` names and bring its tables up to date; raises StoreError, and never opens another one."""
        engine = _engine(url)
        try:
            with refused(url):
                async with engine.connect() as connection:
                    await connection.run_sync(version)
                if engine.dialect.name == "sqlite":
                    await _write_ahead(engine)
                async with engine.execution_options(writes=True).begin() as connection:
                    await connection.run_sync(brought_up_to_date)
        except BaseException:
            await engine.dispose()
            raise
        return cls(engine)

    async def close(self) -> None:
        await self._engine.dispose()

    @property
    def dialect(self) -> str:
        """Which of the two it is: sqlite or postgresql."""
        return self._engine.dialect.name

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[AsyncConnection]:
        """A connection for one statement; on SQLite a second one may see a later state."""
        async with self._engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncGenerator[AsyncConnection]:
        """A transaction: all of it is written when the block ends, nothing when it raises.

        The lock gives writers of this process their turn in order; SQLite's own waiting is by luck.
        """
        async with self._turn or nullcontext(), self._writers.begin() as connection:
            yield connection


def _engine(url: str) -> AsyncEngine:
    try:
        found = make_url(url)
        lite = found.get_backend_name() == "sqlite"
        # What players typed is theirs: it stays out of the log.
        given: dict[str, Any] = {"json_serializer": _written, "json_deserializer": json.loads, "hide_parameters": True}
        if lite:
            # Nothing is left open to be rolled back: a reading is one statement, a writing ends its own transaction.
            given["pool_reset_on_return"] = None
        engine = create_async_engine(found, pool_size=4, pool_pre_ping=not lite, **given)
    except (ArgumentError, ValueError):
        raise StoreError("ADJUTANT_DATABASE: this is no address of a database") from None
    except ImportError as error:
        raise StoreError(f"ADJUTANT_DATABASE: the driver {error.name} is not installed") from None
    if lite:
        event.listen(engine.sync_engine, "connect", _connected)
        event.listen(engine.sync_engine, "begin", _begun)
    return engine


def _connected(connection: Any, _: object) -> None:
    # Python's driver would begin transactions by itself, too late to keep a second writer out.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begun(connection: Connection) -> None:
    # A reading is one statement, consistent by itself. A writer takes its turn before it reads, not at its first write.
    if connection.get_execution_options().get("writes"):
        driver = cast(AsyncAdapt_aiosqlite_connection, connection.connection.dbapi_connection)
        driver.run_async(lambda lite: lite.execute("BEGIN IMMEDIATE"))


async def _write_ahead(engine: AsyncEngine) -> None:
    """Several that open a fresh file at once are in each other's way, and here SQLite does not wait by itself."""
    for left in reversed(range(_WAITS)):
        try:
            async with engine.connect() as connection:
                await connection.exec_driver_sql("PRAGMA journal_mode = WAL")
            return
        except OperationalError:
            if not left:
                raise
            await asyncio.sleep(_WAIT)


def _written(value: Any) -> str:
    return json.dumps(value, default=_number, separators=(",", ":"), allow_nan=False)


def _number(value: object) -> int | float:
    if not isinstance(value, Decimal):
        raise TypeError(f"{type(value).__name__} cannot be kept in the record")
    return int(value) if value == value.to_integral_value() else float(value)
