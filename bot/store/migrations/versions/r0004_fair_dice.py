# pyright: standard
"""The seeds of the bot's dice, each secret until it is revealed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "seed",
        sa.Column("game_id", sa.String(), primary_key=True),
        sa.Column("after", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.Column("seed", sa.String(), nullable=True),
        sa.Column("drawn_at", sa.Double(), nullable=False),
        sa.Column("revealed_at", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], ondelete="CASCADE"),
    )
