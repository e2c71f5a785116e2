"""`/game scenario`: the goal, the last turn and what decides, on the record."""

from __future__ import annotations

from tests.cogs.languages import speaks
from tests.cogs.shown import Told
from tests.cogs.table import Table


async def next_turn(table: Table) -> Told:
    """Go on to the next turn, although no unit has acted."""
    told = await table.say(table.ann, "/turn next")
    return await table.click(table.ann, told, told.buttons[0]) if told.title == "Please confirm" else told


async def test_the_scenario_is_announced_each_turn_and_decides_after_the_last(demo: Table) -> None:
    told = await demo.done(demo.ann, "/game scenario", goal="hold the ford", turns=2, wins="score")
    assert told.title == "Scenario: Turn 1 of 2 · hold the ford: Red 0, Blue 0"
    await demo.done(demo.ann, "/score", side="Red", points=2, why="the ford")
    told = await next_turn(demo)
    assert "🎯 Turn 2 of 2 · hold the ford: Red 2, Blue 0" in told.text
    assert "End the game …" not in told.buttons
    assert "Scenario: Turn 2 of 2 · hold the ford" in (await demo.say(demo.ann, "/game status")).text
    told = await next_turn(demo)
    assert "The last turn of the scenario is over. Red wins" in told.text
    assert "End the game …" in told.buttons
    assert "Red has won" in (await demo.say(demo.ann, "/game victory")).text
    told = await demo.done(demo.ann, "/game end")
    assert "By the scenario Red is ahead. Points: Red 2." in told.text


async def test_a_scenario_that_the_players_decide_says_so_at_its_end(table: Table) -> None:
    await table.done(table.ann, "/game demo", system="openfire_d12")
    await table.done(table.ann, "/game scenario", goal="save **the** @everyone", turns=1, wins="players")
    told = await next_turn(table)
    assert "you decide who has won" in told.text
    assert "@everyone" not in told.text.replace("@\u200beveryone", "")


async def test_an_undone_scenario_is_gone_and_a_part_of_it_may_change(demo: Table) -> None:
    await demo.done(demo.ann, "/game scenario", goal="hold the ford", turns=6)
    told = await demo.done(demo.ann, "/game scenario", turns=5)
    assert told.title == "Scenario: Turn 1 of 5 · hold the ford"
    await demo.done(demo.ann, "/undo")
    await demo.done(demo.ann, "/undo")
    assert (await demo.live()).game.scenario is None
    assert "Give a `goal`" in await demo.refused(demo.ann, "/game scenario")


async def test_after_the_first_roll_the_other_side_agrees_to_the_scenario(demo: Table) -> None:
    await demo.done(demo.ann, "/initiative", dice="6 1")
    told = await demo.say(demo.ann, "/game scenario", turns=3)
    assert "Bob: do you agree?" in told.title


async def test_a_german_reads_the_scenario(demo: Table) -> None:
    speaks(demo, demo.ann, "de")
    assert "Gib" in await demo.refused(demo.ann, "/game scenario")


async def test_objectives_are_placed_by_name_announced_each_turn_and_decide(demo: Table) -> None:
    """They are checked automatically where possible."""
    told = await demo.done(demo.ann, "/game scenario", objectives="Ford, Hill", turns=2, wins="objectives")
    assert "📌 Place the objectives: Ford and Hill." in told.text
    assert "Who holds the most objectives wins: `/objective hold`." in told.text.replace("</objective hold:", "`")
    await demo.done(demo.ann, "/objective hold", label="Ford", side="Red")
    assert "🎯 Turn 2 of 2 · Ford: Red, Hill: free" in (await next_turn(demo)).text
    told = await next_turn(demo)
    assert "🎯 The last turn of the scenario is over. Red wins: Objectives: Ford: Red, Hill: free." in told.text
    await demo.done(demo.bob, "/objective hold", label="Hill", side="Blue")
    assert "Ford: Red, Hill: Blue" in (await demo.say(demo.ann, "/game victory")).text
    told = await demo.done(demo.ann, "/game end")
    assert "Objectives: Ford: Red, Hill: Blue." in told.text
    assert "is ahead" not in told.text


async def test_an_objective_that_is_there_already_is_refused(demo: Table) -> None:
    await demo.done(demo.ann, "/place add", kind="objective", label="Ford")
    assert "already on the table" in await demo.refused(demo.ann, "/game scenario", objectives="Hill, ford")
    assert (await demo.live()).game.scenario is None


async def test_a_table_has_room_for_fifty_objects(demo: Table) -> None:
    places = list(map(str, range(1, 51)))
    await demo.done(demo.ann, "/game scenario", objectives=",".join(places))
    assert list((await demo.live()).game.things) == places
    told = await demo.refused(demo.ann, "/place add", kind="objective", label="51")
    assert "A table can have at most 50 objects." in told


async def test_missing_points_and_victory_rules_are_not_mentioned(demo: Table) -> None:
    """Two phones, 31: "Points: no side has points." and "The rules decide who wins." in a game without such rules."""
    told = await demo.done(demo.ann, "/game scenario", goal="hold the ford", turns=1)
    assert "rules decide" not in told.text
    told = await next_turn(demo)
    assert "🎯 The last turn of the scenario is over." in told.text
    assert "no side has points" not in told.text
    assert "no side has points" not in (await demo.done(demo.ann, "/game end")).text
