"""Deleting a person or a server from campaigns; campaigns in backups and checks; tables for older files."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import update

from bot.services import Services
from bot.services.record.check import check
from bot.store import Record
from bot.store.backup import back_up, restore
from bot.store.campaign_tables import CAMPAIGN_STATE
from bot.store.forgetting import ForgottenData
from rules.campaign.fold import CampaignEntry, play_back, verify_entries
from rules.campaign.people_events import CampaignTold, PlayerJoined
from rules.kernel.text import Text
from tests.bot import campaigning as camp
from tests.bot.playing import ANN, BOB, CYD, call
from tests.bot.store.campaigns import campaign_of_battles, write_campaign
from tests.bot.store.older import older_database
from tests.rules.campaign import played

GONE, NAME = "900000000000000001", "Zebulon Quark"


async def _play_campaign(record: Record) -> None:
    """Return a campaign with a member who named a unit and whose name is in a line."""
    found = played.new_campaign()
    joined = PlayerJoined(player=GONE, name=NAME, roster="rc", called="Zebras")
    found.add(GONE, joined, title=Text("{who} joins the campaign with {roster}", who=NAME, roster="Zebras"))
    for by, text in ((GONE, "I was here."), (played.ANN, "The war is long.")):
        found.add(by, CampaignTold(text=text))
    await write_campaign(record, found)


async def test_a_person_goes_from_campaigns_and_the_rest_adds_up(record: Record) -> None:
    await _play_campaign(record)
    found = await record.people.forget(GONE)
    assert (found.campaigns, found.entries) == (("c",), 2)
    entries = await record.campaigns.entries("c")
    assert [(one.by, one.events[0]) for one in entries[-2:]] == [
        ("Player 1", CampaignTold(text="")),
        (played.ANN, CampaignTold(text="The war is long.")),
    ]
    opened = await record.campaigns.open("c")
    assert opened is not None
    assert opened.campaign == verify_entries(entries) == await record.campaigns.kept_state("c")
    assert opened.campaign.members["Player 1"].name == "Player 1"
    assert (opened.campaign.rosters["rc"].name, opened.campaign.rosters["rc"].player) == ("Zebras", "Player 1")
    whole = json.dumps([one.model_dump(mode="json") for one in entries])
    assert GONE not in whole
    assert NAME not in whole
    assert await record.people.forget(GONE) == ForgottenData()
    assert (await check(record)).rebuilt_campaigns == ()


async def test_the_arbitrator_goes_too(record: Record) -> None:
    await write_campaign(record, played.new_campaign(), started_by=played.ANN)
    await record.people.forget(played.ANN)
    assert '"Ann"' not in json.dumps([one.model_dump(mode="json") for one in await record.campaigns.entries("c")])
    opened = await record.campaigns.open("c")
    assert opened is not None
    assert (opened.info.started_by, opened.campaign.arbitrator) == ("Player 1", "Player 1")


async def test_a_server_goes_with_its_campaigns_and_no_other(record: Record) -> None:
    await write_campaign(record, played.new_campaign())
    await write_campaign(record, played.new_campaign(), "there", guild_id="2")
    assert await record.servers.all() == ["1", "2"]
    assert (await record.servers.forget("1")).campaigns == ("c",)
    assert [one.id for one in await record.campaigns.all()] == ["there"]


async def test_a_forgotten_player_hands_the_campaign_on_first(services: Services) -> None:
    await camp.enlist_units(services)
    assert [one.campaign.name for one in (await services.privacy.data_of(ANN.id)).campaigns] == ["Long war"]
    told = json.loads(await services.privacy.export(BOB))
    assert [entry["command"] for entry in told["campaigns"][0]["entries"]] == ["campaign join", "campaign enlist"]
    await services.privacy.forget(ANN)
    campaign = await camp.same_as_record(services)
    assert (campaign.arbitrator, campaign.rosters["r1"].player) == (BOB.id, None)
    assert ANN.id not in json.dumps(campaign.model_dump(mode="json"))
    await services.campaign_people.hand_over(call(BOB), camp.CAMPAIGN, CYD, "Red")
    assert (await camp.same_as_record(services)).rosters["r1"].player == CYD.id


async def test_a_backup_has_the_campaigns_in_it(lite: str, tmp_path: Path) -> None:
    record = await Record.open(lite)
    await write_campaign(record, campaign_of_battles(2))
    file, copy = Path(lite.removeprefix("sqlite:///")), tmp_path / "copy.sqlite"
    back_up(file, copy)
    await record.servers.forget("1")
    await record.close()
    restore(copy, file)
    again = await Record.open(lite)
    opened = await again.campaigns.open("c")
    assert opened is not None
    assert opened.campaign == campaign_of_battles(2).campaign
    await again.close()


async def test_a_check_holds_the_state_that_was_kept_against_the_entries(record: Record) -> None:
    await write_campaign(record, campaign_of_battles(3))
    assert (await check(record))[2:] == (1, (), ())
    kept = await record.campaigns.kept_state("c")
    assert kept is not None
    wrong = kept.model_copy(update={"name": "Short peace"})
    change = update(CAMPAIGN_STATE).values(body=wrong.model_dump())
    await record.database.write(lambda write: write.execute(change))
    assert [one.id for one in (await check(record)).rebuilt_campaigns] == ["c"]
    assert (await check(record)).rebuilt_campaigns == ()
    assert await record.campaigns.kept_state("c") == campaign_of_battles(3).campaign


async def test_a_database_of_before_campaigns_gets_their_tables(url: str) -> None:
    older_database(url)
    record = await Record.open(url)
    assert await record.campaigns.all() == []
    found = campaign_of_battles(1)
    await write_campaign(record, found)
    assert play_back(await record.campaigns.entries("c")) == found.campaign
    await record.close()


async def test_a_migrated_database_keeps_the_campaigns_in_it(lite: str) -> None:
    """The campaigns survive reopening with the same schema, and after a migration."""
    record = await Record.open(lite)
    await write_campaign(record, campaign_of_battles(2))
    await record.close()
    file = Path(lite.removeprefix("sqlite:///"))
    with closing(sqlite3.connect(file)) as db:
        bodies = [json.loads(body) for (body,) in db.execute("SELECT body FROM campaign_entry ORDER BY number")]
    assert [CampaignEntry.model_validate(body) for body in bodies] == campaign_of_battles(2).entries
    again = await Record.open(lite)
    opened = await again.campaigns.open("c")
    assert opened is not None
    assert opened.campaign == campaign_of_battles(2).campaign
    await again.close()
