"""Joining a campaign by its form: name, side and force, in every shape."""

from __future__ import annotations

from typing import Any

from tests.cogs import warring
from tests.cogs.shown import Told, fields
from tests.cogs.table import Table


async def begin_campaign(table: Table, **more: Any) -> Told:
    return await table.done(table.ann, "/campaign new", name="Long war", system="fubar", **more)


def options(told: Told, field: str) -> list[str]:
    assert told.form
    found = {one["custom_id"]: one for one in fields(told.form["components"])}
    return [one["value"] for one in found[field].get("options", [])] if field in found else []


async def test_a_roster_joins_with_a_name_and_its_force(table: Table) -> None:
    hub = await begin_campaign(table)
    form = await table.click(table.bob, hub, "Join")
    assert options(form, "side") == []
    told = await table.fill(table.bob, form, roster="Wolves", force=["garrison"])
    assert told.title == "Bob joins the campaign with Wolves"
    assert told.lines[0].startswith("One more player")
    campaign = await warring.current_campaign(table)
    assert (campaign.rosters["r1"].name, len(campaign.units_of_roster("r1"))) == ("Wolves", 4)
    assert (await table.click(table.bob, hub, "Join")).refused


async def test_a_force_of_ones_own_is_offered_first(table: Table) -> None:
    await table.done(table.bob, "/game new", system="fubar")
    await table.done(table.bob, "/unit add", name="Mine", profile="marines", side="Red")
    await table.done(table.bob, "/game join", side="Red")
    await table.done(table.bob, "/force save", name="Old friends")
    hub = await begin_campaign(table)
    form = await table.click(table.bob, hub, "Join")
    assert options(form, "force")[0] == "yours: Old friends"
    assert "yours: Old friends" not in options(await table.click(table.ann, hub, "Join"), "force")
    await table.fill(table.bob, form, force=["yours: Old friends"])
    assert [one.name for one in (await warring.current_campaign(table)).units.values()] == ["Mine"]
    mine = await table.done(table.bob, "/campaign roster")
    assert "enlists" in (await table.pick(table.bob, mine, "Old friends", "Enlist")).title


async def test_the_third_on_a_ladder_chooses_one_of_its_two_sides(table: Table) -> None:
    hub = await begin_campaign(table, shape="ladder")
    first = await table.click(table.ann, hub, "Join")
    assert options(first, "side") == ["-"]
    await table.fill(table.ann, first)
    second = await table.click(table.bob, hub, "Join")
    assert options(second, "side") == ["-", "Red"]
    await table.fill(table.bob, second)
    third = await table.click(table.cyd, hub, "Join")
    assert options(third, "side") == ["Red", "Blue"]
    await table.fill(table.cyd, third, side=["Blue"])
    assert [one.side for one in (await warring.current_campaign(table)).rosters.values()] == ["Red", "Blue", "Blue"]


async def test_on_a_map_free_parts_come_first(table: Table) -> None:
    hub = await begin_campaign(table, shape="map")
    form = await table.click(table.ann, hub, "Join")
    assert options(form, "side") == ["North", "South", "-"]
    await table.fill(table.ann, form, side=["South"])
    assert options(await table.click(table.bob, hub, "Join"), "side") == ["North", "South", "-"]
    own = await table.fill(table.bob, await table.click(table.bob, hub, "Join"), side=["-"])
    assert "write one" in own.whole
    await table.fill(table.bob, await table.click(table.bob, hub, "Join"), side=["-"], roster="Pirates")
    assert [one.side for one in (await warring.current_campaign(table)).rosters.values()] == ["South", "Pirates"]


async def test_a_name_that_is_taken_is_refused_in_words(table: Table) -> None:
    hub = await begin_campaign(table)
    await table.fill(table.ann, await table.click(table.ann, hub, "Join"), roster="Wolves")
    told = await table.fill(table.bob, await table.click(table.bob, hub, "Join"), roster="wolves")
    assert "another name" in told.whole
    assert len((await warring.current_campaign(table)).rosters) == 1
