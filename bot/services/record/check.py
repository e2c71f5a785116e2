"""Holds the state that is kept of every game and campaign against what its entries add up to."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import NamedTuple

from bot.store.campaign_tables import CampaignInfo
from bot.store.record import Record
from bot.store.tables import Battle
from rules.campaign.campaign import Campaign
from rules.campaign.fold import CampaignEntry
from rules.campaign.fold import play_back as play_back_campaign
from rules.game.game import play_back


class Checked(NamedTuple):
    """How many games and campaigns were looked at, and those whose state was not what their entries say, and is now."""

    games: int
    rebuilt: tuple[Battle, ...]
    campaigns: int = 0
    rebuilt_campaigns: tuple[CampaignInfo, ...] = ()


async def check(record: Record) -> Checked:
    """Entries are the truth: a state that differs is written anew."""
    rebuilt: list[Battle] = []
    games = await record.games(over=True)
    for info in games:
        folded = play_back(await record.entries(info.id))
        if await record.state(info.id) != folded:
            await record.rebuild_state(info.id, folded)
            rebuilt.append(info)
    campaigns, again = await _check_campaigns(record)
    return Checked(len(games), tuple(rebuilt), campaigns, again)


async def _check_campaigns(record: Record) -> tuple[int, tuple[CampaignInfo, ...]]:
    """A state that was kept after some entry is what the entries up to that one say, or is written anew."""
    rebuilt: list[CampaignInfo] = []
    campaigns = await record.campaigns()
    for info in campaigns:
        entries, kept = await record.campaign_entries(info.id), await record.kept_campaign_state(info.id)
        campaign = await asyncio.to_thread(play_back_campaign, entries)
        if kept is None or kept != _as_of(entries, kept.number):
            await record.keep_campaign_state(campaign)
            rebuilt.append(info)
    return len(campaigns), tuple(rebuilt)


def _as_of(entries: Sequence[CampaignEntry], number: int) -> Campaign:
    return play_back_campaign(entry for entry in entries if entry.number <= number)


# Whether the database file is sound: looked at once in a run, beside everything else.

LOG = logging.getLogger(__name__)


class Health:
    """What the look at the file came to; nothing was found before it has been `looked` at."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self.faults: tuple[str, ...] = ()
        self.looked = asyncio.Event()

    async def look(self) -> None:
        """Look through the whole file; one line in the log where it is damaged."""
        self.faults = await self._record.faults()
        if self.faults:
            LOG.error(
                "the database is damaged: stop the bot, keep a copy of the file, and restore a backup (%s)",
                "; ".join(self.faults),
            )
        self.looked.set()
