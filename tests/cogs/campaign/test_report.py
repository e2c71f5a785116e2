"""The report of a battle at the table: open markers are settled first, then the holder of the field and the winner."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.report import Report
from tests.cogs import warring
from tests.cogs.beginnings import beginning
from tests.cogs.shown import Told
from tests.cogs.table import Table


async def report(table: Table) -> Report:
    found = (await warring.current_campaign(table)).battles["b1"].report
    assert found is not None
    return found


async def tap(table: Table, who: Any, label: str) -> Told:
    return await table.click(who, warring.panel(table), label)


# Wounds that lie


@beginning
async def wounded(table: Table) -> None:
    """Able and Baker put three wounds each, and two more, on Xavier; the game ends before it activates again."""
    await warring.enlist_units(table, system="opreb")
    await table.done(table.ann, "/campaign battle start", against="Blue")
    for unit, bangs in (("Able", 4), ("Baker", 2)):
        table.dice.next(*[6] * bangs, *[1] * (8 - bangs), 1, 1, 1, 6, 6, 6)
        shot = {"attacker": unit, "target": "Xavier", "distance": "3", "cover": "open", "firers": "5 rifle"}
        told = await table.say(table.ann, "/fire", **shot)
        told = await table.click(table.ann, told, "Anyway") if told.warned else told
        await table.click(table.bob, told, "Stay: morale check (3 dice, 1 bang needed)")
    assert (await table.states("Xavier"))["wounds"] == 6
    told = await table.done(table.ann, "/game end")
    assert "Not settled: Xavier (6 wound markers). In a campaign the report settles them" in told.text
    await table.services.campaign_watch.wait_until_settled()


async def test_wounds_that_lie_are_rolled_for_by_the_enemy_before_the_report(wounded: Table) -> None:
    """Nothing else is edited before; the roll is explained and undone like any other."""
    panel = warring.panel(wounded)
    assert "Red: tap **Roll the dice** (for Xavier)" in panel.text
    assert "6 wound markers to roll" in panel.text
    said = await wounded.refused(wounded.bob, "/campaign edit unit", unit="Xavier", figures=-1)
    assert "Roll the dice" in said
    await wounded.done(wounded.bob, "/campaign edit result", margin="minor", winner="Blue")
    await tap(wounded, wounded.ann, "Roll the dice")
    assert (await report(wounded)).result.winner == "r2", "the result stays when the report is made again"
    faces = (await report(wounded)).needs[0].faces
    assert len(faces) == 6
    assert "wound" in (await tap(wounded, wounded.bob, "Why?")).text
    await tap(wounded, wounded.ann, "Undo")
    assert [need.settles for need in (await report(wounded)).needs] == [True]
    await tap(wounded, wounded.ann, "Roll the dice")
    assert (await report(wounded)).needs[0].faces == faces


async def test_own_dice_for_wounds_make_losses_and_experience(wounded: Table) -> None:
    assert "no dice from you" in (await tap(wounded, wounded.bob, "My own dice")).whole
    form = await tap(wounded, wounded.ann, "My own dice")
    await wounded.fill(wounded.ann, form, dice="6 6 6 1 1 1")
    assert "(ruling open wounds)" in warring.panel(wounded).text
    campaign = await warring.current_campaign(wounded)
    units = {one.name: one.id for one in campaign.units.values()}
    now = await report(wounded)
    assert {(need.action, need.facts.get("lost")) for need in now.open} == {("recovery", 3)}
    assert now.change(units["Xavier"]).taken == 3
    assert [now.change(units[one]).given for one in ("Able", "Baker")] == [2, 1]
    assert now.change(units["Able"]).experience == 2
    await warring.roll_for_report(wounded)
    await wounded.done(wounded.ann, "/campaign sign")
    await wounded.done(wounded.bob, "/campaign sign")


async def test_where_wounds_vanish_nothing_is_rolled(table: Table) -> None:
    await warring.enlist_units(table, system="opreb")
    await table.done(table.ann, "/campaign rulings", name="open_wounds", value="vanish")
    await table.done(table.ann, "/campaign battle start", against="Blue")
    await table.done(table.bob, "/marker set", unit="Xavier", marker="wounds", count=3)
    panel = await warring.end_game(table)
    assert (await report(table)).needs == ()
    assert "3 markers removed at the end (ruling open wounds)" in panel.text


# Who held the field, who has won


@pytest.mark.usefixtures("fought")
async def test_the_winner_is_a_tap_where_none_was_named(table: Table) -> None:
    """Its consequences are on record, but are no edits."""
    panel = warring.panel(table)
    assert "no winner named" in panel.text
    assert "No side held the field." in panel.text
    assert {"Red has won", "Blue has won"} <= set(panel.buttons)
    await tap(table, table.bob, "Red has won")
    panel = warring.panel(table)
    assert "Minor victory: Red" in panel.text
    assert "Red held the field." in panel.text
    assert "Red has won" not in panel.buttons
    assert "Blue has won" not in panel.buttons
    assert [line for line in panel.lines if line.startswith("✎")] == ["✎ Bob: Draw → Minor victory: Red"]
    assert len((await report(table)).edits) > 1


@pytest.mark.usefixtures("fought")
async def test_the_field_is_edited_and_the_same_faces_are_read(table: Table) -> None:
    lost = (await report(table)).open[0].facts["lost"]
    await table.done(table.bob, "/campaign throw", dice=" ".join(["4"] * lost))
    assert (await report(table)).change("c3").recovering == lost
    told = await table.done(table.bob, "/campaign edit field", roster="Blue")
    assert "Blue held the field." in told.text
    assert "✎ Bob: who held the field: no side → Blue" in told.text
    assert (await report(table)).change("c3").recovering == 0, "a four and one for the field: back at once"
    await table.done(table.ann, "/campaign edit result", margin="minor", winner="Red")
    assert (await report(table)).held_field == "Blue", "dice are thrown: the field stays where it was said to be"
    await table.pick(
        table.bob,
        await table.done(table.bob, "/campaign report"),
        "No side held the field",
        "Edit",
    )
    assert (await report(table)).change("c3").recovering == lost


@pytest.mark.usefixtures("enlisted")
async def test_the_leading_side_is_proposed_as_the_winner(table: Table) -> None:
    await table.done(table.ann, "/campaign battle start", against="Blue")
    await table.done(table.ann, "/score", side="Red", points=2, why="a hill")
    await warring.fire(table, "Able", "Xavier")
    panel = await warring.end_game(table)
    assert "Minor victory: Red" in panel.text
    assert "no winner named: ahead on victory points" in panel.text
    assert "Blue has won" in panel.buttons
    assert "Red has won" not in panel.buttons


# Effects of a signature, and entries without effect


async def sign_last_battle(table: Table, winner: str) -> Told:
    """Sign the last battle with a winner; return the reply to the last signature."""
    await warring.roll_for_report(table)
    await table.done(table.ann, "/campaign edit result", margin="minor", winner=winner)
    told = await table.done(table.ann, "/campaign sign")
    assert "ladder" not in told.text
    return await table.done(table.bob, "/campaign sign")


async def test_the_signature_that_decides_a_ladder_says_so(table: Table) -> None:
    """A battle that would move nothing says so before it begins."""
    await warring.enlist_units(table, shape="ladder", steps=5)
    await warring.fight_battle(table)
    assert "The ladder moves from step 3 to 4 of 5." in (await sign_last_battle(table, "Red")).text
    await warring.fight_battle(table)
    assert "Red reaches the end of the ladder and wins." in (await sign_last_battle(table, "Red")).text
    before = await warring.current_campaign(table)
    asked = await table.say(table.bob, "/campaign battle start", against="Red")
    assert asked.private
    assert "Red has already won the ladder: this battle does not move it" in asked.whole
    form = await table.click(table.bob, asked, "Next battle")
    assert form.form
    assert "Red has already won the ladder: this battle does not move it" in str(form.form)
    assert await warring.current_campaign(table) == before
    begun = await table.done(table.bob, "/campaign battle start", against="Red", anyway=True)
    assert begun.title.startswith("Battle 3: Blue against Red")
    await table.done(table.ann, "/campaign battle off")
    await table.done(table.ann, "/arbiter reopen", battle="2")
    await table.done(table.ann, "/campaign edit result", margin="draw", battle="2")
    await table.done(table.ann, "/campaign sign", battle="2")
    told = await table.done(table.bob, "/campaign sign", battle="2")
    assert "The ladder is open again: Red has not won it yet." in told.text


async def test_the_signature_that_takes_a_territory_says_so(table: Table) -> None:
    """A battle that is reopened counts the territories that were held then: the bridge would bring a figure more."""

    async def fight(who: Any, against: str, territory: str, winner: str) -> str:
        await table.done(who, "/campaign battle start", against=against, territory=territory)
        await warring.fire(table, "Able", "Xavier")
        await warring.end_game(table)
        return (await sign_last_battle(table, winner)).text

    await warring.enlist_units(table, shape="map")
    await table.done(table.ann, "/campaign rulings", name="neighbours", value="anywhere")
    sides = {one.name: one.side for one in (await warring.current_campaign(table)).rosters.values()}
    assert f"{sides['Red']} takes Hill." in await fight(table.ann, "Blue", "Hill", "Red")
    await fight(table.ann, "Blue", "Bridge", "Red")
    battles = (await warring.current_campaign(table)).battles
    first, second = battles["b1"].settled, battles["b2"].settled
    assert first is not None
    assert second is not None
    assert (first.figures["r1"], second.figures["r1"]) == (4, 5)
    await table.done(table.ann, "/arbiter reopen", battle="1")
    await table.done(table.ann, "/campaign report", battle="1", again=True)
    assert (await report(table)).figures["r1"] == 4
    said = await fight(table.bob, "Red", "Bridge", "Blue")
    assert f"{sides['Blue']} takes Bridge from {sides['Red']}." in said


@pytest.mark.usefixtures("signed")
async def test_the_history_of_a_unit_adds_up(table: Table) -> None:
    before = (await warring.current_campaign(table)).units["c1"].experience
    await table.done(table.ann, "/arbiter reopen")
    await table.done(table.ann, "/campaign edit unit", unit="Able", experience=before - 1)
    await table.done(table.ann, "/campaign sign")
    await table.done(table.bob, "/campaign sign")
    page = await table.done(table.ann, "/campaign unit", unit="Able")
    assert f"Experience +{before}" in page.text
    assert "was corrected: experience −1" in page.text
