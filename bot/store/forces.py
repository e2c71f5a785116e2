"""Forces that people keep for themselves: by person, rule system and name."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, select

from bot.store import rows
from bot.store.database import Database
from bot.store.tables import SAVED_FORCE, SavedForce


class SavedForces:
    """The part of the record that belongs to one person each, and to no game."""

    _database: Database

    async def saved_forces(self, user_id: str, system: str | None = None) -> list[SavedForce]:
        """The forces a person has kept, of one system or of all, by system and name."""
        where = [SAVED_FORCE.c.user_id == user_id, *([] if system is None else [SAVED_FORCE.c.system == system])]
        query = select(SAVED_FORCE).where(*where).order_by(SAVED_FORCE.c.system, SAVED_FORCE.c.key)

        def found(read: Connection) -> list[SavedForce]:
            return [SavedForce.model_validate(dict(row)) for row in read.execute(query).mappings()]

        return await self._database.read(found)

    async def keep_force(self, force: SavedForce) -> None:
        """Keep a force; one of the same person, system and key is replaced."""
        values: dict[str, Any] = force.model_dump() | {"name": rows.clean(force.name), "key": rows.clean(force.key)}
        await self._database.write(lambda write: write.execute(rows.upsert(SAVED_FORCE, write.dialect.name), values))

    async def drop_forces(self, user_id: str, system: str | None = None, key: str | None = None) -> int:
        """Forget one force, or all of a person's; how many there were."""
        where = [SAVED_FORCE.c.user_id == user_id]
        where += [] if system is None else [SAVED_FORCE.c.system == system]
        where += [] if key is None else [SAVED_FORCE.c.key == key]
        return await self._database.write(lambda write: write.execute(delete(SAVED_FORCE).where(*where)).rowcount)
