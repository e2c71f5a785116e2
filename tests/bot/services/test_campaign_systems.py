"""A campaign in every rule system: sample forces enlisted, a battle fought, rolled for and signed, and the next one."""

from __future__ import annotations

import pytest

from bot.game.people import Place
from bot.resolution.manual_changes import NewEntry
from bot.services import Services
from bot.services.campaign.battle_games import BattlePlan
from bot.services.campaign.campaign_file import parse_campaign
from data import system_of
from rules.game.events import LossesTaken
from tests.bot import campaigning as camp
from tests.bot.campaigning import CAMPAIGN
from tests.bot.fought import SYSTEMS
from tests.bot.playing import ANN, BOB, CYD, PLACE, call


async def _enlist(services: Services, system: str) -> None:
    await camp.campaign(services, system)
    for who, force in zip((ANN, BOB), system_of(system).about.demo, strict=True):
        await services.campaign_rosters.enlist(call(who), CAMPAIGN, force)


async def _take_losses(services: Services) -> None:
    """Take losses from every unit by hand, as a game of that system records them."""
    live = await services.games.require_game(PLACE)
    events = [LossesTaken(unit=unit.id, models=1) for unit in live.game.units.values() if unit.models > 1]
    async with live.lock:
        await services.referee.note(live, call(), NewEntry("fire", events))


@pytest.mark.parametrize("system", SYSTEMS)
async def test_from_one_battle_to_the_next(services: Services, system: str) -> None:
    await _enlist(services, system)
    await camp.begin_battle(services)
    first = (await services.games.require_game(PLACE)).game.units
    await _take_losses(services)
    await camp.end_game(services, winner="Red")
    await camp.roll_for_report(services)
    await camp.sign_report(services)
    campaign = await camp.same_as_record(services)
    bled = any(unit.models > 1 for unit in first.values())
    assert all((unit.experience > 0) == bled for unit in campaign.units.values() if not unit.is_gone)
    await camp.begin_battle(services)
    live = await services.games.require_game(PLACE)
    fit = {unit.id: unit.models for unit in campaign.units.values() if campaign.keeps_away(unit) is None}
    sides = (await camp.current_campaign(services)).battles["b2"].sides
    assert {id: live.game.units[there].models for side in sides for id, there in side.units.items()} == fit
    assert len(live.game.units) == len(fit)
    assert sum(fit.values()) <= sum(unit.models for unit in first.values())
    assert await services.record.states.stored_state(live.info.id) == live.game
    await _import_elsewhere(services)


async def _import_elsewhere(services: Services) -> None:
    """The same rosters come out of the file of the campaign; a report is edited there without its game."""
    there = call(where=Place("2", "30"))
    file = await services.campaign_files.export(call(), CAMPAIGN)
    copy = (await services.campaign_files.import_campaign(there, parse_campaign(file))).campaign
    assert copy.units == (await camp.current_campaign(services)).units
    await services.campaign_reports.reopen(there, copy.id, "b1")
    await services.report_edits.edit_result(there, copy.id, "b1", margin="draw")
    again = await services.campaign_reports.sign(there, copy.id, "b1")
    assert again.after.battles["b1"].settled == copy.battles["b1"].settled, "Bob has not signed"


async def test_an_arbitrator_who_plays_nothing_begins_a_battle_of_others_as_its_umpire(services: Services) -> None:
    await camp.enlist_units(services)
    await services.campaign_people.join(call(CYD), CAMPAIGN, reader=True)
    await services.campaign_people.hand_over(call(), CAMPAIGN, CYD, what="campaign")
    await services.campaign_battles.begin(call(CYD), CAMPAIGN, BattlePlan(against="Blue", roster="Red"))
    seats = {one.id: (one.side, one.umpire) for one in (await services.games.require_game(PLACE)).game.players.values()}
    assert seats == {CYD.id: (None, True), ANN.id: ("Red", False), BOB.id: ("Blue", False)}
