"""The tables of campaigns.

`CampaignInfo`, `BattleLink` and `CampaignSeed` are returned to callers; the row classes derive from them.

As with games, the entries are authoritative. The state of a campaign is stored only after many entries, so that writing
an entry is cheap; reading folds the entries since then onto the stored state.
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
    """A campaign without its entries: `number` is that of the last entry, `key` the name in lower case."""

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
    """The campaign battle that a game represents; for imported campaigns, the game may be missing."""

    campaign_id: str = Field(primary_key=True)
    battle_id: str = Field(primary_key=True)
    game_id: str


class CampaignSeed(SQLModel):
    """The seed of a campaign's aftermath dice, like the seed of a game; `seed` is hex."""

    campaign_id: str = Field(primary_key=True)
    name: str
    commitment: str
    seed: str | None = Field(default=None, repr=False)
    drawn_at: float = Field(sa_type=Double)
    revealed_at: float | None = Field(default=None, sa_type=Double)


def _campaign_key() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["campaign_id"], ["campaign.id"], ondelete="CASCADE")


class CampaignRow(CampaignInfo, table=True):
    """A campaign; its name is unique in its server."""

    __tablename__ = "campaign"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (UniqueConstraint("guild_id", "key", name="campaign_name"),)


class CampaignEntryRow(SQLModel, table=True):
    """An entry of a campaign; `body` is complete, the other columns are for queries."""

    __tablename__ = "campaign_entry"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (_campaign_key(), UniqueConstraint("campaign_id", "source", name="campaign_entry_source"))

    campaign_id: str = Field(primary_key=True)
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    command: str
    by_user: str
    at: float = Field(sa_type=Double)
    source: str | None = None
    undoes: int | None = None
    body: dict[str, Any] = Field(sa_type=JSON)


class CampaignStateRow(SQLModel, table=True):
    """A campaign after entry `number`, the last one with a stored state."""

    __tablename__ = "campaign_state"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (_campaign_key(),)

    campaign_id: str = Field(primary_key=True)
    number: int
    body: dict[str, Any] = Field(sa_type=JSON)


class BattleLinkRow(BattleLink, table=True):
    """A link; each game is at most one battle of one campaign."""

    __tablename__ = "campaign_battle"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (_campaign_key(), Index("campaign_battle_game", "game_id", unique=True))


class CampaignSeedRow(CampaignSeed, table=True):
    __tablename__ = "campaign_seed"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (_campaign_key(),)


CAMPAIGN, CAMPAIGN_ENTRY = METADATA.tables["campaign"], METADATA.tables["campaign_entry"]
CAMPAIGN_STATE, CAMPAIGN_BATTLE = METADATA.tables["campaign_state"], METADATA.tables["campaign_battle"]
CAMPAIGN_SEED = METADATA.tables["campaign_seed"]


# Entries and states of campaigns as rows, and back.


def entry_values(campaign_id: str, entry: CampaignEntry) -> dict[str, Any]:
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


def state_values(campaign: Campaign) -> dict[str, Any]:
    return {"campaign_id": campaign.id, "number": campaign.number, "body": campaign.model_dump()}


def info(row: RowMapping) -> CampaignInfo:
    return CampaignInfo.model_validate(dict(row))


def link(row: RowMapping) -> BattleLink:
    return BattleLink.model_validate(dict(row))


def seed(row: RowMapping) -> CampaignSeed:
    return CampaignSeed.model_validate(dict(row))


def entry(number: int, body: Any) -> CampaignEntry:
    """Return an entry; raise UnreadableCampaign that names it."""
    try:
        return CampaignEntry.model_validate(body)
    except (ValidationError, TypeError, ValueError):
        why = Text("entry {number} has a form that this version does not know", number=number)
        raise UnreadableCampaign(why) from None


def state(body: Any) -> Campaign | None:
    """Return a stored state; None if it is unreadable, or lacks fields of this version.

    The entries are authoritative.
    """
    if not isinstance(body, dict) or Campaign.model_fields.keys() - body.keys():  # pyright: ignore[reportUnknownMemberType]
        return None
    try:
        return Campaign.model_validate(body)
    except (ValidationError, TypeError, ValueError):
        return None


def fold_entries(found: Iterable[CampaignEntry], onto: Campaign | None) -> Campaign:
    """Return the state folded from the entries; raise UnreadableCampaign."""
    try:
        return play_back(found, onto)
    except BadCampaignEntry as bad:
        raise UnreadableCampaign(bad.text) from None
