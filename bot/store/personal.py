"""What the record keeps by person or server: saved forces, where they appear, and how they are forgotten."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, RowMapping, delete, func, select

from bot.store import campaign_tables as campaign_rows
from bot.store import forgetting, rows
from bot.store.appending import put
from bot.store.campaign_tables import CAMPAIGN, CAMPAIGN_ENTRY, CampaignInfo
from bot.store.database import Database, Store
from bot.store.engine import allow_long
from bot.store.forgetting import Forgotten, campaigns_of
from bot.store.pasts import Pasts
from bot.store.tables import APP_STATE, ENTRY, GAME, PLAYER, SAVED_FORCE, Battle, SavedForce
from rules.campaign.fold import CampaignEntry
from rules.game.tabletop import Player

# Forces that people keep for themselves: by person, rule system and name.


class Forces(Store):
    """Forces that belong to one person each, and to no game."""

    async def of(self, user_id: str, system: str | None = None) -> list[SavedForce]:
        """The forces a person has kept, of one system or of all, by system and name."""
        where = [SAVED_FORCE.c.user_id == user_id, *([] if system is None else [SAVED_FORCE.c.system == system])]
        query = select(SAVED_FORCE).where(*where).order_by(SAVED_FORCE.c.system, SAVED_FORCE.c.key)

        def found(read: Connection) -> list[SavedForce]:
            return [SavedForce.model_validate(dict(row)) for row in read.execute(query).mappings()]

        return await self._database.read(found)

    async def keep(self, force: SavedForce) -> None:
        """Keep a force; one of the same person, system and key is replaced."""
        values: dict[str, Any] = force.model_dump() | {"name": rows.clean(force.name), "key": rows.clean(force.key)}
        await self._database.write(lambda write: write.execute(rows.upsert(SAVED_FORCE, write.dialect.name), values))

    async def drop(self, user_id: str, system: str | None = None, key: str | None = None) -> int:
        """Forget one force, or all of a person's; how many there were."""
        where = [SAVED_FORCE.c.user_id == user_id]
        where += [] if system is None else [SAVED_FORCE.c.system == system]
        where += [] if key is None else [SAVED_FORCE.c.key == key]
        return await self._database.write(lambda write: write.execute(delete(SAVED_FORCE).where(*where)).rowcount)


# Where a person appears, and how they are forgotten.


class Appearance(NamedTuple):
    """One game in which a person appears: their seat, if they have one now, and how many entries they gave."""

    game: Battle
    seat: Player | None
    entries: int


class CampaignAppearance(NamedTuple):
    """One campaign in which a person appears, and what they did in it."""

    campaign: CampaignInfo
    entries: tuple[CampaignEntry, ...]


class People(Store):
    """What people may ask for, or have taken away."""

    def __init__(self, database: Database, pasts: Pasts) -> None:
        super().__init__(database)
        self._pasts = pasts

    async def in_games(self, user_id: str) -> list[Appearance]:
        """The games in which a person appears anywhere, the oldest first."""

        def found(read: Connection) -> list[Appearance]:
            allow_long(read)
            games = read.execute(select(GAME).where(GAME.c.id.in_(forgetting.games_of(read, user_id))))
            ordered = sorted(map(rows.battle, games.mappings()), key=lambda game: (game.started_at, game.id))
            return [_appearance(read, game, user_id) for game in ordered]

        return await self._database.read(found)

    async def in_campaigns(self, user_id: str) -> list[CampaignAppearance]:
        """The campaigns in which a person appears anywhere, the oldest first."""

        def found(read: Connection) -> list[CampaignAppearance]:
            allow_long(read)
            mine = CAMPAIGN.c.id.in_(campaigns_of(read, user_id))
            query = select(CAMPAIGN).where(mine).order_by(CAMPAIGN.c.started_at, CAMPAIGN.c.id)
            return [_campaign(read, row, user_id) for row in read.execute(query).mappings().all()]

        return await self._database.read(found)

    async def sealed(self, user_id: str) -> dict[tuple[str, str], str]:
        """What is kept of the texts that a person has sealed, and of what was thrown for them in secret: by the game,
        and the mark in it.
        """
        mine = APP_STATE.c.key.startswith(forgetting.seal_key(user_id), autoescape=True), APP_STATE.c.value != ""
        query = select(APP_STATE).where(*mine).order_by(APP_STATE.c.key)

        def found(read: Connection) -> dict[tuple[str, str], str]:
            return {(row.key.split(" ")[2], row.key.split(" ")[3]): row.value for row in read.execute(query)}

        return await self._database.read(found)

    async def forget(self, user_id: str) -> Forgotten:
        """Take a person out of the database, in one transaction, and leave nothing of them in what is free of it."""
        found = await self._database.write(lambda write: forgetting.forget_person(write, user_id))
        self._pasts.forget()
        await self._database.scrub()
        return found


def _campaign(read: Connection, row: RowMapping, user_id: str) -> CampaignAppearance:
    mine = CAMPAIGN_ENTRY.c.campaign_id == row["id"], CAMPAIGN_ENTRY.c.by_user == user_id
    query = select(CAMPAIGN_ENTRY.c.number, CAMPAIGN_ENTRY.c.body).where(*mine).order_by(CAMPAIGN_ENTRY.c.number)
    done = tuple(campaign_rows.entry(one.number, one.body) for one in read.execute(query))
    return CampaignAppearance(campaign_rows.info(row), done)


def _appearance(read: Connection, game: Battle, user_id: str) -> Appearance:
    seat = read.execute(select(PLAYER).where(PLAYER.c.game_id == game.id, PLAYER.c.user_id == user_id)).first()
    mine = select(func.count()).where(ENTRY.c.game_id == game.id, ENTRY.c.by_user == user_id)
    return Appearance(game, rows.player(seat) if seat else None, read.execute(mine).scalar_one())


# Servers, and whether the bot is still in them.


class Servers(Store):
    """The servers that there are records of."""

    def __init__(self, database: Database, pasts: Pasts) -> None:
        super().__init__(database)
        self._pasts = pasts

    async def all(self) -> list[str]:
        """The servers that have games or campaigns."""
        campaigns = select(CAMPAIGN.c.guild_id).where(CAMPAIGN.c.guild_id != "")
        query = select(GAME.c.guild_id).where(GAME.c.guild_id != "").union(campaigns)
        return await self._database.read(lambda read: sorted(read.execute(query).scalars()))

    async def since(self, application: str = "") -> dict[str, float | None]:
        """Since when (seconds since 1970) an application is not in each server any more that it was in; None where it
        is. Without an `application`, those of all of them.
        """
        begins = forgetting.server_key(application) if application else forgetting.SERVERS
        query = select(APP_STATE).where(APP_STATE.c.key.startswith(begins, autoescape=True))

        def found(read: Connection) -> dict[str, float | None]:
            rows = read.execute(query).all()
            return {row.key.rpartition(" ")[2]: float(row.value) if row.value else None for row in rows}

        return await self._database.read(found)

    async def note(self, application: str, servers: Mapping[str, float | None]) -> None:
        """Remember of servers whether an application is in them, or since when it is not any more."""
        told = [
            {"key": forgetting.server_key(application, guild), "value": "" if since is None else str(since)}
            for guild, since in servers.items()
        ]
        await self._database.write(lambda write: put(write, APP_STATE, told))

    async def forget(self, guild_id: str) -> Forgotten:
        """Take the games of a server out of the database; like `People.forget`."""
        found = await self._database.write(lambda write: forgetting.forget_guild(write, guild_id))
        self._pasts.forget()
        await self._database.scrub()
        return found
