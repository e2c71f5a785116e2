"""What Alembic runs for every command: our tables, on the connection it was handed."""

from __future__ import annotations

from typing import Any, Literal

from alembic import context
from sqlmodel import AutoString

from bot.store.tables import METADATA


def _plain(kind: str, item: Any, _: object) -> str | Literal[False]:
    """Write SQLModel's own kind of text as what it is, so that a revision needs no import of it."""
    return "sa.String()" if kind == "type" and isinstance(item, AutoString) else False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
    render_item=_plain,
)
with context.begin_transaction():
    context.run_migrations()
