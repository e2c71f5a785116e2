# pyright: standard
"""The record: games, players, units, entries, pending commands, and the application's own memory."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _game()
    _entry()
    _player()
    _unit()
    _pending()
    op.create_table("app_state", _text("key", primary_key=True), _text("value"))


def _game() -> None:
    op.create_table(
        "game",
        _text("id", primary_key=True),
        *(_text(name) for name in ("guild_id", "channel_id", "name", "system", "version", "units", "started_by")),
        sa.Column("started_at", sa.Double(), nullable=False),
        _text("state"),
        sa.Column("number", sa.Integer(), nullable=False),
    )
    _partial("game_open", "game", "channel_id", "state <> 'ended'", unique=True)
    op.create_index("game_channel", "game", ["channel_id", "started_at"])


def _entry() -> None:
    op.create_table(
        "entry",
        *_of_game(),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        _text("command"),
        _text("by_user"),
        _text("side", nullable=True),
        sa.Column("at", sa.Double(), nullable=False),
        _text("source", nullable=True),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.UniqueConstraint("game_id", "source", name="entry_source"),
    )


def _player() -> None:
    op.create_table(
        "player",
        *_of_game(),
        _text("user_id", primary_key=True),
        _text("name"),
        _text("side", nullable=True),
        sa.Column("umpire", sa.Boolean(), nullable=False),
        _text("dice"),
    )
    op.create_index("player_user", "player", ["user_id"])


def _unit() -> None:
    op.create_table(
        "unit",
        *_of_game(),
        _text("unit_id", primary_key=True),
        _text("name"),
        _text("side"),
        sa.Column("state", sa.JSON(), nullable=False),
    )


def _pending() -> None:
    op.create_table(
        "pending",
        _text("id", primary_key=True),
        *_of_game(key=False),
        *(_text(name) for name in ("user_id", "asked_by", "kind")),
        *(sa.Column(name, sa.JSON(), nullable=False) for name in ("command", "question")),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("deadline", sa.Double(), nullable=True),
        _text("channel_id", nullable=True),
        _text("message_id", nullable=True),
        sa.Column("settled", sa.Integer(), nullable=True),
    )
    _partial("pending_open", "pending", "game_id", "settled IS NULL", unique=False)


def _text(name: str, nullable: bool = False, primary_key: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(), nullable=nullable, primary_key=primary_key)


def _of_game(key: bool = True) -> tuple[sa.Column[str], sa.ForeignKeyConstraint]:
    constraint = sa.ForeignKeyConstraint(["game_id"], ["game.id"], ondelete="CASCADE")
    return _text("game_id", primary_key=key), constraint


def _partial(name: str, table: str, column: str, where: str, unique: bool) -> None:
    condition = sa.text(where)
    op.create_index(name, table, [column], unique=unique, sqlite_where=condition, postgresql_where=condition)
