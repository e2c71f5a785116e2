"""The record of campaigns, on both databases: append-only, opened from a stored state, and nothing half written."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.exc import IntegrityError

from bot.errors import UnreadableCampaign
from bot.store import AppendedCampaignEntry, ChannelTaken, Conflict, EntryRepeated, NameTaken, Record, StoredGame
from bot.store.campaign_tables import CAMPAIGN_ENTRY, CAMPAIGN_STATE, CampaignSeed
from bot.store.campaigns import KEEP
from bot.store.database import Database
from bot.store.games import WholeGame
from rules.campaign.campaign import Campaign
from rules.campaign.fold import CampaignEntry, accept_entry, play_back
from rules.campaign.people_events import CampaignEnded
from rules.campaign.roster_events import RosterRenamed
from rules.game.game import Game
from tests.bot.store.campaigns import campaign_of_battles, info, of, without_states, write_campaign
from tests.bot.store.samples import entry as game_entry
from tests.rules.campaign import played
from tests.rules.campaign.played import ANN


async def open_campaign(record: Record, known: Campaign | None = None, id: str = "c") -> Campaign:
    found = await record.campaigns.open(id, known)
    assert found is not None
    assert found.info.number == found.campaign.number
    return found.campaign


def rename_roster(campaign: Campaign, name: str, **more: Any) -> AppendedCampaignEntry:
    """Return the next entry, which gives the first roster a name."""
    event = RosterRenamed(roster="ra", name=name)
    given: dict[str, Any] = {"campaign": campaign.id, "number": campaign.number + 1, "command": "rename", "by": ANN}
    entry = CampaignEntry.model_validate({**given, "at": 1.0, "events": [event.model_dump()], **more})
    return AppendedCampaignEntry(entry, accept_entry(campaign, entry))


async def test_a_campaign_is_opened_as_its_entries_have_it(record: Record) -> None:
    found = campaign_of_battles()
    await write_campaign(record, found)
    assert await open_campaign(record) == play_back(found.entries) == found.campaign
    assert await record.campaigns.entries("c") == found.entries
    assert await record.campaigns.entries("c", after=5) == found.entries[5:]


async def test_it_is_opened_from_the_state_that_was_kept_and_the_entries_since(record: Record) -> None:
    found = campaign_of_battles(4)
    await write_campaign(record, found)
    kept = await record.campaigns.kept_state("c")
    assert kept is not None
    assert 0 < found.campaign.number - kept.number < KEEP
    await damage_entry(record, 1)
    assert await open_campaign(record) == found.campaign


async def test_an_unreadable_state_is_computed_again_from_the_entries(record: Record) -> None:
    found = campaign_of_battles(3)
    await write_campaign(record, found)
    for body in ({"units": "none"}, [7], found.campaign.model_dump() | {"units": "none"}):
        bad = update(CAMPAIGN_STATE).values(body=body)
        await record.database.write(lambda write, bad=bad: write.execute(bad))
        assert await open_campaign(record) == found.campaign


async def test_the_state_of_a_campaign_is_kept_every_few_entries_and_after_an_undo(record: Record) -> None:
    campaign = await write_campaign(record, played.new_campaign())
    for nth in range(KEEP):
        await record.campaigns.append(new := rename_roster(campaign, f"Reds {nth}"))
        campaign = new.after
    kept = await record.campaigns.kept_state("c")
    assert kept is not None
    assert (campaign.number, kept.number) == (27, 21)
    undo = rename_roster(campaign, "Reds", command="undo", events=[], undoes=27)
    await record.campaigns.append(undo)
    assert await record.campaigns.kept_state("c") == undo.after
    await without_states(record)
    await record.campaigns.append(new := rename_roster(undo.after, "Blues"))
    assert await record.campaigns.kept_state("c") == new.after


async def test_an_entry_that_does_not_fit_the_ones_before_is_named(record: Record) -> None:
    campaign = await write_campaign(record, played.new_campaign())
    await record.campaigns.append(new := rename_roster(campaign, "Reds"))
    await without_states(record)
    events = [RosterRenamed(roster="nowhere", name="Reds").model_dump()]
    await damage_entry(record, 8, new.entry.model_dump(mode="json") | {"events": events})
    with pytest.raises(UnreadableCampaign, match="entry 8 does not fit those before it"):
        await open_campaign(record)


async def test_a_known_campaign_is_brought_up_to_the_last_entry(record: Record) -> None:
    found = campaign_of_battles()
    await write_campaign(record, found)
    known = play_back(found.entries[:9])
    await without_states(record)
    await damage_entry(record, 3)
    assert await open_campaign(record, known) == found.campaign


async def test_an_undo_of_a_known_entry_replays_the_whole_campaign(record: Record) -> None:
    found = played.new_campaign()
    found.add(ANN, RosterRenamed(roster="ra", name="Reds"))
    known = found.campaign
    undo = CampaignEntry(campaign="c", number=9, command="undo", by=ANN, at=2.0, undoes=8)
    found.entries.append(undo)
    await write_campaign(record, found)
    assert (await open_campaign(record, known)).rosters["ra"].name == "Ann"
    assert (await open_campaign(record)).rosters["ra"].name == "Ann"


async def test_the_second_of_two_simultaneous_writers_has_a_conflict(record: Record) -> None:
    campaign = await write_campaign(record, played.new_campaign())
    first, second = rename_roster(campaign, "Reds", source="1"), rename_roster(campaign, "Pinks", source="2")
    done = await asyncio.gather(record.campaigns.append(first), record.campaigns.append(second), return_exceptions=True)
    assert [type(one) for one in done if one] == [Conflict]
    assert (await open_campaign(record)).number == campaign.number + 1


async def test_an_interaction_that_was_recorded_is_not_recorded_twice(record: Record) -> None:
    campaign = await write_campaign(record, played.new_campaign())
    await record.campaigns.append(rename_roster(campaign, "Reds", source="7"))
    with pytest.raises(EntryRepeated) as again:
        await record.campaigns.append(rename_roster(await open_campaign(record), "Reds II", source="7"))
    assert again.value.number == campaign.number + 1
    found = await record.campaigns.entry_from("c", "7")
    assert found is not None
    assert found.number == again.value.number
    assert await record.campaigns.entry_from("c", "8") is None


async def test_a_server_has_one_campaign_of_a_name(record: Record) -> None:
    await write_campaign(record, played.new_campaign())
    with pytest.raises(NameTaken):
        await write_campaign(record, played.new_campaign(), "other")
    await write_campaign(record, played.new_campaign(), "elsewhere", guild_id="2")
    assert [one.id for one in await record.campaigns.all("2")] == ["elsewhere"]
    assert await record.campaigns.open("other") is None


async def test_an_entry_that_is_missing_or_damaged_is_named(record: Record) -> None:
    await write_campaign(record, played.new_campaign())
    await without_states(record)
    await damage_entry(record, 4)
    with pytest.raises(UnreadableCampaign, match="entry 4"):
        await open_campaign(record)
    gone = CAMPAIGN_ENTRY.delete().where(CAMPAIGN_ENTRY.c.number == 4)
    await record.database.write(lambda write: write.execute(gone))
    with pytest.raises(UnreadableCampaign, match="entry 4 is missing"):
        await open_campaign(record)


async def test_a_battle_and_its_game_are_written_together_or_not_at_all(record: Record) -> None:
    found = played.new_campaign()
    campaign = await write_campaign(record, found)
    taken = battle("g0", "20")
    await record.games.put(taken, [game_entry(1)], Game(number=1))
    played.fight(found, units=())
    begun = of("c", found.entries[-2])
    new = AppendedCampaignEntry(
        begun, accept_entry(campaign, begun), WholeGame(battle("g1", "20"), [game_entry(1)], Game(number=1))
    )
    with pytest.raises(ChannelTaken):
        await record.campaigns.append(new)
    assert (await open_campaign(record)).number == campaign.number
    assert await record.games.get("g1") is None
    assert await record.campaigns.battle_links("c") == []
    await record.games.set_state("g0", "ended")
    await record.campaigns.append(new)
    [link] = await record.campaigns.battle_links()
    assert link == await record.campaigns.battle_of("game-b")
    assert link.battle_id == "b"
    assert await record.games.get("g1") is not None
    with pytest.raises(IntegrityError):
        await write_campaign(record, found, "other", key="other")
    assert (await open_campaign(record, id="other")).number == campaign.number, "its game is a battle already"
    assert [await record.campaigns.battle_links(id) for id in ("c", "other")] == [[link], []]


async def test_a_finished_campaign_is_listed_last(record: Record) -> None:
    campaign = await write_campaign(record, played.new_campaign())
    await write_campaign(record, played.new_campaign(), "new", key="new", started_at=0.5)
    assert [one.id for one in await record.campaigns.all("1")] == ["c", "new"]
    events = [CampaignEnded().model_dump()]
    over = CampaignEntry.model_validate(
        {"campaign": "c", "number": campaign.number + 1, "command": "end", "by": ANN, "at": 1.0, "events": events}
    )
    await record.campaigns.append(AppendedCampaignEntry(over, accept_entry(campaign, over)))
    assert [(one.id, one.over) for one in await record.campaigns.all("1")] == [("new", False), ("c", True)]


async def test_a_seed_is_a_secret_until_the_campaign_is_over(record: Record) -> None:
    found = played.new_campaign()
    seed = CampaignSeed(campaign_id="c", name="c", commitment="c0", seed="5e", drawn_at=1.0)
    first = found.entries[0]
    await record.campaigns.begin(info(), first, accept_entry(Campaign(), first), seed)
    assert await record.campaigns.seed("c") == seed
    assert "5e" not in repr(seed)
    assert not await record.campaigns.reveal_seed("c", 2.0)


async def test_deleting_a_campaign_deletes_its_entries_and_battles(record: Record, url: str) -> None:
    await write_campaign(record, campaign_of_battles(2))
    database = await Database.open(url)
    await database.write(lambda write: write.exec_driver_sql("DELETE FROM campaign"))
    await database.close()
    assert await record.campaigns.entries("c") == []
    assert await record.campaigns.battle_of("game-b1") is None
    assert await record.campaigns.kept_state("c") is None


async def damage_entry(record: Record, number: int, body: Any = None) -> None:
    bad = update(CAMPAIGN_ENTRY).where(CAMPAIGN_ENTRY.c.number == number).values(body=body or {"events": 3})
    await record.database.write(lambda write: write.execute(bad))


def battle(id: str, channel: str) -> StoredGame:
    given = {"guild_id": "1", "channel_id": channel, "name": "Bridge", "system": "fubar", "version": "4"}
    return StoredGame.model_validate(
        {**given, "id": id, "units": "inches", "started_by": "1", "started_at": 1.0, "number": 1}
    )
