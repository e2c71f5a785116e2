"""Lists of units that people paste: read in a system's words and their own, asked about, and taken as their forces."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha1
from typing import NamedTuple

from bot.errors import Refusal
from bot.services.play.saved_forces import SavedForces
from bot.store.forgetting import list_key
from bot.store.record import Record
from data.systems import SYSTEMS, system_of, vocabulary
from rules.command.army_list import ArmyList, Unknown, read_list
from rules.command.force import Force
from rules.command.system import System
from rules.kernel.text import Text

MOST_LEARNED = 300
"""Names that are remembered for a person and a system; the newest ones stay."""


@dataclass
class Draft:
    """The list of a person and a system that was written last, and what they have said that names mean."""

    text: str = ""
    name: str = ""
    learned: dict[str, str] = field(default_factory=dict[str, str])


class ReadList(NamedTuple):
    """A list as it was written, and as it is understood."""

    system: System
    draft: Draft
    found: ArmyList

    @property
    def name(self) -> str:
        return self.draft.name or self.found.name


def unknown_mark(unknown: Unknown) -> str:
    """What stands in an id for a name that is asked about: it may be too long."""
    return sha1(unknown.key.encode(), usedforsecurity=False).hexdigest()[:8]


class ArmyLists:
    """Reads lists for whoever wrote them. Nobody else sees them; the last one stays, to be corrected."""

    def __init__(self, record: Record, forces: SavedForces) -> None:
        self._record, self._forces = record, forces

    async def write(self, user: str, system: System, text: str, name: str = "") -> ReadList:
        """A list that was written, or came in a file."""
        draft = await self._draft(user, system)
        draft.text, draft.name = text, " ".join(name.split())
        return await self._kept(user, system, draft)

    async def read(self, user: str, system: str) -> ReadList:
        """The list that was written last; raises Refusal where there is none."""
        found = system_of(system)
        draft = await self._draft(user, found)
        if not draft.text:
            raise Refusal(Text("That list is gone: write it anew with `/force write`."))
        return await _read(found, draft)

    async def explain(self, user: str, system: str, mark: str, meaning: str) -> ReadList:
        """Remember for a person what a name means; raises Refusal for one that is not asked about any more."""
        now = await self.read(user, system)
        unknown = next((one for one in now.found.unknown if unknown_mark(one) == mark), None)
        if unknown is None:
            raise Refusal(Text("That is answered already, or stands in another list of yours."))
        learned = {**now.draft.learned, unknown.key: meaning}
        now.draft.learned = dict(list(learned.items())[-MOST_LEARNED:])
        return await self._kept(user, now.system, now.draft)

    async def take(self, user: str, system: str, replace: bool = False) -> Force:
        """Keep the list as a force of one's own; raises BadFacts, Refusal, and Known for a name that is taken."""
        now = await self.read(user, system)
        if now.found.unknown:
            raise Refusal(Text("Not all of the list is understood yet: say first what the names in it mean."))
        force = now.found.force(now.system, now.name)
        return await self._forces.keep(user, now.system, force, replace)

    async def kept(self, user: str) -> Mapping[str, Draft]:
        """The lists of a person and what they have explained, by system."""
        found = {system.key: await self._draft(user, system) for system in SYSTEMS}
        return {key: draft for key, draft in found.items() if draft.text or draft.learned}

    async def _draft(self, user: str, system: System) -> Draft:
        written = await self._record.remember(list_key(user, system.key))
        return Draft(**json.loads(written)) if written else Draft()

    async def _kept(self, user: str, system: System, draft: Draft) -> ReadList:
        await self._record.remember(list_key(user, system.key), json.dumps(asdict(draft), ensure_ascii=False))
        return await _read(system, draft)


async def _read(system: System, draft: Draft) -> ReadList:
    words = vocabulary(system.key).taught(draft.learned)
    return ReadList(system, draft, await asyncio.to_thread(read_list, system, words, draft.text))
