"""Campaigns as files: exported and imported unchanged; modified files are refused, and nothing is half written."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.errors import AppError, Refusal
from bot.game.people import Place
from bot.services import Services
from bot.services.campaign.campaign_file import (
    CampaignHead,
    campaign_aliases,
    extend_aliases,
    file_content,
    parse_campaign,
)
from bot.services.record.game_file import checksum, line
from bot.store.forgetting import Aliases
from rules.kernel.errors import RuleError
from tests.bot import campaigning as camp
from tests.bot.campaigning import CAMPAIGN
from tests.bot.playing import ANN, BOB, PLACE, call
from tests.cogs.table import Loaded, services_on

THERE = Place("2", "30")


async def fight_battle(services: Services, dice: Loaded) -> None:
    await camp.fight_battle(services, dice)
    await camp.roll_for_report(services, dice="6 1")
    await camp.sign_report(services)


_EXPORTED: list[bytes] = []


@pytest.fixture
async def exported(tmp_path: Path) -> dict[str, Any]:
    """The file of a campaign after a battle, which is fought once in a process, on another bot."""
    if not _EXPORTED:
        dice = Loaded()
        elsewhere = await services_on(tmp_path / "elsewhere.sqlite", dice, "run1")
        await fight_battle(elsewhere, dice)
        _EXPORTED.append(await elsewhere.campaign_files.export(call(), CAMPAIGN))
        await elsewhere.record.close()
    return json.loads(_EXPORTED[0])


async def test_a_campaign_goes_out_and_comes_back_the_same(services: Services, dice: Loaded) -> None:
    await fight_battle(services, dice)
    before = await camp.current_campaign(services)
    file = await services.campaign_files.export(call(), CAMPAIGN)
    opened = await services.campaign_files.import_campaign(call(where=THERE), parse_campaign(file))
    after = opened.campaign
    assert after.model_copy(update={"id": before.id, "server": before.server}) == before
    found = await services.record.campaigns.open(after.id)
    assert found is not None
    assert (found.campaign, found.info.guild_id) == (after, "2")
    again = await services.campaign_files.import_campaign(call(where=THERE), parse_campaign(file))
    assert again.campaign.name == "Long war 2"
    await services.campaign_rosters.rename(call(where=THERE), again.campaign.id, "Ablest", "Able")
    assert (await camp.current_campaign(services)).units["c1"].name == "Able"


@pytest.mark.parametrize("rules", [["base", "own"], ["own"], []])
def test_the_rules_of_a_campaign_are_in_its_file_and_so_are_their_bases(rules: list[str]) -> None:
    head = CampaignHead(id="c", name="War", system="own", started_by="1", started_at=0, number=1)
    found = json.loads(file_content(head, [], [one.encode() for one in rules]))
    assert [*found.get("bases", ()), *([found["rules"]] if rules else [])] == rules
    assert ("rules" in found, "bases" in found) == (bool(rules), len(rules) > 1)


async def test_two_processes_bring_in_the_same_campaign_at_once(tmp_path: Path, exported: dict[str, Any]) -> None:
    read, file = parse_campaign(json.dumps(exported).encode()), tmp_path / "desk.sqlite"

    def draw() -> bytes:
        """Return the seed of the imported campaign, before which the other process imports it."""
        camp.act_in_another_process(file, lambda other: other.campaign_files.put(read, "2"))
        return bytes(32)

    services = await services_on(file, Loaded(), "run1", draw)
    with pytest.raises(Refusal, match=r"This server already has a campaign named Long war\. Choose another name\."):
        await services.campaign_files.put(read, "2")
    assert len(await services.record.campaigns.all("2")) == 1
    await services.record.close()


async def test_a_campaign_is_brought_in_by_its_arbitrator_only(services: Services, dice: Loaded) -> None:
    await fight_battle(services, dice)
    file = await services.campaign_files.export(call(), CAMPAIGN)
    with pytest.raises(Refusal, match="Only its arbitrator can import a campaign: ask Ann"):
        await services.campaign_files.import_campaign(call(BOB, where=THERE), parse_campaign(file))


def _face(found: dict[str, Any]) -> None:
    thrown = next(one for one in found["entries"] if one["plays"])
    thrown["plays"][0]["throws"][0]["faces"] = [6, 6]


def _leave_out_entry(found: dict[str, Any]) -> None:
    del found["entries"][4]
    found["campaign"]["number"] -= 1


def _negative(found: dict[str, Any]) -> None:
    enlisted = next(one for one in found["entries"] if one["command"] == "campaign enlist")
    enlisted["events"][0]["unit"]["experience"] = -5


def _twice(found: dict[str, Any]) -> None:
    enlisted = next(one for one in found["entries"] if one["command"] == "campaign enlist")
    enlisted["events"].append(enlisted["events"][0])


def _forge_signature(found: dict[str, Any]) -> None:
    """Ann signs for Bob."""
    for entry in found["entries"]:
        for event in entry["events"]:
            if event["kind"] == "signed" and event["player"] == BOB.id:
                entry["by"] = ANN.id


def _unknown(found: dict[str, Any]) -> None:
    """Another system throughout."""
    found.update(json.loads(json.dumps(found).replace('"fubar"', '"chess"')))


def _begin_twice(found: dict[str, Any], **more: Any) -> None:
    found["entries"][0]["events"][0].update(more)


def _enlist_unit(found: dict[str, Any], **more: Any) -> None:
    enlisted = next(one for one in found["entries"] if one["command"] == "campaign enlist" and one["by"] == BOB.id)
    enlisted["events"][0]["unit"].update(more)


def _island(found: dict[str, Any]) -> None:
    lands = {key: {"name": key, "neighbours": ["b" if key == "a" else "a"]} for key in "ab"}
    _begin_twice(found, shape="map", territories=lands | {"c": {"name": "C"}})


def _text(msgid: str, **more: Any) -> dict[str, Any]:
    return {"msgid": msgid, "n": 5, **more, "values": {"n": 5}}


def _other(found: dict[str, Any]) -> None:
    found["entries"][2]["campaign"] = "elsewhere"


@pytest.mark.parametrize(
    ("tamper", "said"),
    [
        (_leave_out_entry, "entry 6 .*the entry before it is missing"),
        (_negative, "entry 4 .*give 0 experience or more, not −5"),
        (_twice, "entry 4 .*already in this campaign"),
        (_forge_signature, "signs for it"),
        (_other, "entry 3"),
        (_unknown, "This bot does not have chess"),
        (_island, "entry 1 .*cannot be reached"),
        (
            lambda found: _begin_twice(found, shape="map", territories={"a": {"name": "A", "neighbours": ["x"]}}),
            "entry 1 .*territories",
        ),
        (lambda found: _begin_twice(found, shape="ladder", steps=10**9 + 1), "entry 1 .*odd number of steps"),
        (lambda found: _begin_twice(found, levels=[10, 4]), "entry 1 .*more experience than the one before"),
        (lambda found: _enlist_unit(found, injuries=[{"key": "x", "modifier": 9}]), "is not a new unit"),
        (lambda found: _enlist_unit(found, profile={"level": "godlike"}), "Xavier: .*level"),
        (lambda found: _enlist_unit(found, weapons=[{"name": "orbital laser", "count": 1}]), "cannot be read"),
        (lambda found: found["campaign"].update(number=99), "put together from others"),
        (lambda found: found["campaign"].update(number="many"), "names no campaign"),
        (lambda found: found["campaign"].update(id="another"), "put together from others"),
        (lambda found: found["campaign"].update(system="opreb"), "put together from others"),
        (lambda found: found["entries"][2].update(source=found["entries"][1]["source"]), "put together from others"),
        (lambda found: found.update(rules=""), "put together from others"),
        (lambda found: found["entries"][1].update(events=[{"kind": "hacked"}]), "entry 2 has a form"),
        (lambda found: found["entries"][0]["events"][0].update(system="chess"), "this campaign uses chess"),
        # d12: a text is checked as every other value
        (lambda found: found["entries"][1].update(title=_text("{missing}")), "entry 2 has a form"),
        (lambda found: found["entries"][1].update(title=_text("{n.__class__}")), "entry 2 has a form"),
        (lambda found: found["entries"][1].update(title=_text("{n:999999999d}")), "entry 2 has a form"),
        (lambda found: found["entries"][1].update(title=_text("{n} [free](https://evil.example)")), "does not use"),
        (lambda found: found["entries"][1].update(notes=[_text("{n} @everyone")]), "does not use"),
        (lambda found: found["entries"][1].update(notes=[_text("{n}", many="{n} <@1>")]), "does not use"),
    ],
)
async def test_a_tampered_campaign_is_refused_in_a_sentence_even_where_its_checksum_fits(
    services: Services, exported: dict[str, Any], tamper: Callable[[dict[str, Any]], object], said: str
) -> None:
    found = exported
    tamper(found)
    with pytest.raises(Refusal, match=r"was changed after the export|put together from|names no campaign"):
        await services.campaign_files.import_campaign(call(where=THERE), parse_campaign(json.dumps(found).encode()))
    found["checksum"] = checksum(map(line, [found["campaign"], *found["entries"]]))
    with pytest.raises(Refusal, match=said):
        await services.campaign_files.import_campaign(call(where=THERE), parse_campaign(json.dumps(found).encode()))
    assert await services.record.campaigns.all("2") == []


def test_a_campaign_with_faulty_rules_is_refused_with_their_first_fault(exported: dict[str, Any]) -> None:
    exported["rules"] = "[system"
    with pytest.raises(Refusal, match=r"cannot be read \(rules\.toml, line 1: "):
        parse_campaign(json.dumps(exported).encode())


def _entries(count: int) -> bytes:
    """Return a file of entries that say nothing, without a checksum."""
    head = CampaignHead(id="c", name="War", system="fubar", started_by="1", started_at=0, number=count)
    entries = ", ".join(["{}"] * count)
    return (
        f'{{"format": "adjutant-campaign", "version": 1, "campaign": {head.model_dump_json()}, "entries": [{entries}]}}'
    ).encode()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "not a campaign file"),
        (b'{"format": "adjutant-campaign"', "not a campaign file"),
        (b"[" * 100_000, "not a campaign file"),
        (b'{"format": "adjutant-game"}', "has no campaign in it"),
        (b"[]", "has no campaign in it"),
        (b'{"format": "adjutant-campaign", "version": 9}', "another version"),
        (b'{"format": "adjutant-campaign", "version": 1}', "The campaign or its entries are missing"),
        (b'{"format": "adjutant-campaign", "version": 1, "entries": []}', "The campaign or its entries are missing"),
        (b'{"format": "adjutant-campaign", "version": 1, "campaign": {}}', "The campaign or its entries are missing"),
        (_entries(20_001), "put together from others"),
        (_entries(20_000), "was changed after the export"),
    ],
)
async def test_a_file_that_is_no_campaign_is_refused_in_a_sentence(
    services: Services, content: bytes, said: str
) -> None:
    with pytest.raises(Refusal, match=said):
        await services.campaign_files.import_campaign(call(), parse_campaign(content))


async def test_the_seed_of_a_campaign_that_goes_on_is_not_in_its_file(fair: Services) -> None:
    await camp.enlist_units(fair)
    seed = await fair.record.campaigns.seed(CAMPAIGN)
    assert seed is not None
    assert seed.seed is not None
    assert seed.seed.encode() not in await fair.campaign_files.export(call(), CAMPAIGN)
    await fair.campaigns.end(call(), CAMPAIGN)
    await fair.campaigns.reveal(call(), CAMPAIGN)
    assert seed.seed.encode() in await fair.campaign_files.export(call(), CAMPAIGN)


async def test_rosters_go_out_as_a_table_that_runs_nothing(services: Services, dice: Loaded) -> None:
    await fight_battle(services, dice)
    await services.campaign_rosters.rename(call(), CAMPAIGN, '=HYPERLINK("http://x","Baker, B")', "Baker")
    file = services.campaign_pages.rosters_csv(await camp.current_campaign(services))
    rows = list(csv.DictReader(io.StringIO(file.decode("utf-8-sig"))))
    assert [row["unit"] for row in rows] == ["Able", '\'=HYPERLINK("http://x","Baker, B")', "Xavier", "Yoke"]
    assert {name: rows[2][name] for name in ("roster", "player", "models", "full", "experience", "battles")} == {
        "roster": "Blue",
        "player": "Bob",
        "models": "4",
        "full": "5",
        "experience": "1",
        "battles": "1",
    }


async def test_a_unit_tells_its_story_with_the_entries_that_show_it(services: Services, dice: Loaded) -> None:
    await fight_battle(services, dice)
    story = services.campaign_pages.history((await camp.current_campaign(services)).units["c1"])
    assert story[0].number == 4
    assert {one.battle for one in story} == {"", "b1"}
    _, standings = await services.campaign_pages.standings(call(), CAMPAIGN)
    assert [(one.roster, one.points) for one in standings] == [("r1", 2), ("r2", 0)]


async def test_a_copy_of_a_campaign_has_nothing_to_do_with_the_games_of_the_first(
    services: Services, dice: Loaded
) -> None:
    await camp.enlist_units(services)
    await camp.begin_battle(services, units=["Able"])
    file = await services.campaign_files.export(call(), CAMPAIGN)
    copy = (await services.campaign_files.import_campaign(call(where=THERE), parse_campaign(file))).campaign.id
    before = (await services.games.require_game(PLACE)).game.number
    with pytest.raises(Refusal, match="came from a file"):
        await services.battle_units.field(call(where=THERE), copy, "Baker")
    assert (await services.games.require_game(PLACE)).game.number == before
    await services.endings.end(call())
    with pytest.raises(RuleError, match="came from a file"):
        await services.campaign_reports.report(call(where=THERE), copy)
    await services.campaign_battles.call_off(call(where=THERE), copy)


# Without the people who play it.


async def test_a_campaign_of_other_people_is_the_same_without_a_name_an_id_or_a_place(
    services: Services, dice: Loaded
) -> None:
    await fight_battle(services, dice)
    before = await camp.current_campaign(services)
    found, aliases = await services.campaign_files.anonymous(call(), CAMPAIGN)
    assert aliases == campaign_aliases(await services.record.campaigns.entries(CAMPAIGN))
    assert [one.name for one in found.members.values()] == ["Player 1", "Player 2"]
    assert {ANN.id, BOB.id}.isdisjoint(found.members)
    assert (found.server, {one.channel for one in found.battles.values()}) == ("", {""})
    assert [(one.name, one.models) for one in found.units.values()] == [
        (one.name, one.models) for one in before.units.values()
    ]
    file = (await services.campaign_files.export(call(), CAMPAIGN, anonymous=True)).decode()
    assert not [one for one in ("Ann", "Bob", f'"{ANN.id}"', f'"{BOB.id}"') if one in file]
    assert parse_campaign(file.encode()).campaign.units == found.units


async def test_a_campaign_of_another_server_is_not_shown_without_its_people_either(
    services: Services, dice: Loaded
) -> None:
    await fight_battle(services, dice)
    with pytest.raises(Refusal):
        await services.campaign_files.anonymous(call(where=THERE), CAMPAIGN)


async def test_a_player_who_is_only_in_a_game_of_a_campaign_is_numbered_on() -> None:
    of_campaign = Aliases({"1": "Player 1", "2": "Player 2"}, {"Ann": "Player 1", "Bob": "Player 2"})
    of_game = Aliases({"3": "Player 1", "2": "Player 2"}, {"Cyd": "Player 1", "Bobby": "Player 2"})
    found = extend_aliases(of_campaign, of_game)
    assert dict(found.ids) == {"1": "Player 1", "2": "Player 2", "3": "Player 3"}
    assert dict(found.names) == {"Ann": "Player 1", "Bob": "Player 2", "Cyd": "Player 3", "Bobby": "Player 2"}


async def test_a_campaign_is_found_by_its_id_or_by_a_name_that_no_other_has(services: Services, dice: Loaded) -> None:
    await fight_battle(services, dice)
    files = services.campaign_files
    info = await files.find("Long war")
    assert info is not None
    assert (info.id, await files.find(CAMPAIGN), await files.find("Short war")) == (CAMPAIGN, info, None)
    await files.import_campaign(call(where=THERE), parse_campaign(await files.complete_file(info)))
    with pytest.raises(AppError, match=f"2 campaigns called 'Long war'; name one by its id: .*{CAMPAIGN}"):
        await files.find("Long war")
    assert await files.find(CAMPAIGN) == info
