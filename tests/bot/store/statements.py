"""Counting of database statements, which does not depend on the load of the machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event

from bot.store import Record


@contextmanager
def statements(record: Record) -> Iterator[list[str]]:
    """Record every statement executed inside the context."""
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
