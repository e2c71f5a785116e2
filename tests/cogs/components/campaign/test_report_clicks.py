"""The controls under a report: dice, why, edits of all kinds, and all of it after a restart."""

from __future__ import annotations

from typing import Any

import pytest

from bot.resolution.manual_changes import NewEntry
from data.files import sample_forces
from rules.campaign.report import Report
from rules.game.events import LossesTaken
from tests.cogs import warring
from tests.cogs.shown import Told
from tests.cogs.table import Table


async def report(table: Table) -> Report:
    found = (await warring.current_campaign(table)).battles["b1"].report
    assert found is not None
    return found


def edits(told: Told) -> list[str]:
    menus = [one for m in told.messages for row in m.components for one in row.get("components", [])]
    return [option["label"] for one in menus for option in one.get("options", [])]


async def test_why_has_the_rule_of_bayonet_for_the_fallen(table: Table) -> None:
    await table.done(table.ann, "/campaign new", name="Long war", system="bayonet")
    for who in (table.ann, table.bob):
        await table.done(who, "/campaign join", force=next(iter(sample_forces("bayonet"))))
    await table.done(table.ann, "/campaign battle start", against="Blue")
    live = await table.live()
    events = [LossesTaken(unit=unit.id, models=1) for unit in live.game.units.values() if unit.models]
    async with live.lock:
        await table.services.referee.note(live, table.call(table.ann), NewEntry("fire", events))
    posted = await warring.end_game(table)
    await table.click(table.bob, posted, "Roll the dice")
    told = await table.click(table.bob, warring.panel(table), "Why?")
    assert "Afterwards" in told.text
    assert "🎲" in told.text


@pytest.mark.usefixtures("fought")
async def test_the_figures_to_place_are_edited_by_a_form(table: Table) -> None:
    posted = warring.panel(table)
    form = await table.pick(table.bob, posted, "Figures to place: Blue …", "Edit")
    await table.fill(table.bob, form, figures="7")
    assert (await report(table)).figures["r2"] == 7
    assert "**Blue** · 7 recruits" in warring.panel(table).text
    form = await table.pick(table.ann, warring.panel(table), "Figures to place: Blue …", "Edit")
    assert "0 figures or more" in (await table.fill(table.ann, form, figures="-1")).whole
    told = await table.pick(table.cyd, warring.panel(table), "Figures to place: Red …", "Edit")
    assert "not your" in told.whole
    assert not told.form
    assert (await report(table)).figures["r1"] != 9


async def test_the_rest_of_a_long_edit_menu_is_a_tap_away(table: Table) -> None:
    await warring.join_campaign(table)
    for who, mark in ((table.ann, "A"), (table.bob, "B")):
        names = [f"{mark}{n}" for n in range(1, 31)]
        await table.done(who, "/campaign enlist", file=warring.force_file(*names))
    await table.done(table.ann, "/campaign battle start", against="Blue")
    posted = await warring.end_game(table)
    assert len(edits(posted)) == 25
    seen, told = edits(posted)[:-1], await table.pick(table.bob, posted, "More …", "Edit")
    assert told.private
    (message,) = told.messages
    while "More …" in edits(told):
        seen += edits(told)[:-1]
        await table.pick(table.bob, told, "More …", "Edit")
        told = table.now(message)
    seen += edits(told)
    assert len(seen) == len(set(seen)) == 5 + 3 + 2 + 60
    form = await table.pick(table.bob, told, "B30 …", "Edit")
    said = await table.fill(table.bob, form, experience="3")
    assert not said.private
    assert (await report(table)).change("c60").experience == 3


@pytest.mark.usefixtures("enlisted")
async def test_every_button_of_a_report_works_after_a_restart(table: Table) -> None:
    posted = await warring.fight_battle(table)
    await table.restart()
    assert (await table.click(table.bob, posted, "Odds")).title == "Odds: Recovery"
    lost = (await report(table)).open[0].facts["lost"]
    form = await table.click(table.bob, posted, "My own dice")
    await table.restart()
    await table.fill(table.bob, form, dice=" ".join(["1"] * lost))
    assert (await report(table)).change("c3").models == -lost
    await table.restart()
    thrown = warring.panel(table)
    assert "Aftermath" in (await table.click(table.bob, thrown, "Why?")).text
    await table.click(table.bob, thrown, "Undo")
    assert (await report(table)).open
    await table.fill(table.bob, await table.click(table.bob, warring.panel(table), "My own dice"), dice="6 " * lost)
    form = await table.pick(table.ann, warring.panel(table), "Able …", "Edit")
    await table.restart()
    await table.fill(table.ann, form, experience="2")
    signing = warring.panel(table)
    await table.restart()
    await table.click(table.ann, signing, "Sign")
    await table.restart()
    await table.click(table.bob, warring.panel(table), "Sign")
    assert (await warring.current_campaign(table)).battles["b1"].settled is not None
    await table.restart()
    assert (await table.click(table.bob, warring.panel(table), "Next battle")).form


@pytest.mark.usefixtures("fought")
async def test_own_dice_that_cannot_be_are_refused_and_why_under_a_roll_is_the_rule(table: Table) -> None:
    posted = warring.panel(table)
    assert "Why?" not in posted.buttons
    lost = (await report(table)).open[0].facts["lost"]
    for wrong in ("7 " * lost, "1 " * (lost + 1), "five"):
        form = await table.click(table.bob, posted, "My own dice")
        assert (await table.fill(table.bob, form, dice=wrong)).refused, wrong
    assert (await report(table)).open
    assert (await table.click(table.cyd, posted, "My own dice")).refused
    assert (await table.click(table.cyd, posted, "Roll the dice")).refused
    await table.click(table.bob, posted, "Roll the dice")
    told = await table.click(table.cyd, warring.panel(table), "Why?")
    assert told.private
    assert "Roll a d6 for each figure that a unit lost" in told.text
    assert "Aftermath › Recovery" in told.text
    assert "= 5+ needed" in told.text


@pytest.mark.usefixtures("fought")
async def test_the_arbitrator_alone_decides_by_a_tap(table: Table) -> None:
    await warring.roll_for_report(table)
    told = await table.done(table.bob, "/campaign report")
    assert (await table.click(table.bob, told, "Decide (arbitrator)")).refused
    assert "You played in this battle" in (await table.click(table.ann, told, "Decide (arbitrator)")).whole
    await table.done(table.cyd, "/campaign join", reader=True)
    await table.done(table.ann, "/campaign handover", player=table.cyd, what="campaign")
    await table.click(table.cyd, told, "Decide (arbitrator)")
    campaign: Any = await warring.current_campaign(table)
    assert campaign.battles["b1"].decided


@pytest.mark.usefixtures("enlisted")
async def test_own_dice_are_asked_for_whatever_was_rolled_since_the_button_was_shown(table: Table) -> None:
    await table.done(table.ann, "/campaign battle start", against="Blue")
    for unit, target, who in (("Able", "Xavier", table.ann), ("Baker", "Yoke", table.ann)):
        await warring.fire(table, unit, target, who)
    await warring.end_game(table)
    shown = await table.done(table.bob, "/campaign report")
    await table.done(table.bob, "/campaign throw")
    assert (await report(table)).open, "a second unit of Blue has lost somebody"
    assert (await table.click(table.bob, shown, "My own dice")).form
