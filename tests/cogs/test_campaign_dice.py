"""Own dice of a campaign by taps: they are rolled once, and typed again only after a typing error."""

from __future__ import annotations

import pytest

from tests.cogs import warring
from tests.cogs.campaign.test_group import tap
from tests.cogs.shown import Told
from tests.cogs.table import Table


async def _own_dice(table: Table, faces: str) -> Told:
    form = await table.click(table.bob, await table.done(table.bob, "/campaign report"), "My own dice")
    return await table.fill(table.bob, form, dice=faces)


@pytest.mark.usefixtures("fought")
async def test_own_dice_that_are_undone_are_not_rolled_again_by_the_bot(table: Table) -> None:
    """Otherwise a player could replace a bad roll at the table by a roll of the bot."""
    report = (await warring.current_campaign(table)).battles["b1"].report
    assert report is not None
    worst = " ".join(["1"] * report.open[0].facts["lost"])
    await _own_dice(table, worst)
    lost = (await warring.current_campaign(table)).battles["b1"].report
    await tap(table, table.bob, "Undo")
    await tap(table, table.bob, "Roll the dice")
    again = (await warring.current_campaign(table)).battles["b1"].report
    assert lost is not None
    assert again is not None
    assert again.change("c3") == lost.change("c3")
    assert "used again" in warring.panel(table).text
    await table.restart()
    assert (await warring.current_campaign(table)).kept == {}


@pytest.mark.usefixtures("fought")
async def test_own_dice_that_were_mistyped_are_typed_once_more(table: Table) -> None:
    report = (await warring.current_campaign(table)).battles["b1"].report
    assert report is not None
    lost = report.open[0].facts["lost"]
    await _own_dice(table, " ".join(["1"] * lost))
    await tap(table, table.bob, "Undo")
    await _own_dice(table, " ".join(["6"] * lost))
    report = (await warring.current_campaign(table)).battles["b1"].report
    assert report is not None
    assert report.change("c3").models == 0
