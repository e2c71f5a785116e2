"""Pasted lists of units: they are read with a system's words and the person's own, clarified, and saved as forces."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha1
from typing import Any, NamedTuple

from bot.errors import Refusal
from bot.game.people import Call
from bot.services.play.saved_forces import SavedForces
from bot.services.record.file_reader import FileReader
from bot.store.forgetting import list_key, words_key
from bot.store.record import Record
from data.systems import SYSTEMS, system_of
from rules.command.army_list import ABOVE, ArmyList, Unknown, reading_json, reading_of
from rules.command.force import Force
from rules.command.list_words import name_key
from rules.command.system import System
from rules.kernel.text import Text

MOST_NAMED = 60
"""Most letters in the name of a force."""
MOST_LEARNED = 300
"""Maximum number of learned names per person or server, and system; the newest are kept."""


@dataclass
class Draft:
    """A person's last list for a system, with their explanations of its names."""

    text: str = ""
    name: str = ""
    learned: dict[str, str] = field(default_factory=dict[str, str])
    """Meanings of names in all lists of that person, from an earlier version or from a loaded force."""
    answers: dict[str, str] = field(default_factory=dict[str, str])
    """The person's answers: meanings of names in this list, by the words in question."""
    reading: dict[str, Any] = field(default_factory=dict[str, Any])
    """The list as last read; empty if it was kept by an earlier version."""

    def to_stored(self) -> dict[str, Any]:
        """Return the draft as stored, with everything that the person wrote."""
        return {"text": self.text, "name": self.name, "learned": self.learned, "answers": self.answers}

    @property
    def known_words(self) -> dict[str, str]:
        return {**self.learned, **{name_key(said): code for said, code in self.answers.items()}}


class TaughtWord(NamedTuple):
    """A word for lists that a server has learned, with the code of its meaning."""

    system: System
    key: str
    words: str
    code: str

    @property
    def mark(self) -> str:
        """The id of the word as an option."""
        return f"{self.system.key}/{self.key}"[:100]


class ReadList(NamedTuple):
    """A list as written, and as understood."""

    system: System
    draft: Draft
    found: ArmyList

    @property
    def name(self) -> str:
        """Its name, as much as a force can have: a file may have a longer one."""
        return (self.draft.name or self.found.name)[:MOST_NAMED]


def unknown_mark(unknown: Unknown) -> str:
    """Return a short id of an unknown name, which may itself be too long for an id."""
    return sha1(unknown.key.encode(), usedforsecurity=False).hexdigest()[:8]


class ArmyLists:
    """Reads lists for their authors. Lists are private, and the last one is kept for corrections."""

    def __init__(self, record: Record, forces: SavedForces, files: FileReader) -> None:
        self._record, self._forces, self._files = record, forces, files

    async def write(
        self, call: Call, system: System, text: str, name: str = "", again: bool = False, unnamed: str = ""
    ) -> ReadList:
        """Read a list that was typed or came in a file; a corrected list (`again`) keeps the explained names.

        `unnamed` is the name of a list without one. Raises Refusal if reading takes too long.
        """
        draft = await self._draft(call.who.id, system)
        draft.text, draft.name = text, " ".join(name.split())
        draft.answers = draft.answers if again else {}
        found = await self._read(call, system, draft)
        if not found.name and unnamed:
            draft.name = unnamed
            await self._keep(call.who.id, system, draft)
        return found

    async def read(self, call: Call, system: str) -> ReadList:
        """Return the last list as understood; raise Refusal if there is none."""
        found = system_of(system)
        draft = await self._draft(call.who.id, found)
        if not draft.text:
            raise Refusal(Text("That list is gone. Write it again with `/force write`."))
        if not draft.reading:
            return await self._read(call, found, draft)
        return ReadList(found, draft, reading_of(draft.reading))

    async def explain(self, call: Call, system: str, mark: str, meaning: str) -> ReadList:
        """Record the meaning of a name in this list; raise Refusal if the name is no longer in question."""
        now = await self.read(call, system)
        unknown = next((one for one in now.found.unknown_names if unknown_mark(one) == mark), None)
        if unknown is None:
            raise Refusal(Text("That is already answered, or belongs to another list of yours."))
        if meaning == ABOVE.code:
            # Its line, after a bullet or number, becomes a sub-item of the line before it.
            line = rf"^[ \t*•·–-]*((?:\d+ ?[x×]? ?)?{re.escape(unknown.words)})"
            now.draft.text = re.sub(line, r"    - \1", now.draft.text, count=1, flags=re.M)
        else:
            now.draft.answers = {**now.draft.answers, unknown.words: meaning}
        return await self._read(call, now.system, now.draft)

    async def share(self, call: Call, system: str) -> ReadList:
        """Teach the server the caller's explained names; raise Refusal if there are none."""
        now = await self.read(call, system)
        if not now.draft.answers or not call.where.guild:
            raise Refusal(Text("Nothing to remember: no word of this list was explained."))
        said = {name_key(said): f"{code}\n{said}" for said, code in now.draft.answers.items()}
        await self._teach(call.where.guild, now.system, {**now.draft.learned, **said})
        now.draft.answers = {}
        return await self._read(call, now.system, now.draft)

    async def _teach(self, guild: str, system: System, more: Mapping[str, str], less: str = "") -> None:
        known = {**await self._kept_words(guild, system.key), **more}
        kept = {key: code for key, code in list(known.items())[-MOST_LEARNED:] if key != less}
        await self._record.remember(words_key(guild, system.key), json.dumps(kept))

    async def taught_words(self, guild: str, systems: Iterable[System]) -> Sequence[TaughtWord]:
        """Return the list words that a server knows in some systems, the newest first."""
        found = list[TaughtWord]()
        for system in systems:
            for key, kept in reversed((await self._kept_words(guild, system.key)).items()):
                code, _, said = kept.partition("\n")
                found.append(TaughtWord(system, key, said or key, code))
        return found

    async def unteach(self, call: Call, word: str, manages: bool) -> TaughtWord:
        """Make the server forget a word, given by mark or spelling.

        Raises Refusal for an unknown word, or a caller who does not manage the server.
        """
        guild = call.where.guild or ""
        known = await self.taught_words(guild, SYSTEMS)
        found = next((one for one in known if word == one.mark or name_key(word) == one.key), None)
        if found is None:
            raise Refusal(Text("This server does not know “{word}”. Choose a word from the list.", word=word))
        if not manages:
            raise Refusal(Text("Only members who manage this server can make it forget words."))
        await self._teach(guild, found.system, {}, found.key)
        return found

    async def learn(self, user: str, force: Force) -> None:
        """Learn the words of a loaded force for all lists of a person; raise BadFacts."""
        if force.aliases or force.plurals:
            draft = await self._draft(user, system_of(force.system))
            named = {str(one["name"]): f"unit:{one['type']}" for one in force.units if "name" in one and "type" in one}
            known = {**named, **force.aliases}
            more = {name_key(many): known[one] for one, many in force.plurals.items() if one in known}
            more |= {name_key(said): code for said, code in force.aliases.items()}
            draft.learned = dict(list({**draft.learned, **more}.items())[-MOST_LEARNED:])
            await self._keep(user, system_of(force.system), draft)

    async def take(self, call: Call, system: str, replace: bool = False) -> Force:
        """Save the list as the caller's force; raise BadFacts, Refusal, or ForceNameTaken."""
        now = await self.read(call, system)
        if now.found.unknown_names:
            raise Refusal(Text("Explain the unknown names in the list first."))
        force = now.found.force(now.system, now.name)
        words = dict(list(now.draft.answers.items())[-MOST_ALIASES:])
        return await self._forces.keep(call.who.id, now.system, force.model_copy(update={"aliases": words}), replace)

    async def drafts_of(self, user: str) -> Mapping[str, Draft]:
        """Return a person's lists and explained names, by system."""
        found = {system.key: await self._draft(user, system) for system in SYSTEMS}
        return {key: draft for key, draft in found.items() if draft.text or draft.learned}

    async def _draft(self, user: str, system: System) -> Draft:
        written = await self._record.remember(list_key(user, system.key))
        return Draft(**json.loads(written)) if written else Draft()

    async def _kept_words(self, guild: str, system: str) -> dict[str, str]:
        """Return the codes of known words by key; a second line of the value is the original spelling, if known."""
        return json.loads((guild and await self._record.remember(words_key(guild, system))) or "{}")

    async def _read(self, call: Call, system: System, draft: Draft) -> ReadList:
        """Read a draft, and keep it with the result."""
        shared = await self._kept_words(call.where.guild or "", system.key)
        codes = {key: code.partition("\n")[0] for key, code in shared.items()}
        found = await self._files.army_list(system, draft.text, {**codes, **draft.known_words}, call.who.id)
        draft.reading = reading_json(found)
        await self._keep(call.who.id, system, draft)
        return ReadList(system, draft, found)

    async def _keep(self, user: str, system: System, draft: Draft) -> None:
        await self._record.remember(list_key(user, system.key), json.dumps(asdict(draft)))


MOST_ALIASES = 100
"""Maximum number of words kept with a force."""
