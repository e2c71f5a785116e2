"""The rules and the odds of a campaign's aftermath, in Discord: with a campaign and without."""

from __future__ import annotations

import pytest

from data import CAMPAIGN
from tests.cogs import warring
from tests.cogs.table import Table


async def test_every_topic_of_campaigns_can_be_read_without_a_game(table: Table) -> None:
    suggested = [value for _, value in await table.type(table.bob, "/rules campaign", "topic")]
    assert suggested == list(CAMPAIGN.topics)
    for key in suggested:
        told = await table.done(table.bob, "/rules campaign", topic=key)
        assert told.private
        assert CAMPAIGN.topics[key].section in told.footer
    assert "There is no topic" in await table.refused(table.bob, "/rules campaign", topic="ghosts")


async def test_a_topic_tells_the_ruling_of_the_campaign_here(table: Table) -> None:
    assert "Ruling points major: 3" in (await table.done(table.ann, "/rules campaign", topic="standings")).text
    await warring.join_campaign(table)
    await table.done(table.ann, "/campaign rulings", name="points_major", value="5")
    assert "Ruling points major: 5" in (await table.done(table.ann, "/rules campaign", topic="standings")).text


async def test_the_odds_of_a_recovery_are_exact(table: Table) -> None:
    """One figure without help: back on 5 and 6, a third."""
    told = await table.done(table.bob, "/rules aftermath", lost=1)
    assert told.private
    assert "33.3" in told.text or "33 %" in told.text, told.text
    held = await table.done(table.bob, "/rules aftermath", lost=1, held_field=True, medic=True)
    assert "66.7" in held.text or "67 %" in held.text, held.text


async def test_the_odds_of_a_salvage(table: Table) -> None:
    told = await table.done(table.bob, "/rules aftermath", vehicle="destroyed")
    assert "33" in told.text
    assert "Give either" in await table.refused(table.bob, "/rules aftermath")
    assert "Give either" in await table.refused(table.bob, "/rules aftermath", lost=2, vehicle="disabled")


@pytest.mark.usefixtures("enlisted")
async def test_the_odds_under_a_report_are_those_of_the_dice_it_waits_for(table: Table) -> None:
    posted = await warring.fight_battle(table)
    campaign = await warring.current_campaign(table)
    report = campaign.battles["b1"].report
    assert report is not None
    told = await table.click(table.bob, posted, "Odds")
    assert told.private
    assert told.title == "Odds: Recovery"
    same = await table.done(table.bob, "/rules aftermath", **report.open[0].facts)
    assert told.text == same.text
    await warring.roll_for_report(table)
    assert (await table.click(table.bob, posted, "Odds")).refused
