"""The system file of an author at the local table: it is read again when it is saved, and offered to the next game."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from rich.console import Console

from bot.errors import Refusal
from bot.simulation.environment import SimulatedTable
from data import system_registry
from rules.files.file_system import FileSystem
from rules.kernel.errors import BadFacts
from rules.kernel.text import Text, Typed
from rules.kernel.wording import ENGLISH

SHOWN = 8
"""Digits of a digest that tell the versions of a file apart."""


class AuthoredFile:
    """A file that is added to the table's own systems at each change; games use the last version without faults."""

    def __init__(self, place: SimulatedTable, path: Path) -> None:
        self._place, self.path = place, path
        self.system: FileSystem | None = None
        self.faults: tuple[Text, ...] = ()
        self._console = Console()
        self._stamp: object = None

    async def look(self) -> bool:
        """Read the file if it has been saved since the last call; return True if it has."""
        try:
            stat = await asyncio.to_thread(self.path.stat)
            stamp: object = (stat.st_mtime_ns, stat.st_size)
            content = await asyncio.to_thread(self.path.read_bytes) if stamp != self._stamp else b""
        except OSError as error:
            stamp, content = error.strerror, None
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        had_faults = bool(self.faults)
        if content is None:
            self.faults = (Text("cannot read {name} ({error})", name=Typed(self.path.name), error=str(stamp)),)
        else:
            await self._add(content)
        lines = [" ".join(ENGLISH(fault).split()) for fault in self.faults]
        for line in lines or ([f"{self.path.name} has no faults."] if had_faults else []):
            self._console.print(line, markup=False, highlight=False, soft_wrap=True)
        return True

    async def _add(self, content: bytes) -> None:
        author = next(iter(self._place.people.values()))
        systems = self._place.services.systems
        try:
            added = await systems.add_trusted(str(author.guild.id), str(author.id), content, self.path.name)
            self.system, self.faults = added.system, ()
        except BadFacts as error:
            self.faults = tuple(error.faults)
        except Refusal as error:
            self.faults = (error.text,)

    async def news(self) -> dict[str, Any]:
        """Return the lines about the file, its faults, and whether the game is played by another version."""
        info = await self._place.services.record.games.in_channel(str(self._place.channel.id))
        name, system = Typed(self.path.name), self.system
        if system is None:
            return {"lines": [Text("{file} cannot be played yet.", file=name)], "faults": self.faults, "newer": False}
        version = Text(
            "{file}: {system}, {edition} ({digest})",
            file=name,
            system=Typed(system.name),
            edition=system.about.edition,
            digest=system.digest[:SHOWN],
        )
        played = (system.key, system_registry.recorded_version(system))
        other = info if info is not None and (info.system, info.version) != played else None
        lines = [version]
        if self.faults:
            lines.append(Text("Fix these faults and save the file. Until then you play this version."))
        elif other:
            is_version = other.system == system.key
            lines.append(
                Text("This game uses another version.") if is_version else Text("This game uses another system.")
            )
        return {"lines": lines, "faults": self.faults, "newer": other is not None}
