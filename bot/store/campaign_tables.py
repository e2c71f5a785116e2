"""The tables of campaigns. `CampaignInfo` and `BattleLink` are what the record hands out; the rows add the rest.

As with games the entries are the truth. The state of a campaign is kept only now and then, so that an entry is small
to write: it is opened from there and from the entries that came since.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, Double, ForeignKeyConstraint, Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from bot.store.tables import METADATA


class CampaignInfo(SQLModel):
    """A campaign but for its entries: `number` is that of the last one, `key` its name in small letters."""

    id: str = Field(primary_key=True)
    guild_id: str
    key: str
    name: str
    system: str
    started_by: str
    started_at: float = Field(sa_type=Double)
    over: bool = False
    number: int = 0


class BattleLink(SQLModel):
    """Which battle of which campaign a game is; the game need not be here, where the campaign came from elsewhere."""

    campaign_id: str = Field(primary_key=True)
    battle_id: str = Field(primary_key=True)
    game_id: str


class CampaignSeed(SQLModel):
    """What the bot's dice of a campaign's aftermath are made of, as the seed of a game; `seed` is hex."""

    campaign_id: str = Field(primary_key=True)
    name: str
    commitment: str
    seed: str | None = Field(default=None, repr=False)
    drawn_at: float = Field(sa_type=Double)
    revealed_at: float | None = Field(default=None, sa_type=Double)


def _of_campaign() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["campaign_id"], ["campaign.id"], ondelete="CASCADE")


class CampaignRow(CampaignInfo, table=True):
    """No two campaigns of a server have one name."""

    __tablename__ = "campaign"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (UniqueConstraint("guild_id", "key", name="campaign_name"),)


class CampaignEntryRow(SQLModel, table=True):
    """A line of a campaign's record; `body` is the whole of it, the other columns are for finding it."""

    __tablename__ = "campaign_entry"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (_of_campaign(), UniqueConstraint("campaign_id", "source", name="campaign_entry_source"))

    campaign_id: str = Field(primary_key=True)
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    command: str
    by_user: str
    at: float = Field(sa_type=Double)
    source: str | None = None
    undoes: int | None = None
    body: dict[str, Any] = Field(sa_type=JSON)


class CampaignStateRow(SQLModel, table=True):
    """A campaign as it was after entry `number`, of whichever the state was kept last."""

    __tablename__ = "campaign_state"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (_of_campaign(),)

    campaign_id: str = Field(primary_key=True)
    number: int
    body: dict[str, Any] = Field(sa_type=JSON)


class BattleLinkRow(BattleLink, table=True):
    """A game is one battle of one campaign at most."""

    __tablename__ = "campaign_battle"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (_of_campaign(), Index("campaign_battle_game", "game_id", unique=True))


class CampaignSeedRow(CampaignSeed, table=True):
    __tablename__ = "campaign_seed"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (_of_campaign(),)


CAMPAIGN, CAMPAIGN_ENTRY = METADATA.tables["campaign"], METADATA.tables["campaign_entry"]
CAMPAIGN_STATE, CAMPAIGN_BATTLE = METADATA.tables["campaign_state"], METADATA.tables["campaign_battle"]
CAMPAIGN_SEED = METADATA.tables["campaign_seed"]
