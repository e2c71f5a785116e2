"""Changes of a battle's game: played on, undone, its channel deleted; and games outside campaigns."""

from __future__ import annotations

from typing import Any

import pytest

from bot.errors import Refusal
from bot.game.people import Place
from bot.services import Services
from rules.kernel.errors import RuleError
from tests.bot import campaigning as camp
from tests.bot.campaigning import CAMPAIGN
from tests.bot.playing import ANN, BOB, CYD, call, undo_last
from tests.cogs.table import Loaded

ELSEWHERE = Place("1", "21")


async def test_a_game_that_goes_on_voids_its_report_and_the_next_end_makes_another(
    services: Services, dice: Loaded
) -> None:
    await camp.fight_battle(services, dice, winner=None)
    await camp.roll_for_report(services)
    await services.campaign_reports.sign(call(), CAMPAIGN)
    await services.endings.reopen(call())
    await services.campaign_watch.wait_until_settled()
    battle = (await camp.same_as_record(services)).battles["b1"]
    assert (battle.stage, battle.report, battle.signed) == ("fighting", None, {})
    await camp.fire(services, "Baker", "Yoke")
    await camp.end_game(services)
    report = await camp.report(services)
    assert report.version > 1
    assert report.change("c2").experience >= 1
    with pytest.raises(RuleError, match="has changed since you read it"):
        await services.campaign_reports.sign(call(), CAMPAIGN, version=1)


async def test_a_game_that_goes_on_is_no_second_chance_for_its_aftermath(services: Services, dice: Loaded) -> None:
    await camp.fight_battle(services, dice, winner=None)
    dice.next(1, 2)
    await camp.roll_for_report(services)
    before = (await camp.report(services)).needs[0].outcome
    await services.endings.reopen(call())
    await services.campaign_watch.wait_until_settled()
    await camp.end_game(services)
    with pytest.raises(Refusal, match="has already rolled these dice"):
        await camp.roll_for_report(services, dice="6 6")
    dice.next(6, 6)
    await camp.roll_for_report(services)
    assert (await camp.report(services)).needs[0].outcome == before
    await camp.same_as_record(services)


async def test_a_shot_that_is_undone_after_the_report_makes_a_new_one(services: Services, dice: Loaded) -> None:
    await camp.fight_battle(services, dice, winner=None)
    assert (await camp.report(services)).change("c3").models == -2
    await undo_last(services)  # the end
    await undo_last(services)  # the shot
    await camp.end_game(services)
    report = await camp.report(services)
    assert report.change("c3").models == 0
    assert report.open == ()
    await camp.same_as_record(services)


async def test_a_signed_report_counts_until_the_arbitrator_reopens_it(services: Services, dice: Loaded) -> None:
    """The game continues after the signatures; the signed result counts, and an entry of its own corrects it."""
    await camp.fight_battle(services, dice, winner=None)
    await camp.roll_for_report(services, dice="6 6")
    await camp.sign_report(services)
    before = await camp.current_campaign(services)
    await services.endings.reopen(call())
    await services.campaign_watch.wait_until_settled()
    assert await camp.current_campaign(services) == before
    await undo_last(services)
    await undo_last(services)
    await camp.end_game(services)
    found = await camp.current_campaign(services)
    assert found.battles["b1"].stage == "settled"
    assert await services.campaign_reports.is_outdated(found, found.battles["b1"])
    with pytest.raises(RuleError, match="Only the arbitrator"):
        await services.campaign_reports.reopen(call(BOB), CAMPAIGN)
    await services.campaign_reports.reopen(call(), CAMPAIGN, why="The shot was no shot.")
    campaign = await camp.same_as_record(services)
    assert campaign.units["c1"].experience == before.units["c1"].experience, "what it changed stands"
    await camp.sign_report(services)
    campaign = await camp.same_as_record(services)
    assert [campaign.units[one].experience for one in ("c1", "c3")] == [0, 0], "nobody has acted in it"
    assert campaign.units["c1"].honours == ()


async def test_a_battle_in_a_channel_that_was_deleted_is_called_off_or_played_elsewhere(services: Services) -> None:
    await camp.enlist_units(services)
    await camp.begin_battle(services)
    with pytest.raises(RuleError, match="Only the arbitrator"):
        await services.campaign_battles.call_off(call(BOB, where=ELSEWHERE), CAMPAIGN)
    await services.campaign_battles.call_off(call(where=ELSEWHERE), CAMPAIGN)
    assert (await camp.same_as_record(services)).battle_of_unit("c1") is None
    await camp.begin_battle(services, where=ELSEWHERE)
    await camp.end_game(services)
    assert (await camp.current_campaign(services)).battles["b1"].stage == "off", "its game is now one of its own"


async def test_a_report_is_signed_from_anywhere_once_its_channel_is_gone(services: Services, dice: Loaded) -> None:
    await camp.fight_battle(services, dice, winner=None)
    for who in (ANN, BOB):
        if (await camp.report(services)).open:
            await services.aftermath_dice.roll(call(BOB, where=ELSEWHERE), CAMPAIGN)
        await services.campaign_reports.sign(call(who, where=ELSEWHERE), CAMPAIGN)
    assert (await camp.same_as_record(services)).battles["b1"].stage == "settled"


async def test_a_game_that_is_no_battle_is_not_reported(services: Services) -> None:
    await camp.enlist_units(services)
    await services.lifecycle.new(call(), "fubar")
    await services.endings.end(call())
    await services.campaign_watch.wait_until_settled()
    with pytest.raises(Refusal, match=r"Long war. has no battle yet"):
        await services.campaign_reports.report(call(), CAMPAIGN)
    await camp.begin_battle(services)
    with pytest.raises(RuleError, match="still being played"):
        await services.campaign_reports.report(call(), CAMPAIGN)


async def test_a_campaign_of_another_server_is_none_here(services: Services) -> None:
    await camp.enlist_units(services)
    with pytest.raises(Refusal, match="That campaign is gone"):
        await services.campaigns.open(call(where=Place("2", "20")), CAMPAIGN)
    with pytest.raises(Refusal, match="That campaign is gone"):
        await services.campaign_reports.sign(call(where=Place("2", "20")), CAMPAIGN)


async def test_games_without_a_campaign_are_as_they_were(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game outside any campaign makes no request to a campaign."""
    asked: list[Any] = []
    monkeypatch.setattr(services.record.campaigns, "open", lambda *given: asked.append(given))
    await services.lifecycle.new(call(), "fubar")
    await services.endings.end(call())
    await services.campaign_watch.wait_until_settled()
    assert asked == []


async def test_a_report_is_made_again_of_a_unit_that_has_changed_hands_since(services: Services, dice: Loaded) -> None:
    await camp.fight_battle(services, dice, winner=None)
    await camp.roll_for_report(services, dice="6 1")
    await camp.sign_report(services)
    await services.campaign_people.join(call(CYD), CAMPAIGN)
    await services.campaign_rosters.transfer(call(), CAMPAIGN, "Xavier", "Green")
    before = (await camp.current_campaign(services)).units["c3"]
    await services.endings.reopen(call())
    await camp.end_game(services)
    await services.campaign_reports.reopen(call(), CAMPAIGN)
    await camp.sign_report(services)
    after = (await camp.same_as_record(services)).units["c3"]
    assert (after.roster, after.models, after.experience) == (before.roster, before.models, before.experience)


async def test_experience_beyond_all_bounds_is_refused_and_stops_no_later_report(
    services: Services, dice: Loaded
) -> None:
    await camp.fight_battle(services, dice, winner=None)
    for wrong in ({"experience": 1001}, {"misses": 11}, {"experience": 10**30}):
        with pytest.raises(RuleError, match="at most"):
            await services.report_edits.edit_unit(call(), CAMPAIGN, "b1", "Able", wrong)
    await services.report_edits.edit_unit(call(), CAMPAIGN, "b1", "Able", {"experience": 1000}, "for a bet")
    await camp.roll_for_report(services, dice="6 1")
    await camp.sign_report(services)
    await camp.begin_battle(services)
    await camp.end_game(services)
    assert (await camp.report(services, "b2")).change("c1").experience == 0
    await camp.sign_report(services, "b2")


async def test_recruits_in_a_unit_that_a_corrected_report_makes_smaller(services: Services, dice: Loaded) -> None:
    await camp.fight_battle(services, dice, winner=None)
    await camp.roll_for_report(services, dice="6 1")
    await camp.sign_report(services)
    await services.campaign_rosters.reinforce(call(BOB), CAMPAIGN, "Xavier", 1)
    await services.campaign_reports.reopen(call(), CAMPAIGN)
    await services.report_edits.edit_unit(call(), CAMPAIGN, "b1", "Xavier", {"models": -5})
    await camp.sign_report(services)
    assert (await camp.same_as_record(services)).units["c3"].models == 1
    await services.campaign_rosters.reinforce(call(BOB), CAMPAIGN, "Xavier", 2)
    await services.campaign_reports.reopen(call(), CAMPAIGN, "b1")
    await services.report_edits.edit_unit(call(), CAMPAIGN, "b1", "Xavier", {"models": -7})
    await camp.sign_report(services)
    await camp.begin_battle(services)
    await camp.end_game(services)
    await camp.sign_report(services, "b2")
    await camp.same_as_record(services)
