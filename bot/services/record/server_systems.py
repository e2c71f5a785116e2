"""Rule systems of a server: files that its managers add, replace and remove.

A removed or replaced file stays in the record for the games that started with it.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import NamedTuple

from bot.errors import Refusal
from bot.game.people import Call
from bot.game.system_versions import SystemVersions
from bot.services.record.file_reader import FileReader, Upload
from bot.store.forgetting import systems_key
from bot.store.record import Record
from data import system_registry, systems
from data.python_systems import python_bases
from data.systems import one_of_key
from rules.command.system import System
from rules.files.derived import base_key_of
from rules.files.file_system import FileSystem
from rules.files.system import read_files
from rules.kernel.text import Text

MOST = 20
"""Maximum rule systems of one server."""
SERVERS = 5000
"""Maximum servers whose lists are kept in memory."""
NOT_ALLOWED = Text("Only members who can manage the server may add or remove its rule systems.")


@dataclass(frozen=True)
class ServerSystem:
    """A rule system of a server: its key, the digest of its file, and who added it."""

    key: str
    name: str
    digest: str
    added_by: str
    added_at: float
    removed: bool = False
    """True if it is no longer offered, and only campaigns that have already begun use it."""


class AddedSystem(NamedTuple):
    """An added system; if it replaced another, `variants` are the names of systems still based on the old one."""

    system: FileSystem
    replaced: bool
    variants: Sequence[str]


class ServerSystems:
    """Adds, finds and removes the rule systems of servers."""

    def __init__(self, record: Record, versions: SystemVersions, files: FileReader, clock: Callable[[], float]) -> None:
        self._record, self._versions, self._files, self._clock = record, versions, files, clock
        self._lists: OrderedDict[str, list[ServerSystem]] = OrderedDict()
        self._writing = asyncio.Lock()

    async def systems_of(self, guild: str) -> Sequence[ServerSystem]:
        """Return the systems that a server has added and not removed, the oldest first."""
        return [one for one in await self._rows(guild) if not one.removed]

    async def _rows(self, guild: str) -> list[ServerSystem]:
        if guild not in self._lists:
            kept = await self._record.remember(systems_key(guild))
            self._lists[guild] = [ServerSystem(**one) for one in json.loads(kept or "[]")]
            if len(self._lists) > SERVERS:
                self._lists.popitem(last=False)
        return self._lists[guild]

    async def ensure(self, guild: str | None) -> None:
        """Load the systems of a server into memory, unless they are already loaded."""
        for one in await self._rows(guild) if guild else ():
            known = system_registry.find(one.key) if one.removed else system_registry.newest.get(one.key)
            if known is None and (system := await self._versions.read(one.digest, one.key)):
                (system_registry.keep_version if one.removed else system_registry.register)(system)

    def own_systems(self, guild: str | None) -> tuple[FileSystem, ...]:
        """Return the systems of a server that are in memory; see `ensure`."""
        rows = [one for one in self._lists.get(guild or "", ()) if not one.removed]
        return tuple(system_registry.newest[one.key] for one in rows if one.key in system_registry.newest)

    def variants_of(self, guild: str | None, digest: str) -> Sequence[str]:
        """Return the names of the server's systems that are based on a file, by its digest."""
        return [one.name for one in self.own_systems(guild) if digest in (below.digest for below in one.bases)]

    def playable_systems(self, guild: str | None) -> tuple[System, ...]:
        """Return all systems that can be played in a server."""
        return (*systems.SYSTEMS, *self.own_systems(guild))

    def choose_system(self, guild: str | None, key: str) -> System:
        """Return the system with a key, name or prefix; raise BadFacts with the names of all systems."""
        return one_of_key(key, self.playable_systems(guild))

    async def add(self, call: Call, file: Upload, manages: bool) -> AddedSystem:
        """Add a system, or replace the one with the same key.

        A variant keeps its base as it is now, even if the base is later replaced or removed.

        Raises Refusal for callers who do not manage the server, for files that are too large and for too many systems;
        BadFacts with a sentence for each fault.
        """
        guild = _require_manager(call, manages)
        named, contents = await self._files.system(file, call.who.id, await self._bases(guild))
        key = system_registry.server_key(guild, named)
        system = await asyncio.to_thread(system_registry.load, contents, key, file.name)
        return await self._put(guild, call.who.id, system, systems.SYSTEMS)

    async def add_trusted(self, guild: str, user: str, content: bytes, name: str) -> AddedSystem:
        """Add a file from the person who runs the bot, without the limits of the reader process; raise as `add` does.

        The file may be a version of a built-in system, with the same name.
        """
        bases = await self._bases(guild)
        base = bases.get(base_key_of(content))
        files = (*(base.files if base else ()), content)
        found = await asyncio.to_thread(read_files, files, name, python_bases())
        system = system_registry.with_key(found, system_registry.server_key(guild, found.key))
        return await self._put(guild, user, system, [one for one in systems.SYSTEMS if one.key != found.key])

    async def adopt(self, guild: str, files: Sequence[bytes]) -> str:
        """Store the files of an imported campaign's rule system for a server; return its key in that server.

        Like a removed system, it is not offered for new games. If the server has a system with that key, the campaign
        uses it.
        """
        found = await asyncio.to_thread(read_files, files, "rules.toml", python_bases())
        key = system_registry.server_key(guild, found.key)
        async with self._writing:
            rows = await self._rows(guild)
            if not any(one.key == key for one in rows):
                system = system_registry.with_key(found, key)
                await self._versions.keep(system)
                row = ServerSystem(key, system.name, system.digest, "", self._clock(), removed=True)
                await self._write(guild, [*rows, row])
        return key

    async def _bases(self, guild: str) -> Mapping[str, FileSystem]:
        """Return the possible bases of a variant, by the key in the file; the server's own replace built-in ones."""
        await self.ensure(guild)
        return {
            one.key.partition("~")[0]: one
            for one in self.playable_systems(guild)
            if isinstance(one, FileSystem) and one.is_base
        }

    async def _put(self, guild: str, user: str, system: FileSystem, ours: Sequence[System]) -> AddedSystem:
        async with self._writing:
            rows = await self._rows(guild)
            before = next((one for one in rows if one.key == system.key), None)
            others = [one for one in rows if one is not before]
            self._must_have_room([one for one in others if not one.removed], ours, system.name)
            await self._versions.keep(system)
            row = ServerSystem(system.key, system.name, system.digest, user, self._clock())
            await self._write(guild, [*others, row])
            system_registry.register(system)
            changed = before is not None and before.digest != row.digest
            if before is not None and changed:
                await self._versions.drop(before.digest)
        variants = self.variants_of(guild, before.digest) if before is not None and changed else ()
        return AddedSystem(system, before is not None and not before.removed, variants)

    @staticmethod
    def _must_have_room(others: Sequence[ServerSystem], ours: Sequence[System], name: str) -> None:
        """Raise Refusal if the server has the maximum number of systems, or if the name is taken."""
        if len(others) >= MOST:
            raise Refusal(
                Text("This server already has {most} rule systems. Remove one first: `/system remove`.", most=MOST)
            )
        if name in {one.name for one in (*ours, *others)}:
            raise Refusal(Text("There is already a rule system called {name}. Give yours another name.", name=name))

    async def find_system(self, guild: str | None, key: str) -> tuple[ServerSystem, FileSystem]:
        """Return a system of the server by key or name; raise BadFacts if it is unknown, Refusal if there are none."""
        system = one_of_key(key, self.own_systems(guild)) if self.own_systems(guild) else None
        if system is None:
            raise Refusal(Text("This server has no rule systems of its own. Add one with `/system add`."))
        return next(one for one in await self.systems_of(guild or "") if one.key == system.key), system

    async def remove(self, call: Call, key: str, manages: bool) -> ServerSystem:
        """Remove a system by its whole name or key: new games cannot use it. Running games continue with it."""
        guild = _require_manager(call, manages)
        async with self._writing:
            row, system = await self.find_system(guild, key)
            if key.casefold() not in {name.casefold() for name in (row.name, row.key, row.key.partition("~")[0])}:
                raise Refusal(Text("Do you mean {system}? Write its whole name to remove it.", system=row.name))
            others = [one for one in await self._rows(guild) if one.key != row.key]
            needed = any(one.system == row.key for one in await self._record.campaigns.all(guild))
            await self._write(guild, [*others, *([replace(row, removed=True)] if needed else [])])
            system_registry.keep_version(system)
            system_registry.unregister(row.key)
            if not needed:
                await self._versions.drop(row.digest)
        return row

    async def _write(self, guild: str, rows: list[ServerSystem]) -> None:
        kept = json.dumps([asdict(one) for one in rows])
        await self._record.remember(systems_key(guild), kept)
        self._lists[guild] = rows


def _require_manager(call: Call, manages: bool) -> str:
    """Return the server of a caller who manages it; raise Refusal."""
    if not call.where.guild:
        raise Refusal(Text("Use this command in a server: rule systems belong to one."))
    if not manages:
        raise Refusal(NOT_ALLOWED)
    return call.where.guild
