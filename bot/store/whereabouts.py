"""Where games are played, and by whom."""

from __future__ import annotations

from typing import Any

from sqlalchemy import bindparam, select

from bot.store import rows
from bot.store.database import Database
from bot.store.tables import GAME, PLAYER, Battle

_IN = select(GAME).where(GAME.c.guild_id == bindparam("guild"), GAME.c.state != "ended")
_OF = _IN.join(PLAYER, PLAYER.c.game_id == GAME.c.id).where(PLAYER.c.user_id == bindparam("user"))


class Whereabouts:
    """The part of the record that finds games by their server or their people."""

    _database: Database

    async def games_in(self, guild_id: str) -> list[Battle]:
        """The games of a server that are not over; the one begun last first."""
        return await self._found(_IN, {"guild": guild_id})

    async def games_of(self, user_id: str, guild_id: str) -> list[Battle]:
        """Those of them that a person sits at."""
        return await self._found(_OF, {"guild": guild_id, "user": user_id})

    async def _found(self, query: Any, values: dict[str, str]) -> list[Battle]:
        ordered = query.order_by(GAME.c.started_at.desc(), GAME.c.id)
        return await self._database.read(
            lambda read: [rows.battle(row) for row in read.execute(ordered, values).mappings()]
        )
