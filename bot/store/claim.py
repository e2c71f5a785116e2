"""The right to serve a database: one bot per SQLite file, one per application on PostgreSQL. Another bot waits for it.

Both are locks that end with the process, however it ends: a lock on a file beside the database, which also works across
containers on one machine, and a PostgreSQL lock that lasts as long as its connection.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from bot.store.backup import OWN
from bot.store.engine import engine_of, file_of, translate_open_errors

LOG = logging.getLogger(__name__)
EVERY = 1.0
"""Seconds between two attempts."""
_TRY = text("SELECT pg_try_advisory_lock(:key)")
_SHARE = text("SELECT pg_try_advisory_lock_shared(:key)")
_FREE = text("SELECT pg_advisory_unlock_all()")
_SERVED = text(
    "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_locks.database = pg_database.oid "
    "WHERE locktype = 'advisory' AND granted AND datname = current_database()"
)
_THERE = text("SELECT 1")


class Claim:
    """The right to serve on a database."""

    def __init__(self, url: str) -> None:
        self._engine = engine_of(url)
        self._name, self._shards = "", tuple[int, ...]()
        self._held: int | Connection | None = None

    async def take(self, name: str, shards: Sequence[int] = ()) -> None:
        """Wait until no other bot serves; `name` is the application's. Raises StoreError.

        On PostgreSQL, a bot for some `shards` waits only for bots that serve any of them.
        """
        self._name, self._shards, told = name, tuple(shards), False
        while not await asyncio.to_thread(self._try_claim):
            if not told:
                LOG.warning("another bot serves this database: waiting until it ends")
            told = True
            await asyncio.sleep(EVERY)

    async def hold(self) -> None:
        """Take the claim again if PostgreSQL has lost it, for example by a restart; a later beat retries a failure."""
        held = self._held
        if isinstance(held, int) or not self._name or (held and await asyncio.to_thread(_is_there, held)):
            return
        await asyncio.to_thread(self._release_lock)
        with suppress(SQLAlchemyError):
            if not await asyncio.to_thread(self._take_lock):
                LOG.error("another bot serves this database too: stop one of them")

    def release(self) -> None:
        """Release the claim, so that the next bot can serve."""
        self._name = ""
        self._release_lock()

    def _release_lock(self) -> None:
        held, self._held = self._held, None
        with suppress(SQLAlchemyError, OSError):
            if isinstance(held, Connection):
                with suppress(SQLAlchemyError):
                    # PostgreSQL releases a closed connection's locks only once it notices that it is closed.
                    held.execute(_FREE)
                held.close()
                self._engine.dispose()
            elif held is not None:
                os.close(held)

    def _try_claim(self) -> bool:
        with translate_open_errors(self._engine.url.render_as_string(hide_password=False)):
            return self._take_lock()

    def _take_lock(self) -> bool:
        file = file_of(self._engine)
        if file is not None:
            self._held = _open_locked(file)
        else:
            self._held = _lock_server(self._engine, self._name, self._shards)
        return self._held is not None


def is_served(url: str) -> bool:
    """True if a bot has a claim on the database, on this or another machine; raises StoreError."""
    engine = engine_of(url)
    try:
        with translate_open_errors(url):
            file = file_of(engine)
            if file is not None:
                return _is_locked(file)
            with engine.connect() as connection:
                return bool(connection.execute(_SERVED).scalar())
    finally:
        engine.dispose()


def _is_locked(file: Path) -> bool:
    """True if a bot holds the lock of a file; creates no file if no bot has ever run."""
    if not _lock_file_of(file).exists():
        return False
    held = _open_locked(file)
    if held is not None:
        os.close(held)
    return held is None


def _is_there(connection: Connection) -> bool:
    try:
        connection.execute(_THERE)
    except SQLAlchemyError:
        return False
    return True


def _lock_server(engine: Engine, name: str, shards: Sequence[int]) -> Connection | None:
    """Return a connection that holds the locks; None if another bot holds them.

    A bot for all shards holds the application's lock exclusively; bots for some shards share it, and hold one lock per
    shard.
    """
    connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    wanted = [(_SHARE, name), *((_TRY, f"{name} {shard}") for shard in shards)] if shards else [(_TRY, name)]
    keys = [(lock, int.from_bytes(sha256(of.encode()).digest()[:8], signed=True)) for lock, of in wanted]
    if all(connection.execute(lock, {"key": key}).scalar() for lock, key in keys):
        return connection
    # Closed, not returned to the pool, where it would keep its locks.
    connection.invalidate()
    connection.close()
    return None


def _lock_file_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.lock")


def _open_locked(file: Path) -> int | None:
    """Return an open file that holds the lock; None if another program does."""
    found = os.open(_lock_file_of(file), os.O_RDWR | os.O_CREAT, OWN)
    try:
        _file_locker()(found)
    except OSError:
        os.close(found)
        return None
    return found


def _file_locker() -> Callable[[int], object]:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        return lambda file: msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # pyright: ignore
    return lambda file: fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
