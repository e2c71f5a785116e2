# pyright: standard
"""Search columns of the log: the action of an entry, whether one was played, and its units.

Entries from before texts were values are rewritten in today's form, which used to be derived at every use.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

from bot.store.migrations.versions.r0003_state_and_questions import as_of_today
from bot.store.rows import clean

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

PORTION = 500
_ENTRY = sa.table(
    "entry",
    sa.column("game_id", sa.String()),
    sa.column("number", sa.Integer()),
    sa.column("body", sa.JSON()),
    sa.column("action", sa.String()),
    sa.column("played", sa.Boolean()),
)
_UNIT = sa.table(
    "entry_unit",
    sa.column("game_id", sa.String()),
    sa.column("unit_id", sa.String()),
    sa.column("number", sa.Integer()),
)
_MINE = sa.update(_ENTRY).where(_ENTRY.c.game_id == sa.bindparam("of"), _ENTRY.c.number == sa.bindparam("nth"))


def upgrade() -> None:
    op.add_column("entry", sa.Column("action", sa.String(), nullable=True))
    op.add_column("entry", sa.Column("played", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "entry_unit",
        sa.Column("game_id", sa.String(), primary_key=True),
        sa.Column("unit_id", sa.String(), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], ondelete="CASCADE"),
    )
    connection = op.get_bind()
    for portion in _portions(connection):
        found = [(row, body) for row in portion if (body := _today(row.body))]
        _note(connection, found)
        changed = [
            {"of": row.game_id, "nth": row.number, "written": body} for row, body in found if body is not row.body
        ]
        if changed:
            connection.execute(_MINE.values(body=sa.bindparam("written")), changed)


def _today(body: Any) -> Mapping[str, Any] | None:
    """Return a body in today's form; None if it is unreadable."""
    try:
        return as_of_today(body) if isinstance(body, dict) else None
    except (TypeError, ValueError, LookupError, AttributeError):
        return None


def _portions(connection: sa.Connection) -> Iterator[list[Any]]:
    """Yield all entries in portions: a large record does not fit in memory."""
    key = sa.tuple_(_ENTRY.c.game_id, _ENTRY.c.number)
    query = sa.select(_ENTRY.c.game_id, _ENTRY.c.number, _ENTRY.c.body).order_by(*key.clauses).limit(PORTION)
    portion = connection.execute(query).all()
    while portion:
        yield list(portion)
        last = portion[-1]
        portion = connection.execute(query.where(key > sa.tuple_(last.game_id, last.number))).all()


def _note(connection: sa.Connection, found: Sequence[tuple[Any, Mapping[str, Any]]]) -> None:
    about, units = list[dict[str, Any]](), list[dict[str, Any]]()
    for row, body in found:
        action = _of(body.get("request"), "action")
        acted = clean(action) if isinstance(action, str) else None
        about.append({"of": row.game_id, "nth": row.number, "acted": acted, "plays": bool(body.get("plays"))})
        # The units that took part in an entry, or were affected by it, each once.
        roles = [unit for play in body.get("plays") or () for unit in (_of(play, "roles") or {}).values()]
        events = [_of(event, "unit") for event in body.get("events") or ()]
        ids = [*roles, *(_of(one, "id") if isinstance(one, dict) else one for one in events)]
        for unit in dict.fromkeys(clean(one) for one in ids if isinstance(one, str)):
            units.append({"game_id": row.game_id, "unit_id": unit, "number": row.number})
    if about:
        connection.execute(_MINE.values(action=sa.bindparam("acted"), played=sa.bindparam("plays")), about)
    if units:
        connection.execute(sa.insert(_UNIT), units)


def _of(body: Any, name: str) -> Any:
    return body.get(name) if isinstance(body, dict) else None
