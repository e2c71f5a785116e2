"""Alembic's environment for every command: the tables of this program, on the given connection."""

from __future__ import annotations

from typing import Any, Literal

from alembic import context
from sqlmodel import AutoString

from bot.store.tables import METADATA


def _render_plain(kind: str, item: Any, _: object) -> str | Literal[False]:
    """Render SQLModel's text type as a plain string, so that revisions need not import it."""
    return "sa.String()" if kind == "type" and isinstance(item, AutoString) else False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
    render_item=_render_plain,
)
with context.begin_transaction():
    context.run_migrations()
