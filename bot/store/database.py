"""The database: opening it, and running whole transactions in its own threads.

The caller passes a function of a connection and awaits its result: that takes one switch to the thread and back,
however many statements it runs. One thread writes to SQLite, so that writers take turns; writes that wait while a
commit reaches the disk share the next transaction, and each gets its own result after it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from bot.metrics import STORE_READ, STORE_WAIT, STORE_WRITE
from bot.store import backup
from bot.store.engine import (
    HEAD,
    READERS,
    SERVER_CONNECTIONS,
    allow_long,
    engine_of,
    file_of,
    translate_open_errors,
    upgrade_tables,
    version,
)
from bot.store.errors import StoreError, Unavailable
from bot.store.trouble import translate_errors

LOG = logging.getLogger(__name__)

# Opening, reading and writing the database.

_WAITS, _WAIT = 50, 0.1
"""Number of retries for a file in use, and the seconds between them."""
_AGAIN = 0.5
"""Seconds before a server that refused a connection is tried again."""
_SCRUB = ("PRAGMA wal_checkpoint(TRUNCATE)", "VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)")
"""Statements that rewrite the file without deleted data, and empty its log."""
Found = TypeVar("Found")
MOST_TOGETHER = 50
"""Maximum pieces of work in one transaction."""


def do_nothing() -> None:
    """Do nothing: the default for `meanwhile`."""


class _Piece(NamedTuple):
    """Work that waits for its turn, and the future of its result; `joins` is explained at `Database.write`."""

    work: Callable[[Connection], Any]
    result: Future[Any]
    joins: bool
    since: float


class Database:
    """An open database; created only by `Database.open`."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        file = file_of(engine)
        lite, self._file = file is not None, file and str(file)
        self._inode = _inode(self._file)
        # On PostgreSQL, each statement sees the latest commits unless a snapshot is requested.
        self._reading = engine if lite else engine.execution_options(isolation_level="REPEATABLE READ")
        self._writers = ThreadPoolExecutor(1 if lite else SERVER_CONNECTIONS, "record")
        self._readers = ThreadPoolExecutor(READERS, "reading") if lite else self._writers
        self._waiting: deque[_Piece] = deque()

    @classmethod
    async def open(cls, url: str, apart: bool = False, existing: bool = False) -> Database:
        """Open the database at `url` and upgrade its tables, `apart` in another process; raise StoreError.

        If it must be `existing`, it is not created.
        """
        return cls(await asyncio.to_thread(open_engine, url, apart, existing))

    async def close(self) -> None:
        """Close the database after finishing the submitted work."""

        def finish() -> None:
            self._writers.shutdown()
            self._readers.shutdown()
            self.engine.dispose()

        await asyncio.to_thread(finish)

    @property
    def file(self) -> str | None:
        """The SQLite file; None for PostgreSQL."""
        return self._file

    async def read(self, work: Callable[[Connection], Found]) -> Found:
        """Return the result of `work` on a read connection with a consistent snapshot; raise Unavailable."""

        def found() -> Found:
            self._check_file()
            with STORE_READ.time(), translate_errors(self._file), self._connect(self._reading) as connection:
                begin(connection, writes=False)
                return work(connection)

        return await asyncio.wrap_future(self._readers.submit(found))

    async def write(
        self, work: Callable[[Connection], Found], joins: bool = False, meanwhile: Callable[[], object] = do_nothing
    ) -> Found:
        """Return the result of `work` once its writes are on the disk; nothing is written if it raises.

        `meanwhile` runs here while the disk is awaited, and must not raise. Work that `joins` may share a transaction
        with other such work. It must be short, and change only the database, because it is repeated alone if that
        transaction fails. Raises Unavailable. If the caller is cancelled after the work has started, it still gets the
        result, and the cancellation at its next await; otherwise nothing is written.
        """
        piece = _Piece(work, Future(), joins and self._file is not None, time.perf_counter())
        self._waiting.append(piece)
        self._writers.submit(self._run_next)
        meanwhile()
        return await _await_result(piece.result)

    async def scrub(self) -> None:
        """Erase deleted data from the free parts of the file.

        If this fails (no room, constant readers), the data stay deleted but remain in the file; the log reports it.
        """
        try:
            await asyncio.wrap_future(self._writers.submit(self._scrub_now))
        except (sqlite3.Error, SQLAlchemyError):
            LOG.warning("free parts of the database may still contain deleted data; run VACUUM", exc_info=True)

    def _scrub_now(self) -> None:
        if self._file is None:
            with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                allow_long(connection)
                connection.exec_driver_sql("VACUUM")
            return
        # Not within a transaction, which the first statement that goes through SQLAlchemy would begin.
        with closing(self.engine.raw_connection()) as connection:
            found = [connection.cursor().execute(statement).fetchall() for statement in _SCRUB]
        if found[-1][0][0]:
            raise sqlite3.OperationalError("the log beside the file could not be emptied")

    def _run_next(self) -> None:
        """Run the next work: one piece, or all waiting pieces that may join each other."""
        pieces = self._take_pieces()
        if len(pieces) < 2 or not self._write_together(pieces):
            for piece in pieces:
                self._write_alone(piece)

    def _take_pieces(self) -> list[_Piece]:
        found: list[_Piece] = []
        with suppress(IndexError):  # another turn has taken it
            while len(found) < MOST_TOGETHER and (not found or (found[-1].joins and self._waiting[0].joins)):
                piece = self._waiting.popleft()
                STORE_WAIT.observe(time.perf_counter() - piece.since)
                if piece.result.set_running_or_notify_cancel():
                    found.append(piece)
        return found

    def _write_together(self, pieces: Sequence[_Piece]) -> bool:
        """Write pieces in one transaction; return False if nothing was written, so that each must be repeated alone."""
        try:
            found = self._write(lambda write: [piece.work(write) for piece in pieces])
        except Unavailable as error:
            if error.kind == "full":  # one piece alone may be short enough
                return False
            for piece in pieces:
                piece.result.set_exception(error)
            return True
        except Exception:  # each piece is repeated alone, and gets its own error
            return False
        for piece, one in zip(pieces, found, strict=True):
            piece.result.set_result(one)
        return True

    def _write_alone(self, piece: _Piece) -> None:
        try:
            found = self._write(piece.work)
        except BaseException as error:
            piece.result.set_exception(error)
        else:
            piece.result.set_result(found)

    def _write(self, work: Callable[[Connection], Found]) -> Found:
        self._check_file()
        with STORE_WRITE.time(), translate_errors(self._file), self._connect(self.engine) as connection:
            begin(connection, writes=True)
            found = work(connection)
            with translate_errors(self._file, committing=True):
                connection.commit()
            return found

    def _connect(self, engine: Engine) -> Connection:
        """Return a connection; retry once if the server is down, for example during its restart."""
        try:
            return engine.connect()
        except OperationalError:
            if self._file is not None:
                raise
            time.sleep(_AGAIN)
            return engine.connect()

    def _check_file(self) -> None:
        """Raise Unavailable if the file was deleted: SQLite would keep writing to the deleted file."""
        if self._file is not None and _inode(self._file) != self._inode:
            raise Unavailable("gone", f"{self._file} is not the file that was opened")


class Store:
    """The base of the stores of a `Record`, which share one database."""

    def __init__(self, database: Database) -> None:
        self._database = database


def begin(connection: Connection, writes: bool) -> None:
    """Begin a transaction: a writer locks the database before it reads; a reader gets one snapshot."""
    # Not by an engine event, because one listener makes every statement check for listeners.
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


async def _await_result(work: Future[Found]) -> Found:
    """Return the result of a transaction, even if the caller is cancelled while it runs."""
    waiting = asyncio.wrap_future(work)
    try:
        return await asyncio.shield(waiting)
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if work.cancel() or task is None:
            raise
        while not waiting.done():
            try:
                await asyncio.wait({waiting})
            except asyncio.CancelledError:
                continue
        task.uncancel()
        task.cancel()
        return waiting.result()


def _inode(file: str | None) -> tuple[int, int] | None:
    try:
        found = os.stat(file) if file is not None else None
    except OSError:
        return None
    return found and (found.st_dev, found.st_ino)


_APART = "import sys; from bot.store.database import open_engine; open_engine(sys.stdin.read()).dispose()"


def _read_version(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return version(connection)


def open_engine(url: str, apart: bool = False, existing: bool = False) -> Engine:
    engine = engine_of(url)
    file = file_of(engine)
    if existing and file:
        backup.require_file(file)
    try:
        with translate_open_errors(url):
            if file:
                backup.create_file(file)
            found = _read_version(engine)
            if existing and found is None:
                raise StoreError("it is not a database of Adjutant yet")
            if apart and found != HEAD:
                # Another process saves the 10 MiB loaded for the upgrade. Its output is ignored: a problem is reported
                # when this process upgrades the tables below.
                with suppress(OSError):
                    work = [sys.executable, "-c", _APART]
                    subprocess.run(work, input=url, text=True, capture_output=True, check=False)
                found = _read_version(engine)
            if file and found is not None and found < HEAD:
                backup.keep(file, found)
            if file:
                _enable_write_ahead(engine)
            with engine.begin() as connection:
                begin(connection, writes=True)
                upgrade_tables(connection)
            if file:
                backup.restrict_access(file)
    except BaseException:
        engine.dispose()
        raise
    return engine


def _enable_write_ahead(engine: Engine) -> None:
    """Put a file into write-ahead mode, with retries, because SQLite does not wait for other connections here."""
    for left in reversed(range(_WAITS)):
        try:
            # Not within a transaction, which the first statement that goes through SQLAlchemy would begin.
            with closing(engine.raw_connection()) as connection:
                connection.cursor().execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if not left:
                raise
            time.sleep(_WAIT)
