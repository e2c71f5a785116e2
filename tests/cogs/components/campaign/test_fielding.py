"""Units that take part in a battle: each player ticks their own units, before the first roll and after it."""

from __future__ import annotations

import pytest

from tests.cogs import warring
from tests.cogs.components.campaign.test_forms import options
from tests.cogs.table import Table


@pytest.mark.usefixtures("enlisted")
async def test_each_player_chooses_their_own(table: Table) -> None:
    """Nothing ticked otherwise changes nothing, and a player who does not fight chooses nothing."""
    told = await table.done(table.ann, "/campaign battle start", against="Blue")
    before = (await warring.current_campaign(table)).number
    assert (await table.fill(table.bob, await table.click(table.bob, told, "Choose units"))).private
    assert (await warring.current_campaign(table)).number == before
    form = await table.click(table.bob, told, "Choose units")
    assert options(form, "units:1") == ["c3", "c4"]
    said = await table.fill(table.bob, form, **{"units:1": ["c4"]})
    assert (said.title, said.text) == ("Blue takes the field with", "Yoke")
    assert not said.private
    assert [one.name for one in (await table.live()).game.units_of_side("Blue")] == ["Yoke"]
    form = await table.click(table.bob, told, "Choose units")
    await table.fill(table.bob, form, **{"units:1": ["c3", "c4"]})
    assert {one.name for one in (await table.live()).game.units_of_side("Blue")} == {"Xavier", "Yoke"}
    await table.done(table.cyd, "/campaign join")
    assert "is not in this battle" in (await table.click(table.cyd, told, "Choose units")).whole
    await table.done(table.ann, "/game end")
    assert "over" in (await table.click(table.ann, told, "Choose units")).whole


@pytest.mark.usefixtures("enlisted")
async def test_after_the_first_roll_units_come_and_none_goes(table: Table) -> None:
    told = await table.done(table.ann, "/campaign battle start", against="Blue", theirs="Yoke")
    await warring.fire(table, "Able", "Yoke")
    form = await table.click(table.bob, told, "Choose units")
    assert "Dice have been rolled" in (await table.fill(table.bob, form, **{"units:1": []})).whole
    form = await table.click(table.bob, told, "Choose units")
    await table.fill(table.bob, form, **{"units:1": ["c3", "c4"]})
    assert {one.name for one in (await table.live()).game.units_of_side("Blue")} == {"Xavier", "Yoke"}
