"""Rosters, units, battles and territories of a campaign, by the names and numbers that players type."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.errors import Refusal
from bot.game.campaigns import (
    CampaignRegistry,
    battle_named,
    find_key,
    next_number,
    roster_named,
    roster_of,
    territory_named,
    unit_in,
)
from bot.services import Services
from rules.campaign.campaign import Battle, Campaign
from rules.campaign.roster import CampaignUnit, Roster
from rules.campaign.territories import Territory
from rules.kernel.wording import ENGLISH
from tests.bot import campaigning as camp
from tests.bot.playing import CYD, call
from tests.rows import for_each

ROSTERS = [Roster(id="r1", name="Red Guard", player="300"), Roster(id="r2", name="Red Army"), Roster(id="r3", name="B")]
UNITS = [
    CampaignUnit(id=id, roster=roster, name=name, models=5, full=5)
    for id, roster, name in (("c1", "r1", "Able"), ("c2", "r2", "Able"), ("c3", "r2", "Baker"))
]
GONE = CampaignUnit(id="c4", roster="r1", name="Cool", models=0, full=5, status="lost")
NAMES = {"t1": "Old Town", "t2": "Old Mill", "t3": "t1"}
WAR = Campaign(
    name="Long war",
    rosters={one.id: one for one in ROSTERS},
    units={one.id: one for one in (*UNITS, GONE)},
    battles={f"b{at}": Battle(id=f"b{at}", game=f"g{at}") for at in (1, 2, 3)},
    territories={key: Territory(name=name) for key, name in NAMES.items()},
)
EMPTY = Campaign(name="Long war")


def refusal(find: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refused:
        find()
    return ENGLISH(refused.value.text)


@for_each(
    ("typed", "key"),
    [
        ("t2", "t2"),
        (" t1 ", "t1"),
        ("old town", "t1"),
        ("  OLD   mill ", "t2"),
        ("old m", "t2"),
        *((other, None) for other in ("old", "", " ", "town", "T4")),
        ("T1", "t3"),
        ("t", "t3"),
    ],
)
def test_a_thing_of_a_campaign_by_key_name_or_beginning(typed: str, key: str | None) -> None:
    assert find_key(typed, NAMES) == key


@for_each(
    ("ids", "number"),
    [([], 1), (["c3", "c12", "c7"], 13), (["c99999999"], 100_000_000), (["c999999999", "c1"], 2), (["cx", "c"], 1)],
)
def test_the_next_free_number(ids: list[str], number: int) -> None:
    assert next_number(ids) == number


def test_a_roster_by_its_name_or_its_player() -> None:
    assert roster_named(WAR, "red g").id == roster_of(WAR, "300").id == "r1"
    assert roster_of(WAR, "300", "b").id == "r3"
    assert refusal(lambda: roster_named(WAR, "red" + "x" * 60)) == (
        f"There is no roster 'red{'x' * 57}' in *Long war*; choose Red Guard, Red Army and B."
    )
    assert refusal(lambda: roster_named(EMPTY, "Red")) == (
        "There is no roster in *Long war* yet. Get one with `/campaign join`."
    )
    assert refusal(lambda: roster_of(WAR, "400")) == (
        "You have no roster in *Long war*. Get one with `/campaign join`."
    )


def test_a_unit_is_looked_for_among_ones_own_first() -> None:
    assert unit_in(WAR, "able", "300").id == "c1"
    assert unit_in(WAR, "able", "300", roster="r2").id == "c2"
    assert unit_in(WAR, "able").id == "c1"
    assert unit_in(WAR, "baker", "300").id == "c3"
    assert unit_in(WAR, "cool", "300", gone=True).id == "c4"
    assert refusal(lambda: unit_in(WAR, "cool", "300")) == ("There is no unit 'cool' in *Long war*; yours are Able.")
    assert refusal(lambda: unit_in(WAR, "z" * 61, "300", gone=True)) == (
        f"There is no unit '{'z' * 60}' in *Long war*; yours are Able and Cool."
    )
    none = "There is no unit 'baker' in *Long war*; yours are none yet."
    assert refusal(lambda: unit_in(WAR, "baker", "300", roster="r3")) == none
    assert refusal(lambda: unit_in(EMPTY, "baker", "300")) == none


@for_each(("typed", "id"), [("", "b3"), (" # ", "b3"), ("1", "b1"), ("#3", "b3"), ("0002", "b2"), ("b2", "b2")])
def test_a_battle_by_its_number_or_the_last(typed: str, id: str) -> None:
    assert battle_named(WAR, typed).id == id


@for_each("typed", ["0", "4", "00001", "b4", "x" * 21])
def test_a_battle_that_is_not_there(typed: str) -> None:
    assert refusal(lambda: battle_named(WAR, typed)) == (
        f"There is no battle '{typed[:20]}' in *Long war*; give a number from 1 to 3."
    )


def test_before_the_first_battle() -> None:
    assert refusal(lambda: battle_named(EMPTY, "1")) == (
        "*Long war* has no battle yet. Start one: `/campaign battle start`."
    )


def test_a_territory_by_its_name() -> None:
    assert territory_named(WAR, "old mill") == "t2"
    assert refusal(lambda: territory_named(WAR, "q" * 61)) == (
        f"There is no territory '{'q' * 60}' in *Long war*; choose Old Town, Old Mill and t1."
    )
    many = WAR.model_copy(update={"territories": {f"t{at}": Territory(name=f"Hill {at:02}") for at in range(30)}})
    names = [f"Hill {at:02}" for at in range(25)]
    assert refusal(lambda: territory_named(many, "Lake")) == (
        f"There is no territory 'Lake' in *Long war*; choose {', '.join(names[:-1])} and {names[-1]}."
    )


async def test_an_older_reading_of_a_campaign_does_not_replace_a_later_one(services: Services) -> None:
    """It was read first, and a player joined while the rule systems of its server were loaded."""
    await camp.campaign(services)
    loaded: list[str] = []

    async def load_systems(guild: str) -> None:
        loaded.append(guild)
        if len(loaded) == 1:
            await services.campaign_people.join(call(CYD), camp.CAMPAIGN)
            await campaigns.require_campaign(camp.CAMPAIGN)

    campaigns = CampaignRegistry(services.record, load_systems)
    live = await campaigns.require_campaign(camp.CAMPAIGN, "1")
    assert loaded == ["1", "1"]
    assert (live.campaign.number, len(live.campaign.rosters)) == (4, 3)


async def test_a_campaign_that_was_deleted_leaves_memory(services: Services) -> None:
    """Its server was forgotten by another process."""
    await camp.campaign(services)
    assert (await services.campaign_referee.campaigns.require_campaign(camp.CAMPAIGN, "1")).info.name == "Long war"
    with pytest.raises(Refusal, match="That campaign is gone"):
        await services.campaign_referee.campaigns.require_campaign(camp.CAMPAIGN, "2")
    assert services.campaign_referee.campaigns.copy_count == 1
    sql = "DELETE FROM campaign"
    await services.record.database.write(lambda write: write.exec_driver_sql(sql) and None)
    with pytest.raises(Refusal) as refused:
        await services.campaign_referee.campaigns.require_campaign(camp.CAMPAIGN, "1")
    assert str(refused.value) == "That campaign is gone. Choose a suggested one."
    assert services.campaign_referee.campaigns.copy_count == 0
