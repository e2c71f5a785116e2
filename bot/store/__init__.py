"""The stored record: games, campaigns, their entries, and waiting questions. The only folder that uses SQL.

`Record.open(url)` is the entry point; nothing of SQLAlchemy is exposed.
"""

from __future__ import annotations

from bot.store.campaign_tables import BattleLink, CampaignInfo, CampaignSeed
from bot.store.campaigns import AppendedCampaignEntry
from bot.store.errors import (
    ChannelTaken,
    Conflict,
    EntryRepeated,
    NameTaken,
    QuestionSettled,
    RecordError,
    StoreError,
    Trouble,
    Unavailable,
)
from bot.store.questions import NextQuestion
from bot.store.record import Record
from bot.store.tables import Kind, Pending, SavedForce, State, StoredGame

__all__ = [
    "AppendedCampaignEntry",
    "BattleLink",
    "CampaignInfo",
    "CampaignSeed",
    "ChannelTaken",
    "Conflict",
    "EntryRepeated",
    "Kind",
    "NameTaken",
    "NextQuestion",
    "Pending",
    "QuestionSettled",
    "Record",
    "RecordError",
    "SavedForce",
    "State",
    "StoreError",
    "StoredGame",
    "Trouble",
    "Unavailable",
]
