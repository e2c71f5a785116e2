"""The next battle by its form: opponents, stakes, the attacker, and the units that take part."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cogs import warring
from tests.cogs.components.campaign.test_forms import options
from tests.cogs.shown import Told
from tests.cogs.table import Table


async def form(table: Table, who: Any) -> Told:
    hub = await table.done(who, "/campaign standings")
    return await table.click(who, hub, "Next battle")


@pytest.mark.usefixtures("enlisted")
async def test_own_units_attacker_and_centimetres_are_as_chosen(table: Table) -> None:
    asked = await form(table, table.bob)
    assert options(asked, "units") == ["c3", "c4"]
    told = await table.fill(table.bob, asked, units=["c4"], attacker=["attacker"], lengths=["cm"], scenario="Ford")
    assert "Red attacks · Ford" in told.text
    assert told.buttons[0] == "Initiative"
    battle = (await warring.current_campaign(table)).battles["b1"]
    assert (battle.attacker, list(battle.sides[0].units)) == ("r1", ["c4"])
    assert (await table.live()).info.units == "cm"
    await table.done(table.ann, "/campaign battle off")
    await table.done(table.ann, "/game end")
    again = await form(table, table.ann)
    assert table_default(again, "lengths") == "cm"


def table_default(told: Told, field: str) -> str:
    from tests.cogs.shown import fields, prefilled_value

    assert told.form
    found = {one["custom_id"]: one for one in fields(told.form["components"])}
    return prefilled_value(found[field])[0]


@pytest.mark.usefixtures("fought")
async def test_recruits_are_a_sum_and_the_next_battle_says_that_it_takes_those_left(table: Table) -> None:
    """The numbers in "5 recruits earned, 4 can be used" did not add up, without a word about the next battle."""
    await warring.roll_for_report(table)
    await table.done(table.bob, "/campaign edit unit", unit="Xavier", figures=-3, why="so the table says")
    for who in (table.ann, table.bob):
        await table.done(who, "/campaign sign")
    campaign = await warring.current_campaign(table)
    [xavier] = [one for one in campaign.units.values() if one.name == "Xavier"]
    room = xavier.full - xavier.models - xavier.recovering
    assert room
    await table.done(table.ann, "/arbiter figures", roster="Blue", figures=room + 2 - campaign.rosters["r2"].figures)
    own = await table.done(table.bob, "/campaign roster")
    assert own.lines[0].startswith(
        f"{room + 2} recruits earned · room for {room}: Xavier +{room} ({xavier.models} of 5"
    )
    assert own.lines[0].endswith(") · 2 have no room and are lost when the next battle begins. Choose a unit below.")
    hub = await table.done(table.bob, "/campaign standings")
    asked = await table.click(table.bob, hub, "Next battle")
    assert f"Recruits that are not placed yet will be lost: Blue {room}." in str(asked.form)


async def test_no_player_of_ones_own_side_of_a_ladder_is_fought(table: Table) -> None:
    await warring.enlist_units(table, shape="ladder")
    await table.done(table.cyd, "/campaign join", side="Blue", force="raiders")
    assert options(await form(table, table.cyd), "against") == ["r1"]
    assert options(await form(table, table.ann), "against") == ["r2", "r3"]


async def test_only_territories_that_can_be_attacked_are_offered(table: Table) -> None:
    await warring.enlist_units(table, shape="map")
    asked = await form(table, table.ann)
    offered = options(asked, "territory")
    assert "bridge" in offered
    assert "south_village" not in offered
    # Red plays the north: the station and the ford lie beside nothing of theirs, their own village may be defended.
    assert "station" not in offered
    await table.fill(table.ann, asked, territory=["bridge"])
    battle = (await warring.current_campaign(table)).battles["b1"]
    assert (battle.territory, battle.attacker) == ("bridge", "r1")


async def test_own_land_is_attacked_by_the_enemy(table: Table) -> None:
    await warring.enlist_units(table, shape="map", map=("map.json", LINE))
    asked = await form(table, table.ann)
    assert options(asked, "territory") == ["a", "b"]
    await table.fill(table.ann, asked, territory=["a"])
    assert (await warring.current_campaign(table)).battles["b1"].attacker == "r2"


LINE = (
    b'{"name": "Line", "territories": {"a": {"name": "Alpha", "neighbours": ["b"], "holder": "North"},'
    b'"b": {"name": "Beta", "neighbours": ["a"], "holder": "South"}}}'
)


@pytest.mark.usefixtures("enlisted")
async def test_a_form_from_before_another_battle_or_without_a_unit_begins_none(table: Table) -> None:
    assert "/campaign join" in (await form(table, table.cyd)).whole
    await table.done(table.cyd, "/campaign join")
    assert "My roster" in (await form(table, table.cyd)).whole
    asked = await form(table, table.bob)
    await table.done(table.ann, "/campaign battle start", against="Blue")
    assert "**Next battle** again" in (await table.fill(table.bob, asked)).whole
    assert len((await warring.current_campaign(table)).battles) == 1


@pytest.mark.usefixtures("enlisted")
async def test_a_battle_in_a_busy_channel_is_refused_at_once_and_taps_end_the_other_game(table: Table) -> None:
    await table.done(table.ann, "/game demo")
    told = await form(table, table.ann)
    assert told.refused
    asked = await table.click(table.ann, told, "End the game …")
    await table.click(table.ann, asked, "End the game")
    assert (await form(table, table.ann)).form


async def test_units_are_chosen_in_the_form_or_of_large_rosters_once_the_battle_has_begun(table: Table) -> None:
    units = 26
    await warring.join_campaign(table)
    many = [f"Squad {n}" for n in range(1, units + 1)]
    await table.done(table.bob, "/campaign enlist", file=warring.force_file("Xavier"))
    for first, last, listed in ((0, 25, 25), (25, units, 0)):
        await table.done(table.ann, "/campaign enlist", file=warring.force_file(*many[first:last]))
        assert len(options(await form(table, table.ann), "units")) == listed
    asked = await form(table, table.ann)
    told = await table.fill(table.ann, asked)
    assert f"{units} units" in told.text
    chosen = await table.click(table.ann, told, "Choose units")
    assert len(options(chosen, "units:1")) == 25
    kept = ["c2", "c3"]
    empty = {f"units:{first}": [] for first in range(26, units + 1, 25)}
    await table.fill(table.ann, chosen, **{"units:1": kept, **empty})
    side = (await warring.current_campaign(table)).battles["b1"].side_of("r1")
    assert side is not None
    assert list(side.units) == kept
