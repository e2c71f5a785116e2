"""What can still be read of a record that is damaged."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Row, String, cast, select, type_coerce

from bot.errors import Unreadable
from bot.store import rows
from bot.store.database import Database
from bot.store.tables import ENTRY, GAME_STATE
from rules.game.entry import Entry

_TEXT = type_coerce(cast(ENTRY.c.body, String), String)
"""The body of an entry as it is written, whether it is JSON or not."""


class Line(NamedTuple):
    """An entry as far as it can be read: `entry` is None where only what stands beside its body can be."""

    number: int
    command: str
    by: str
    at: float
    entry: Entry | None


class Damage:
    """The part of the record that looks for damage, and past it."""

    _database: Database

    async def faults(self) -> tuple[str, ...]:
        """What is wrong with the file, in SQLite's words, at most five things; a server looks after itself.

        The whole file is read, on a connection of its own, so that nobody waits for it.
        """
        file = self._database.file
        return () if file is None else await asyncio.to_thread(_faults, file)

    async def lines(self, game_id: str, last: int) -> list[Line]:
        """The last entries of a game, in order; those that are missing are left out."""
        query = select(ENTRY).where(ENTRY.c.game_id == game_id).order_by(ENTRY.c.number.desc()).limit(last)
        return await self._database.read(lambda read: [_line(row) for row in reversed(read.execute(query).all())])

    async def damaged(self, game_id: str, number: int) -> dict[str, Any]:
        """What stands of an entry whose body cannot be read: what is kept beside it, and the body letter for letter."""
        query = select(ENTRY.c.number, ENTRY.c.command, ENTRY.c.by_user.label("by"), ENTRY.c.at, _TEXT.label("damaged"))
        query = query.where(ENTRY.c.game_id == game_id, ENTRY.c.number == number)
        return await self._database.read(lambda read: dict(read.execute(query).mappings().one()))

    async def speaks_of(self, game_id: str, word: str) -> bool:
        """Whether a word of ours stands anywhere in the entries of a game, readable or not."""
        query = select(ENTRY.c.number).where(ENTRY.c.game_id == game_id, _TEXT.contains(rows.as_json(word))).limit(1)
        return await self._database.read(lambda read: read.execute(query).first() is not None)

    async def left_sides(self, game_id: str) -> dict[str, Any] | None:
        """Which sides people have left since dice were thrown, by their ids; None where that cannot be read."""
        query = select(GAME_STATE.c.body).where(GAME_STATE.c.game_id == game_id)
        body: Any = await self._database.read(lambda read: read.execute(query).scalar())
        try:
            return dict(body["left_sides"])
        except (TypeError, ValueError, LookupError):
            return None


def _faults(file: str) -> tuple[str, ...]:
    try:
        with closing(sqlite3.connect(f"{Path(file).absolute().as_uri()}?mode=ro", uri=True)) as connection:
            found = [str(row[0]) for row in connection.execute("PRAGMA quick_check(5)")]
    except sqlite3.OperationalError:  # locked, or gone: no word about the file itself
        raise
    except sqlite3.DatabaseError as error:
        return (str(error),)
    return () if found == ["ok"] else tuple(" ".join(line.split()) for line in found)


def _line(row: Row[Any]) -> Line:
    try:
        entry = rows.entry_read(row.number, row.body)
    except Unreadable:
        entry = None
    return Line(row.number, row.command, row.by_user, row.at, entry)
