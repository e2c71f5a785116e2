"""Rule systems that servers have added as files, and the versions of files that running games use.

Both are kept in memory up to `MOST` each; `bot.game.system_versions` reads missing ones from the record.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256

from data.python_systems import python_bases
from rules.command.system import System
from rules.files.file_system import FileSystem
from rules.files.system import read_files

LARGEST = 256_000
"""Largest size of a system file in bytes."""
MOST = 300
_DIGEST = re.compile(r" \(([0-9a-f]{64})\)$")

newest: OrderedDict[str, FileSystem] = OrderedDict()
"""The systems of servers by key, in the version for new games."""
_versions: OrderedDict[tuple[str, str], FileSystem] = OrderedDict()
caches: list[Callable[[], None]] = []
"""Functions that clear caches keyed by a system."""


def server_key(guild: str, key: str) -> str:
    """Return the key of a server's own system, which is unique to the server."""
    return f"{key}~{sha256(guild.encode()).hexdigest()[:10]}"


def recorded_version(system: System) -> str:
    """Return the version that a game records; for a file it includes the digest, so that it is unambiguous."""
    said = system.about.version
    return f"{said} ({system.digest})" if isinstance(system, FileSystem) and system.content else said


def recorded_digest(noted: str) -> str | None:
    """Return the digest at the end of a recorded version; None if the system is not defined by a file."""
    found = _DIGEST.search(noted)
    return found[1] if found else None


def load(contents: Sequence[bytes], key: str, name: str = "rules.toml") -> FileSystem:
    """Parse a system that was accepted before and give it its key on this server; raise BadFacts for each error.

    `contents` are the files that it is based on, the oldest first, and its own file last.
    """
    return with_key(read_files(contents, name, python_bases(), kept=True), key)


def with_key(system: FileSystem, key: str) -> FileSystem:
    """Return a system with its key on a server."""
    forces = {code: force.model_copy(update={"system": key}) for code, force in system.forces.items()}
    return replace(system, key=key, forces=forces)


def register(system: FileSystem) -> None:
    """Make this the system of new games with its key."""
    before = newest.pop(system.key, None)
    newest[system.key] = system
    keep_version(system)
    full = len(newest) > MOST
    if full:
        newest.popitem(last=False)
    if full or (before is not None and before.digest != system.digest):
        clear_caches()


def unregister(key: str) -> None:
    """Remove a server's system from the choices for new games."""
    if newest.pop(key, None):
        clear_caches()


def forget_all() -> None:
    """Forget every system, as in a new process."""
    newest.clear()
    _versions.clear()
    clear_caches()


def clear_caches() -> None:
    for clear in caches:
        clear()


def find(key: str) -> FileSystem | None:
    """Return the system of a server by its full key; for a removed one, the version used last."""
    known = (system for (of, _), system in reversed(_versions.items()) if of == key)
    return newest.get(key) or next(known, None)


def keep_version(system: FileSystem) -> None:
    """Keep in memory the version of a system that a game uses."""
    _versions[system.key, recorded_version(system)] = system
    _versions.move_to_end((system.key, recorded_version(system)))
    while len(_versions) > MOST:
        _versions.popitem(last=False)


def version_of(system: System | None, key: str, noted: str) -> System | None:
    """Return the system in the version of a game; None if its file has to be read first.

    `system` is the current system with that key, if any. A system in Python has only one version.
    """
    if recorded_digest(noted) is None or (system is not None and recorded_version(system) == noted):
        return system
    return _versions.get((key, noted))
