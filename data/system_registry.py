"""Rule systems that servers have brought as files, and the versions of a file that games began with.

Both are kept in memory up to `MOST` each; `bot.game.system_versions` reads what is not here out of the record.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import replace
from hashlib import sha256

from rules.command.system import System
from rules.files.system import FileSystem, read_system

LARGEST = 256_000
"""Bytes of a system file."""
MOST = 300
_DIGEST = re.compile(r" \(([0-9a-f]{64})\)$")

newest: OrderedDict[str, FileSystem] = OrderedDict()
"""The systems of servers by key, as they are played from now on."""
_versions: OrderedDict[tuple[str, str], FileSystem] = OrderedDict()
caches: list[Callable[[], None]] = []
"""Functions that clear what was cached by the key of a system."""


def key_in(guild: str, key: str) -> str:
    """Return the key of a server's own system, which no other server's has."""
    return f"{key}~{sha256(guild.encode()).hexdigest()[:10]}"


def noted_version(system: System) -> str:
    """Return the version that a game notes: of a file with its whole digest, so that no other is taken for it."""
    said = system.about.version
    return f"{said} ({system.digest})" if isinstance(system, FileSystem) else said


def digest_in(noted: str) -> str | None:
    """Return the digest at the end of a noted version; None for the version of a system that is no file."""
    found = _DIGEST.search(noted)
    return found[1] if found else None


def load(content: bytes, key: str, bases: Mapping[str, FileSystem], name: str = "rules.toml") -> FileSystem:
    """Read a system and give it the key that it has here; raise BadFacts with a sentence for each fault.

    A variant may be based on any of the `bases`.
    """
    system = read_system(content, name, bases)
    forces = {code: force.model_copy(update={"system": key}) for code, force in system.forces.items()}
    return replace(system, key=key, forces=forces)


def register(system: FileSystem) -> None:
    """Make a system the one that new games with its key are played by."""
    before = newest.pop(system.key, None)
    newest[system.key] = system
    keep_version(system)
    full = len(newest) > MOST
    if full:
        newest.popitem(last=False)
    if full or (before is not None and before.digest != system.digest):
        clear_caches()


def unregister(key: str) -> None:
    """Take a server's system out of those that new games may choose."""
    if newest.pop(key, None):
        clear_caches()


def forget_all() -> None:
    """Forget every system, as a process that has just begun."""
    newest.clear()
    _versions.clear()
    clear_caches()


def clear_caches() -> None:
    for clear in caches:
        clear()


def find(key: str) -> FileSystem | None:
    """Return the system of a server by its whole key; of one that was removed, the version that was used last."""
    known = (system for (of, _), system in reversed(_versions.items()) if of == key)
    return newest.get(key) or next(known, None)


def keep_version(system: FileSystem) -> None:
    """Keep a version that a game is played by in memory."""
    _versions[system.key, noted_version(system)] = system
    _versions.move_to_end((system.key, noted_version(system)))
    while len(_versions) > MOST:
        _versions.popitem(last=False)


def version_of(system: System | None, key: str, noted: str) -> System | None:
    """Return the system as a game began with it; None if its file has to be read first.

    `system` is what has that key now, if anything. A system that is no file has one version only.
    """
    if digest_in(noted) is None or (system is not None and noted_version(system) == noted):
        return system
    return _versions.get((key, noted))
