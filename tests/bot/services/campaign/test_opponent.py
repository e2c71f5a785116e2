"""The bot as a player of a campaign: what it leaves alone; its work is in `opponent.txt`."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import delete, update

from bot.game.people import OPPONENT
from bot.resolution.campaign_referee import CampaignResult
from bot.services import Services
from bot.services.campaign.opponent import next_recruit
from bot.store.campaign_tables import CAMPAIGN_ENTRY, CAMPAIGN_STATE
from rules.campaign.roster_events import Reinforced
from rules.kernel.wording import ENGLISH
from tests.bot import campaigning as camp
from tests.bot.campaigning import CAMPAIGN
from tests.bot.playing import ANN, CYD, call
from tests.cogs.table import Loaded


async def fight_the_bot(services: Services, dice: Loaded, recovery: int = 6) -> CampaignResult:
    """Let the bot play Blue, and shoot two figures on each side; return the bot's roll for its own, with this face."""
    await camp.enlist_units(services)
    await services.campaign_opponent.seat(call(), CAMPAIGN, "Blue")
    await camp.begin_battle(services)
    for who, unit, target in ((ANN, "Able", "Xavier"), (OPPONENT, "Yoke", "Baker")):
        dice.next(*[6] * 8)
        await camp.fire(services, unit, target, who=who)
    heard: list[CampaignResult] = []
    services.campaign_referee.listeners.append(heard.append)
    dice.next(recovery, recovery)
    await services.endings.end(call())
    await settle(services)
    return heard[-1]


async def settle(services: Services) -> None:
    await services.campaign_watch.wait_until_settled()
    await services.campaign_opponent.wait_until_settled()


async def react_again(services: Services, result: CampaignResult) -> None:
    """Let the bot react to a result that is older than the campaign; raise what its reaction raises."""
    before = asyncio.all_tasks()
    for listener in services.campaign_referee.listeners:
        listener(result)
    await asyncio.gather(*(asyncio.all_tasks() - before))


async def test_the_bot_leaves_the_reports_of_others_alone(services: Services, dice: Loaded) -> None:
    await camp.fight_battle(services, dice)
    await services.campaign_opponent.seat(call(), CAMPAIGN, "Green")
    await camp.roll_for_report(services, dice="6 1")
    await services.campaign_opponent.wait_until_settled()
    assert (await camp.current_campaign(services)).battles["b1"].signed == {}


async def test_the_bot_rolls_for_its_own_units_alone_once_and_signs_a_complete_report(
    services: Services, dice: Loaded, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.services.campaign.opponent")
    rolled = await fight_the_bot(services, dice)
    assert (rolled.entry.command, rolled.entry.by) == ("campaign throw", OPPONENT.id)
    battle = rolled.after.battles["b1"]
    assert battle.report is not None
    assert ([one.unit for one in battle.report.open], battle.signed) == (["c2"], {})
    await services.campaigns.undo(call(), CAMPAIGN, rolled.entry.number)
    await settle(services)
    assert [one.unit for one in (await camp.report(services)).open] == ["c2", "c3"]
    await services.aftermath_dice.roll(call(), CAMPAIGN, "b1", need="b1:c3:recovery")
    await settle(services)
    await services.aftermath_dice.roll(call(), CAMPAIGN, "b1", need="b1:c2:recovery")
    await settle(services)
    assert (await camp.current_campaign(services)).battles["b1"].signed == {"r2": OPPONENT.id}
    assert caplog.records == [], "it tries to sign no other report"


async def test_the_bot_does_nothing_late_for_a_roster_that_it_has_lost(services: Services, dice: Loaded) -> None:
    await fight_the_bot(services, dice)
    await services.aftermath_dice.roll(call(), CAMPAIGN, "b1", need="b1:c2:recovery")
    await settle(services)
    await services.roster_corrections.grant(call(), CAMPAIGN, "Blue", 5)
    signed = await services.campaign_reports.sign(call(), CAMPAIGN)
    await services.campaign_people.hand_over(call(), CAMPAIGN, CYD, "Blue")
    await settle(services)
    before = await camp.current_campaign(services)
    assert before.roster_of_player(OPPONENT.id) is None
    await react_again(services, signed)
    assert await camp.current_campaign(services) == before


async def test_the_bot_tells_how_many_of_its_recruits_found_a_place(services: Services, dice: Loaded) -> None:
    await fight_the_bot(services, dice, recovery=1)
    await services.aftermath_dice.roll(call(), CAMPAIGN, "b1", need="b1:c2:recovery")
    await settle(services)
    await services.roster_corrections.grant(call(), CAMPAIGN, "Blue", 20)
    await services.campaign_reports.sign(call(), CAMPAIGN)
    await settle(services)
    after, last = await camp.current_campaign(services), (await services.record.campaigns.entries(CAMPAIGN))[-1]
    assert (last.command, ENGLISH(last.title)) == ("campaign reinforce", "Blue takes 2 recruits")
    assert [unit.models for unit in after.units_of_roster("r2")] == [5, 5]
    assert after.roster("r2").figures > 18, "there is no room for the others"


async def test_the_bot_places_no_recruit_in_a_unit_that_fights(services: Services) -> None:
    await camp.enlist_units(services)
    await services.roster_corrections.grant(call(), CAMPAIGN, "Blue", 5)
    found = await camp.current_campaign(services)
    found = found.with_unit(found.units["c3"].model_copy(update={"models": 3}))
    assert next_recruit(found, "r2") == Reinforced(unit="c3", figures=1)
    await camp.begin_battle(services, their_units=["Xavier"])
    begun = (await camp.current_campaign(services)).battles["b1"]
    assert next_recruit(found.with_battle(begun), "r2") is None


async def test_a_campaign_that_cannot_be_read_stops_the_bot_with_a_line_in_the_log(
    services: Services, dice: Loaded, caplog: pytest.LogCaptureFixture
) -> None:
    rolled = await fight_the_bot(services, dice)
    broken = update(CAMPAIGN_ENTRY).where(CAMPAIGN_ENTRY.c.campaign_id == CAMPAIGN).values(body={"kind": "hacked"})
    await services.record.database.write(lambda write: [write.execute(one) for one in (broken, delete(CAMPAIGN_STATE))])
    services.campaign_referee.campaigns.forget_all()
    caplog.set_level("INFO")
    await react_again(services, rolled)
    assert [one.getMessage() for one in caplog.records] == ["the bot could not act in a campaign"]


async def test_the_bot_stops_quietly_once_the_record_is_closed(
    services: Services, dice: Loaded, caplog: pytest.LogCaptureFixture
) -> None:
    rolled = await fight_the_bot(services, dice)
    await services.record.close()
    caplog.set_level("INFO")
    await react_again(services, rolled)
    assert caplog.records == []
