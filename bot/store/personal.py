"""The data kept by person or server: saved forces, appearances, and their removal."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, select

from bot.errors import UnreadableCampaign
from bot.store import campaign_tables as campaign_rows
from bot.store import forgetting, rows
from bot.store.appending import put
from bot.store.campaign_tables import CAMPAIGN, CAMPAIGN_ENTRY, CampaignInfo
from bot.store.database import Database, Store
from bot.store.engine import allow_long
from bot.store.forgetting import ForgottenData, campaigns_of
from bot.store.pasts import Pasts
from bot.store.tables import APP_STATE, ENTRY, GAME, PLAYER, SAVED_FORCE, SavedForce, StoredGame
from rules.campaign.fold import CampaignEntry
from rules.game.tabletop import Player

# People's own forces: by person, rule system and name.


class Forces(Store):
    """Forces that belong to one person each, and to no game."""

    async def of(self, user_id: str, system: str | None = None) -> list[SavedForce]:
        """Return a person's forces, of one system or of all, by system and name."""
        where = [SAVED_FORCE.c.user_id == user_id, *([] if system is None else [SAVED_FORCE.c.system == system])]
        query = select(SAVED_FORCE).where(*where).order_by(SAVED_FORCE.c.system, SAVED_FORCE.c.key)

        def found(read: Connection) -> list[SavedForce]:
            return [SavedForce.model_validate(dict(row)) for row in read.execute(query).mappings()]

        return await self._database.read(found)

    async def keep(self, force: SavedForce) -> None:
        """Store a force, replacing one of the same person, system and key."""
        values: dict[str, Any] = force.model_dump() | {"name": rows.clean(force.name), "key": rows.clean(force.key)}
        await self._database.write(lambda write: write.execute(rows.upsert(SAVED_FORCE, write.dialect.name), values))

    async def drop(self, user_id: str, system: str, key: str) -> bool:
        """Delete a person's force; return False if there is none."""
        where = SAVED_FORCE.c.user_id == user_id, SAVED_FORCE.c.system == system, SAVED_FORCE.c.key == key
        change = delete(SAVED_FORCE).where(*where)
        return await self._database.write(lambda write: bool(write.execute(change).rowcount))


# Appearances of a person, and their removal.


class Appearance(NamedTuple):
    """A game that contains a person: their current seat, if any, and the number of their entries."""

    game: StoredGame
    seat: Player | None
    entries: int


class CampaignAppearance(NamedTuple):
    """A campaign that contains a person, and their entries in it."""

    campaign: CampaignInfo
    entries: tuple[CampaignEntry, ...]


class People(Store):
    """The data that people may request, or have deleted."""

    def __init__(self, database: Database, pasts: Pasts) -> None:
        super().__init__(database)
        self._pasts = pasts

    async def games_with(self, user_id: str) -> list[Appearance]:
        """Return the games that contain a person, the oldest first."""

        def found(read: Connection) -> list[Appearance]:
            allow_long(read)
            games = read.execute(select(GAME).where(GAME.c.id.in_(forgetting.games_of(read, user_id))))
            appearances: list[Appearance] = []
            for game in sorted(map(rows.battle, games.mappings()), key=lambda game: (game.started_at, game.id)):
                seat = read.execute(select(PLAYER).where(PLAYER.c.game_id == game.id, PLAYER.c.user_id == user_id))
                row = seat.first()
                mine = select(func.count()).where(ENTRY.c.game_id == game.id, ENTRY.c.by_user == user_id)
                count = read.execute(mine).scalar_one()
                appearances.append(Appearance(game, rows.player(row) if row else None, count))
            return appearances

        return await self._database.read(found)

    async def campaigns_with(self, user_id: str) -> list[CampaignAppearance]:
        """Return the campaigns that contain a person, the oldest first, without entries that cannot be read."""

        def found(read: Connection) -> list[CampaignAppearance]:
            allow_long(read)
            mine = CAMPAIGN.c.id.in_(campaigns_of(read, user_id))
            query = select(CAMPAIGN).where(mine).order_by(CAMPAIGN.c.started_at, CAMPAIGN.c.id)
            appearances: list[CampaignAppearance] = []
            for row in read.execute(query).mappings().all():
                of_person = CAMPAIGN_ENTRY.c.campaign_id == row["id"], CAMPAIGN_ENTRY.c.by_user == user_id
                columns = select(CAMPAIGN_ENTRY.c.number, CAMPAIGN_ENTRY.c.body)
                lines = read.execute(columns.where(*of_person).order_by(CAMPAIGN_ENTRY.c.number))
                entries = list[CampaignEntry]()
                for one in lines:
                    with suppress(UnreadableCampaign):
                        entries.append(campaign_rows.entry(one.number, one.body))
                appearances.append(CampaignAppearance(campaign_rows.info(row), tuple(entries)))
            return appearances

        return await self._database.read(found)

    async def sealed_texts(self, user_id: str) -> dict[tuple[str, str], str]:
        """Return a person's stored sealed texts and secret rolls, by game and mark."""
        mine = APP_STATE.c.key.startswith(forgetting.seal_key(user_id), autoescape=True), APP_STATE.c.value != ""
        query = select(APP_STATE).where(*mine).order_by(APP_STATE.c.key)

        def found(read: Connection) -> dict[tuple[str, str], str]:
            return {(row.key.split(" ")[2], row.key.split(" ")[3]): row.value for row in read.execute(query)}

        return await self._database.read(found)

    async def forget(self, user_id: str) -> ForgottenData:
        """Remove a person from the database in one transaction, and erase their data from its unused space."""
        found = await self._database.write(lambda write: forgetting.forget_person(write, user_id))
        self._pasts.forget()
        await self._database.scrub()
        return found


# Servers, and the bot's membership in them.


class Servers(Store):
    """The servers that use the bot, and its membership in them."""

    def __init__(self, database: Database, pasts: Pasts) -> None:
        super().__init__(database)
        self._pasts = pasts

    async def all(self) -> list[str]:
        """Return the servers that have games or campaigns."""
        campaigns = select(CAMPAIGN.c.guild_id).where(CAMPAIGN.c.guild_id != "")
        query = select(GAME.c.guild_id).where(GAME.c.guild_id != "").union(campaigns)
        return await self._database.read(lambda read: sorted(read.execute(query).scalars()))

    async def absent_since(self, application: str = "") -> dict[str, float | None]:
        """Return when an application left each of its servers, in seconds since 1970; None while it is a member.

        Without an `application`, return the servers of all applications.
        """
        begins = forgetting.server_key(application) if application else forgetting.SERVERS
        query = select(APP_STATE).where(APP_STATE.c.key.startswith(begins, autoescape=True))

        def found(read: Connection) -> dict[str, float | None]:
            rows = read.execute(query).all()
            return {row.key.rpartition(" ")[2]: float(row.value) if row.value else None for row in rows}

        return await self._database.read(found)

    async def note(self, application: str, servers: Mapping[str, float | None]) -> None:
        """Store for each server when an application left it, or None while it is a member."""
        told = [
            {"key": forgetting.server_key(application, guild), "value": "" if since is None else str(since)}
            for guild, since in servers.items()
        ]
        await self._database.write(lambda write: put(write, APP_STATE, told))

    async def forget(self, guild_id: str) -> ForgottenData:
        """Delete a server's data in one transaction, and erase them from the database's unused space."""
        found = await self._database.write(lambda write: forgetting.forget_guild(write, guild_id))
        self._pasts.forget()
        await self._database.scrub()
        return found
