"""Two bots on one database, of either kind, in one campaign at the same time: nothing is lost or counted twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.dice.provable import seeded_dice
from bot.errors import Refusal
from bot.services import Services
from bot.store import Record
from tests.bot import campaigning as camp
from tests.bot.campaigning import CAMPAIGN
from tests.bot.playing import BOB, CYD, call

Two = tuple[Services, Services]


@pytest.fixture
async def two(url: str) -> AsyncIterator[Two]:
    records = [await Record.open(url) for _ in range(2)]
    clock = iter(range(1_700_000_000, 1_800_000_000))
    first, second = (
        Services(record, lambda: float(next(clock)), seeded_dice(b"tests"), f"run{nth}")
        for nth, record in enumerate(records)
    )
    yield first, second
    for services in (first, second):
        await services.campaign_watch.wait_until_settled()
    for record in records:
        await record.close()


async def test_both_sides_sign_at_once(two: Two) -> None:
    first, second = two
    await camp.enlist_units(first)
    await camp.begin_battle(first)
    await camp.end_game(first)
    await asyncio.gather(
        first.campaign_reports.sign(call(), CAMPAIGN), second.campaign_reports.sign(call(BOB), CAMPAIGN)
    )
    for services in two:
        assert (await camp.same_as_record(services)).battles["b1"].stage == "settled"


async def test_many_write_at_once_and_each_entry_has_a_number_of_its_own(two: Two) -> None:
    first, second = two
    await camp.enlist_units(first)
    before = (await camp.current_campaign(first)).number
    names = [f"Squad {n}" for n in range(8)]
    done = [
        one.campaign_rosters.enlist(call(who), CAMPAIGN, camp.force("F", camp.squad(name)))
        for name in names
        for one, who in ((first, camp.ANN), (second, BOB))
    ]
    await asyncio.gather(*done)
    for services in two:
        campaign = await camp.same_as_record(services)
        assert campaign.number == before + 16
        assert len(campaign.units) == 20


async def test_the_end_of_a_game_that_both_hear_of_is_reported_once(two: Two) -> None:
    first, second = two
    await camp.enlist_units(first)
    await camp.begin_battle(first)
    first.referee.listeners.clear()
    await camp.end_game(first)
    await asyncio.gather(first.campaign_watch.look(), second.campaign_watch.look())
    entries = await first.record.campaigns.entries(CAMPAIGN)
    assert [one.command for one in entries].count("campaign report") == 1
    assert (await camp.same_as_record(first)).battles["b1"].stage == "reported"


async def test_one_name_is_given_once(two: Two) -> None:
    done = await asyncio.gather(
        *(one.campaigns.new(call(CYD), "Long war", "fubar") for one in two), return_exceptions=True
    )
    assert [type(one) for one in done if isinstance(one, Exception)] == [Refusal]
    assert len(await two[0].record.campaigns.all()) == 1
