"""The bot plays a roster: it rolls, signs only what the record says, and places its recruits by a rule."""

from __future__ import annotations

from typing import Any

import pytest

from bot.game.people import OPPONENT
from bot.services.campaign.opponent import next_recruit
from rules.campaign.campaign import Campaign
from rules.campaign.roster_events import Reinforced
from tests.cogs import warring
from tests.cogs.beginnings import beginning
from tests.cogs.table import Table


async def settle_campaign(table: Table) -> Campaign:
    """The campaign once the bot has done all that it does by itself."""
    await table.services.campaign_watch.wait_until_settled()
    await table.services.campaign_opponent.wait_until_settled()
    return await warring.current_campaign(table)


@beginning
async def war(table: Table) -> None:
    """Ann arbitrates and plays Red, the bot plays Blue with Xavier and Yoke; a battle has begun."""
    await table.done(table.ann, "/campaign new", name="Long war", system="fubar")
    await table.done(table.ann, "/campaign join")
    told = await table.done(table.ann, "/arbiter opponent")
    assert "Adjutant plays Blue" in told.whole
    await table.done(table.ann, "/campaign enlist", file=warring.force_file("Able", "Baker"))
    await table.done(table.ann, "/campaign enlist", file=warring.force_file("Xavier", "Yoke"), roster="Blue")
    await table.done(table.ann, "/campaign battle start", against="Blue")


@beginning
async def fought(war: Table) -> None:
    """That battle is over after a loss for Xavier."""
    await warring.fire(war, "Able", "Xavier")
    war.dice.next(*[1] * 5)  # no fallen figure comes back
    asked = await war.done(war.ann, "/game end")
    await war.click(war.ann, asked, "No winner: a draw")
    campaign = await settle_campaign(war)
    for need in campaign.battles["b1"].report.open if campaign.battles["b1"].report else ():
        assert campaign.units[need.unit].roster == "r1", "its own dice are thrown"


async def test_it_sits_at_the_game_of_its_battle_has_one_roster_and_does_not_become_the_arbitrator(war: Table) -> None:
    player = (await war.live()).game.players[OPPONENT.id]
    assert (player.side, player.umpire) == ("Blue", False)
    assert (await war.services.opponent.state(await war.live())).stance == "balanced"
    assert "Only the arbitrator" in await war.refused(war.bob, "/arbiter opponent", roster="Black")
    assert "has a roster" in await war.refused(war.ann, "/arbiter opponent", roster="Black")
    await war.services.campaign_people.leave_all(war.call(war.ann).who)
    assert (await warring.current_campaign(war)).arbitrator != OPPONENT.id


@pytest.mark.usefixtures("enlisted")
async def test_it_takes_over_a_roster_that_is_there(table: Table) -> None:
    await table.done(table.ann, "/arbiter opponent", roster="Blue")
    campaign = await warring.current_campaign(table)
    own = campaign.roster_of_player(OPPONENT.id)
    assert own is not None
    assert (own.name, len(campaign.units_of_roster(own.id))) == ("Blue", 2)


async def test_it_rolls_its_dice_signs_the_record_and_recruits_when_it_counts(fought: Table) -> None:
    campaign = await warring.current_campaign(fought)
    battle = campaign.battles["b1"]
    assert battle.report is not None
    assert battle.signed == {"r2": OPPONENT.id}
    assert "☑ Blue" in warring.panel(fought).text
    await fought.done(fought.ann, "/campaign sign")
    campaign = await settle_campaign(fought)
    assert campaign.battles["b1"].stage == "settled"
    entries = await fought.services.record.campaigns.entries(campaign.id)
    last = entries[-1]
    assert (last.by, last.command) == (OPPONENT.id, "campaign reinforce")
    taken = [one for one in last.events if isinstance(one, Reinforced)]
    assert taken
    assert {campaign.unit(one.unit).name for one in taken} == {"Xavier"}, "Yoke has all of its figures"
    xavier = next(unit for unit in campaign.units.values() if unit.name == "Xavier")
    assert xavier.models + xavier.recovering == xavier.full or not campaign.roster("r2").figures


async def test_recruits_taken_by_the_bot_can_be_undone_and_are_not_taken_again(fought: Table) -> None:
    await fought.done(fought.ann, "/campaign sign")
    campaign = await settle_campaign(fought)
    number, before = campaign.number, campaign.roster("r2").figures
    await fought.done(fought.ann, "/campaign edit undo", entry=number)
    campaign = await settle_campaign(fought)
    assert campaign.roster("r2").figures > before
    assert campaign.number == number + 1


async def test_the_bot_never_signs_a_report_that_differs_from_the_record(fought: Table) -> None:
    await fought.done(fought.ann, "/campaign edit unit", unit="Xavier", figures=-3)
    campaign = await settle_campaign(fought)
    edited = campaign.number
    assert campaign.battles["b1"].signed == {}
    told = await fought.done(fought.ann, "/campaign report")
    assert "Adjutant will not sign for Blue: the report differs from the record" in told.text
    await fought.done(fought.ann, "/campaign edit undo", entry=edited)
    campaign = await settle_campaign(fought)
    assert campaign.battles["b1"].signed == {"r2": OPPONENT.id}


async def test_the_unit_that_misses_most_comes_first(war: Table) -> None:
    """Two that miss figures: the one with the smaller share of them left; levels are not spent for it."""
    campaign = await warring.current_campaign(war)
    units: dict[str, Any] = {one.name: one for one in campaign.units.values()}

    def short(campaign: Campaign, **left: int) -> Campaign:
        changed = {units[name].id: units[name].with_changes(models=models) for name, models in left.items()}
        roster = campaign.roster("r2").model_copy(update={"figures": 1})
        return campaign.with_changes(units={**campaign.units, **changed}, battles={}).with_roster(roster)

    for left, first in (({"Xavier": 3, "Yoke": 2}, "Yoke"), ({"Xavier": 1, "Yoke": 4}, "Xavier")):
        event = next_recruit(short(campaign, **left), "r2")
        assert isinstance(event, Reinforced)
        assert event.unit == units[first].id
    assert next_recruit(short(campaign), "r2") is None


async def test_its_force_is_chosen_under_its_new_roster(table: Table) -> None:
    await table.done(table.ann, "/campaign new", name="Long war", system="fubar")
    await table.done(table.ann, "/campaign join")
    told = await table.done(table.ann, "/arbiter opponent")
    told = await table.pick(table.ann, told, "Garrison", "Force of Blue")
    assert "Blue enlists 4 units" in told.whole
    campaign = await warring.current_campaign(table)
    own = campaign.roster_of_player(OPPONENT.id)
    assert own is not None
    assert len(campaign.units_of_roster(own.id)) == 4


async def test_it_joins_by_a_button_and_its_force_is_chosen_from_the_menu_beside(table: Table) -> None:
    """A solo player types one line; a player who did not begin the campaign is refused."""
    await table.done(table.ann, "/campaign new", name="Long war", system="fubar")
    told = await table.done(table.ann, "/campaign join")
    assert "Only the arbitrator" in (await table.click(table.bob, told, "Adjutant joins")).title
    told = await table.click(table.ann, told, "Adjutant joins")
    assert "Choose a force for Blue" in told.text
    assert "Adjutant joins" not in told.buttons
    await table.pick(table.ann, told, "Raiders")
    campaign = await warring.current_campaign(table)
    own = campaign.roster_of_player(OPPONENT.id)
    assert own
    assert campaign.units_of_roster(own.id)
    page = await table.click(table.ann, told, "My roster")
    assert "Choose a force" not in (await table.done(table.ann, "/campaign roster")).text
    assert page.private
