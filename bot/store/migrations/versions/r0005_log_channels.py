# pyright: standard
"""Games whose entries are posted in an additional channel, and the messages that show them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "roll_log",
        *_of_game(),
        sa.Column("channel_id", sa.String(), nullable=False),
        sa.Column("sent", sa.Integer(), nullable=False),
        sa.Column("sending", sa.Integer(), nullable=True),
        sa.Column("sending_at", sa.Double(), nullable=False),
        sa.Column("struck", sa.JSON(), nullable=False),
        sa.Column("stopped", sa.String(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "roll_post",
        *_of_game(),
        sa.Column("first", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("last", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.String(), nullable=False) for name in ("channel_id", "message_id")),
    )


def _of_game() -> tuple[sa.Column[str], sa.ForeignKeyConstraint]:
    constraint = sa.ForeignKeyConstraint(["game_id"], ["game.id"], ondelete="CASCADE")
    return sa.Column("game_id", sa.String(), primary_key=True), constraint
