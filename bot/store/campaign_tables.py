"""The tables of campaigns. `CampaignInfo`, `BattleLink` and `CampaignSeed` are handed out of a row.

As with games the entries are the truth. The state of a campaign is kept only now and then, so that an entry is small
to write: it is opened from there and from the entries that came since.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel, Field, ValidationError
from sqlalchemy import JSON, Boolean, Double, ForeignKeyConstraint, Index, Integer, RowMapping, Table, UniqueConstraint

from bot.errors import UnreadableCampaign
from bot.store.rows import clean
from bot.store.tables import METADATA, column, key
from rules.campaign.campaign import Campaign
from rules.campaign.fold import BadCampaignEntry, CampaignEntry, play_back
from rules.kernel.text import Text


class CampaignInfo(BaseModel):
    """A campaign but for its entries: `number` is that of the last one, `key` its name in small letters."""

    id: str
    guild_id: str
    key: str
    name: str
    system: str
    started_by: str
    started_at: float
    over: bool = False
    number: int = 0


class BattleLink(BaseModel):
    """The battle of a campaign that a game is; the game need not be here, where the campaign came from elsewhere."""

    campaign_id: str
    battle_id: str
    game_id: str


class CampaignSeed(BaseModel):
    """What the bot's dice of a campaign's aftermath are made of, as the seed of a game; `seed` is hex."""

    campaign_id: str
    name: str
    commitment: str
    seed: str | None = Field(default=None, repr=False)
    drawn_at: float
    revealed_at: float | None = None


def _of_campaign() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["campaign_id"], ["campaign.id"], ondelete="CASCADE")


CAMPAIGN = Table(
    "campaign",
    METADATA,
    key("id"),
    *map(column, ("guild_id", "key", "name", "system", "started_by")),
    column("started_at", Double),
    column("over", Boolean, default=False),
    column("number", Integer, default=0),
    UniqueConstraint("guild_id", "key", name="campaign_name"),
)
"""No two campaigns of a server have one name."""

CAMPAIGN_ENTRY = Table(
    "campaign_entry",
    METADATA,
    key("campaign_id"),
    key("number", Integer),
    column("command"),
    column("by_user"),
    column("at", Double),
    column("source", may_be_empty=True),
    column("undoes", Integer, may_be_empty=True),
    column("body", JSON),
    _of_campaign(),
    UniqueConstraint("campaign_id", "source", name="campaign_entry_source"),
)
"""A line of a campaign's record; `body` is the whole of it, the other columns are for finding it."""

CAMPAIGN_STATE = Table(
    "campaign_state", METADATA, key("campaign_id"), column("number", Integer), column("body", JSON), _of_campaign()
)
"""A campaign as it was after entry `number`, of whichever the state was kept last."""

CAMPAIGN_BATTLE = Table(
    "campaign_battle",
    METADATA,
    key("campaign_id"),
    key("battle_id"),
    column("game_id"),
    _of_campaign(),
    Index("campaign_battle_game", "game_id", unique=True),
)
"""A game is one battle of one campaign at most."""

CAMPAIGN_SEED = Table(
    "campaign_seed",
    METADATA,
    key("campaign_id"),
    *map(column, ("name", "commitment")),
    column("seed", may_be_empty=True),
    column("drawn_at", Double),
    column("revealed_at", Double, may_be_empty=True),
    _of_campaign(),
)


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
