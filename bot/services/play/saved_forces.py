"""People's own forces: sides saved from a game, and army lists that they paste."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha1
from typing import Any, NamedTuple

from bot.errors import Refusal
from bot.game.people import Call
from bot.game.permissions import require_seated
from bot.game.registry import ActiveGame, GameRegistry
from bot.resolution.journal_referee import Clock
from bot.services.record.file_reader import FileReader
from bot.store.entries import InOrder
from bot.store.forgetting import list_key, words_key
from bot.store.record import Record
from bot.store.rows import events_only
from bot.store.tables import SavedForce
from data.files import sample_forces
from data.systems import SYSTEMS, system_of
from rules.command.army_list import ABOVE, ArmyList, Unknown, reading_json, reading_of
from rules.command.choices import match_name, only_code
from rules.command.force import MOST_IN_FORCE, Force, Titled, specs, without_side
from rules.command.list_words import name_key
from rules.command.system import System
from rules.game.entry import Entry
from rules.game.events import UnitPlaced
from rules.game.figure_events import FigureSet
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.facts import validate
from rules.kernel.text import Joined, Text

MOST_FORCES = 50
"""Maximum number of forces that a person may keep per system."""
YOURS = "yours: "
"""Prefix of the name of a person's own force, because a sample force may have the same name."""
_FIELDS = ("name", "side", "profile", "weapons", "starting", "hp", "medic", "points")


class ForceNameTaken(Refusal):
    """Raised if a saved force of that name would be replaced."""

    def __init__(self, old: SavedForce) -> None:
        super().__init__(Text("You already have a force called {old}.", old=old.name))
        self.old = old


class SavedForces:
    """Keeps forces for the people who saved them; a force is visible only to its owner."""

    def __init__(self, record: Record, games: GameRegistry, clock: Clock) -> None:
        self._record, self._games, self._clock = record, games, clock

    async def save(self, call: Call, name: str, replace: bool = False) -> Force:
        """Save the caller's side under a name; raise ForceNameTaken if the name is taken, unless `replace`."""
        live = await self._games.require_game(call.where)
        named = validate(Titled, {"name": name}).name
        return await self.keep(call.who.id, live.system, await self.side(call, live, named), replace)

    async def keep(self, user: str, system: System, force: Force, replace: bool = False) -> Force:
        """Save a force under its name for a person; raise ForceNameTaken or Refusal."""
        mine = {one.key: one for one in await self.forces_of(user, system.key)}
        key = force.name.casefold()
        if key in mine and not replace:
            raise ForceNameTaken(mine[key])
        if key not in mine and len(mine) >= MOST_FORCES:
            raise Refusal(
                Text(
                    "You already have {most} forces for {system}. Remove one first: `/force remove`.",
                    most=MOST_FORCES,
                    system=system.name,
                )
            )
        body = force.model_dump(mode="json")
        saved = SavedForce(user_id=user, system=system.key, key=key, name=force.name, saved_at=self._clock(), body=body)
        await self._record.forces.keep(saved)
        return force

    async def side(self, call: Call, live: ActiveGame, name: str = "") -> Force:
        """Return the caller's units as a force; raise Refusal if the caller has no side, or no units on it."""
        side = require_seated(live.game, call.who).side
        if side is None:
            raise Refusal(Text("You play no side here. Join one first: `/game join`."))
        came = _MusteredUnits(live.game.undone)
        async for _ in self._record.entries.bodies(live.info.id, live.game.number, InOrder(came.add, events_only)):
            pass
        units = [came.units[unit.id] for unit in live.game.units_of_side(side)]
        if not units:
            raise Refusal(Text("{side} has no units yet. Add some with `/force load` or `/unit add`.", side=side))
        if len(units) > MOST_IN_FORCE:
            raise Refusal(
                Text(
                    "A force can have at most {most} units; {side} has {units}.",
                    most=MOST_IN_FORCE,
                    side=side,
                    units=len(units),
                )
            )
        given = [_force_line(live.system, unit) for unit in units]
        force = Force.model_validate(
            {"name": name or side, "system": live.system.key, "about": live.info.name, "units": given}
        )
        specs(live.system, force)
        return force

    async def forces_of(self, user: str, system: str | None = None) -> list[SavedForce]:
        """Return a person's forces, of one system or of all."""
        return await self._record.forces.of(user, system)

    async def find(self, user: str, system: System, text: str) -> Force:
        """Return a sample force by its key, or a person's own by its name; raise Refusal."""
        said, samples = " ".join(text.split()), sample_forces(system.key)
        own = {one.key: one for one in await self.forces_of(user, system.key)}
        bare = said.casefold().removeprefix(YOURS.strip()).strip()
        yours = said.casefold().startswith(YOURS.strip())
        names = {key: key for key in samples} | {one.name: key for key, one in samples.items()}
        sample = None if yours else match_name(said, names)
        exact = "_".join(said.lower().split()) in samples
        key = only_code(bare, own) if bare in own or sample is None else None
        if sample is not None and (exact or key is None):
            return samples[sample]
        if key is not None:
            return force_of(own[key])
        known = [*samples, *(f"{YOURS}{one.name}" for one in own.values())]
        raise Refusal(Text("Which force? Choose {known}, or attach a file.", known=Joined(known, ", ")))

    async def hold(self, user: str, force: Force) -> None:
        """Keep a force read from a file until the person chooses between replacing and adding."""
        await self._record.remember(f"{list_key(user, force.system)} file", force.model_dump_json())

    async def held_force(self, user: str, system: System) -> Force | None:
        """Return the force from the last attached file."""
        written = await self._record.remember(f"{list_key(user, system.key)} file")
        return Force.model_validate_json(written) if written else None

    async def remove(self, user: str, system: System, text: str) -> str:
        """Forget a person's force and return its name; raise Refusal."""
        key = " ".join(text.split()).casefold().removeprefix(YOURS.strip()).strip()
        found = {one.key: one.name for one in await self.forces_of(user, system.key)}
        if key not in found or not await self._record.forces.drop(user, system.key, key):
            raise Refusal(
                Text(
                    "You have no force called '{name}'; yours are {forces}.",
                    name=text[:60],
                    forces=Joined(found.values(), ", ") or Text("none yet"),
                )
            )
        return found[key]


def force_of(saved: SavedForce) -> Force:
    return Force.model_validate(saved.body)


class _MusteredUnits:
    """All units as they were mustered, with later corrections but without the effects of play."""

    def __init__(self, undone: Container[int]) -> None:
        self.units, self._undone, self._game = dict[str, Unit](), undone, Game()

    def add(self, entry: Entry) -> None:
        """Process the next entry of the game; entries undone later are ignored."""
        if entry.number in self._undone:
            return
        for event in entry.events:
            if isinstance(event, UnitPlaced):
                id, old = event.unit.id, self._game.units.get(event.unit.id)
                self.units[id] = _apply_correction(self.units.get(id), old, event.unit)
            self._game.apply(event)
            if isinstance(event, FigureSet) and event.unit in self.units:
                figures = self._game.units[event.unit].figures
                self.units[event.unit] = self.units[event.unit].model_copy(update={"figures": figures})


def _apply_correction(came: Unit | None, old: Unit | None, new: Unit) -> Unit:
    if came is None or old is None:
        return new
    changed = {field: getattr(new, field) for field in _FIELDS if getattr(new, field) != getattr(old, field)}
    return came.model_copy(update=changed)


def _force_line(system: System, unit: Unit) -> dict[str, Any]:
    """Return a unit as a line of a force, without default values."""
    states = {name: value for name, value in unit.states.items() if _is_counted(system, name)}
    profile = {name: value for name, value in unit.profile.items() if value is not None}
    weapons = [weapon.model_dump(exclude_defaults=True) | {"count": weapon.count} for weapon in unit.weapons]
    hp = list(unit.hp) if len(unit.hp) <= 1 or len(unit.hp) == unit.starting else []
    given: dict[str, Any] = {
        "name": without_side(unit.name, unit.side),
        "models": unit.starting,
        "hp": hp,
        "weapons": weapons,
    }
    given |= {"profile": profile, "states": states, "medic": unit.medic, "points": unit.points}
    given["figures"] = [one.model_dump(exclude={"fell"}, exclude_defaults=True) for one in unit.figures]
    return {name: value for name, value in given.items() if value not in ([], {}, False)}


def _is_counted(system: System, state: str) -> bool:
    return state in system.states and system.states[state].holds in ("flag", "count")


# Pasted lists of units: they are read with a system's words and the person's own, clarified, and saved as forces.

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
        return self.draft.name or self.found.name


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
            now.draft.text = _move_below(now.draft.text, unknown.words)
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
        await self._record.remember(words_key(guild, system.key), json.dumps(kept, ensure_ascii=False))

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
            more = {name_key(said): code for said, code in (*_plurals(force), *force.aliases.items())}
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

    async def _shared_words(self, call: Call, system: System) -> dict[str, str]:
        """Return the words that the server knows, with their codes."""
        kept = await self._kept_words(call.where.guild or "", system.key)
        return {key: code.partition("\n")[0] for key, code in kept.items()}

    async def _kept_words(self, guild: str, system: str) -> dict[str, str]:
        """Return the codes of known words by key; a second line of the value is the original spelling, if known."""
        return json.loads((guild and await self._record.remember(words_key(guild, system))) or "{}")

    async def _read(self, call: Call, system: System, draft: Draft) -> ReadList:
        """Read a draft, and keep it with the result."""
        known = {**await self._shared_words(call, system), **draft.known_words}
        found = await self._files.army_list(system, draft.text, known, call.who.id)
        draft.reading = reading_json(found)
        await self._keep(call.who.id, system, draft)
        return ReadList(system, draft, found)

    async def _keep(self, user: str, system: System, draft: Draft) -> None:
        await self._record.remember(list_key(user, system.key), json.dumps(asdict(draft), ensure_ascii=False))


def _plurals(force: Force) -> Iterator[tuple[str, str]]:
    """Yield the plurals of a force's words and unit names, each with the code of its singular."""
    named = {str(one["name"]): f"unit:{one['type']}" for one in force.units if "name" in one and "type" in one}
    known = {**named, **force.aliases}
    return ((many, known[one]) for one, many in force.plurals.items() if one in known)


MOST_ALIASES = 100
"""Maximum number of words kept with a force."""


def _move_below(text: str, begins: str) -> str:
    """Return the text with the line that begins so made a sub-item of the line before it."""
    lines = text.splitlines()
    at = next((nth for nth, line in enumerate(lines) if line.strip().startswith(begins)), None)
    if at is not None:
        lines[at] = f"    - {lines[at].strip()}"
    return "\n".join(lines)
