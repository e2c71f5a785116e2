"""Campaigns as they stand, kept in memory and brought up to the record at every use."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from weakref import WeakValueDictionary

from bot.errors import Refusal
from bot.store.campaign_tables import CampaignInfo
from bot.store.campaigns import Opened
from bot.store.record import Record
from rules.campaign.campaign import Campaign
from rules.kernel.text import Text

MOST = 32
"""So many campaigns stay in memory, those used last."""


class CampaignRegistry:
    """State is the fold of entries; what is kept here is only a copy of it, and never changes itself."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._kept: OrderedDict[str, Campaign] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def open(self, id: str, guild: str | None = None) -> Opened:
        """A campaign as it is now; raises Refusal where there is none, or it is of another server than `guild`."""
        found = await self._record.open_campaign(id, self._kept.get(id))
        if found is None or (guild is not None and found.info.guild_id != guild):
            self._kept.pop(id, None)
            raise Refusal(Text("There is no such campaign here any more; choose one of those that are suggested."))
        self.keep(found.campaign)
        return found

    async def all(self, guild: str) -> list[CampaignInfo]:
        """The campaigns of a server; those that go on first, and of them the one begun last."""
        return await self._record.campaigns(guild)

    def keep(self, campaign: Campaign) -> None:
        """The campaign after an entry that has just been written, or read."""
        self._kept[campaign.id] = campaign
        self._kept.move_to_end(campaign.id)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)

    def lock(self, id: str) -> asyncio.Lock:
        """Held while somebody writes to a campaign, so that those of this process do not lose races to each other."""
        return self._locks.setdefault(id, asyncio.Lock())

    def forget(self) -> None:
        """Read everything anew: somebody has changed what was written."""
        self._kept.clear()
