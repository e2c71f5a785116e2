"""SQLite files: their permissions; making backups while the bot runs, checking them, and restoring them.

A plain copy of the file would miss the write-ahead log beside it; SQLite's backup includes it.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from bot.store.engine import HEAD, copy_path
from bot.store.errors import StoreError

# File permissions: only the user that runs the bot may read the database.

LOG = logging.getLogger(__name__)
OWN = 0o600
"""Permissions of a file that only its owner reads and writes."""
BESIDE = ("", "-wal", "-shm")
"""Suffixes of the file itself (none), and of SQLite's companion files, which have the same permissions."""


def create_file(file: Path) -> None:
    """Create the file, accessible only to its owner, if it is missing; SQLite reports a failure later."""
    with suppress(OSError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWN))


def restrict_access(file: Path) -> None:
    """Remove other users' permissions from the database and its companion files."""
    for beside in BESIDE:
        _restrict_file(file.with_name(file.name + beside))


def _restrict_file(file: Path) -> None:
    """Remove other users' permissions from one file; a file of another owner stays as it is."""
    if os.name == "nt" or not file.exists():
        return
    mode = stat.S_IMODE(file.stat().st_mode)
    if not mode & ~OWN:
        return
    try:
        file.chmod(OWN)
        LOG.warning("other users could read %s: their permissions were removed", file, extra={"mode": oct(mode)})
    except OSError:
        LOG.warning("other users can read %s, and their permissions cannot be removed", file, extra={"mode": oct(mode)})


# Making, checking and restoring copies.

_GAMES = "SELECT count(*) FROM game"


def back_up(file: Path, target: Path) -> int:
    """Copy the current database, accessible only to its owner; return the number of games in it.

    Raises StoreError if the file is missing or belongs to another program; the file at `target` is replaced only at the
    end.
    """
    require_file(file)
    require_sound_database(file)
    made = target.with_name(f"{target.name}.part")
    made.unlink(missing_ok=True)
    try:
        games = _copy_database(file, made)
        os.replace(made, target)
    finally:
        made.unlink(missing_ok=True)
    return games


def restore(copy: Path, file: Path) -> Path | None:
    """Replace the database with a copy; return the path of the replaced file, if any. Raises StoreError.

    No bot may be using the database. If it fails midway, both files are still complete.
    """
    require_sound_database(copy)
    made = file.with_name(f"{file.name}.part")
    made.unlink(missing_ok=True)
    _copy_database(copy, made)
    kept = file.with_name(f"{file.name}.{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}") if file.exists() else None
    if kept is not None:
        for beside in BESIDE:
            old = file.with_name(file.name + beside)
            if old.exists():
                old.replace(kept.with_name(kept.name + beside))
    os.replace(made, file)
    return kept


def keep(file: Path, found: str) -> None:
    """Save a copy of a database at revision `found` beside it before it is upgraded; raise StoreError."""
    copy = copy_path(file, found)
    back_up(file, copy)
    LOG.warning("the database is being upgraded; the previous one was copied to %s", copy)


def require_file(file: Path) -> None:
    """Raise StoreError if there is no database: the path is wrong, or no bot has ever run."""
    if not file.is_file():
        raise StoreError(f"ADJUTANT_DATABASE: no database at {file}")


def require_sound_database(file: Path) -> None:
    """Raise StoreError for a database that is damaged, newer than this program, or another program's."""
    try:
        with closing(_open_file(file)) as lite:
            found = lite.execute("SELECT version_num FROM alembic_version").fetchone()
            lite.execute(_GAMES)
            damage = lite.execute("PRAGMA integrity_check(1)").fetchone()
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"{file} is not a database of Adjutant: {error}") from None
    if damage[0] != "ok":
        raise StoreError(f"{file} is damaged: {' '.join(str(damage[0]).split())}")
    if found is None or found[0] > HEAD:
        raise StoreError(f"{file} is from a newer Adjutant than this one, which supports {HEAD}; update Adjutant")


def _open_file(file: Path) -> sqlite3.Connection:
    if not file.is_file():
        raise FileNotFoundError("the file does not exist")
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=5.0)


def _copy_database(file: Path, made: Path) -> int:
    """Copy the database into a single file; return the number of its games."""
    try:
        create_file(made)
        with closing(_open_file(file)) as source, closing(sqlite3.connect(made)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
            games = target.execute(_GAMES).fetchone()[0]
        with made.open("rb+") as written:
            os.fsync(written.fileno())
    except (sqlite3.Error, OSError) as error:
        made.unlink(missing_ok=True)
        raise StoreError(f"{file} cannot be copied to {made}: {error}") from None
    return games
