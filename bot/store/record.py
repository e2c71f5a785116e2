"""The whole record, as small stores over one database: games, their entries, campaigns, questions and more."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, select

from bot.store.appending import put
from bot.store.campaigns import CampaignStore
from bot.store.database import Database
from bot.store.entries import Entries, States
from bot.store.games import Games, RollLogStore
from bot.store.pasts import Pasts
from bot.store.personal import Forces, People, Servers
from bot.store.questions import QuestionStore
from bot.store.rule_files import RuleFiles
from bot.store.seeds import Seeds
from bot.store.tables import APP_STATE, GAME, PENDING

_SIZE = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
_SERVED_SIZE = "SELECT pg_database_size(current_database())"
_REMEMBERED = select(APP_STATE.c.value).where(APP_STATE.c.key == bindparam("key_"))


class Measures(NamedTuple):
    """The size of the record: games by state, waiting questions, and bytes."""

    games: dict[str, int]
    open_questions: int
    bytes: int


class Record:
    """The whole record.

    Several may be open on one database. Each call is one transaction, whose writes are on the disk when it returns. A
    returned value does not change later.
    """

    def __init__(self, database: Database) -> None:
        self.database, pasts = database, Pasts()
        self.games = Games(database)
        self.entries = Entries(database, pasts)
        self.states = States(database, pasts)
        self.questions = QuestionStore(database)
        self.seeds = Seeds(database)
        self.logs = RollLogStore(database)
        self.forces = Forces(database)
        self.rule_files = RuleFiles(database)
        self.people = People(database, pasts)
        self.servers = Servers(database, pasts)
        self.campaigns = CampaignStore(database)

    @classmethod
    async def open(cls, url: str, apart: bool = False, existing: bool = False) -> Record:
        """Return the record in the database at `url` (see Settings.database_url); raise StoreError.

        With `apart`, a separate process upgrades it, which frees the memory needed for that. With `existing`, a missing
        record is not created.
        """
        return cls(await Database.open(url, apart, existing))

    async def close(self) -> None:
        await self.database.close()

    async def measure(self) -> Measures:
        """Return the size of the record."""

        def measured(read: Connection) -> Measures:
            states = read.execute(select(GAME.c.state, func.count()).group_by(GAME.c.state))
            games = {"running": 0, "paused": 0, "ended": 0} | {row[0]: row[1] for row in states}
            waiting = select(func.count()).select_from(PENDING).where(PENDING.c.settled.is_(None))
            size = read.exec_driver_sql(_SIZE if read.dialect.name == "sqlite" else _SERVED_SIZE).scalar_one()
            return Measures(games, read.execute(waiting).scalar_one(), int(size))

        return await self.database.read(measured)

    async def faults(self) -> tuple[str, ...]:
        """Return the faults of the file in SQLite's words, at most five; empty for PostgreSQL.

        The whole file is read on a separate connection, so that it blocks no other work.
        """
        file = self.database.file
        return () if file is None else await asyncio.to_thread(_faults, file)

    async def remember(self, key: str, value: str | None = None) -> str | None:
        """Return the value stored under `key`; if a value is given, store it first."""
        if value is None:
            return await self.database.read(lambda read: read.execute(_REMEMBERED, {"key_": key}).scalar())
        await self.database.write(lambda write: put(write, APP_STATE, [{"key": key, "value": value}]))
        return value


def _faults(file: str) -> tuple[str, ...]:
    try:
        with closing(sqlite3.connect(f"{Path(file).absolute().as_uri()}?mode=ro", uri=True)) as connection:
            found = [str(row[0]) for row in connection.execute("PRAGMA quick_check(5)")]
    except sqlite3.OperationalError:  # locked or gone, which is not a fault of the file itself
        raise
    except sqlite3.DatabaseError as error:
        return (str(error),)
    return () if found == ["ok"] else tuple(" ".join(line.split()) for line in found)
