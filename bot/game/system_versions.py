"""Stored rule system files, by digest: each is stored once, and read when a game needs it."""

from __future__ import annotations

import asyncio

from bot.store.forgetting import rules_key
from bot.store.record import Record
from bot.store.tables import Battle
from data import system_registry, systems
from data.files import system_files
from rules.command.system import System
from rules.files.system import FileSystem
from rules.kernel.errors import BadFacts


class SystemVersions:
    """Stores the files of games' rule systems, and loads them into memory."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._stored: set[str] = set()

    async def keep(self, system: System) -> None:
        """Store the file of a new game's system; nothing for a system without a file."""
        if isinstance(system, FileSystem):
            system_registry.keep_version(system)
            if system.digest not in self._stored:
                await self._record.remember(rules_key(system.digest), system.content.decode())
                self._stored.add(system.digest)

    async def drop(self, digest: str) -> None:
        """Delete a stored file, unless a game uses it."""
        self._stored.discard(digest)
        await self._record.forget_unused_rules(digest)

    async def ensure(self, info: Battle) -> None:
        """Load the version that a game started with into memory, if it is not the current one."""
        digest = system_registry.digest_in(info.version)
        now = next(
            (one for one in (*systems.SYSTEMS, *system_registry.newest.values()) if one.key == info.system), None
        )
        if digest is not None and system_registry.version_of(now, info.system, info.version) is None:
            system = await self.read(digest, info.system)
            if system is not None:
                system_registry.keep_version(system)

    async def file(self, info: Battle) -> str | None:
        """Return the file of a game's rule system; None if it has none."""
        digest = system_registry.digest_in(info.version)
        return await self._record.remember(rules_key(digest)) if digest else None

    async def read(self, digest: str, key: str) -> FileSystem | None:
        """Return the system in a stored file, under a key; None if the file is missing or obsolete."""
        content = await self._record.remember(rules_key(digest))
        if content is None:
            return None
        try:
            return await asyncio.to_thread(system_registry.load, content.encode(), key, system_files())
        except BadFacts:
            return None
