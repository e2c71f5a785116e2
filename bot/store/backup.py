"""Copies of a SQLite file: who may read it, made while the bot plays on, checked, and restored.

Copying the file alone would leave out what still stands in the log beside it; SQLite's own backup copies both.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from bot.store.engine import HEAD, kept_of
from bot.store.errors import StoreError

# Who may read the file of a database: nobody but the user that the bot runs as.

LOG = logging.getLogger(__name__)
OWN = 0o600
"""The rights of a file that its owner alone reads and writes."""
BESIDE = ("", "-wal", "-shm")
"""The file itself, and what SQLite keeps beside it with the same rights."""


def make(file: Path) -> None:
    """Make the file, if it is not there, for its owner alone; what cannot be made is for SQLite to refuse."""
    with suppress(OSError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWN))


def close_to_others(file: Path) -> None:
    """Close a file of ours, and what is beside it, to everybody else who may read it."""
    for beside in BESIDE:
        _tighten(file.with_name(file.name + beside))


def _tighten(file: Path) -> None:
    """Close one file to others; somebody else's cannot be closed, and is used as it is."""
    if os.name == "nt" or not file.exists():
        return
    mode = stat.S_IMODE(file.stat().st_mode)
    if not mode & ~OWN:
        return
    try:
        file.chmod(OWN)
        LOG.warning("others could read %s: it is closed to them now", file, extra={"mode": oct(mode)})
    except OSError:
        LOG.warning("others can read %s, and it cannot be closed to them", file, extra={"mode": oct(mode)})


# Copies made, checked and put in place.

_GAMES = "SELECT count(*) FROM game"


def back_up(file: Path, target: Path) -> int:
    """A copy of the database as it stands, whole, for its owner alone; how many games are in it.

    Raises StoreError for a file that is not there or not ours; what stood at `target` is replaced at the end.
    """
    require_file(file)
    look_over(file)
    made = target.with_name(f"{target.name}.part")
    made.unlink(missing_ok=True)
    try:
        games = _copied(file, made)
        os.replace(made, target)
    finally:
        made.unlink(missing_ok=True)
    return games


def restore(copy: Path, file: Path) -> Path | None:
    """Put a copy in the place of the database; where the replaced file is kept, if there was one. Raises StoreError.

    No bot may be running on it. Whatever happens on the way, either file is there whole.
    """
    look_over(copy)
    made = file.with_name(f"{file.name}.part")
    made.unlink(missing_ok=True)
    _copied(copy, made)
    kept = file.with_name(f"{file.name}.{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}") if file.exists() else None
    if kept is not None:
        for beside in BESIDE:
            old = file.with_name(file.name + beside)
            if old.exists():
                old.replace(kept.with_name(kept.name + beside))
    os.replace(made, file)
    return kept


def keep(file: Path, found: str) -> None:
    """Copy a database of revision `found` beside it before it is brought up to date; raises StoreError."""
    copy = kept_of(file, found)
    back_up(file, copy)
    LOG.warning("the database is brought up to date; what it was before is %s", copy)


def require_file(file: Path) -> None:
    """Raises StoreError where there is no database: a path that was mistyped, or a bot that has never run."""
    if not file.is_file():
        raise StoreError(f"ADJUTANT_DATABASE: no database at {file}")


def look_over(file: Path) -> None:
    """Raises StoreError, one sentence, for what is no database of ours, is damaged, or is newer than this program."""
    try:
        with closing(_opened(file)) as lite:
            found = lite.execute("SELECT version_num FROM alembic_version").fetchone()
            lite.execute(_GAMES)
            damage = lite.execute("PRAGMA integrity_check(1)").fetchone()
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"{file} is not a database of Adjutant: {error}") from None
    if damage[0] != "ok":
        raise StoreError(f"{file} is damaged: {' '.join(str(damage[0]).split())}")
    if found is None or found[0] > HEAD:
        raise StoreError(f"{file} is from a newer Adjutant than this one, which knows {HEAD}; please update it")


def _opened(file: Path) -> sqlite3.Connection:
    if not file.is_file():
        raise FileNotFoundError("there is no such file")
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=5.0)


def _copied(file: Path, made: Path) -> int:
    """Copy the database into one file, with nothing left beside it; returns the number of its games."""
    try:
        make(made)
        with closing(_opened(file)) as source, closing(sqlite3.connect(made)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
            games = target.execute(_GAMES).fetchone()[0]
        _on_disk(made)
    except (sqlite3.Error, OSError) as error:
        made.unlink(missing_ok=True)
        raise StoreError(f"{file} cannot be copied to {made}: {error}") from None
    return games


def _on_disk(file: Path) -> None:
    with file.open("rb+") as written:
        os.fsync(written.fileno())
