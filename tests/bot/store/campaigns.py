"""Campaigns to store: a test's campaign, written entry by entry as the services do."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete

from bot.store import AppendedCampaignEntry, CampaignInfo, Record
from bot.store.campaign_tables import CAMPAIGN_STATE
from rules.campaign.campaign import Campaign
from rules.campaign.fold import CampaignEntry, accept_entry, play_back
from tests.rules.campaign import played


def info(id: str = "c", **changes: object) -> CampaignInfo:
    given = {"guild_id": "1", "key": "long war", "name": "Long war", "system": "fubar", "started_by": "1"}
    return CampaignInfo.model_validate({**given, "id": id, "started_at": 1.5, **changes})


def of(campaign: str, entry: CampaignEntry) -> CampaignEntry:
    """Return the entry as one of another campaign, parsed again as from a file."""
    body: dict[str, Any] = entry.model_dump(mode="json") | {"campaign": campaign}
    for event in body["events"]:
        event |= {"id": campaign} if event["kind"] == "begun" else {}
    return CampaignEntry.model_validate(body)


async def without_states(record: Record) -> None:
    """Delete the stored states of campaigns, but not their entries."""
    await record.database.write(lambda write: write.execute(delete(CAMPAIGN_STATE)))


async def write_campaign(record: Record, found: played.Record, id: str = "c", **changes: object) -> Campaign:
    """Write a campaign entry by entry."""
    entries = [of(id, entry) for entry in found.entries]
    campaign = accept_entry(Campaign(), entries[0])
    await record.campaigns.begin(info(id, **changes), entries[0], campaign)
    for at, entry in enumerate(entries[1:], 2):
        campaign = play_back(entries[:at]) if entry.undoes is not None else accept_entry(campaign, entry)
        await record.campaigns.append(AppendedCampaignEntry(entry, campaign))
    return campaign


def campaign_of_battles(battles: int = 2) -> played.Record:
    """Return a campaign of several signed battles, with a unit renamed between them."""
    found = played.new_campaign()
    for nth in range(1, battles + 1):
        played.fight(found, f"b{nth}")
        changes = (played.change("a1", experience=2), played.change("b1", experience=1, models=0))
        played.report_battle(found, *changes, battle=f"b{nth}")
        played.sign(found, f"b{nth}")
    return found
