"""A whole game as a JSON file that any Adjutant can import. Its schema is generated from the models here.

The file has one entry per line. `checksum` is the SHA-256 of the lines of the game and its entries: it does not match
in a truncated file, or in one with a changed face. The dice are proven by `fairness`, not by the checksum.
"""

from __future__ import annotations

import io
import json
import re
import time
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Literal, NamedTuple, cast
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.json_schema import GenerateJsonSchema

from bot.errors import AppError, Unreadable
from bot.services.record.fairness import SECRET, FairnessReport, faults, seeds_of
from bot.store import rows
from bot.store.errors import ChannelTaken
from bot.store.record import Record
from bot.store.tables import State, StoredGame
from data import SYSTEMS, system_registry
from rules.files.system import digest_of
from rules.game.entry import Entry, play_back
from rules.game.game import Game
from rules.kernel.errors import BadEntry, BadFacts
from rules.kernel.text import Text
from rules.kernel.text_json import as_json, strange_texts
from rules.kernel.wording import ENGLISH, Units

FORMAT: Literal["adjutant-game"] = "adjutant-game"
VERSION: Literal[1] = 1
SCHEMA = "data/exports/game.schema.json"
"""Path of the schema; a test rewrites it."""


class GameInfo(BaseModel, frozen=True, extra="forbid"):
    """The settings of a game: everything except its entries. Times are seconds since 1970, ids are Discord's.

    `number` is the number of the last entry, `version` the version of the rule system. Where players are left out, so
    are the ids of server and channel, and `started_by` is "Player 1" or the like.
    """

    id: str
    name: str
    system: str
    version: str
    units: Units
    state: State
    started_by: str
    started_at: float
    number: int = Field(ge=0)
    guild_id: str = ""
    channel_id: str = ""

    @classmethod
    def of(cls, battle: StoredGame) -> GameInfo:
        return cls.model_validate(battle.model_dump())


class GameFile(BaseModel):
    """A complete game of Adjutant: importing it gives an equal game. Open questions are not included."""

    model_config = ConfigDict(extra="forbid", frozen=True, title="A game of Adjutant")

    format: Literal["adjutant-game"]
    version: Literal[1]
    game: GameInfo
    entries: tuple[Entry, ...]
    fairness: FairnessReport | None = None
    rules: str | None = None
    """The file of its rule system, if it has one: the version of the game contains its digest."""
    bases: tuple[str, ...] = ()
    """The files that this one is based on, if it is a variant: each is based on the one before."""
    checksum: str = Field(pattern="^[0-9a-f]{64}$")


class _Schema(GenerateJsonSchema):
    """A schema generator that writes a default `Text` in its stored form."""

    def encode_default(self, dft: Any) -> Any:
        return as_json(dft) if isinstance(dft, Text) else super().encode_default(dft)


def schema() -> str:
    """Return the schema as it is stored in `SCHEMA`."""
    found = GameFile.model_json_schema(mode="validation", schema_generator=_Schema)
    return json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", **found}, indent=1) + "\n"


def line(part: Any) -> str:
    """Return a part of a file in canonical form.

    All non-ASCII characters are escaped, so that none affects a terminal or an editor.
    """
    return json.dumps(part, sort_keys=True, separators=(",", ":"))


def checksum(lines: Iterable[str]) -> str:
    """Return the SHA-256 of the line of the game and the lines of its entries."""
    found = sha256()
    for one in lines:
        found.update(one.encode("ascii") + b"\n")
    return found.hexdigest()


def is_changed(found: Mapping[str, Any], of: str = "game") -> bool | None:
    """True if the game or campaign or its entries differ from the exported ones; None if there is no checksum."""
    there = found.get("checksum")
    return None if there is None else checksum(map(line, [found[of], *found["entries"]])) != there


def rule_files(found: Mapping[str, Any]) -> tuple[bytes, ...]:
    """Return the files of the rule system in a file, bases first; none without one, an empty one if it is no text."""
    if found.get("rules") is None:
        return ()
    bases = found.get("bases", [])
    given = [*(cast("list[Any]", bases) if isinstance(bases, list) else [None]), found["rules"]]
    return tuple(one.encode() if isinstance(one, str) else b"" for one in given)


def file_content(
    game: Mapping[str, Any],
    entries: Sequence[str],
    fairness: FairnessReport | None = None,
    rules: Sequence[bytes] = (),
    of: str = "game",
) -> bytes:
    """Return the file of a game or campaign, from entries written by `line` and the files of its rule system."""
    head, out = line(game), io.BytesIO()
    out.write(f'{{"format":"adjutant-{of}","version":{VERSION},\n"{of}":{head},\n"entries":['.encode("ascii"))
    for nth, entry in enumerate(entries):  # one by one: joining millions of characters at once would block the bot
        out.write((",\n" if nth else "\n").encode("ascii") + entry.encode("ascii"))
    proof = f'"fairness":{line(fairness.model_dump(mode="json"))},\n' if fairness is not None else ""
    *bases, own = [one.decode() for one in rules] or [None]
    proof += f'"rules":{line(own)},\n' if own is not None else ""
    proof += f'"bases":{line(bases)},\n' if bases else ""
    out.write(f'],\n{proof}"checksum":"{checksum([head, *entries])}"}}\n'.encode("ascii"))
    return out.getvalue()


# Importing a game from a file: it is checked as a whole first, then written in one transaction, or not at all.

_OURS = re.compile(rb'\s*\{\s*"format"\s*:\s*"adjutant-game"')
_LARGEST = 1 << 30
"""Maximum bytes of the JSON in a zip file: far more than a hundred thousand entries."""
_ID = re.compile(r"[0-9]{1,20}")
AGAIN = "export the game again"


class BadGameFile(AppError):
    """Raised for a rejected file, with one sentence: the fault, and the remedy."""


class GameRead(NamedTuple):
    """A game read from a file: its settings, its entries, and the state folded from them."""

    info: GameInfo
    entries: tuple[Entry, ...]
    game: Game
    fairness: FairnessReport | None = None
    rules: tuple[bytes, ...] = ()
    """The files of its rule system, those of its bases first."""


def parse_game(content: bytes) -> GameRead:
    """Return the game in a file, or in a zip file; raise BadGameFile."""
    found = read_json(content)
    rules = _require_known_version(found)
    if is_changed(found) is not False:
        raise BadGameFile(
            "This file was changed after it was exported: its checksum does not match. Use it as it was exported."
        )
    info = _parse_info(found["game"])
    entries = _parse_entries(found["entries"])
    return GameRead(info, entries, _fold_entries(info, entries), _verified_fairness(found), rules)


def _verified_fairness(found: dict[str, Any]) -> FairnessReport | None:
    """Return the proof of the dice, if any; raise BadGameFile if the dice do not match it.

    A secret seed is not a fault: a running game may be exported.
    """
    if found.get("fairness") is None:
        return None
    try:
        fairness = FairnessReport.model_validate(found["fairness"])
        wrong = [fault for fault in faults(found) if fault.code != SECRET]
    except (ValidationError, LookupError, TypeError, ValueError):
        raise BadGameFile(f"The proof of the dice in this file cannot be read; {AGAIN}.") from None
    if wrong:
        raise BadGameFile(f"The dice of this file are not those that were rolled. {wrong[0].sentence}")
    return fairness


def read_json(content: bytes) -> dict[str, Any]:
    """Return the content of a game file of any version and form, zipped or not; raise BadGameFile."""
    return _parse_object(_unpack(content))


def _unpack(content: bytes) -> bytes:
    if not content.startswith(b"PK"):
        return content
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            [inside] = file.infolist()
            if inside.file_size > _LARGEST:
                raise BadGameFile("This zip file is too large for a game.")
            return file.read(inside)
    except (ValueError, zipfile.BadZipFile, EOFError, RuntimeError):
        raise BadGameFile(f"This zip file has no game in it, or was cut off; {AGAIN}.") from None


def _parse_object(content: bytes) -> dict[str, Any]:
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        if _OURS.match(content):
            raise BadGameFile(f"This file was cut off or damaged; {AGAIN}.") from None
        raise BadGameFile("This is not a JSON file; use one written by `export --format json`.") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:  # pyright: ignore[reportUnknownMemberType]
        raise BadGameFile("This file does not contain a game of Adjutant; use one written by `export --format json`.")
    return cast("dict[str, Any]", found)


def _require_known_version(found: dict[str, Any]) -> tuple[bytes, ...]:
    """Return the files of the rule system; raise BadGameFile for an unknown version or missing parts."""
    version = found.get("version")
    if not isinstance(version, int) or version < 1:
        raise BadGameFile(f"This file has no version; {AGAIN}.")
    if version > VERSION:
        raise BadGameFile(
            f"This file is of version {version}, from a newer Adjutant; this one knows {VERSION}: please update it."
        )
    if not isinstance(found.get("game"), dict) or not isinstance(found.get("entries"), list):
        raise BadGameFile(f"This file lacks the game or its entries; {AGAIN}.")
    system = found["game"].get("system")
    if files := rule_files(found):
        return _register_rules(files, found["game"])
    if system not in {one.key for one in SYSTEMS}:
        known = ", ".join(one.key for one in SYSTEMS)
        raise BadGameFile(f"The rule system {str(system)[:40]!r} is not part of this Adjutant, which has {known}.")
    return ()


def _register_rules(files: tuple[bytes, ...], game: Mapping[str, Any]) -> tuple[bytes, ...]:
    """Register the rule system in the file; raise BadGameFile if it is not the one used, or is faulty."""
    key, version = str(game.get("system")), str(game.get("version"))
    if not all(files) or digest_of(files) != system_registry.recorded_digest(version):
        raise BadGameFile(f"The rule system in this file is not the one that the game was played by; {AGAIN}.")
    try:
        system_registry.keep_version(system_registry.load(files, key))
    except BadFacts as bad:
        raise BadGameFile(f"The rule system in this file has a fault: {ENGLISH(bad.faults[0])}.") from None
    return files


def _parse_info(found: Any) -> GameInfo:
    try:
        return GameInfo.model_validate(found)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        raise BadGameFile(
            f"This file cannot be read: game.{'.'.join(map(str, fault['loc']))}: {fault['msg']}."
        ) from None


def _parse_entries(found: list[Any]) -> tuple[Entry, ...]:
    """Return the entries, numbered from 1; raise BadGameFile with the number of a faulty one."""
    read: list[Entry] = []
    if strange_texts(found):
        raise BadGameFile("This file cannot be read: it contains text that Adjutant does not use.")
    for number, body in enumerate(found, 1):
        if not isinstance(body, dict) or body.get("number") != number:  # pyright: ignore[reportUnknownMemberType]
            raise BadGameFile(f"This file cannot be read: entry {number} is missing; {AGAIN}.")
        try:
            entry = rows.read_entry(number, body)
        except Unreadable as fault:
            raise BadGameFile(f"This file cannot be read: {ENGLISH(fault.why)}.") from None
        for roll in (roll for play in entry.plays for roll in play.throws):
            if any(not 1 <= face <= roll.sides for face in roll.faces):
                raise BadGameFile(f"Entry {number} has a d{roll.sides} with an impossible face.")
        read.append(entry)
    sources = [one.source for one in read if one.source]
    if len(set(sources)) < len(sources):
        raise BadGameFile(f"This file contains a command twice; {AGAIN}.")
    return tuple(read)


def _fold_entries(info: GameInfo, entries: tuple[Entry, ...]) -> Game:
    try:
        game = play_back(entries)
    except BadEntry as bad:
        raise BadGameFile(f"This file cannot be read: {ENGLISH(bad.text)}.") from None
    if game.number != info.number:
        raise BadGameFile(f"This file ends with entry {game.number} of {info.number}: it was cut off; {AGAIN}.")
    return game


class ImportedGame(NamedTuple):
    """An imported game; `placed` is True if it is in its own channel or in the named one."""

    battle: StoredGame
    placed: bool


async def import_game(record: Record, read: GameRead, guild: str = "", channel: str = "") -> ImportedGame:
    """Write a game under a new id, into its own channel or the named one.

    An unfinished game whose channel is taken or missing is paused without a channel; `/game move game:` gives it one.
    """
    info = read.info
    battle = StoredGame.model_validate(info.model_dump() | {"id": uuid4().hex, "name": rows.clean(info.name)})
    if read.rules:
        await record.rule_files.keep(read.rules)
    battle.guild_id, battle.channel_id = guild or info.guild_id, channel or info.channel_id
    placed = bool(_ID.fullmatch(battle.channel_id)) and await _put(record, read, battle)
    if not placed:
        # A number that looks like a Discord id, but that no channel has.
        battle.channel_id = str(int(battle.id[:15], 16))
        battle.state = "paused" if battle.state == "running" else battle.state
        await _put(record, read, battle)
    return ImportedGame(battle, placed)


async def _put(record: Record, read: GameRead, battle: StoredGame) -> bool:
    """Write the whole game; return False if the channel has another game."""
    seeds = seeds_of(battle.id, read.fairness, time.time()) if read.fairness else ()
    chain = read.fairness.chain or () if read.fairness else ()
    try:
        await record.games.put(battle, read.entries, read.game, seeds, [one.link for one in chain])
    except ChannelTaken:
        return False
    return True
