"""The files of rule systems, stored once each, by digest; a variant refers to the file that it is based on."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, select

from bot.store.appending import put
from bot.store.database import Database
from bot.store.forgetting import base_key, forget_unused_rules, rules_key
from bot.store.tables import APP_STATE
from rules.files.system import DEEPEST_BASE, digest_on


class RuleFiles:
    """Stores rule system files together with the files that they are based on."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, files: Sequence[bytes]) -> None:
        """Store files that are not stored yet; each is based on the one before."""
        wanted: dict[str, str] = {}
        below = ""
        for content in files:
            digest = digest_on(below, content)
            wanted[rules_key(digest)] = content.decode()
            if below:
                wanted[base_key(digest)] = below
            below = digest

        def write_missing(write: Connection) -> None:
            found = write.execute(select(APP_STATE.c.key).where(APP_STATE.c.key.in_(wanted))).scalars()
            missing = wanted.keys() - set(found)
            put(write, APP_STATE, [{"key": key, "value": wanted[key]} for key in sorted(missing)])

        await self._database.write(write_missing)

    async def find(self, digest: str) -> tuple[bytes, ...]:
        """Return the file with this digest, preceded by those that it is based on; empty if one is missing."""

        def read_chain(read: Connection) -> tuple[bytes, ...]:
            found: list[bytes] = []
            at: str | None = digest
            while at:
                values = [
                    read.execute(select(APP_STATE.c.value).where(APP_STATE.c.key == key)).scalar()
                    for key in (rules_key(at), base_key(at))
                ]
                if values[0] is None or len(found) > DEEPEST_BASE:
                    return ()
                found.append(values[0].encode())
                at = values[1]
            return tuple(reversed(found))

        return await self._database.read(read_chain)

    async def forget_unused(self, digest: str) -> None:
        """Delete a file by its digest, and its bases, unless a game, a server or a variant needs them."""
        await self._database.write(lambda write: forget_unused_rules(write, [digest]))
