"""Databases of new, many and long games, made in seconds by copying a small game inside the database.

The copies equal rows written by the bot; the columns are queried from the database.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

from bot.dice.provable import SEED_BYTES, seeded_dice
from bot.services import Services
from bot.store import Record
from tests.bench.wire import wired, wrong

Row = dict[str, Any]


async def open_services_of(folder: Path, run: str) -> Services:
    """Return the bot's services without a simulator, which would distort the measurement."""
    seconds = count(1_700_000_000)
    record = await Record.open(f"sqlite:///{folder / 'bench.sqlite'}")
    return Services(record, lambda: float(next(seconds)), seeded_dice(b"bench"), run, draw=lambda: bytes(SEED_BYTES))


async def create_games(folder: Path, entries: int, channels: Sequence[int]) -> None:
    """Create demos with so many entries each; the first is played, the others are copies."""
    services = await open_services_of(folder, f"begun{channels[0]}")
    first, *others = channels
    async with wired(services) as wire:
        await wire.say("/game demo", where=first)
        await wire.say("/marker set", where=first, unit="Marines", marker="suppressed", count=0)
        await wire.say("/marker set", where=first, unit="Marines", marker="suppressed", count=1)
        await wire.say("/marker set", where=first, unit="Marines", marker="suppressed", count=1)
    battle = await services.record.games.in_channel(str(first))
    assert battle
    await services.record.close()
    if entries:
        lengthen(folder / "bench.sqlite", battle.id, entries)
        await _step(folder, first)
    copy(folder / "bench.sqlite", battle.id, others)


async def _step(folder: Path, channel: int) -> None:
    services = await open_services_of(folder, f"stepped{channel}")
    async with wired(services) as wire:
        answer = await wire.say("/marker set", where=channel, unit="Marines", marker="suppressed", count=1)
        assert not wrong(answer), answer
    await services.record.close()


def copy(file: Path, game: str, channels: list[int]) -> None:
    """Copy a game with all its rows into other channels."""
    with closing(_open(file)) as db, db:
        tables = [name for name in _tables(db) if "game_id" in _columns(db, name)]
        rows = {name: _rows(db, f"SELECT * FROM {name} WHERE game_id = ?", game) for name in tables}
        [own] = _rows(db, "SELECT * FROM game WHERE id = ?", game)
        for channel in channels:
            id = f"{game[:8]}{channel:024d}"[:32]
            _insert_rows(db, "game", [own | {"id": id, "channel_id": str(channel)}])
            for name in tables:
                _insert_rows(db, name, [row | {"game_id": id} for row in rows[name]])


def lengthen(file: Path, game: str, entries: int) -> None:
    """Repeat the last entry of a game, which must have no effect, up to that number of entries.

    The tables of its state are not updated; the next command corrects them.
    """
    with closing(_open(file)) as db, db:
        [last] = _rows(db, "SELECT * FROM entry WHERE game_id = ? ORDER BY number DESC LIMIT 1", game)
        body = json.loads(last["body"])
        more = [
            last | {"number": n, "source": None, "body": json.dumps(body | {"number": n, "source": None})}
            for n in range(last["number"] + 1, entries + 1)
        ]
        _insert_rows(db, "entry", more)
        db.execute("UPDATE game SET number = ? WHERE id = ?", (max(entries, last["number"]), game))


def _open(file: Path) -> sqlite3.Connection:
    db = sqlite3.connect(file)
    db.row_factory = sqlite3.Row
    return db


def _tables(db: sqlite3.Connection) -> list[str]:
    return [row["name"] for row in _rows(db, "SELECT name FROM sqlite_master WHERE type = 'table'")]


def _columns(db: sqlite3.Connection, table: str) -> list[str]:
    return [row["name"] for row in _rows(db, f"PRAGMA table_info({table})")]


def _rows(db: sqlite3.Connection, query: str, *given: Any) -> list[Row]:
    return [dict(row) for row in db.execute(query, given)]


def _insert_rows(db: sqlite3.Connection, table: str, rows: list[Row]) -> None:
    if rows:
        names = ", ".join(rows[0])
        places = ", ".join(f":{name}" for name in rows[0])
        db.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", rows)
