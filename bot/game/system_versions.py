"""Stored rule system files, by digest: each is stored once, and read when a game needs it."""

from __future__ import annotations

import asyncio

from bot.store.record import Record
from bot.store.tables import StoredGame
from data import system_registry, systems
from data.files import system_files
from rules.command.system import System
from rules.files.derived import base_key_of
from rules.files.file_system import FileSystem
from rules.kernel.errors import BadFacts


class SystemVersions:
    """Stores the files of games' rule systems, and loads them into memory."""

    def __init__(self, record: Record) -> None:
        self._record = record

    async def keep(self, system: System) -> None:
        """Store the file of a new game's system with its bases; do nothing for a system without a file."""
        if isinstance(system, FileSystem) and system.files:
            system_registry.keep_version(system)
            await self._record.rule_files.keep(system.files)

    async def drop(self, digest: str) -> None:
        """Delete a stored file and its bases, unless a game, a server or a variant uses them."""
        await self._record.rule_files.forget_unused(digest)

    async def ensure(self, info: StoredGame) -> None:
        """Load the version that a game started with into memory, if it is not the current one."""
        digest = system_registry.recorded_digest(info.version)
        now = next(
            (one for one in (*systems.SYSTEMS, *system_registry.newest.values()) if one.key == info.system), None
        )
        if digest is not None and system_registry.version_of(now, info.system, info.version) is None:
            system = await self.read(digest, info.system)
            if system is not None:
                system_registry.keep_version(system)

    async def files(self, info: StoredGame) -> tuple[bytes, ...]:
        """Return the file of a game's rule system, preceded by the files of its bases; empty if it has none."""
        digest = system_registry.recorded_digest(info.version)
        return await self._record.rule_files.find(digest) if digest else ()

    async def read(self, digest: str, key: str) -> FileSystem | None:
        """Load a stored file as a system with this key; return None if the file is missing or obsolete."""
        files = await self._record.rule_files.find(digest)
        if not files:
            return None
        if base := system_files().get(base_key_of(files[0])):
            files = (*base.files, *files)  # stored before bases were kept
        try:
            return await asyncio.to_thread(system_registry.load, files, key)
        except BadFacts:
            return None
