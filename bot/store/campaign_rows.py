"""Entries and states of campaigns as rows, and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import ValidationError
from sqlalchemy import RowMapping

from bot.errors import UnreadableCampaign
from bot.store.campaign_tables import BattleLink, CampaignInfo, CampaignSeed
from bot.store.rows import clean
from rules.campaign.campaign import Campaign
from rules.campaign.fold import BadCampaignEntry, CampaignEntry, play_back
from rules.kernel.text import Text


def of_entry(entry: CampaignEntry) -> dict[str, Any]:
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


def entries(found: Iterable[Any], after: int = 0) -> list[CampaignEntry]:
    """Rows of a number and a body, in order, as what follows number `after`; raises UnreadableCampaign."""
    read: list[CampaignEntry] = []
    for expected, row in enumerate(found, after + 1):
        if row.number != expected:
            raise UnreadableCampaign(Text("entry {number} is missing", number=expected))
        read.append(entry(expected, row.body))
    return read


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


def folded(found: Iterable[CampaignEntry], onto: Campaign | None = None) -> Campaign:
    """What entries add up to; raises UnreadableCampaign."""
    try:
        return play_back(found, onto)
    except BadCampaignEntry as bad:
        raise UnreadableCampaign(bad.text) from None
