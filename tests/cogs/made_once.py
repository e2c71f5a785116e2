"""Shared preparation of tables, made once per process: an empty database, compiled SQL, the registered commands.

Commands and handlers of events are found once per class, and copied faster than the library copies them.

The bot itself makes them, and the results are kept. Otherwise thousands of tests would wait for migrations, statements
and translations. Tests of these things make them again.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import discord
from discord import AppCommandType, state
from discord.app_commands import AppCommand, CommandTree, commands
from sqlalchemy import URL, Engine, make_url
from sqlalchemy.util import LRUCache

from bot import client
from bot.client import Adjutant
from bot.settings import Settings
from bot.store import engine
from bot.store.backup import OWN
from bot.store.database import open_engine
from data import system_registry
from data.python_systems import python_bases
from rules.files.file_system import FileSystem
from tests.cogs import registering

lite_engine = engine.sqlite_engine
_definition = Adjutant.definition
_read_files = system_registry.read_files
_EMPTY: list[bytes] = []
_TOLD: dict[tuple[str, Any], list[dict[str, Any]]] = {}
"""Every command with its translations, by the fingerprint of the definition and the translator."""
_DEFINED: dict[tuple[Any, ...], tuple[str, list[Any]]] = {}
"""The fingerprint of a definition by its components, with the parameters that all bots of a process share."""


def create_database(file: Path, record: bytes | None = None) -> None:
    """Create a database at `file` unless it exists: `record`, or an empty one with the current schema."""
    if os.path.exists(file):
        return
    if record is None and not _EMPTY:
        with TemporaryDirectory() as folder:
            made = Path(folder) / "empty.sqlite"
            open_engine(f"sqlite:///{made}").dispose()
            _EMPTY.append(made.read_bytes())
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN), "wb") as new:
        new.write(_EMPTY[0] if record is None else record)


@cache
def _compiles() -> tuple[Any, LRUCache[Any, Any]]:
    """Return the compiler of statements for SQLite, with its cache."""
    made = lite_engine(make_url("sqlite+pysqlite://"))
    with made.connect():  # to detect the features of this SQLite
        return made.dialect, LRUCache(5000)


def lite_compiled_once(url: URL) -> Engine:
    """Return an engine that shares the compiled statements of all engines before it."""
    made = lite_engine(url)
    made.dialect, made._compiled_cache = _compiles()
    made.pool._dialect = made.dialect
    return made


def defined_once(self: Adjutant) -> str:
    """Replace the bot's own definition, which serialises every command again."""
    names, parameters = [client.fingerprint()], list[Any]()
    for one in [*self.tree.walk_commands(), *self.tree.walk_commands(type=AppCommandType.message)]:
        names += [one.name, str(getattr(one, "description", ""))]
        parameters += getattr(one, "_params", {}).values()
    made_of = (*names, *map(id, parameters))
    if made_of not in _DEFINED:
        _DEFINED[made_of] = _definition(self), parameters
    return _DEFINED[made_of][0]


async def synced(self: CommandTree[Any], *, guild: discord.abc.Snowflake | None = None) -> list[AppCommand]:
    """Replace discord.py's own sync, which translates every text again."""
    tree, bot, translator = self, self.client, self.translator
    assert guild is None
    assert translator is not None
    texts = bot.services.texts
    settings = getattr(texts, "__self__", None)
    # Settings are new for each bot: what they change is the language.
    key = (bot.definition(), settings.language if isinstance(settings, Settings) else texts)
    if key not in _TOLD:
        told = [await one.get_translated_payload(tree, translator) for one in tree.get_commands()]
        assert not list(registering.faults(told))
        _TOLD[key] = told
    data = await bot.http.bulk_upsert_global_commands(bot.application_id, payload=_TOLD[key])
    return [AppCommand(data=one, state=bot._connection) for one in data]


@lru_cache(100)
def _read_accepted(contents: tuple[bytes, ...], name: str) -> FileSystem:
    return _read_files(contents, name, python_bases(), kept=True)


def read_once(contents: Sequence[bytes], name: str, bases: Any, kept: bool) -> FileSystem:
    """Replace the reading of files that were accepted before: the same files are the same system."""
    assert bases is python_bases()
    assert kept
    return _read_accepted(tuple(contents), name)


def copy_command(command: Any) -> Any:
    """Return a shallow copy of a command; `copy.copy` would ask it first how it is pickled."""
    found = object.__new__(type(command))
    vars(found).update(vars(command))
    return found


@cache
def _parsers_of(kind: type) -> tuple[str, ...]:
    return tuple(name for name, _ in inspect.getmembers(kind) if name.startswith("parse_"))


def start_quickly() -> None:
    """Copy the commands of every bot of this process, and find its handlers of events, without the library's search."""
    commands.shallow_copy = copy_command  # pyright: ignore[reportPrivateImportUsage]
    # All that module needs of `inspect`.
    state.inspect = SimpleNamespace(  # pyright: ignore[reportAttributeAccessIssue, reportPrivateImportUsage]
        getmembers=lambda one: [(name, getattr(one, name)) for name in _parsers_of(type(one))]
    )
