"""Open Rebellion over an evening: unnamed units and weapons, forfeited actions, and lost units."""

from __future__ import annotations

from typing import Any

from tests.cogs.beginnings import beginning
from tests.cogs.table import Table
from tests.cogs.undoing import undo_entry

SQUAD, MARINES, MILITIA = "Line rifle squad", "Marine assault team", "Colonial militia section 2"
CLOSE: dict[str, Any] = {"attacker": MARINES, "target": MILITIA, "distance": "3"}


@beginning
async def colony(table: Table) -> None:
    """Ann, the umpire, plays Red with the Expedition, Bob Blue with the Colonists; Red goes first."""
    await table.done(table.ann, "/game demo", system="opreb")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    await table.done(table.ann, "/initiative", dice="5 5 5 5 5 / 1 1 1 1")
    await table.done(table.ann, "/activate", unit=MARINES)


async def test_who_stays_in_the_open_is_not_asked_where_it_could_have_gone(colony: Table) -> None:
    colony.dice.next(*[5] * 6, *[1] * 14)
    asked = await colony.say(colony.ann, "/fire", **CLOSE, cover="open")
    colony.dice.next(*[6] * 30)
    told = await colony.click(colony.bob, asked, asked.buttons[0])
    assert "Morale holds" in told.text
    assert "cover near" not in told.text


async def test_cover_nearby_is_not_mentioned_where_it_changes_nothing(colony: Table) -> None:
    colony.dice.next(*[5] * 6, *[1] * 30)
    for more in ({"cover": "hard"}, {"cover": "light", "situation": "nothing_near"}):
        assert "cover near" not in (await colony.done(colony.ann, "/fire", **CLOSE, **more)).text


async def test_a_crew_that_the_ruling_counts_is_named_among_those_who_fired(colony: Table) -> None:
    asked = await colony.say(colony.ann, "/rulings set", name="support_crew", value="rof")
    await colony.click(colony.bob, asked, "Agree")
    shot = {"attacker": SQUAD, "target": MILITIA, "distance": "10", "cover": "hard"}
    told = await colony.anyway(colony.ann, "/fire", **shot)
    assert "Fired: 5 assault rifles, the SAW crew." in told.text


async def test_actions_that_are_left_are_asked_about_before_the_next_turn(colony: Table) -> None:
    await colony.done(colony.ann, "/move", unit=MARINES)
    told = await colony.anyway(colony.ann, "/turn next")
    assert f"Done anyway: {MARINES} forfeits 1 action." in told.text
    assert "actions_left" not in await colony.states(MARINES)


async def test_a_dead_unit_keeps_no_markers_and_does_not_hold_up_the_turn(colony: Table) -> None:
    await colony.done(colony.ann, "/marker set", unit=MARINES, marker="pinned", count=2)
    for name in (SQUAD, "Scout sharpshooters", MARINES):
        await colony.done(colony.ann, "/unit edit", unit=name, field="models", value="0")
    assert await colony.states(MARINES) == {}
    assert (await colony.live()).game.holder == "Blue"


async def _fire_at_militia(colony: Table) -> int:
    """Hit the inactive Militia four times, and end the turn."""
    await colony.done(colony.bob, "/marker set", unit=MILITIA, marker="in_position", count=1)
    colony.dice.next(*[5] * 6, *[1] * 30)
    asked = await colony.say(colony.ann, "/fire", **CLOSE, cover="open")
    await colony.click(colony.bob, asked, "Fall back")
    shot = await colony.last()
    await colony.done(colony.ann, "/move", unit=MARINES)
    await colony.anyway(colony.ann, "/turn next")
    return shot


async def test_a_shot_whose_wounds_were_settled_in_a_later_turn_waits_for_that(colony: Table) -> None:
    shot = await _fire_at_militia(colony)
    await colony.done(colony.ann, "/initiative", dice="1 1 1 1 1 / 5 5 5 5")
    await colony.done(colony.bob, "/activate", unit=MILITIA, dice="5 5 1 1 1 1")
    settled = await colony.last()
    assert (await colony.unit(MILITIA)).models == 6
    said = await colony.refused(colony.ann, "/undo", entry=shot)
    assert f"Entry {settled} depends on it: undo entry {settled} first." in said
    await undo_entry(colony, entry=settled)
    await undo_entry(colony, entry=shot)
    militia = await colony.unit(MILITIA)
    assert (militia.models, militia.states) == (8, {"in_position": 1})


async def test_taking_back_an_activation_tells_nothing_that_follows_from_its_markers(colony: Table) -> None:
    await colony.anyway(colony.ann, "/turn end")
    await colony.done(colony.bob, "/marker set", unit=MILITIA, marker="wounds", count=2)
    await colony.done(colony.bob, "/activate", unit=MILITIA, dice="5 1")
    told = await undo_entry(colony, colony.bob)
    assert f"📌 {MILITIA}: put back 1 model, place 2 wound markers and remove the activated marker." in told.text
    assert "Own dice kept for the same command: 5 1." in told.text
    assert "disorganised" not in told.text
    assert "actions left" not in told.text


async def test_dice_for_the_initiative_that_were_counted_show_no_faces(table: Table) -> None:
    await table.done(table.ann, "/game demo", system="opreb")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.ann, "/game dice", mode="physical", side="Red")
    await table.done(table.ann, "/game detail", mode="short")
    question = await table.say(table.ann, "/initiative")
    form = await table.click(table.ann, question, "Enter dice")
    table.dice.next(*[1] * 9)
    told = await table.fill(table.ann, form, throw0="2")
    assert "Red 2 of 5 (own dice, counted)" in told.text
