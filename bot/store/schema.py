"""Whether a database is ours and of our age, and the sentence for one that is not.

Alembic is loaded only when there is something to do: it would be a fifth of an idle bot's memory.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy import Connection, inspect
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bot.store.errors import StoreError

HEAD = "0007"
"""The newest revision in migrations/versions; a test holds them together."""

_LOCK = 0x41646A75
"""Two programs that start on one PostgreSQL at once must not both make the tables."""


def brought_up_to_date(connection: Connection) -> None:
    """Make the tables or bring them to HEAD, within the open transaction; raises StoreError for a newer schema."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
    found = version(connection)
    if found != HEAD:
        from bot.store.migrations import known, upgrade

        if found is not None and found not in known():
            raise StoreError(f"schema {found} is newer than this Adjutant, which knows {HEAD}; please update it")
        upgrade(connection)
    # SQLite opens a file it may not write to without a word; the first command of an evening is too late to hear it.
    connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")


def version(connection: Connection) -> str | None:
    """The revision the tables are at; None in an empty database. Raises StoreError for anybody else's tables."""
    tables = inspect(connection).get_table_names()
    if "alembic_version" in tables:
        return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if tables:
        raise StoreError("it holds the tables of another program")
    return None


@contextmanager
def refused(url: str) -> Generator[None]:
    """Turn whatever a database says against being opened into StoreError: one sentence, never with a password."""
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
    name = found.database if found.get_backend_name() == "sqlite" else found.render_as_string(hide_password=True)
    return f"ADJUTANT_DATABASE: {name} cannot be used: {' '.join(why.split())}"
