"""The bot as a player of a campaign: the roster it plays, its rolls and signatures, and its limits."""

from __future__ import annotations

import pytest

from bot.errors import Refusal
from bot.game.people import OPPONENT
from bot.services import Services
from rules.kernel.errors import RuleError
from rules.kernel.wording import ENGLISH
from tests.bot import campaigning as camp
from tests.bot.campaigning import CAMPAIGN
from tests.bot.playing import ANN, BOB, call
from tests.cogs.table import Loaded


async def against_the_bot(services: Services, dice: Loaded) -> None:
    """The bot plays Blue in the place of Bob; Able has shot two of Xavier down, and the battle is over."""
    await camp.enlist_units(services)
    await services.campaign_opponent.seat(call(), CAMPAIGN, "blue")
    await camp.begin_battle(services)
    dice.next(*[6] * 8)
    await camp.fire(services, "Able", "Xavier")
    dice.next(1, 1)
    await services.endings.end(call())
    await services.campaign_watch.wait_until_settled()
    await services.campaign_opponent.wait_until_settled()


async def test_the_bot_takes_a_roster_over_by_its_name_or_begins_one_of_its_own(services: Services) -> None:
    await camp.enlist_units(services)
    taken = await services.campaign_opponent.seat(call(), CAMPAIGN, " bLUE ")
    assert ENGLISH(taken.entry.title) == "Adjutant plays Blue"
    assert taken.after.rosters["r2"].player == OPPONENT.id
    assert taken.after.members[OPPONENT.id].name == OPPONENT.name
    with pytest.raises((Refusal, RuleError)):
        await services.campaign_opponent.seat(call(BOB), CAMPAIGN, "Red")
    assert (await camp.same_as_record(services)).rosters["r1"].player == ANN.id


async def test_a_bot_without_a_name_for_its_roster_is_called_by_a_colour_that_is_free(services: Services) -> None:
    await camp.enlist_units(services)
    begun = await services.campaign_opponent.seat(call(), CAMPAIGN)
    own = begun.after.roster_of_player(OPPONENT.id)
    assert own is not None
    assert (own.id, own.name in ("Red", "Blue")) == ("r3", False)
    assert begun.after.units_of_roster(own.id) == ()
    assert ENGLISH(begun.entry.title) == f"Adjutant plays {own.name}"


async def test_the_bot_rolls_its_dice_of_a_report_and_signs_a_report_that_matches_the_record(
    services: Services, dice: Loaded
) -> None:
    await against_the_bot(services, dice)
    battle = (await camp.same_as_record(services)).battles["b1"]
    assert battle.report is not None
    assert (battle.stage, battle.report.open, set(battle.signed)) == ("reported", (), {"r2"})
    mine = [one.command for one in await services.record.campaigns.entries(CAMPAIGN) if one.by == OPPONENT.id]
    assert mine[-1] == "campaign sign"
    assert set(mine[:-1]) == {"campaign throw"}


async def test_the_bot_leaves_the_reports_of_others_alone(services: Services, dice: Loaded) -> None:
    await camp.fight_battle(services, dice)
    await services.campaign_opponent.seat(call(), CAMPAIGN, "Green")
    await camp.roll_for_report(services, dice="6 1")
    await services.campaign_opponent.wait_until_settled()
    assert (await camp.current_campaign(services)).battles["b1"].signed == {}
