"""`/move`: distances, obstacles, and units that may react (FUBAR › Activation, Cover, Vehicles)."""

from __future__ import annotations

from tests.cogs.table import Table


async def test_a_move_needs_an_action_an_activation_and_no_other_action_chosen_before(demo: Table) -> None:
    assert "Which action" in await demo.refused(demo.ann, "/move", unit="Marines")
    told = await demo.warned(demo.ann, "/move", unit="Marines", action="walk")
    assert "has not been activated" in told.text
    await demo.done(demo.ann, "/activate", unit="Marines", action="run", dice="6")
    told = await demo.warned(demo.ann, "/move", unit="Marines", action="walk")
    assert "has already chosen Run" in told.text


async def test_vehicles_are_slower_in_soft_cover_and_enter_no_hard_cover(demo: Table) -> None:
    await demo.done(demo.ann, "/activate", unit="IFV", dice="6")
    assert "No vehicle enters hard cover" in await demo.refused(demo.ann, "/move", unit="IFV", terrain="hard")
    assert "heavy tanks" in await demo.refused(demo.ann, "/move", unit="IFV", terrain="moderate")
    assert "Up to 6″" in (await demo.done(demo.ann, "/move", unit="IFV", terrain="soft")).text
    await demo.done(demo.ann, "/undo")
    assert "Up to 12″" in (await demo.done(demo.ann, "/move", unit="IFV")).text


async def test_a_tank_through_moderate_cover_does_not_fire(demo: Table) -> None:
    asked = await demo.say(demo.ann, "/force load", force="armour", side="Red")
    await demo.click(demo.ann, asked, "Both")
    await demo.done(demo.ann, "/activate", unit="Tank", dice="6")
    await demo.done(demo.ann, "/move", unit="Tank", terrain="moderate")
    assert "cannot fire" in await demo.refused(demo.ann, "/fire", attacker="Tank", target="Militia", distance="20")
