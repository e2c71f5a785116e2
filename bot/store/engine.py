"""How the database is spoken to: the driver, what each connection is told first, and how values become JSON.

JSON is written with decimals as plain numbers, digit for digit, and read back as floats: facts are validated again
when they are used, and the facts models take a float as the decimal it is written as, so 1.1 stays 1.1 exactly.
"""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.store.errors import StoreError

_DRIVERS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+psycopg"}
_WAIT = 5
"""How many seconds a lock of somebody else's is waited for, and a server that does not answer."""
# FULL: a commit is on the disk when it is acknowledged, so that not even a power cut takes back a thrown die.
# NORMAL would be safe against a killed process only; FULL costs one fsync a command (see tests/bot/store).
_PRAGMAS = (f"busy_timeout = {_WAIT * 1000}", "foreign_keys = ON", "synchronous = FULL")
READERS = 2
"""Threads that read a SQLite file beside the one that writes: one long reading holds nobody up."""
SERVED = 4
"""Threads, and so connections, for a server."""


def engine_of(url: str) -> Engine:
    """The engine for a file or a server, nothing opened yet; raises StoreError."""
    try:
        found = make_url(url)
        found = found.set(drivername=_DRIVERS[found.get_backend_name()])
        return _lite(found) if found.get_backend_name() == "sqlite" else _served(found)
    except (ArgumentError, KeyError, ValueError):
        raise StoreError("ADJUTANT_DATABASE: this is no address of a database") from None
    except ImportError as error:
        raise StoreError(f"ADJUTANT_DATABASE: the driver {error.name or 'psycopg'} is not installed") from None


def _lite(url: URL) -> Engine:
    engine = _engine(url, pool_size=1 + READERS)
    event.listen(engine, "connect", _connected)
    return engine


def _served(url: URL) -> Engine:
    given = {} if "connect_timeout" in url.query else {"connect_timeout": _WAIT}
    engine = _engine(url, pool_size=SERVED, pool_pre_ping=True, connect_args=given)
    event.listen(engine, "connect", _reached)
    return engine


def _engine(url: URL, **given: Any) -> Engine:
    # What players typed is theirs: it stays out of the log.
    return create_engine(url, json_serializer=_written, json_deserializer=_read, hide_parameters=True, **given)


def _connected(connection: Any, _: object) -> None:
    # Python's driver would begin transactions by itself, too late to keep a second writer out.
    connection.isolation_level = None
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def begin(connection: Connection, writes: bool) -> None:
    """Begin a transaction: a writer takes its turn before it reads, a reader sees one state however much it reads."""
    # Not by an event of the engine: one listener makes every statement look for all the others.
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _reached(connection: Any, _: object) -> None:
    # As on SQLite: who is in the way for long is told of, not waited for without end.
    connection.execute(f"SET lock_timeout = '{_WAIT}s'")
    connection.commit()


def _read(text: str | bytes) -> Any:
    """What is damaged reads as nothing: whoever wants the row says which it is, and the rows beside it are read."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def _number(value: object) -> int | float:
    if not isinstance(value, Decimal):
        raise TypeError(f"{type(value).__name__} cannot be kept in the record")
    return int(value) if value == value.to_integral_value() else float(value)


_written = json.JSONEncoder(default=_number, separators=(",", ":"), allow_nan=False).encode
