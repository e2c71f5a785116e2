"""Untrusted files and lists, read by the reader process: forces, maps, campaigns and lists of units.

Files that are too large or obviously of the wrong kind are refused unread. A few are read at the same time, but only
one per person, and a file is fetched only when its turn comes.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from bot.errors import Refusal
from bot.services.campaign.campaign_file import CampaignRead, parse_campaign
from bot.services.record.reader_process import Job, answer, warm_up
from data import system_registry
from data.list_files import ROSTERS
from rules.campaign.territories import TerritoryMap
from rules.command.army_list import ArmyList, reading_of
from rules.command.force import Force
from rules.command.system import System
from rules.files.derived import base_key_of
from rules.files.file_system import FileSystem
from rules.kernel.errors import BadFacts
from rules.kernel.text import Text
from rules.kernel.text_json import read_text

LARGEST = 64_000
"""Maximum bytes of a force, a list or a map: enough for a thousand units, though a force may have only sixty."""
LARGEST_ROSTER = 1_000_000
"""Maximum bytes of another program's file, which also contains all profiles and rules of its units."""
LARGEST_SYSTEM = system_registry.LARGEST
LARGEST_CAMPAIGN = 2_000_000
"""Maximum bytes of a campaign: enough for far more than thirty battles."""
AT_ONCE = 3
"""Maximum number of files read at the same time; others wait."""
PATIENCE = 1.0
"""Seconds of processor time that a force, a list, a map or a rule system may take."""
CAMPAIGN_PATIENCE = 10.0
"""Seconds of processor time that a campaign may take."""


class Upload(NamedTuple):
    """An attached file; its content is fetched by `read`."""

    name: str
    size: int
    read: Callable[[], Awaitable[bytes]]


class FileReader:
    """Reads attachments and pasted text that the bot does not trust, a few at a time."""

    def __init__(self) -> None:
        self._turns, self._one_campaign = asyncio.Semaphore(AT_ONCE), asyncio.Semaphore(1)
        self._readers = set[str]()

    async def warm_up(self) -> None:
        """Start the reader process, so that the first file does not wait for it."""
        await asyncio.to_thread(warm_up)

    async def force(self, file: Upload, user: str) -> Force | str:
        """Return a force from TOML or JSON, by the file's extension; for other files, the list in them.

        Raises Refusal for a file that is too large or takes too long, and while the person's last file is being read;
        BadFacts with one sentence per fault.
        """
        largest = LARGEST_ROSTER if file.name.lower().endswith((*ROSTERS, ".json")) else LARGEST
        most = largest // 1000
        if file.size > largest:
            raise Refusal(
                Text("The file {file} is too large for a force: {most} kB at most.", file=file.name, most=most)
            )
        found = await self._read("read_force", file, user)
        return found["list"] if "list" in found else Force.model_validate(found["force"])

    async def territories(self, file: Upload, user: str) -> TerritoryMap:
        """Return the map of a campaign; raise the errors of `force`."""
        most = LARGEST // 1000
        if file.size > LARGEST:
            raise Refusal(Text("The file {file} is too large for a map: {most} kB at most.", file=file.name, most=most))
        return TerritoryMap.model_validate((await self._read("read_territories", file, user))["map"])

    async def army_list(self, system: System, text: str, learned: Mapping[str, str], user: str) -> ArmyList:
        """Return a list of units with the meanings found; raise Refusal."""
        async with self._turn_of(user):
            files = [one.decode() for one in system.files] if isinstance(system, FileSystem) else []
            asked = {"system": system.key, "learned": dict(learned), "files": files}
            found = await answer(Job("read_army_list", asked, text.encode("utf-8", "replace")), PATIENCE)
        if found is None:
            raise Refusal(Text("This list takes too long to read: write one unit on each line."))
        if "faults" in found:
            raise BadFacts([read_text(fault) for fault in found["faults"]])
        return reading_of(found["reading"])

    async def system(self, file: Upload, user: str, bases: Mapping[str, FileSystem]) -> tuple[str, Sequence[bytes]]:
        """Return the key in a rule system's file, and the contents of its files, those of its bases first.

        `bases` are the possible bases. Raises the errors of `force`, with line numbers.
        """
        if file.size > LARGEST_SYSTEM:
            most = LARGEST_SYSTEM // 1000
            raise Refusal(
                Text("The file {file} is too large for a rule system: {most} kB at most.", file=file.name, most=most)
            )
        content = await file.read()
        base = bases.get(base_key_of(content))
        below = base.files if base else ()
        asked = {"name": file.name, "below": [one.decode() for one in below]}

        async def again() -> bytes:
            return content

        found = await self._read("read_system_file", file._replace(read=again), user, asked)
        return found["key"], (*below, content)

    async def campaign(self, file: Upload, user: str) -> CampaignRead:
        """Return a whole campaign with every entry checked.

        Raises Refusal with one sentence for a file that contains no campaign, was changed, contradicts itself, or needs
        too many resources.
        """
        if file.size > LARGEST_CAMPAIGN:
            most = LARGEST_CAMPAIGN // 10**6
            raise Refusal(Text("This file is too large for a campaign: {most} MB at most.", most=most))
        async with self._turn_of(user):
            content = await file.read()
            if content.lstrip()[:1] != b"{":
                raise Refusal(Text("This is not a campaign file, or it was cut off. Use one that the bot exported."))
            found = await answer(Job("read_campaign", None, content), CAMPAIGN_PATIENCE)
        if found is None:
            raise Refusal(
                Text("This file needs too much time or memory for a campaign. Use one that the bot exported.")
            )
        if "refused" in found:
            raise Refusal(read_text(found["refused"]))
        async with self._one_campaign:
            return await asyncio.to_thread(parse_campaign, content)

    async def _read(self, reads: str, file: Upload, user: str, asked: object = None) -> Mapping[str, Any]:
        async with self._turn_of(user):
            found = await answer(Job(reads, asked or file.name, await file.read()), PATIENCE)
        if found is None:
            raise Refusal(Text("The file {file} takes too long to read: make it shorter.", file=file.name))
        if "faults" in found:
            raise BadFacts([read_text(fault) for fault in found["faults"]])
        return found

    @asynccontextmanager
    async def _turn_of(self, user: str) -> AsyncGenerator[None]:
        """Occupy the person's only slot for reading a file; raise Refusal if it is taken."""
        if user in self._readers:
            raise Refusal(Text("Your last file or list is still being read: try again in a moment."))
        self._readers.add(user)
        try:
            async with self._turns:
                yield
        finally:
            self._readers.discard(user)
