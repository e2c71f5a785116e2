"""A database as an earlier version left it, on SQLite or PostgreSQL."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

from alembic import command
from sqlalchemy import Connection, MetaData

from bot.store.engine import engine_of
from bot.store.migrations import config

REVISION = "0002"
ROWS = Path(__file__).parent / "revision_0002.sql"
_JSON = {
    "game": (),
    "entry": ("body",),
    "unit": ("state",),
    "player": (),
    "pending": ("command", "question", "answers"),
}
"""The tables, with their JSON columns."""


def rows(table: str) -> list[dict[str, Any]]:
    """Return the rows of a table of that database."""
    with sqlite3.connect(":memory:") as found:
        found.row_factory = sqlite3.Row
        found.executescript(ROWS.read_text(encoding="utf-8"))
        return [_row(table, dict(row)) for row in found.execute(f"SELECT * FROM {table}")]


def _row(table: str, row: dict[str, Any]) -> dict[str, Any]:
    row |= {name: json.loads(row[name]) for name in _JSON[table]}
    return row | ({"umpire": bool(row["umpire"])} if "umpire" in row else {})


def older_database(url: str) -> None:
    """Create it in an empty database by the migrations of that time."""
    engine = engine_of(url)
    with engine.begin() as connection:
        _fill_tables(connection)
    engine.dispose()


def _fill_tables(connection: Connection) -> None:
    command.upgrade(config(connection), REVISION)
    tables = MetaData()
    tables.reflect(connection)
    for name in _JSON:
        connection.execute(tables.tables[name].insert(), rows(name))
