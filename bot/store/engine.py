"""The database engine: drivers, connection setup, JSON, and schema upgrades.

JSON is written with decimals as plain numbers, digit for digit, and read back as floats: facts are validated again when
used, and their models read a float as the decimal that it is written as, so that 1.1 stays exactly 1.1.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from bot.store.errors import StoreError
from bot.store.timeouts import STATEMENT, TCP, WAIT

_DRIVERS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+psycopg"}
# FULL: a commit is on the disk when it is acknowledged, so that not even a power cut loses a rolled die.
# NORMAL would be safe against a killed process only; FULL costs one fsync a command (see tests/bot/store).
_PRAGMAS = (f"busy_timeout = {WAIT * 1000}", "foreign_keys = ON", "synchronous = FULL")
READERS = 2
"""Number of threads that read a SQLite file, so that a long read does not block others."""
SERVER_CONNECTIONS = 4
"""Number of threads, and thus connections, for PostgreSQL."""


def engine_of(url: str) -> Engine:
    """Return the unopened engine for a file or a server; raise StoreError."""
    try:
        found = make_url(url)
        found = found.set(drivername=_DRIVERS[found.get_backend_name()])
        return sqlite_engine(found) if found.get_backend_name() == "sqlite" else _server_engine(found)
    except (ArgumentError, KeyError, ValueError):
        raise StoreError("ADJUTANT_DATABASE: this is not the address of a database") from None
    except ImportError as error:
        raise StoreError(f"ADJUTANT_DATABASE: the driver {error.name or 'psycopg'} is not installed") from None


def file_of(engine: Engine) -> Path | None:
    """Return the file of a SQLite engine; None for a server."""
    return Path(engine.url.database) if engine.dialect.name == "sqlite" and engine.url.database else None


def sqlite_engine(url: URL) -> Engine:
    engine = _engine(url, pool_size=1 + READERS)

    @event.listens_for(engine, "connect")
    def set_pragmas(connection: Any, _: object) -> None:
        # Python's driver would begin transactions by itself, too late to exclude a second writer.
        connection.isolation_level = None
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _server_engine(url: URL) -> Engine:
    given = {name: value for name, value in TCP.items() if name not in url.query}
    engine = _engine(url, pool_size=SERVER_CONNECTIONS, pool_pre_ping=True, connect_args=given)

    @event.listens_for(engine, "do_connect")
    def connect_bounded(_dialect: object, _record: object, words: Any, options: Any) -> Any:
        """Connect with a limit after which a frozen server counts as gone; the driver is loaded only here."""
        from bot.store.bounded import BoundedConnection

        return BoundedConnection.connect(*words, **options)

    @event.listens_for(engine, "connect")
    def set_timeouts(connection: Any, _: object) -> None:
        # As on SQLite, a long lock is reported as an error.
        connection.execute(f"SET lock_timeout = '{WAIT}s'")
        connection.execute(f"SET statement_timeout = '{STATEMENT}s'")
        connection.commit()

    return engine


def _engine(url: URL, **given: Any) -> Engine:
    # Parameters stay out of the log, because players' input is private.
    return create_engine(url, json_serializer=_written, json_deserializer=_parse_json, hide_parameters=True, **given)


def allow_long(connection: Connection) -> None:
    """Remove the time limit of statements; the connection is not reused after it is closed."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET statement_timeout = 0")
        driver: Any = connection.connection.driver_connection
        driver.limit = None
        connection.detach()


def _parse_json(text: str | bytes) -> Any:
    """Return JSON as a value; None if it is damaged, which the reader of the row reports."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def _json_number(value: object) -> int | float:
    if not isinstance(value, Decimal):
        raise TypeError(f"{type(value).__name__} cannot be stored in the record")
    return int(value) if value == value.to_integral_value() else float(value)


_written = json.JSONEncoder(default=_json_number, separators=(",", ":"), allow_nan=False).encode


# The check that a database belongs to Adjutant and is not newer, and the sentence if it fails.

HEAD = "0008"
"""The newest revision in migrations/versions; a test compares them."""

_LOCK = 0x41646A75
"""The lock for creating the tables, so that only one of two programs that start at once does it on PostgreSQL."""


def upgrade_tables(connection: Connection) -> None:
    """Create the tables or upgrade them to HEAD, within the open transaction.

    Raises StoreError for a newer schema.
    """
    allow_long(connection)
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
    found = version(connection)
    if found != HEAD:
        from bot.store.migrations import known_revisions, upgrade

        if found is not None and found not in known_revisions():
            file = file_of(connection.engine)
            copy = copy_path(file, HEAD) if file else None
            # The copy lacks later games.
            hint = f", or restore the earlier copy {copy}" if copy and copy.exists() else ""
            newer = f"schema {found} is newer than this Adjutant, which supports {HEAD}; update Adjutant"
            raise StoreError(newer + hint)
        upgrade(connection)
    # SQLite opens a read-only file silently; the first command of an evening would be too late to report it.
    connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")


def copy_path(file: Path, revision: str) -> Path:
    """Return the path of the copy that was made of a database before its upgrade from that revision."""
    return Path(f"{file}.{revision}")


def version(connection: Connection) -> str | None:
    """Return the revision of the tables; None for an empty database. Raises StoreError for another program's tables."""
    tables = inspect(connection).get_table_names()
    if "alembic_version" in tables:
        return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if tables:
        raise StoreError("it contains the tables of another program")
    return None


@contextmanager
def translate_open_errors(url: str) -> Generator[None]:
    """Turn errors while opening a database into StoreError: one sentence, never with a password."""
    try:
        yield
    except StoreError as error:
        raise StoreError(_sentence(url, str(error))) from None
    except SQLAlchemyError as error:
        raise StoreError(_sentence(url, str(error.orig) if isinstance(error, DBAPIError) else str(error))) from error
    except (sqlite3.Error, OSError, TypeError) as error:
        raise StoreError(_sentence(url, str(error) or type(error).__name__)) from error


def _sentence(url: str, why: str) -> str:
    found = make_url(url)
    name = found.database if found.get_backend_name() == "sqlite" else found.render_as_string()
    return f"ADJUTANT_DATABASE: {name} cannot be used: {' '.join(why.split())}"
