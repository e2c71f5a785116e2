"""`/unit reserve` and `/unit arrive`: units that arrive at the table later."""

from __future__ import annotations

from tests.cogs.languages import speaks
from tests.cogs.shown import Told
from tests.cogs.table import Table


async def next_turn(table: Table) -> Told:
    """Go on to the next turn, although no unit has acted."""
    told = await table.say(table.ann, "/turn next")
    return await table.click(table.ann, told, told.buttons[0]) if told.title == "Please confirm" else told


async def test_a_reserve_is_listed_apart_and_takes_no_part_until_it_is_undone(demo: Table) -> None:
    marines = await demo.unit("Marines")
    told = await demo.done(demo.ann, "/unit reserve", unit="Marines", turn=3)
    assert told.title == "Red: Marines is in reserve (turn 3)"
    board = await demo.say(demo.ann, "/game status")
    assert "In reserve: Marines (turn 3)" in board.text
    assert "Not yet activated (3)" in board.text
    assert "no unit called 'Marines'" in await demo.refused(demo.ann, "/activate", unit="Marines")
    assert "no unit called" in await demo.refused(demo.bob, "/fire", attacker="Militia", target="Marines", distance="8")
    await demo.done(demo.ann, "/undo")
    assert await demo.unit("Marines") == marines
    assert not (await demo.live()).game.reserves


async def test_the_turn_begins_with_a_reminder_and_its_button_brings_the_unit(demo: Table) -> None:
    await demo.done(demo.ann, "/unit reserve", unit="Marines", turn=2)
    assert "arrives in turn 2; this is turn 1" in await demo.refused(demo.ann, "/unit arrive", unit="Marines")
    told = await next_turn(demo)
    assert "📌 Turn 2, Red: Marines may arrive. Place it on the table, then tap." in told.text
    told = await demo.click(demo.ann, told, "Marines arrives")
    assert "📌 Place Marines on the table." in told.text
    assert (await demo.unit("Marines")).models
    await demo.done(demo.ann, "/undo")
    assert next(iter((await demo.live()).game.reserves.values())).unit.name == "Marines"


async def test_a_roll_decides_once_a_turn_with_the_dice_of_the_player_or_of_the_bot(demo: Table) -> None:
    await demo.done(demo.ann, "/unit reserve", unit="Marines", roll=4)
    told = await demo.done(demo.ann, "/unit arrive", unit="Marines", dice="3")
    assert "4+ (own die): 3" in told.text
    assert "stays in reserve" in told.text
    assert "has rolled in this turn" in await demo.refused(demo.ann, "/unit arrive", unit="Marines")
    told = await next_turn(demo)
    assert "🎲 Turn 2, Red: roll for Marines to arrive, 4+." in told.text
    demo.dice.next(4)
    told = await demo.click(demo.ann, told, "Roll for Marines, 4+")
    assert "It arrives." in told.text
    assert "📌 Place Marines on the table." in told.text
    entry = await demo.entry()
    assert entry.plays[0].throws[0].faces == (4,)
    assert entry.plays[0].throws[0].side == "Red"


async def test_a_side_with_own_dice_is_asked_for_its_die(demo: Table) -> None:
    await demo.done(demo.ann, "/unit reserve", unit="Marines", roll=4)
    await demo.done(demo.ann, "/game dice", mode="physical", side="Red")
    told = await demo.say(demo.ann, "/unit arrive", unit="Marines")
    assert "arrival of the reserve" in told.title + told.text


async def test_terms_are_checked_and_may_change_and_a_reserve_needs_some(demo: Table) -> None:
    assert "No unit is in reserve" in await demo.refused(demo.ann, "/unit arrive", unit="Marines")
    scouts = {"name": "Scouts", "profile": "regular_section", "side": "Red"}
    assert "give the turn, such as 3" in await demo.refused(demo.ann, "/unit add", **scouts, reserve="soon")
    assert "give a number from 2 to 6" in await demo.refused(demo.ann, "/unit add", **scouts, reserve="9+")
    said = await demo.refused(demo.ann, "/unit add", **scouts, reserve="2", place="the mill")
    assert "Leave out `place` or `reserve`." in said
    assert "When does it arrive?" in await demo.refused(demo.ann, "/unit reserve", unit="Marines")
    assert "from 2 to 6" in await demo.refused(demo.ann, "/unit reserve", unit="Marines", roll=7)
    await demo.done(demo.ann, "/unit reserve", unit="Marines", turn=3)
    told = await demo.done(demo.ann, "/unit reserve", unit="Marines", turn=2, roll=5)
    assert told.title == "Red: Marines is in reserve (5+ from turn 2)"
    assert "Only Red can do that" in await demo.refused(demo.bob, "/unit reserve", unit="Marines", turn=1)


async def test_reserves_of_another_system_roll_its_own_die(table: Table) -> None:
    await table.done(table.ann, "/game demo", system="openfire_d12")
    unit = (await table.live()).game.units_of_side("Red")[0].name
    await table.done(table.ann, "/unit reserve", unit=unit, roll=9)
    table.dice.next(12)
    told = await table.done(table.ann, "/unit arrive", unit=unit)
    assert "9+ (bot): **12**" in told.text


async def test_a_german_reads_of_reserves(demo: Table) -> None:
    speaks(demo, demo.ann, "de")
    await demo.done(demo.ann, "/unit reserve", unit="Marines", turn=2, roll=4)
    told = await demo.refused(demo.ann, "/unit arrive", unit="Marines")
    assert "Marines: Ankunft in Runde 2; jetzt ist Runde 1." in told


async def test_figures_in_reserve_are_not_counted_as_lost(demo: Table) -> None:
    await demo.done(demo.ann, "/unit reserve", unit="Marines", turn=3)
    await next_turn(demo)
    await demo.done(demo.bob, "/unit edit", unit="Militia", field="models", value="7")
    told = await demo.say(demo.ann, "/stats")
    assert "**Red**: strength 19 of 19" in told.text
    assert "Red 19 → 19" in told.text


async def test_a_reserve_is_listed_edited_and_removed(demo: Table) -> None:
    """This works as for any unit."""
    await demo.done(demo.ann, "/unit reserve", unit="Marines", turn=3)
    assert "**Marines** 5/5 · in reserve: turn 3" in (await demo.say(demo.ann, "/unit list", side="Red")).text
    assert "In reserve: turn 3" in (await demo.say(demo.ann, "/unit show", unit="Marines")).text
    suggested = await demo.type(demo.ann, "/unit edit", "unit", "Mari")
    assert [label for label, _ in suggested] == ["Marines"]
    await demo.done(demo.ann, "/unit edit", unit="Marines", field="models", value="3")
    (reserve,) = (await demo.live()).game.reserves.values()
    assert (reserve.unit.models, reserve.turn) == (3, 3)
    await demo.done(demo.ann, "/undo")
    assert [one.unit.models for one in (await demo.live()).game.reserves.values()] == [5]
    await demo.done(demo.ann, "/unit remove", unit="Marines")
    assert not (await demo.live()).game.reserves
    assert "Marines" not in [one.name for one in (await demo.live()).game.units.values()]
    await demo.done(demo.ann, "/undo")
    assert [one.unit.name for one in (await demo.live()).game.reserves.values()] == ["Marines"]


async def test_units_are_added_to_the_reserves_at_once(demo: Table) -> None:
    """A unit, or a whole force, need not be on the table before it goes into reserve."""
    await demo.done(
        demo.ann, "/unit add", name="Scouts", profile="regular_section", side="Red", reserve="4+ from 2", count=2
    )
    told = await demo.done(demo.bob, "/force load", force="armour", side="Blue", reserve="turn 3")
    assert "In reserve: turn 3." in told.text
    assert "Place" not in told.text
    live = await demo.live()
    waiting = {one.unit.name: (one.unit.side, one.turn, one.roll) for one in live.game.reserves.values()}
    assert waiting["Scouts 1"] == waiting["Scouts 2"] == ("Red", 2, 4)
    assert {terms for name, terms in waiting.items() if not name.startswith("Scouts")} == {("Blue", 3, None)}
    assert not {one.name for one in live.game.units.values()} & waiting.keys()
    await demo.done(demo.bob, "/undo")
    assert len((await demo.live()).game.reserves) == 2


async def test_a_reserve_keeps_its_markers_and_the_other_side_reads_why_it_is_asked(demo: Table) -> None:
    """Two phones, 13 and 18: an immobilised vehicle went into reserve without a word."""
    await demo.done(demo.bob, "/marker set", unit="Technical", marker="immobilised", count=1)
    await demo.done(demo.ann, "/initiative", dice="6 1")
    asked = await demo.say(demo.bob, "/unit reserve", unit="Technical", turn=2)
    assert "A unit off the table cannot be shot at: the other side has to agree." in asked.text
    assert "Technical stays immobilised." in asked.text
    told = await demo.click(demo.ann, asked, "Agree")
    assert "Technical stays immobilised." in told.text


async def test_no_unit_is_named_like_one_that_waits_in_reserve(demo: Table) -> None:
    """A unit that is added, or renamed, gets the next number."""
    await demo.done(demo.ann, "/unit reserve", unit="Marines", turn=3)
    await demo.done(demo.ann, "/unit add", profile="marines", name="Marines", side="Red")
    await demo.done(demo.ann, "/unit add", profile="marines", name="Marines", side="Red", reserve="turn 2")
    await demo.done(demo.ann, "/unit edit", unit="Commandos", field="name", value="Marines")
    names = [one.name for one in (await demo.live()).game.all_units.values() if one.name.startswith("Marines")]
    assert sorted(names) == ["Marines", "Marines 2", "Marines 3", "Marines 4"]
