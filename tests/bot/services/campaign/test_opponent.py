"""The bot as a player of a campaign: what it leaves alone; its work is in `opponent.txt`."""

from __future__ import annotations

from bot.services import Services
from tests.bot import campaigning as camp
from tests.bot.campaigning import CAMPAIGN
from tests.bot.playing import call
from tests.cogs.table import Loaded


async def test_the_bot_leaves_the_reports_of_others_alone(services: Services, dice: Loaded) -> None:
    await camp.fight_battle(services, dice)
    await services.campaign_opponent.seat(call(), CAMPAIGN, "Green")
    await camp.roll_for_report(services, dice="6 1")
    await services.campaign_opponent.wait_until_settled()
    assert (await camp.current_campaign(services)).battles["b1"].signed == {}
