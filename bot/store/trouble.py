"""What a driver says when the database itself is in the way, as one of four kinds."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

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
"""The beginnings of SQLite's names for its errors; the first that fits counts."""
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
"""The same for the codes of PostgreSQL (its manual, appendix A)."""


@contextmanager
def told(file: str | None, committing: bool = False) -> Generator[None]:
    """Turn what the database itself is to blame for into Unavailable; everything else goes through as it is."""
    try:
        yield
    except DBAPIError as error:
        kind = _kind(error, file)
        if kind is None:
            raise
        # A commit that broke off may be on the disk all the same.
        raise Unavailable(kind, str(error.orig), None if committing and kind == "gone" else False) from error


def _kind(error: DBAPIError, file: str | None) -> Trouble | None:
    name: str | None = getattr(error.orig, "sqlite_errorname", None)
    if name is not None:
        kind = _first(_LITE, name)
        return "read_only" if kind == "full" and _is_read_only(file) else kind
    code: str | None = getattr(error.orig, "sqlstate", None)
    if code is not None:
        return _first(_SERVED, code)
    return "gone" if error.connection_invalidated else None


def _first(kinds: dict[str, Trouble], name: str) -> Trouble | None:
    return next((kind for start, kind in kinds.items() if name.startswith(start)), None)


def _is_read_only(file: str | None) -> bool:
    """Whether the disk of a file takes no writing at all, as after a fault of its own."""
    try:
        return file is not None and bool(os.statvfs(file).f_flag & os.ST_RDONLY)
    except (OSError, AttributeError):  # there is no statvfs on Windows
        return False
