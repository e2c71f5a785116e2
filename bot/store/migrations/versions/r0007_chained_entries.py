# pyright: standard
"""The link of each entry, which chains its dice to all entries before it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entry", sa.Column("link", sa.String(), nullable=True))
