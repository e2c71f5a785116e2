"""What the record keeps of one person or server, and how it is forgotten."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, RowMapping, delete, func, select

from bot.store import campaign_rows, forgetting, rows
from bot.store.campaign_forgetting import campaigns_of
from bot.store.campaign_tables import CAMPAIGN, CAMPAIGN_ENTRY, CampaignInfo
from bot.store.database import Database
from bot.store.forgetting import Forgotten
from bot.store.pasts import Pasts
from bot.store.tables import APP_STATE, ENTRY, GAME, PLAYER, Battle
from rules.campaign.fold import CampaignEntry
from rules.game.entry import Entry
from rules.game.tabletop import Player


class Appearance(NamedTuple):
    """One game in which a person appears: their seat, if they have one now, and how many entries they gave."""

    game: Battle
    seat: Player | None
    entries: int


class CampaignAppearance(NamedTuple):
    """One campaign in which a person appears, and what they did in it."""

    campaign: CampaignInfo
    entries: tuple[CampaignEntry, ...]


class PersonalData:
    """The part of the record that people may ask for, or have taken away."""

    _database: Database
    _pasts: Pasts

    async def appearances(self, user_id: str) -> list[Appearance]:
        """The games in which a person appears anywhere, the oldest first."""

        def found(read: Connection) -> list[Appearance]:
            games = read.execute(select(GAME).where(GAME.c.id.in_(forgetting.games_of(read, user_id))))
            ordered = sorted(map(rows.battle, games.mappings()), key=lambda game: (game.started_at, game.id))
            return [_appearance(read, game, user_id) for game in ordered]

        return await self._database.read(found)

    async def campaign_appearances(self, user_id: str) -> list[CampaignAppearance]:
        """The campaigns in which a person appears anywhere, the oldest first."""

        def found(read: Connection) -> list[CampaignAppearance]:
            mine = CAMPAIGN.c.id.in_(campaigns_of(read, user_id))
            query = select(CAMPAIGN).where(mine).order_by(CAMPAIGN.c.started_at, CAMPAIGN.c.id)
            return [_campaign(read, row, user_id) for row in read.execute(query).mappings().all()]

        return await self._database.read(found)

    async def entries_by(self, game_id: str, user_id: str) -> list[Entry]:
        """What a person did in a game, in order."""
        query = select(ENTRY.c.body).where(ENTRY.c.game_id == game_id, ENTRY.c.by_user == user_id)

        def found(read: Connection) -> list[Entry]:
            return [rows.entry(body) for body in read.execute(query.order_by(ENTRY.c.number)).scalars()]

        return await self._database.read(found)

    async def forget_person(self, user_id: str) -> Forgotten:
        """Take a person out of the database, in one transaction, and leave nothing of them in what is free of it."""
        found = await self._database.write(lambda write: forgetting.forget_person(write, user_id))
        self._pasts.forget()
        await self._database.scrub()
        return found

    async def forget_guild(self, guild_id: str) -> Forgotten:
        """Take the games of a server out of the database; like `forget_person`."""
        found = await self._database.write(lambda write: forgetting.forget_guild(write, guild_id))
        self._pasts.forget()
        await self._database.scrub()
        return found

    async def guilds(self) -> list[str]:
        """The servers that have games or campaigns."""
        campaigns = select(CAMPAIGN.c.guild_id).where(CAMPAIGN.c.guild_id != "")
        query = select(GAME.c.guild_id).where(GAME.c.guild_id != "").union(campaigns)
        return await self._database.read(lambda read: sorted(read.execute(query).scalars()))

    async def games_in_guild(self, guild_id: str) -> list[Battle]:
        """Every game of a server, over or not."""
        query = select(GAME).where(GAME.c.guild_id == guild_id).order_by(GAME.c.started_at, GAME.c.id)
        return await self._database.read(lambda read: [rows.battle(row) for row in read.execute(query).mappings()])

    async def no_longer_remember(self, key: str) -> None:
        """Drop what `remember` keeps under a key."""
        await self._database.write(lambda write: write.execute(delete(APP_STATE).where(APP_STATE.c.key == key)))


def _campaign(read: Connection, row: RowMapping, user_id: str) -> CampaignAppearance:
    mine = CAMPAIGN_ENTRY.c.campaign_id == row["id"], CAMPAIGN_ENTRY.c.by_user == user_id
    query = select(CAMPAIGN_ENTRY.c.number, CAMPAIGN_ENTRY.c.body).where(*mine).order_by(CAMPAIGN_ENTRY.c.number)
    done = tuple(campaign_rows.entry(one.number, one.body) for one in read.execute(query))
    return CampaignAppearance(campaign_rows.info(row), done)


def _appearance(read: Connection, game: Battle, user_id: str) -> Appearance:
    seat = read.execute(select(PLAYER).where(PLAYER.c.game_id == game.id, PLAYER.c.user_id == user_id)).first()
    mine = select(func.count()).where(ENTRY.c.game_id == game.id, ENTRY.c.by_user == user_id)
    return Appearance(game, rows.player(seat) if seat else None, read.execute(mine).scalar_one())
