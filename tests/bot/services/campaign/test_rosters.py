"""Looking after rosters: enlisting, naming, resting, recruits, and corrections by the arbitrator."""

from __future__ import annotations

import pytest

from bot.errors import Refusal
from bot.services import Services
from bot.services.campaign import growth
from data import system_of
from data.files import sample_forces
from rules.campaign.campaign import Campaign
from rules.campaign.roster import enlist_unit
from rules.command.force import Force, specs
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.wording import ENGLISH
from tests.bot import campaigning as camp
from tests.bot.campaigning import CAMPAIGN
from tests.bot.playing import BOB, call
from tests.cogs.table import Loaded


async def test_forces_are_enlisted_from_samples_saved_ones_and_files(services: Services) -> None:
    await camp.campaign(services)
    await services.campaign_rosters.enlist(call(), CAMPAIGN, "raiders")
    names = [unit.name for unit in (await camp.same_as_record(services)).units_of_roster("r1")]
    assert len(names) == len(sample_forces("fubar")["raiders"].units)
    await services.campaign_rosters.enlist(call(), CAMPAIGN, "raiders")
    assert f"{names[0]} 2" in [unit.name for unit in (await camp.current_campaign(services)).units_of_roster("r1")]
    with pytest.raises(Refusal, match="Which force"):
        await services.campaign_rosters.enlist(call(), CAMPAIGN, "ghosts")


@pytest.mark.parametrize(
    ("force", "said"),
    [
        (camp.force("Strangers", {"name": "Riflemen", "models": 5}, system="bayonet"), "is a force for bayonet"),
        (camp.force("F", {"type": "marines", "models": -1}), "models"),
        (camp.force("F", {"type": "ghosts"}), "there is no 'ghosts'"),
        (camp.force("F", camp.squad("Able"), {"type": "marines", "experience": -4}), "experience"),
        (camp.force("F", {"type": "marines", "profile": {"level": "godlike"}}), "level"),
    ],
)
async def test_a_force_that_cannot_be_enlisted_is_refused_whole(services: Services, force: Force, said: str) -> None:
    await camp.campaign(services)
    with pytest.raises(BadFacts, match=said):
        await services.campaign_rosters.enlist(call(), CAMPAIGN, force)
    assert (await camp.same_as_record(services)).units == {}


async def test_a_roster_is_looked_after_by_its_player(services: Services) -> None:
    await camp.enlist_units(services)
    rosters, corrections = services.campaign_rosters, services.roster_corrections
    await rosters.rename(call(), CAMPAIGN, "Ace", "Able")
    await rosters.rest(call(), CAMPAIGN, "Baker")
    await rosters.rename(call(), CAMPAIGN, "The Reds")
    campaign = await camp.same_as_record(services)
    assert (campaign.units["c1"].name, campaign.units["c2"].resting, campaign.rosters["r1"].name) == (
        "Ace",
        True,
        "The Reds",
    )
    for refused in (
        rosters.rename(call(BOB), CAMPAIGN, "Mine", "Ace"),
        rosters.dismiss(call(BOB), CAMPAIGN, "Ace"),
        rosters.transfer(call(BOB), CAMPAIGN, "Xavier", "The Reds"),
        corrections.award(call(BOB), CAMPAIGN, roster="Blue", points=5),
        corrections.award(call(BOB), CAMPAIGN, "Xavier", "first_blood"),
        corrections.status(call(BOB), CAMPAIGN, "Xavier", "lost"),
        corrections.grant(call(BOB), CAMPAIGN, "Blue", 5),
        rosters.reinforce(call(BOB), CAMPAIGN, "Xavier", 1),
        rosters.enlist(call(BOB), CAMPAIGN, "raiders", "The Reds"),
    ):
        with pytest.raises(RuleError):
            await refused
    assert await camp.current_campaign(services) == campaign


async def test_the_arbitrator_corrects_rosters_and_rulings(services: Services) -> None:
    await camp.enlist_units(services)
    rosters, corrections = services.campaign_rosters, services.roster_corrections
    await rosters.transfer(call(), CAMPAIGN, "Yoke", "Red")
    await corrections.award(call(), CAMPAIGN, roster="Red", points=3, why="The prettiest army")
    await corrections.award(call(), CAMPAIGN, "Able", "first blood")
    await corrections.status(call(), CAMPAIGN, "Baker", "captured")
    await corrections.grant(call(), CAMPAIGN, "Blue", 2)
    await services.campaign_rulings.rule(call(), CAMPAIGN, "unit_cap", "3")
    campaign = await camp.same_as_record(services)
    assert (campaign.units["c4"].roster, campaign.rosters["r1"].awarded, campaign.rosters["r2"].figures) == ("r1", 3, 2)
    assert (campaign.units["c1"].has_won("first_blood"), campaign.units["c2"].status) == (True, "captured")
    assert services.campaign_rulings.rulings(campaign)["unit_cap"] == 3
    with pytest.raises(RuleError, match="A roster of this campaign can have at most 3 units"):
        await rosters.enlist(call(), CAMPAIGN, "raiders")
    with pytest.raises(BadFacts, match="honour"):
        await corrections.award(call(), CAMPAIGN, "Able", "best hat")
    for name, value in (("unit_cap", "lots"), ("gravity", "9"), ("neighbours", "sometimes")):
        with pytest.raises(BadFacts, match=f"{name}|name"):
            await services.campaign_rulings.rule(call(), CAMPAIGN, name, value)


async def test_recruits_come_from_the_figures_left_to_the_roster(services: Services, dice: Loaded) -> None:
    await camp.fight_battle(services, dice)
    await camp.roll_for_report(services, dice="1 1")
    await camp.sign_report(services)
    with pytest.raises(RuleError, match="room for 2"):
        await services.campaign_rosters.reinforce(call(BOB), CAMPAIGN, "Xavier", 3)
    await services.campaign_rosters.reinforce(call(BOB), CAMPAIGN, "Xavier", 2)
    campaign = await camp.same_as_record(services)
    assert (campaign.units["c3"].models, campaign.rosters["r2"].figures) == (5, 3)
    started = await camp.begin_battle(services)
    assert "not placed" not in " ".join(map(ENGLISH, started.game.entry.notes))
    await camp.end_game(services)
    [line] = [one for one in (await camp.report(services, "b2")).change("c3").lines if one.key == "diluted"]
    assert line.values == {"before": 1, "after": 0}


async def test_the_next_battle_lists_recruits_that_found_no_place(services: Services, dice: Loaded) -> None:
    await camp.fight_battle(services, dice)
    await camp.roll_for_report(services, dice="1 1")
    await camp.sign_report(services)
    await services.campaign_rosters.reinforce(call(BOB), CAMPAIGN, "Xavier", 1)
    started = await camp.begin_battle(services)
    told = " ".join(map(ENGLISH, started.game.entry.notes))
    assert "Blue: Xavier and Yoke. 1 recruit had no place and is lost; `/campaign battle off` brings it back." in told


async def test_who_comes_on_a_card_is_not_named(services: Services) -> None:
    await camp.campaign(services, "opreb")
    scouts = camp.force(
        "Scouts", {"type": "scout_sharpshooters", "name": "Owls"}, {"type": "line_rifles"}, system="opreb"
    )
    line = camp.force("Line", {"type": "line_rifles", "name": "Line"}, system="opreb")
    await services.campaign_rosters.enlist(call(), CAMPAIGN, scouts)
    await services.campaign_rosters.enlist(call(BOB), CAMPAIGN, line)
    started = await camp.begin_battle(services)
    told = " ".join(map(ENGLISH, started.game.entry.notes))
    assert "Line rifle squad and 1 hidden unit" in told
    assert "Owls" not in told
    gone = await services.battle_units.withdraw(call(), CAMPAIGN, "Owls")
    back = await services.battle_units.field(call(), CAMPAIGN, "Owls")
    assert ENGLISH(gone.entry.title) == "A hidden unit stays at home"
    assert ENGLISH(back.entry.title) == "A hidden unit takes the field for Red"


@pytest.mark.parametrize(
    ("type", "level", "choices"), [("line_squad", 1, {1: 3}), ("line_squad", 3, {1: 3, 2: 2}), ("veteran_squad", 1, {})]
)
def test_only_a_level_with_several_gains_leaves_a_choice(type: str, level: int, choices: dict[int, int]) -> None:
    system = system_of("openfire_d12")
    (spec,) = specs(system, camp.force("F", {"type": type, "name": "Able"}, system="openfire_d12"))
    unit = enlist_unit("c1", "r1", spec, type).model_copy(update={"level": level})
    found = growth.level_choices(Campaign(id=CAMPAIGN, system="openfire_d12"), unit)
    assert {at: len(several) for at, several in found.items()} == choices
