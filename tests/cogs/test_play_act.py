"""`/act ram`, `board`, `leave`, and the fate of passengers (FUBAR › Vehicles)."""

from __future__ import annotations

from tests.cogs.table import Table

HMG = {"attacker": "HMG team", "target": "IFV", "distance": "10", "situation": "side"}


async def test_a_ram_is_dodged_with_an_activation_roll(demo: Table) -> None:
    await demo.done(demo.ann, "/marker set", unit="Militia", marker="suppressed", count=1)
    await demo.done(demo.ann, "/activate", unit="IFV", dice="6")
    told = await demo.done(demo.ann, "/act", action="ram", unit="IFV", target="Militia", count=3, dice="6")
    assert "They get out of the way" in told.text
    assert "1 figure suppressed +1" in told.text


async def test_a_ram_kills_those_in_its_path(demo: Table) -> None:
    await demo.done(demo.ann, "/activate", unit="IFV", dice="6")
    told = await demo.done(demo.ann, "/act", action="ram", unit="IFV", target="Militia", count=3, dice="1")
    assert "3 casualties" in told.text
    assert (await demo.unit("Militia")).models == 5
    assert (await demo.states("IFV"))["moved"] == 1


async def test_more_in_the_path_than_there_are(demo: Table) -> None:
    said = await demo.refused(demo.ann, "/act", action="ram", unit="IFV", target="Militia", count=30)
    assert "8 figures" in said


async def test_infantry_cannot_ram(demo: Table) -> None:
    assert "not a vehicle" in await demo.refused(demo.ann, "/act", action="ram", unit="Marines", target="Militia")


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


async def test_all_bail_out_of_a_wreck(demo: Table) -> None:
    """2 crew without armour, and 5 marines who save for themselves."""
    await demo.done(demo.ann, "/act", action="board", unit="Marines", target="IFV")
    told = await demo.done(demo.bob, "/fire", **HMG, dice="5 1 1 1 / 1 / 6 / 1 1 5 5 5")
    assert "vehicle destroyed, all bail out and 4 casualties among those inside, 2 of them crew" in told.text
    marines = await demo.unit("Marines")
    assert marines.models == 3
    assert not marines.has("aboard")


async def test_a_wreck_has_no_passengers(demo: Table) -> None:
    await demo.done(demo.bob, "/fire", **HMG, dice="5 1 1 1 / 1 / 6")
    assert "out of action" in await demo.refused(demo.ann, "/act", action="board", unit="Marines", target="IFV")


async def test_those_inside_need_not_act_before_the_turn_ends(demo: Table) -> None:
    await demo.done(demo.ann, "/act", action="board", unit="Marines", target="IFV")
    told = await demo.warned(demo.ann, "/turn next")
    assert "Marines" not in told.text


async def test_an_unknown_act_is_refused_with_the_list(demo: Table) -> None:
    said = await demo.refused(demo.ann, "/act", action="dance")
    assert "Withdraw from close combat, Drive into infantry, Board a vehicle and Leave a vehicle" in said
    assert (await demo.say(demo.ann, "/act", action="leave")).form
