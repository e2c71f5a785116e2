"""Rule systems that servers have brought as files, and the versions of a file that games began with.

Both are kept in memory up to `MOST` each; `bot.game.system_versions` reads one that is not here out of the record.
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
_DIGEST = re.compile(r" \(([0-9a-f]{12})\)$")

newest: OrderedDict[str, FileSystem] = OrderedDict()
"""The systems of servers by key, as they are played from now on."""
_versions: OrderedDict[tuple[str, str], FileSystem] = OrderedDict()
caches: list[Callable[[], None]] = []
"""Functions that clear what was cached by the key of a system."""


def key_in(guild: str, key: str) -> str:
    """The key of a server's own system: no other server's has the same."""
    return f"{key}~{sha256(guild.encode()).hexdigest()[:6]}"


def noted_version(system: System) -> str:
    """The version that a game notes: of a file it names the digest too, so that a game is played on by its own file."""
    said = system.about.version
    return f"{said} ({system.digest[:12]})" if isinstance(system, FileSystem) else said


def digest_in(noted: str) -> str | None:
    """The beginning of a file's digest, as it stands in the version of a game; None for any other version."""
    found = _DIGEST.search(noted)
    return found[1] if found else None


def load(content: bytes, key: str, bases: Mapping[str, FileSystem], name: str = "rules.toml") -> FileSystem:
    """The system in a file, under the key that it has here; raises BadFacts with a sentence for each fault.

    A variant may be based on any of the `bases`.
    """
    system = read_system(content, name, bases)
    forces = {code: force.model_copy(update={"system": key}) for code, force in system.forces.items()}
    return replace(system, key=key, forces=forces)


def register(system: FileSystem) -> None:
    """Play a server's system by this file from now on."""
    before = newest.pop(system.key, None)
    newest[system.key] = system
    keep_version(system)
    full = len(newest) > MOST
    if full:
        newest.popitem(last=False)
    if full or (before is not None and before.digest != system.digest):
        clear_caches()


def unregister(key: str) -> None:
    """Play a server's system no more."""
    if newest.pop(key, None):
        clear_caches()


def clear_caches() -> None:
    for clear in caches:
        clear()


def keep_version(system: FileSystem) -> None:
    """Remember a version that a game is played by."""
    _versions[system.key, noted_version(system)] = system
    _versions.move_to_end((system.key, noted_version(system)))
    while len(_versions) > MOST:
        _versions.popitem(last=False)


def version_of(system: System | None, key: str, noted: str) -> System | None:
    """The system as a game began with it; None where its file has to be read first.

    `system` is what has that key now, if anything. A system that is no file has one version only.
    """
    if digest_in(noted) is None or (system is not None and noted_version(system) == noted):
        return system
    return _versions.get((key, noted))
