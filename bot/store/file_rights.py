"""Who may read the file of a database: nobody but the user that the bot runs as."""

from __future__ import annotations

import logging
import os
import stat
from contextlib import suppress
from pathlib import Path

LOG = logging.getLogger(__name__)
OWN = 0o600
"""Read and written by its owner alone."""
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
    """Somebody else's file cannot be tightened, and is used as it is."""
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
