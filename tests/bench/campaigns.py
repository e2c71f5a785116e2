"""Benchmarks of campaigns: thirty battles of twenty units, opened, ranked, extended, exported and imported."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Coroutine
from functools import cache
from pathlib import Path
from typing import Any

from bot.services.campaign.campaign_file import CampaignHead, file_content, parse_campaign
from bot.store import AppendedCampaignEntry, Record
from rules.campaign.campaign import Campaign
from rules.campaign.fold import CampaignEntry, accept_entry, play_back
from rules.campaign.roster_events import UnitRenamed
from rules.campaign.standings import standings
from tests.bench.table import Row, row
from tests.bot.store.campaigns import info, without_states
from tests.rules.campaign.long_war import long_war
from tests.rules.campaign.played import ANN


@cache
def _make_database() -> str:
    """Return a database with the campaign, whose stored state is slightly older than its last entry, as usual."""
    url = f"sqlite:///{Path(tempfile.mkdtemp(prefix='adjutant-campaigns-')) / 'war.sqlite'}"
    asyncio.run(_write_campaign(url))
    return url


async def _write_campaign(url: str) -> None:
    record, entries = await Record.open(url), _entries()
    campaign = accept_entry(Campaign(), entries[0])
    await record.campaigns.begin(info(), entries[0], campaign)
    for entry in entries[1:]:
        campaign = accept_entry(campaign, entry)
        await record.campaigns.append(AppendedCampaignEntry(entry, campaign))
    await record.close()


async def _open_campaign(url: str, dropped: bool = False) -> Campaign:
    record = await Record.open(url)
    if dropped:
        await without_states(record)
    found = await record.campaigns.open("c")
    assert found
    if dropped:
        await record.campaigns.keep_state(found.campaign)
    await record.close()
    return found.campaign


def _opened(opening: Coroutine[Any, Any, Campaign]) -> Campaign:
    """Return an opened campaign; `asyncio.run` would put all of a result into words, for its handler of Ctrl-C."""
    found: list[Campaign] = []

    async def keep() -> None:
        found.append(await opening)

    asyncio.run(keep())
    return found[0]


@cache
def _campaign() -> Campaign:
    return _opened(_open_campaign(_make_database()))


async def _rename(url: str, known: Campaign) -> None:
    """Carry out a command on a loaded campaign: check and write one entry."""
    record = await Record.open(url)
    found = await record.campaigns.open("c", known)
    assert found
    event = UnitRenamed(unit="a1", name=f"Squad {found.campaign.number}")
    number = found.campaign.number + 1
    entry = CampaignEntry(campaign="c", number=number, command="rename", by=ANN, at=1.0, events=(event,))
    await record.campaigns.append(AppendedCampaignEntry(entry, accept_entry(found.campaign, entry)))
    await record.close()


@cache
def _file() -> bytes:
    entries = _entries()
    head = CampaignHead(id="c", name="War", system="fubar", started_by=ANN, started_at=1.0, number=len(entries))
    return file_content(head, entries)


@cache
def _entries() -> list[CampaignEntry]:
    return long_war().entries


WAR = "30 battles of 20 units"
row(
    Row(
        f"campaign, {WAR}: opened from the state kept",
        lambda: _opened(_open_campaign(_make_database())),
        1000,
        fresh=_make_database,
    )
)
row(
    Row(
        f"campaign, {WAR}: opened from its entries alone",
        lambda: _opened(_open_campaign(_make_database(), True)),
        1500,
        fresh=_make_database,
    )
)
row(Row(f"campaign, {WAR}: played back", lambda: play_back(_entries()), 1000, fresh=_entries))
row(Row(f"campaign, {WAR}: standings", lambda: standings(_campaign()), 100, fresh=_campaign))
row(
    Row(
        f"campaign, {WAR}: one entry more",
        lambda: asyncio.run(_rename(_make_database(), _campaign())),
        250,
        fresh=_campaign,
    )
)
row(Row(f"campaign, {WAR}: import", lambda: parse_campaign(_file()), 3000, fresh=_file))
