"""The history of the tables, one revision per change, run by Alembic at start.

To make a change: edit tables.py, run `python -m bot.store.migrations "What changes"`, read and tidy the new file in
versions/, set HEAD in engine.py to its revision. Tests compare the result with the tables on every database.
"""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def config(connection: Connection | None = None) -> Config:
    """Return Alembic's settings, without a file; percent signs are escaped."""
    found = Config()
    found.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    found.set_main_option("file_template", "r%%(rev)s_%%(slug)s")
    found.attributes["connection"] = connection
    return found


def known_revisions() -> set[str]:
    """Return all revisions of this program."""
    return {script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()}


def upgrade(connection: Connection) -> None:
    """Upgrade the tables to the newest revision, within the connection's transaction."""
    command.upgrade(config(connection), "head")
