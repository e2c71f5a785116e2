"""`/act ram`, `board`, `leave`, and the fate of passengers (FUBAR › Vehicles)."""

from __future__ import annotations

from tests.cogs.table import Table

HMG = {"attacker": "HMG team", "target": "IFV", "distance": "10", "situation": "side"}


async def test_more_in_the_path_than_there_are(demo: Table) -> None:
    said = await demo.refused(demo.ann, "/act", action="ram", unit="IFV", target="Militia", count=30)
    assert "8 figures" in said


async def test_boarding_and_leaving(demo: Table) -> None:
    told = await demo.done(demo.ann, "/act", action="board", unit="Marines", target="IFV")
    assert "remove its figures from the table" in told.text
    assert (await demo.states("Marines"))["aboard"] == (await demo.unit("IFV")).id
    assert "inside a vehicle" in await demo.refused(
        demo.bob, "/fire", attacker="Militia", target="Marines", distance="10"
    )
    shot = {"attacker": "Marines", "target": "Militia", "distance": "10"}
    assert "inside a vehicle" in (await demo.warned(demo.ann, "/fire", **shot)).text
    assert "inside a vehicle" in await demo.refused(demo.ann, "/move", unit="Marines", action="walk")
    assert "already aboard" in await demo.refused(demo.ann, "/act", action="board", unit="Marines", target="IFV")
    await demo.done(demo.ann, "/act", action="leave", unit="Marines")
    assert "aboard" not in await demo.states("Marines")
    assert "not in a vehicle" in await demo.refused(demo.ann, "/act", action="leave", unit="Marines")


async def test_there_is_room_for_six(demo: Table) -> None:
    said = await demo.refused(demo.ann, "/act", action="board", unit="Regular section", target="IFV")
    assert "room for 6 figures" in said
    await demo.done(demo.ann, "/act", action="board", unit="Marines", target="IFV")
    said = await demo.refused(demo.ann, "/act", action="board", unit="Commandos", target="IFV")
    assert "room for 1 figure," in said


async def test_no_unit_boards_the_enemy(demo: Table) -> None:
    assert "belongs to the enemy" in await demo.refused(demo.bob, "/act", action="board", unit="HMG team", target="IFV")


async def test_those_inside_need_not_act_before_the_turn_ends(demo: Table) -> None:
    await demo.done(demo.ann, "/act", action="board", unit="Marines", target="IFV")
    told = await demo.warned(demo.ann, "/turn next")
    assert "Marines" not in told.text


async def test_an_unknown_act_is_refused_with_the_list(demo: Table) -> None:
    said = await demo.refused(demo.ann, "/act", action="dance")
    assert "Withdraw from close combat, Drive into infantry, Board a vehicle and Leave a vehicle" in said
    assert (await demo.say(demo.ann, "/act", action="leave")).form
