"""Members of a campaign and their permissions: joining, leaving, handing over, bad input."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import delete, update

from bot.errors import Refusal
from bot.game.people import Place
from bot.services import Services
from bot.store.campaign_tables import CAMPAIGN_ENTRY, CAMPAIGN_STATE
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.wording import ENGLISH
from tests.bot import campaigning as camp
from tests.bot.campaigning import CAMPAIGN
from tests.bot.playing import ANN, BOB, CYD, call
from tests.cogs.table import Loaded, services_on

HOSTILE = "@everyone **[x](http://y)** <@1>"


async def test_the_founder_of_a_campaign_is_its_arbitrator_and_plays_only_once_they_join(services: Services) -> None:
    await services.campaigns.new(call(), "Long war", "fubar", id=CAMPAIGN)
    campaign = await camp.same_as_record(services)
    assert (campaign.arbitrator, campaign.roster_of_player(ANN.id)) == (ANN.id, None)
    await services.campaign_people.join(call(), CAMPAIGN)
    await services.campaign_people.join(call(BOB), CAMPAIGN, "Bob's own")
    await services.campaign_people.join(call(CYD), CAMPAIGN, reader=True)
    campaign = await camp.same_as_record(services)
    assert [(one.name, one.player) for one in campaign.rosters.values()] == [("Red", ANN.id), ("Bob's own", BOB.id)]
    assert campaign.members[CYD.id].reader


async def test_a_name_that_the_server_has_or_that_is_none_is_refused(services: Services) -> None:
    await camp.campaign(services)
    with pytest.raises(Refusal, match="already has a campaign named LONG WAR"):
        await services.campaigns.new(call(BOB), "LONG WAR", "fubar")
    for name in ("", "   ", "\u200b", "x" * 61, "a\nb"):
        with pytest.raises(BadFacts, match="name"):
            await services.campaigns.new(call(), name, "fubar")
    with pytest.raises(BadFacts, match="chess"):
        await services.campaigns.new(call(), "Other", "chess")
    with pytest.raises(RuleError, match="odd number of steps"):
        await services.campaigns.new(call(), "Other", "fubar", "ladder", steps=4)
    assert [one.name for one in await services.campaigns.all(call())] == ["Long war"]


async def test_hostile_names_are_kept_as_they_are_and_found_again(services: Services) -> None:
    await camp.campaign(services)
    await services.campaign_people.join(call(CYD), CAMPAIGN, HOSTILE)
    await services.campaign_rosters.enlist(call(CYD), CAMPAIGN, camp.force("F", camp.squad(HOSTILE)))
    await services.campaign_rosters.rest(call(CYD), CAMPAIGN, HOSTILE)
    campaign = await camp.same_as_record(services)
    assert campaign.rosters["r3"].name == campaign.units["c1"].name == HOSTILE
    await services.campaign_rosters.enlist(call(), CAMPAIGN, camp.force("F", camp.squad("Able")))
    await services.campaign_rosters.rest(call(CYD), CAMPAIGN, HOSTILE)
    begun = await camp.begin_battle(services, who=CYD, against="Red")
    assert {unit.name for unit in begun.game.after.game.units.values()} == {HOSTILE, "Able"}


async def test_a_campaign_is_found_by_name_or_by_being_the_only_one(services: Services) -> None:
    with pytest.raises(Refusal, match="no campaign yet"):
        await services.campaigns.find(call())
    await camp.campaign(services)
    assert (await services.campaigns.find(call(CYD))).info.id == CAMPAIGN
    await services.campaigns.new(call(CYD), "Short war", "fubar", id="short")
    assert (await services.campaigns.find(call(BOB))).info.id == CAMPAIGN
    assert (await services.campaigns.find(call(CYD))).info.id == "short"
    await services.campaign_people.join(call(BOB), "short", reader=True)
    with pytest.raises(Refusal, match="Which campaign: Short war or Long war"):
        await services.campaigns.find(call(BOB))
    assert (await services.campaigns.find(call(BOB), "long w")).info.id == CAMPAIGN
    with pytest.raises(Refusal, match="no campaign 'Peace' here; choose Short war and Long war"):
        await services.campaigns.find(call(BOB), "Peace")


async def test_the_channel_of_a_battle_says_which_campaign_is_meant(services: Services) -> None:
    await camp.enlist_units(services)
    await services.campaigns.new(call(), "Short war", "fubar", id="short")
    await camp.begin_battle(services)
    assert (await services.campaigns.find(call())).info.id == CAMPAIGN
    with pytest.raises(Refusal, match="Which campaign"):
        await services.campaigns.find(call(where=Place("1", "99")))


async def test_a_player_leaves_and_another_takes_the_roster_over(services: Services, dice: Loaded) -> None:
    """This happens in the middle of a battle, whose report the new player signs."""
    await camp.enlist_units(services)
    await camp.begin_battle(services)
    await services.campaign_people.leave(call(BOB), CAMPAIGN)
    with pytest.raises(RuleError, match="not your"):
        await services.campaign_people.hand_over(call(CYD), CAMPAIGN, CYD, "Blue")
    await services.campaign_people.hand_over(call(), CAMPAIGN, CYD, "Blue")
    await camp.end_game(services)
    with pytest.raises(Refusal, match="Only the players of this battle sign"):
        await services.campaign_reports.sign(call(BOB), CAMPAIGN)
    await services.campaign_reports.sign(call(CYD), CAMPAIGN)
    await services.campaign_reports.sign(call(), CAMPAIGN)
    assert (await camp.same_as_record(services)).battles["b1"].stage == "settled"


async def test_a_campaign_that_cannot_be_read_keeps_no_player_in_the_others(
    services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    await services.campaigns.new(call(CYD), "Aaa", "fubar", id="aaa")
    await services.campaign_people.join(call(BOB), "aaa")
    await camp.campaign(services)
    first = CAMPAIGN_ENTRY.c.campaign_id == "aaa", CAMPAIGN_ENTRY.c.number == 1
    gone = delete(CAMPAIGN_ENTRY).where(*first), delete(CAMPAIGN_STATE).where(CAMPAIGN_STATE.c.campaign_id == "aaa")
    joined = CAMPAIGN_ENTRY.c.campaign_id == "aaa", CAMPAIGN_ENTRY.c.by_user == BOB.id
    damaged = update(CAMPAIGN_ENTRY).where(*joined).values(body='{"kind": "of a newer version"}')
    await services.record.database.write(lambda write: [write.execute(one) for one in (*gone, damaged)])
    services.campaign_people.forget_copies()
    await services.campaign_people.leave_all(BOB)
    assert BOB.id not in (await camp.current_campaign(services)).members
    assert [one.getMessage() for one in caplog.records] == [
        "a person could not leave a campaign before being forgotten"
    ]


async def test_the_arbitrator_hands_the_campaign_over_and_decides_without_signatures(services: Services) -> None:
    await camp.enlist_units(services)
    await camp.begin_battle(services)
    await camp.end_game(services)
    with pytest.raises(RuleError, match="You played in this battle"):
        await services.campaign_reports.decide(call(), CAMPAIGN)
    with pytest.raises(RuleError, match="That person is not in this campaign"):
        await services.campaign_people.hand_over(call(), CAMPAIGN, CYD, what="campaign")
    await services.campaign_people.join(call(CYD), CAMPAIGN, reader=True)
    await services.campaign_people.hand_over(call(), CAMPAIGN, CYD, what="campaign")
    with pytest.raises(RuleError, match="Only the arbitrator"):
        await services.campaign_people.hand_over(call(), CAMPAIGN, ANN, what="campaign")
    await services.campaign_reports.decide(call(CYD), CAMPAIGN)
    battle = (await camp.same_as_record(services)).battles["b1"]
    assert (battle.stage, battle.decided) == ("settled", True)


async def test_people_are_called_in_the_record_as_they_joined(services: Services) -> None:
    await camp.enlist_units(services)
    await services.campaign_people.join(call(CYD), CAMPAIGN, reader=True)
    now = CYD._replace(name="Cyd of the new name")
    await services.campaign_people.hand_over(call(BOB), CAMPAIGN, now, what="roster")
    await services.campaign_people.hand_over(call(), CAMPAIGN, now, what="campaign")
    await services.campaign_people.hand_over(call(now), CAMPAIGN, ANN, what="campaign")
    await services.campaign_people.leave(call(now), CAMPAIGN)
    said = [ENGLISH(one.title) for one in await services.record.campaigns.entries(CAMPAIGN)][-4:]
    assert not [one for one in said if "new name" in one]


async def test_a_manager_of_the_server_names_an_arbitrator_where_the_first_is_gone(services: Services) -> None:
    await camp.enlist_units(services)
    with pytest.raises(RuleError, match="Only the arbitrator"):
        await services.campaign_people.hand_over(call(CYD), CAMPAIGN, BOB, what="campaign")
    with pytest.raises(RuleError, match="That person is not in this campaign"):
        await services.campaign_people.hand_over(call(CYD), CAMPAIGN, CYD, what="campaign", manages=True)
    done = await services.campaign_people.hand_over(call(CYD), CAMPAIGN, BOB, what="campaign", manages=True)
    assert ENGLISH(done.entry.notes[0]) == "The server's managers decided that."
    assert (await camp.same_as_record(services)).arbitrator == BOB.id


async def test_a_campaign_ends_with_a_winner_and_can_go_on(services: Services) -> None:
    await camp.enlist_units(services)
    await camp.begin_battle(services)
    with pytest.raises(RuleError, match="has no signed report"):
        await services.campaigns.end(call(), CAMPAIGN)
    await services.campaign_battles.call_off(call(), CAMPAIGN)
    with pytest.raises(RuleError, match="Only the arbitrator"):
        await services.campaigns.end(call(BOB), CAMPAIGN)
    done = await services.campaigns.end(call(), CAMPAIGN, "blue")
    assert (done.after.over, done.after.winner) == (True, "r2")
    assert (await services.campaigns.all(call()))[0].over
    with pytest.raises(RuleError, match="This campaign is over"):
        await services.campaign_people.join(call(CYD), CAMPAIGN)
    await services.campaigns.end(call(), CAMPAIGN, resume=True)
    assert not (await services.campaigns.all(call()))[0].over
    await camp.same_as_record(services)


async def test_a_ladder_that_is_won_ends_with_its_winner(services: Services) -> None:
    """The end of the ladder named no winner."""
    await camp.enlist_units(services, shape="ladder", steps=3)
    await camp.begin_battle(services)
    await camp.fire(services, "Able", "Xavier")
    await camp.end_game(services, winner="Red")
    await services.report_edits.edit_result(call(), CAMPAIGN, winner="Red", margin="major")
    await camp.roll_for_report(services)
    await camp.sign_report(services)
    done = await services.campaigns.end(call(), CAMPAIGN)
    assert (done.after.over, done.after.winner) == (True, "Red")
    assert ENGLISH(done.entry.title) == "The campaign is over: Red wins"


async def test_entries_are_undone_by_their_issuers(services: Services) -> None:
    await camp.enlist_units(services)
    done = await services.campaign_rosters.dismiss(call(), CAMPAIGN, "Able")
    with pytest.raises(RuleError, match="Only the author of entry"):
        await services.campaigns.undo(call(BOB), CAMPAIGN, done.entry.number)
    undone = await services.campaigns.undo(call(source="7"), CAMPAIGN, done.entry.number)
    assert ENGLISH(undone.entry.title) == f"Undone: entry {done.entry.number}"
    assert not (await camp.same_as_record(services)).units["c1"].dismissed
    assert (await services.campaigns.undo(call(source="7"), CAMPAIGN, done.entry.number)).again
    with pytest.raises(RuleError, match="is already undone"):
        await services.campaigns.undo(call(), CAMPAIGN, done.entry.number)
    with pytest.raises(RuleError, match="no entry 99"):
        await services.campaigns.undo(call(), CAMPAIGN, 99)


async def test_others_join_and_enlist_after_an_earlier_entry_of_that_kind_is_undone(services: Services) -> None:
    await camp.campaign(services)
    red = await services.campaign_rosters.enlist(call(), CAMPAIGN, camp.force("Reds", camp.squad("Able")))
    await services.campaign_rosters.enlist(call(BOB), CAMPAIGN, camp.force("Blues", camp.squad("Xavier")))
    joined = next(one for one in await services.record.campaigns.entries(CAMPAIGN) if one.command == "campaign join")
    await services.campaigns.undo(call(), CAMPAIGN, red.entry.number)
    await services.campaigns.undo(call(), CAMPAIGN, joined.number)
    await services.campaign_people.join(call(CYD), CAMPAIGN)
    await services.campaign_rosters.enlist(call(CYD), CAMPAIGN, camp.force("Greens", camp.squad("Gamma")))
    found = await camp.same_as_record(services)
    assert [found.rosters[one.roster].player for one in found.units.values()] == [BOB.id, CYD.id]


async def test_an_entry_of_one_process_is_read_by_the_other(tmp_path: Path, services: Services) -> None:
    await camp.enlist_units(services)
    other = await services_on(tmp_path / "desk.sqlite", Loaded(), "run2")
    await other.campaigns.open(call(), CAMPAIGN)
    await services.campaign_rosters.rename(call(), CAMPAIGN, "Ace", "Able")
    await other.campaign_rosters.rename(call(), CAMPAIGN, "Abel", "Ace")
    assert (await camp.same_as_record(services)).units["c1"].name == "Abel"
    await other.record.close()
