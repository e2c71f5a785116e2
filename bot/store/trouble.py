"""Driver errors caused by the database itself, classified into four kinds."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, OperationalError

from bot.store.errors import Trouble, Unavailable

_LITE: dict[str, Trouble] = {
    "SQLITE_READONLY_DBMOVED": "gone",
    "SQLITE_BUSY": "locked",
    "SQLITE_LOCKED": "locked",
    "SQLITE_FULL": "full",
    "SQLITE_IOERR_WRITE": "full",
    "SQLITE_READONLY": "read_only",
    "SQLITE_IOERR": "gone",
    "SQLITE_CANTOPEN": "gone",
    "SQLITE_CORRUPT": "gone",
    "SQLITE_NOTADB": "gone",
}
"""Prefixes of SQLite's error names; the first match counts."""
_UNWRITTEN = "SQLITE_IOERR_WRITE"
"""SQLite's error for an exceeded quota or limit, but also for a broken disk."""
_TRIED = bytes(65_536)
_SERVED: dict[str, Trouble] = {
    "55P03": "locked",
    "40P01": "locked",
    "57014": "locked",
    "53100": "full",
    "25006": "read_only",
    "53": "gone",
    "57P": "gone",
    "08": "gone",
    "58": "gone",
    "XX": "gone",
}
"""Meaning of PostgreSQL's error codes (its manual, appendix A)."""


@contextmanager
def translate_errors(file: str | None, committing: bool = False) -> Generator[None]:
    """Turn errors caused by the database itself into Unavailable; pass on all others."""
    try:
        yield
    except DBAPIError as error:
        kind = _trouble_of(error, file)
        if kind is None:
            raise
        # An interrupted commit may have reached the disk.
        raise Unavailable(kind, str(error.orig), None if committing and kind == "gone" else False) from error


def _trouble_of(error: DBAPIError, file: str | None) -> Trouble | None:
    name: str | None = getattr(error.orig, "sqlite_errorname", None)
    if name is not None:
        kind = _find_trouble(_LITE, name)
        if kind == "full" and _is_read_only(file):
            return "read_only"
        return "gone" if name.startswith(_UNWRITTEN) and not _is_full(file) else kind
    code: str | None = getattr(error.orig, "sqlstate", None)
    if code is not None:
        return _find_trouble(_SERVED, code)
    # An unreachable server has no code: there is no connection yet.
    return "gone" if error.connection_invalidated or isinstance(error, OperationalError) else None


def _find_trouble(kinds: dict[str, Trouble], name: str) -> Trouble | None:
    return next((kind for start, kind in kinds.items() if name.startswith(start)), None)


def _is_full(file: str | None) -> bool:
    """True if there is no room for a file as large as the log beside the database.

    The disk, a quota or a limit may be the reason. A broken disk fails differently, or accepts the file.
    """
    if file is None:
        return False
    try:
        end = max(os.path.getsize(one) for one in (file, f"{file}-wal") if os.path.exists(one))
        with tempfile.TemporaryFile(dir=os.path.dirname(file), buffering=0) as tried:
            tried.seek(end)
            whole = tried.write(_TRIED) == len(_TRIED)
            os.fsync(tried.fileno())
            return not whole
    except OSError as error:
        return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    except ValueError:  # the file does not exist
        return False


def _is_read_only(file: str | None) -> bool:
    """True if the disk of a file accepts no writes at all, for example after a fault."""
    try:
        return file is not None and bool(os.statvfs(file).f_flag & os.ST_RDONLY)
    except (OSError, AttributeError):  # there is no statvfs on Windows
        return False
