"""Writes a new revision with the changes in tables.py that no revision contains yet."""

from __future__ import annotations

import argparse

from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from bot.store.migrations import config, upgrade


def write_revision(about: str) -> None:
    """Write the next revision into `versions`, titled by its change."""
    with create_engine("sqlite://").connect() as connection:
        upgrade(connection)
        settings = config(connection)
        number = f"{len(list(ScriptDirectory.from_config(settings).walk_revisions())) + 1:04}"
        command.revision(settings, about, autogenerate=True, rev_id=number)


if __name__ == "__main__":
    words = argparse.ArgumentParser(prog="python -m bot.store.migrations", description=__doc__)
    words.add_argument("about", nargs="+", help="What changes, such as: A table of seeds")
    write_revision(" ".join(words.parse_args().about))
