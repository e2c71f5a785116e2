"""The import of a game from a file: it is checked as a whole, then written in one transaction, or not at all."""

from __future__ import annotations

import io
import json
import re
import time
import zipfile
from collections.abc import Mapping
from typing import Any, NamedTuple, cast
from uuid import uuid4

from pydantic import ValidationError

from bot.errors import AppError, Unreadable
from bot.services.record.fairness import SECRET, FairnessReport, faults, seeds_of
from bot.services.record.game_file import FORMAT, VERSION, GameInfo, is_changed, rule_files
from bot.store import rows
from bot.store.errors import ChannelTaken
from bot.store.record import Record
from bot.store.tables import StoredGame
from data import SYSTEMS, system_registry
from rules.files.system import digest_of
from rules.game.entry import Entry, play_back
from rules.game.game import Game
from rules.kernel.errors import BadEntry, BadFacts
from rules.kernel.text_json import strange_texts
from rules.kernel.wording import ENGLISH

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
