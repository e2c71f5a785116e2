"""Battles of a campaign: where they may begin, units that join and leave, and changes of their game."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.errors import Refusal
from bot.game.people import Person, Place
from bot.services import Services
from bot.services.campaign.battle_games import BattlePlan
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.wording import ENGLISH
from tests.bot import campaigning as camp
from tests.bot.campaigning import CAMPAIGN
from tests.bot.playing import ANN, BOB, CYD, PLACE, call
from tests.cogs.table import Loaded, services_on

ELSEWHERE = Place("1", "21")
DAN = Person("600", "Dan")


async def four_players(services: Services) -> None:
    """Cyd plays Green, Dan plays Yellow, with a squad each."""
    await camp.enlist_units(services)
    for who, name in ((CYD, "Gamma"), (DAN, "Delta")):
        await services.campaign_people.join(call(who), CAMPAIGN)
        await services.campaign_rosters.enlist(call(who), CAMPAIGN, camp.force("More", camp.squad(name)))


async def nothing_begun(services: Services, where: Place = PLACE) -> None:
    campaign = await camp.same_as_record(services)
    assert campaign.battles == {}
    assert await services.record.games.in_channel(where.channel) is None
    assert await services.record.campaigns.battle_links(CAMPAIGN) == []


# Battles that may begin


async def test_a_second_battle_in_the_same_channel_is_refused(services: Services) -> None:
    await four_players(services)
    await camp.begin_battle(services)
    with pytest.raises(Refusal, match=r"already has a game: Long war · 1\. End it first"):
        await camp.begin_battle(services, who=CYD, against="Yellow")
    assert list((await camp.same_as_record(services)).battles) == ["b1"]


async def test_a_battle_beside_a_game_without_an_owner_is_refused(services: Services) -> None:
    await camp.enlist_units(services)
    await services.lifecycle.new(call(), "fubar")
    with pytest.raises(Refusal, match="already has a game"):
        await camp.begin_battle(services)
    assert (await camp.same_as_record(services)).battles == {}


async def test_two_pairs_fight_at_once_in_two_channels(services: Services) -> None:
    await four_players(services)
    await asyncio.gather(
        camp.begin_battle(services), camp.begin_battle(services, who=CYD, against="Yellow", where=ELSEWHERE)
    )
    campaign = await camp.same_as_record(services)
    assert sorted(one.channel for one in campaign.battles.values()) == ["20", "21"]
    await camp.end_game(services)
    stages = {one.channel: one.stage for one in (await camp.same_as_record(services)).battles.values()}
    assert stages == {"20": "reported", "21": "fighting"}


async def test_two_processes_begin_a_battle_in_one_channel_once(tmp_path: Path, services: Services) -> None:
    await four_players(services)
    other = await services_on(tmp_path / "desk.sqlite", Loaded(), "run2")
    done = await asyncio.gather(
        camp.begin_battle(services), camp.begin_battle(other, who=CYD, against="Yellow"), return_exceptions=True
    )
    [refused] = [one for one in done if isinstance(one, Exception)]
    assert isinstance(refused, Refusal)
    assert len((await camp.same_as_record(services)).battles) == 1
    await other.record.close()


async def test_a_channel_that_another_process_takes_at_that_moment_has_no_battle(tmp_path: Path) -> None:
    file, taken = tmp_path / "desk.sqlite", list[int]()

    def clock() -> float:
        """Return the time, when the other process begins a game if the channel is to be taken."""
        if taken == [0]:
            taken.append(1)
            camp.act_in_another_process(file, lambda other: other.lifecycle.new(call(CYD), "fubar"))
        return 1_700_000_000.0

    services = await services_on(file, Loaded(), "run1", time=clock)
    await camp.enlist_units(services)
    taken.append(0)
    with pytest.raises(Refusal, match=r"already has a game\. End it first with `/game end`"):
        await camp.begin_battle(services)
    assert (await camp.same_as_record(services)).battles == {}
    await services.record.close()


async def test_a_unit_in_two_games_is_refused(services: Services) -> None:
    await four_players(services)
    await camp.begin_battle(services, units=["Able"])
    with pytest.raises(RuleError, match="Able is in battle 1: end it and sign its report first"):
        await camp.begin_battle(services, where=ELSEWHERE, units=["Able"], against="Green")
    assert await services.record.games.in_channel("21") is None
    begun = await camp.begin_battle(services, where=ELSEWHERE, against="Green")
    assert {unit.name for unit in begun.game.after.game.units.values()} == {"Baker", "Gamma"}, (
        "whoever is fit, and no other"
    )


@pytest.mark.parametrize(("who", "against"), [(ANN, "Green"), (CYD, "Red")])
async def test_no_battle_is_begun_without_a_unit_as_all_are_in_another_one(
    services: Services, who: Person, against: str
) -> None:
    """An empty battle began, and had the channel for itself."""
    await four_players(services)
    await camp.begin_battle(services)
    with pytest.raises(Refusal, match="All fit units of Red are in battle 1: end it and sign its report first"):
        await camp.begin_battle(services, who=who, against=against, where=ELSEWHERE)
    assert await services.record.games.in_channel("21") is None
    assert list((await camp.same_as_record(services)).battles) == ["b1"]


@pytest.mark.parametrize("against", ["Red", "r1"])
async def test_a_battle_against_oneself_is_refused(services: Services, against: str) -> None:
    await camp.enlist_units(services)
    with pytest.raises(RuleError, match="Choose two different rosters of two players"):
        await camp.begin_battle(services, against=against)
    await nothing_begun(services)


async def test_a_battle_without_an_opponent_is_refused_in_a_sentence(services: Services) -> None:
    await camp.enlist_units(services)
    with pytest.raises(Refusal, match=r"There is no roster 'Purple' in .Long war.; choose Red and Blue"):
        await camp.begin_battle(services, against="Purple")
    with pytest.raises(Refusal, match=r"no unit 'Zulu' in .Long war."):
        await camp.begin_battle(services, units=["Zulu"])
    with pytest.raises(Refusal, match="Name each unit once"):
        await camp.begin_battle(services, units=["Able", "able"])
    with pytest.raises(Refusal, match="You have no roster"):
        await camp.begin_battle(services, who=CYD)
    with pytest.raises(RuleError, match="not your"):
        await services.campaign_battles.begin(call(CYD), CAMPAIGN, BattlePlan(against="Blue", roster="Red"))
    await nothing_begun(services)


async def test_a_command_that_is_delivered_twice_begins_one_battle(services: Services) -> None:
    await camp.enlist_units(services)
    twice = call(ANN, "interaction 5")
    first = await services.campaign_battles.begin(twice, CAMPAIGN, BattlePlan(against="Blue"))
    again = await services.campaign_battles.begin(twice, CAMPAIGN, BattlePlan(against="Blue"))
    assert again.campaign.again
    assert again.game.entry == first.game.entry
    assert len((await camp.same_as_record(services)).battles) == 1


async def test_the_same_units_fight_no_second_battle_before_the_first_is_signed(services: Services) -> None:
    await camp.enlist_units(services)
    await camp.begin_battle(services)
    await camp.end_game(services)
    with pytest.raises(RuleError, match="end it and sign its report first"):
        await camp.begin_battle(services, units=["Able"], their_units=["Xavier"])


async def test_battles_begin_with_the_rulings_that_the_campaign_has_for_them(services: Services) -> None:
    await camp.enlist_units(services)
    await services.campaign_rulings.rule(call(), CAMPAIGN, "allocation", "ask")
    with pytest.raises(BadFacts):
        await services.campaign_rulings.rule(call(), CAMPAIGN, "allocation", "perhaps")
    with pytest.raises(RuleError, match="Only the arbitrator"):
        await services.campaign_rulings.rule(call(BOB), CAMPAIGN, "allocation", "ask")
    await camp.begin_battle(services)
    assert (await services.games.require_game(PLACE)).game.rulings["allocation"] == "ask"


async def test_a_roster_that_an_older_version_stored_without_a_colour_fights_without_one(services: Services) -> None:
    await camp.enlist_units(services)
    campaign = await camp.current_campaign(services)
    older = campaign.with_roster(campaign.rosters["r1"].model_copy(update={"colour": ""}))
    await services.record.campaigns.keep_state(older)
    services.campaign_referee.campaigns.forget_all()
    begun = await camp.begin_battle(services)
    assert begun.game.after.game.colours == {"Blue": "blue"}


async def test_a_scenario_typed_with_double_spaces_is_recorded_and_titled_with_single_ones(services: Services) -> None:
    await camp.enlist_units(services)
    begun = await camp.begin_battle(services, scenario="  Hold   the\nbridge ")
    campaign = await camp.same_as_record(services)
    assert campaign.battles["b1"].scenario == "Hold the bridge"
    assert ENGLISH(begun.campaign.entry.title).endswith(" · Hold the bridge")


async def test_a_battle_has_room_for_a_hundred_units_of_both_sides(services: Services) -> None:
    await camp.campaign(services)
    for who, count in ((ANN, 51), (BOB, 50)):
        units = [camp.squad(f"{who.name} {nth}", 1) for nth in range(count)]
        await services.campaign_rosters.enlist(call(who), CAMPAIGN, camp.force("Many", *units))
    with pytest.raises(Refusal, match=r"A battle has room for 100 units\. Choose fewer\."):
        await camp.begin_battle(services)
    begun = await camp.begin_battle(services, units=[f"Ann {nth}" for nth in range(50)])
    assert len(begun.game.after.game.units) == 100


# Units that come and go


async def test_each_player_chooses_the_units_of_their_own(services: Services) -> None:
    await camp.enlist_units(services)
    await camp.begin_battle(services, units=[], their_units=[])
    await services.battle_units.field(call(), CAMPAIGN, "Able")
    await services.battle_units.field(call(BOB), CAMPAIGN, "Yoke")
    with pytest.raises(RuleError, match="not your"):
        await services.battle_units.field(call(CYD), CAMPAIGN, "Xavier")
    live = await services.games.require_game(PLACE)
    assert [(unit.id, unit.name, unit.side) for unit in live.game.units.values()] == [
        ("u1", "Able", "Red"),
        ("u2", "Yoke", "Blue"),
    ]
    await camp.same_as_record(services)
    assert await services.record.states.stored_state(live.info.id) == live.game
    with pytest.raises(RuleError, match="is in battle 1"):
        await services.battle_units.field(call(), CAMPAIGN, "Able")
    await services.battle_units.withdraw(call(), CAMPAIGN, "Able")
    assert [unit.name for unit in (await services.games.require_game(PLACE)).game.units.values()] == ["Yoke"]
    assert (await camp.same_as_record(services)).battle_of_unit("c1") is None


async def test_no_unit_goes_home_once_dice_were_rolled(services: Services) -> None:
    await camp.enlist_units(services)
    await camp.begin_battle(services)
    await camp.fire(services, "Able", "Xavier")
    with pytest.raises(Refusal, match="Dice have been rolled"):
        await services.battle_units.withdraw(call(), CAMPAIGN, "Able")
    await camp.end_game(services)
    with pytest.raises(Refusal, match="That battle is over"):
        await services.battle_units.field(call(), CAMPAIGN, "Able")


async def test_the_entry_that_brought_the_units_is_not_undone(services: Services) -> None:
    await camp.enlist_units(services)
    await camp.begin_battle(services)
    with pytest.raises(Refusal, match="The arbitrator can call the battle off"):
        await services.corrections.undo(call())
    assert len((await services.games.require_game(PLACE)).game.units) == 4
