"""Writes a new revision: what tables.py has that the revisions so far have not."""

from __future__ import annotations

import sys

from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from bot.store.migrations import config, upgrade

with create_engine("sqlite://").connect() as connection:
    upgrade(connection)
    settings = config(connection)
    number = f"{len(list(ScriptDirectory.from_config(settings).walk_revisions())) + 1:04}"
    command.revision(settings, " ".join(sys.argv[1:]) or "Change the tables", autogenerate=True, rev_id=number)
