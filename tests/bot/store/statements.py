"""What is asked of the database, counted: work that no busy machine makes longer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event

from bot.store import Record


@contextmanager
def statements(record: Record) -> Iterator[list[str]]:
    """Every statement that is executed for as long as this is open."""
    engine, found = engine_of(record), list[str]()

    def executed(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        found.append(statement)

    event.listen(engine, "before_cursor_execute", executed)
    try:
        yield found
    finally:
        event.remove(engine, "before_cursor_execute", executed)


def engine_of(record: Record) -> Engine:
    return record.database.engine
