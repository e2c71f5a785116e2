# pyright: standard
"""Campaigns: their entries, their state, the games that are their battles, and the seeds of their dice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "campaign",
        sa.Column("id", sa.String(), primary_key=True),
        *_texts("guild_id", "key", "name", "system", "started_by"),
        sa.Column("started_at", sa.Double(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.UniqueConstraint("guild_id", "key", name="campaign_name"),
    )
    op.create_table(
        "campaign_entry",
        *_of_campaign(),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        *_texts("command", "by_user"),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("source", sa.String(), nullable=True),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.UniqueConstraint("campaign_id", "source", name="campaign_entry_source"),
    )
    op.create_table(
        "campaign_state",
        *_of_campaign(),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
    )
    op.create_table(
        "campaign_battle",
        *_of_campaign(),
        sa.Column("battle_id", sa.String(), primary_key=True),
        *_texts("game_id"),
    )
    op.create_index("campaign_battle_game", "campaign_battle", ["game_id"], unique=True)
    op.create_table(
        "campaign_seed",
        *_of_campaign(),
        *_texts("name", "commitment"),
        sa.Column("seed", sa.String(), nullable=True),
        sa.Column("drawn_at", sa.Double(), nullable=False),
        sa.Column("revealed_at", sa.Double(), nullable=True),
    )


def _texts(*names: str) -> tuple[sa.Column[str], ...]:
    return tuple(sa.Column(name, sa.String(), nullable=False) for name in names)


def _of_campaign() -> tuple[sa.Column[str], sa.ForeignKeyConstraint]:
    constraint = sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], ondelete="CASCADE")
    return sa.Column("campaign_id", sa.String(), primary_key=True), constraint
