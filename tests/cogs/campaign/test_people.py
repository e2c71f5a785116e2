"""Members of a campaign: handing over rosters and the campaign, and the commands of its arbitrator."""

from __future__ import annotations

import pytest

from tests.cogs import warring
from tests.cogs.table import Table


@pytest.mark.usefixtures("enlisted")
async def test_a_roster_goes_to_a_reader_of_the_campaign(table: Table) -> None:
    assert "People join themselves" in await table.refused(
        table.bob, "/campaign handover", player=table.cyd, what="roster"
    )
    await table.done(table.cyd, "/campaign join", reader=True)
    told = await table.done(table.bob, "/campaign handover", player=table.cyd, what="roster")
    assert told.title == "Cyd takes over Blue"
    campaign = await warring.current_campaign(table)
    assert campaign.rosters["r2"].player == str(table.cyd.id)
    await table.done(table.cyd, "/campaign rest", unit="Xavier")
    assert "not your" in await table.refused(table.bob, "/campaign rest", unit="Yoke")
    assert "has a roster" in await table.refused(table.cyd, "/campaign handover", player=table.ann, what="roster")


@pytest.mark.usefixtures("enlisted")
async def test_the_arbitrator_alone_gives_any_roster_away_and_the_campaign_with_its_rights(table: Table) -> None:
    """The caller's own roster was handed over, though the campaign was meant."""
    said = await table.refused(table.ann, "/campaign handover", player=table.bob)
    assert "Say what Bob takes over. `what:roster` for Red, `what:campaign` for the campaign." in said
    assert (await warring.current_campaign(table)).rosters["r1"].player == str(table.ann.id)
    assert await table.refused(table.bob, "/campaign handover", player=table.cyd, roster="Red")
    assert await table.refused(table.bob, "/campaign handover", player=table.bob, what="campaign")
    await table.done(table.bob, "/campaign leave")
    await table.done(table.ann, "/campaign handover", player=table.cyd, roster="Blue")
    assert (await warring.current_campaign(table)).rosters["r2"].player == str(table.cyd.id)
    told = await table.done(table.ann, "/campaign handover", player=table.cyd, what="campaign")
    assert told.title == "Cyd is now the arbitrator"
    assert await table.refused(table.ann, "/arbiter figures", roster="Red", figures=3)
    await table.done(table.cyd, "/arbiter figures", roster="Red", figures=3)
    assert (await warring.current_campaign(table)).rosters["r1"].figures == 3


@pytest.mark.usefixtures("fought")
async def test_a_new_player_fights_on_in_a_battle_that_goes_on(table: Table) -> None:
    await table.done(table.cyd, "/campaign join", reader=True)
    await table.done(table.bob, "/campaign handover", player=table.cyd, what="roster")
    posted = warring.panel(table)
    assert (await table.click(table.bob, posted, "Roll the dice")).refused
    while "Roll the dice" in warring.panel(table).buttons:
        await table.click(table.cyd, warring.panel(table), "Roll the dice")
    await table.click(table.ann, warring.panel(table), "Sign")
    assert "Bob led Blue in this battle and must sign" in warring.panel(table).text
    assert "Only the players of this battle sign" in (await table.click(table.cyd, warring.panel(table), "Sign")).whole
    await table.click(table.bob, warring.panel(table), "Sign")
    assert (await warring.current_campaign(table)).battles["b1"].settled is not None


@pytest.mark.usefixtures("fought")
async def test_neither_a_friend_nor_the_arbitrator_who_fought_settles_for_a_player_who_left(table: Table) -> None:
    await warring.roll_for_report(table)
    await table.done(table.bob, "/campaign leave")
    assert "You played in this battle" in await table.refused(table.ann, "/arbiter decide")
    await table.done(table.ann, "/campaign handover", player=table.cyd, roster="Blue")
    await table.done(table.ann, "/campaign sign")
    assert await table.refused(table.cyd, "/campaign sign")
    dot = table.guild.add_member(table.env.create_user("dot"))
    await table.done(dot, "/campaign join", reader=True)
    await table.done(table.ann, "/campaign handover", player=dot, what="campaign")
    told = await table.done(dot, "/arbiter decide")
    assert "It counts" in told.text


@pytest.mark.usefixtures("fought")
async def test_who_has_left_signs_all_the_same(table: Table) -> None:
    await table.done(table.bob, "/campaign leave")
    assert "must sign" not in (await table.done(table.ann, "/campaign report")).text, "dice are still to be rolled"
    await table.done(table.ann, "/campaign throw")
    told = await table.done(table.ann, "/campaign sign")
    assert (
        "a former player led Blue in this battle and must sign, or an arbitrator who did not play in it decides."
    ) in told.text
    told = await table.done(table.bob, "/campaign sign")
    assert "It counts" in told.text


@pytest.mark.usefixtures("fought")
async def test_only_the_arbitrator_adds_experience_to_a_report_and_with_a_reason(table: Table) -> None:
    await warring.roll_for_report(table)
    told = await table.done(table.bob, "/campaign report")
    form = await table.pick(table.bob, told, "Yoke …", "Edit")
    assert "Only the arbitrator" in (await table.fill(table.bob, form, experience="5")).whole
    form = await table.pick(table.ann, await table.done(table.ann, "/campaign report"), "Yoke …", "Edit")
    assert "Give a reason with `/campaign edit unit why:`" in (await table.fill(table.ann, form, experience="5")).whole
    told = await table.done(table.ann, "/campaign edit unit", unit="Yoke", experience=5, why="saved the day")
    assert "✎ Ann, Yoke:" in told.text
    assert "(saved the day)" in told.text
    for who in (table.ann, table.bob):
        await table.done(who, "/campaign sign")
    await table.done(table.ann, "/arbiter reopen")
    assert "report of battle 1 was opened again" in await table.refused(table.ann, "/campaign end")


@pytest.mark.usefixtures("signed")
async def test_only_the_arbitrator_corrects_units_and_rosters(table: Table) -> None:
    await table.done(table.ann, "/arbiter status", unit="Able", status="recovering", misses=2)
    able = (await warring.current_campaign(table)).units["c1"]
    assert (able.status, able.misses) == ("recovering", 2)
    await table.done(table.ann, "/arbiter transfer", unit="Baker", roster="Blue")
    assert (await warring.current_campaign(table)).units["c2"].roster == "r2"
    await table.done(table.ann, "/arbiter reopen", why="wrong winner")
    await table.done(table.bob, "/campaign edit result", margin="major", winner="Blue")
    assert "You played in this battle" in await table.refused(table.ann, "/arbiter decide")
    await table.done(table.cyd, "/campaign join", reader=True)
    await table.done(table.ann, "/campaign handover", player=table.cyd, what="campaign")
    told = await table.done(table.cyd, "/arbiter decide")
    assert told.lines[0] == "☑ Decided by the arbitrator. It counts."
    assert "Major victory: Blue" in told.text
    for command, options in (
        ("status", {"unit": "Able", "status": "fit"}),
        ("transfer", {"unit": "Able", "roster": "Blue"}),
        ("reopen", {}),
        ("figures", {"roster": "Blue", "figures": 5}),
    ):
        assert await table.refused(table.bob, f"/arbiter {command}", **options), command


@pytest.mark.usefixtures("fought")
async def test_figures_after_a_battle_are_edited_by_a_command(table: Table) -> None:
    told = await table.done(table.bob, "/campaign edit figures", roster="Blue", figures=9)
    assert "9 recruits" in told.text
