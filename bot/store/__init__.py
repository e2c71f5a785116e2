"""The stored record: games, campaigns, their entries, and waiting questions. The only folder that uses SQL.

`Record.open(url)` is the entry point; nothing of SQLAlchemy is exposed.
"""

from __future__ import annotations

from bot.store.campaign_tables import BattleLink, CampaignInfo, CampaignSeed
from bot.store.campaigns import CampaignAppended
from bot.store.errors import (
    ChannelTaken,
    Conflict,
    NameTaken,
    RecordError,
    Repeated,
    Settled,
    StoreError,
    Trouble,
    Unavailable,
)
from bot.store.questions import NextQuestion
from bot.store.record import Record
from bot.store.tables import Battle, Kind, Pending, SavedForce, State

__all__ = [
    "Battle",
    "BattleLink",
    "CampaignAppended",
    "CampaignInfo",
    "CampaignSeed",
    "ChannelTaken",
    "Conflict",
    "Kind",
    "NameTaken",
    "NextQuestion",
    "Pending",
    "Record",
    "RecordError",
    "Repeated",
    "SavedForce",
    "Settled",
    "State",
    "StoreError",
    "Trouble",
    "Unavailable",
]
