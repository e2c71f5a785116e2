"""The tables of campaigns. `CampaignInfo`, `BattleLink` and `CampaignSeed` are handed out; the rows add the rest.

As with games the entries are the truth. The state of a campaign is kept only now and then, so that an entry is small
to write: it is opened from there and from the entries that came since.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import ValidationError
from sqlalchemy import JSON, Double, ForeignKeyConstraint, Index, RowMapping, UniqueConstraint
from sqlmodel import Field, SQLModel

from bot.errors import UnreadableCampaign
from bot.store.rows import clean
from bot.store.tables import METADATA
from rules.campaign.campaign import Campaign
from rules.campaign.fold import BadCampaignEntry, CampaignEntry, play_back
from rules.kernel.text import Text


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
    """The battle of a campaign that a game is; the game need not be here, where the campaign came from elsewhere."""

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


# Entries and states of campaigns as rows, and back.


def of_entry(campaign_id: str, entry: CampaignEntry) -> dict[str, Any]:
    return {
        "campaign_id": entry.campaign,
        "number": entry.number,
        "command": clean(entry.command),
        "by_user": entry.by,
        "at": entry.at,
        "source": entry.source,
        "undoes": entry.undoes,
        "body": entry.model_dump(),
    }


def of_state(campaign: Campaign) -> dict[str, Any]:
    return {"campaign_id": campaign.id, "number": campaign.number, "body": campaign.model_dump()}


def info(row: RowMapping) -> CampaignInfo:
    return CampaignInfo.model_validate(dict(row))


def link(row: RowMapping) -> BattleLink:
    return BattleLink.model_validate(dict(row))


def seed(row: RowMapping) -> CampaignSeed:
    return CampaignSeed.model_validate(dict(row))


def entry(number: int, body: Any) -> CampaignEntry:
    """An entry; raises UnreadableCampaign, which names it."""
    try:
        return CampaignEntry.model_validate(body)
    except (ValidationError, TypeError, ValueError):
        why = Text("entry {number} has a form that this version does not know", number=number)
        raise UnreadableCampaign(why) from None


def state(body: Any) -> Campaign | None:
    """A state that was kept; None for one that cannot be read any more, or lacks what this version knows of a campaign:
    it is only a copy of the entries.
    """
    if not isinstance(body, dict) or Campaign.model_fields.keys() - body.keys():  # pyright: ignore[reportUnknownMemberType]
        return None
    try:
        return Campaign.model_validate(body)
    except (ValidationError, TypeError, ValueError):
        return None


def folded(found: Iterable[CampaignEntry], onto: Campaign | None) -> Campaign:
    """What entries add up to; raises UnreadableCampaign."""
    try:
        return play_back(found, onto)
    except BadCampaignEntry as bad:
        raise UnreadableCampaign(bad.text) from None
