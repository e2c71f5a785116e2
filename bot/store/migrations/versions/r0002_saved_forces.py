# pyright: standard
"""Forces that people keep for themselves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "saved_force",
        *(sa.Column(name, sa.String(), primary_key=True) for name in ("user_id", "system", "key")),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("saved_at", sa.Double(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
    )
