"""One activation, one action: the order after a warning (FUBAR › Activation)."""

from __future__ import annotations

from tests.cogs.components.play.test_control_row import menus
from tests.cogs.table import Table, Told

SECTION = {"attacker": "Regular section", "target": "Militia", "distance": "12"}


async def _activate_unit(demo: Table, unit: str, **action: str) -> None:
    """Red has the initiative, and the unit passes its activation."""
    await demo.done(demo.ann, "/initiative", dice="6 1")
    await demo.done(demo.ann, "/activate", unit=unit, **action, dice="6")


async def _may(demo: Table, unit: str) -> str:
    told = await demo.done(demo.ann, "/unit show", unit=unit)
    return next((line for line in told.lines if line.startswith("Options: ")), "")


async def test_a_shot_without_a_chosen_action_is_aimed_and_a_move_or_assault_after_it_warned_of(demo: Table) -> None:
    """Gone on with, it moves as on a walk."""
    await _activate_unit(demo, "Regular section")
    told = await demo.done(demo.ann, "/fire", **SECTION)
    assert "4+ (seasoned 5, aimed −1)" in told.text
    assert (await demo.states("Regular section"))["action"] == "aimed_fire"
    for action in ("walk", "on_guard", "assault"):
        told = await demo.warned(demo.ann, "/move", unit="Regular section", action=action)
        assert "has already chosen Aimed Fire" in told.text, action
    told = await demo.warned(demo.ann, "/assault", attacker="Regular section", target="Militia", distance="4")
    assert "already used its action" in told.text
    assert "Up to 6″" in (await demo.anyway(demo.ann, "/move", unit="Regular section")).text


async def test_a_vehicle_that_will_drive_fires_one_weapon(demo: Table) -> None:
    await _activate_unit(demo, "IFV", action="walk")
    shot = {"attacker": "IFV", "target": "Militia", "distance": "20"}
    assert "one weapon only" in await demo.refused(demo.ann, "/fire", **shot, firers="1 light_cannon, 1 lmg")
    told = await demo.done(demo.ann, "/fire", **shot)
    assert "Fired: 1 light cannon." in told.text
    await demo.done(demo.ann, "/move", unit="IFV")


async def test_a_walk_has_its_shot_before_its_move_too(demo: Table) -> None:
    await _activate_unit(demo, "Regular section", action="walk")
    assert (await _may(demo, "Regular section")).endswith("Walk 6″, small arms fire")
    await demo.done(demo.ann, "/fire", **SECTION)
    assert (await _may(demo, "Regular section")).endswith("Walk 6″")
    await demo.done(demo.ann, "/move", unit="Regular section")
    assert not await _may(demo, "Regular section")
    await demo.warned(demo.ann, "/fire", **SECTION)
    await demo.warned(demo.ann, "/move", unit="Regular section")


async def test_a_unit_is_offered_only_actions_without_a_warning(demo: Table) -> None:
    assert "Options: after its activation: Walk 6″" in await _may(demo, "Marines")
    await _activate_unit(demo, "Marines")
    assert "Options: Walk 6″, small arms fire; Run 12″" in await _may(demo, "Marines")
    await demo.done(demo.ann, "/fire", attacker="Marines", target="Militia", distance="12", firers="1 rpg")
    assert not await _may(demo, "Marines")


async def test_the_action_of_an_earlier_turn_forbids_nothing(demo: Table) -> None:
    """It ran last turn; a shot before its activation in this one is only warned of."""
    await _activate_unit(demo, "Regular section", action="run")
    await demo.done(demo.ann, "/move", unit="Regular section")
    await demo.anyway(demo.ann, "/turn next")
    await demo.done(demo.ann, "/initiative", dice="6 1")
    assert "not been activated" in (await demo.warned(demo.ann, "/fire", **SECTION)).text


async def test_an_assault_that_comes_to_nothing_is_not_offered(demo: Table) -> None:
    """After a shot it is warned of, with or without a choice; after the charge there must be enemies to fight."""
    await _activate_unit(demo, "Commandos")
    await demo.done(demo.ann, "/move", unit="Commandos", action="assault")
    assert await _may(demo, "Commandos") == "Options: Assault 8″"
    for unit in ("Militia", "HMG team", "Planet defence squad"):
        await demo.done(demo.bob, "/unit edit", unit=unit, field="models", value="0")
    assert not await _may(demo, "Commandos")
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    await demo.done(demo.ann, "/fire", attacker="Marines", target="Technical", distance="12", situation="side")
    await demo.anyway(demo.ann, "/move", unit="Marines", action="assault")
    assert not await _may(demo, "Marines")


async def test_a_unit_marked_as_activated_has_had_its_try(demo: Table) -> None:
    """The players rolled for it: its action of the last turn no longer counts, as after any activation."""
    await _activate_unit(demo, "Regular section", action="run")
    await demo.done(demo.ann, "/move", unit="Regular section")
    await demo.anyway(demo.ann, "/turn next")
    await demo.done(demo.ann, "/initiative", dice="6 1")
    await demo.done(demo.ann, "/marker set", unit="Regular section", marker="activated", count=1)
    assert await demo.states("Regular section") == {"tried": 1, "activated": 1}
    assert "already tried" in (await demo.warned(demo.ann, "/activate", unit="Regular section")).text
    assert "Options: Walk 6″, small arms fire; Run 12″" in await _may(demo, "Regular section")
    await demo.done(demo.ann, "/move", unit="Regular section", action="walk")
    await demo.done(demo.ann, "/marker set", unit="Regular section", marker="activated", count=1)
    assert (await demo.states("Regular section"))["action"] == "walk"
    await demo.done(demo.ann, "/marker set", unit="Commandos", marker="activated", count=1)
    assert "Options: Walk 6″, small arms fire; Run 12″" in await _may(demo, "Commandos")


async def test_who_cannot_move_any_more_takes_no_action_that_moves(demo: Table) -> None:
    await demo.done(demo.ann, "/initiative", dice="6 1")
    await demo.done(demo.ann, "/marker set", unit="Commandos", marker="immobilised", count=1)
    for action in ("walk", "gone_to_ground", "assault"):
        said = await demo.refused(demo.ann, "/activate", unit="Commandos", action=action, dice="6")
        assert "is immobilised" in said
    charge = {"attacker": "Commandos", "target": "HMG team", "distance": "4"}
    assert "is immobilised" in await demo.refused(demo.ann, "/assault", **charge)
    await demo.done(demo.ann, "/activate", unit="Commandos", action="aimed_fire", dice="6")


async def test_a_marker_set_by_hand_means_the_same(demo: Table) -> None:
    await _activate_unit(demo, "Regular section")
    await demo.done(demo.ann, "/marker set", unit="Regular section", marker="on_guard", count=1)
    assert "On Guard" in (await demo.warned(demo.ann, "/fire", **SECTION)).text
    assert "On Guard" in (await demo.warned(demo.ann, "/move", unit="Regular section", action="walk")).text


async def test_a_vehicle_neither_ducks_nor_goes_to_ground_on_the_move(demo: Table) -> None:
    await _activate_unit(demo, "IFV")
    for action in ("duck_and_weave", "gone_to_ground"):
        said = await demo.refused(demo.ann, "/move", unit="IFV", action=action)
        assert "is a vehicle and cannot do that" in said, action


async def test_an_initiative_rolled_when_all_have_tried_is_no_sides(demo: Table) -> None:
    for unit in (await demo.live()).game.units.values():
        await demo.done(demo.ann, "/marker set", unit=unit.id, marker="tried", count=1)
    told = await demo.done(demo.ann, "/initiative", dice="6 1")
    assert "Every unit has acted." in told.text
    assert (await demo.live()).game.holder is None


async def test_nothing_is_recorded_as_a_move_of_no_inches(demo: Table) -> None:
    """On Guard may be chosen late: the unit stays where it is."""
    await _activate_unit(demo, "Regular section")
    told = await demo.done(demo.ann, "/move", unit="Regular section", action="on_guard")
    assert "It stays where it is." in told.text
    assert "0″" not in told.text
    assert (await demo.states("Regular section"))["on_guard"] == 1


async def test_a_unit_that_has_moved_by_no_known_action_shoots_as_on_a_walk(demo: Table) -> None:
    """An undo of its activation leaves a unit like this: it has not been stationary, so aiming is warned of."""
    await _activate_unit(demo, "Regular section")
    await demo.done(demo.ann, "/marker set", unit="Regular section", marker="moved", count=1)
    assert await _may(demo, "Regular section") == "Options: small arms fire"
    await demo.done(demo.ann, "/marker set", unit="Regular section", marker="immobilised", count=1)
    assert await _may(demo, "Regular section") == "Options: small arms fire"
    told = await demo.warned(demo.ann, "/fire", **SECTION, situation="aimed_fire")
    assert "without the +1 of Aimed Fire" in told.text
    told = await demo.done(demo.ann, "/fire", **SECTION, firers="6 assault_rifle")
    assert "Aimed Fire" not in told.text
    assert (await demo.states("Regular section"))["action"] == "walk"


async def test_a_crew_of_one_is_offered_no_fire_that_it_has_not(demo: Table) -> None:
    """A heavy machine gun on foot takes two figures: a single one walks, and goes On Guard, without a shot."""
    await demo.done(demo.bob, "/unit edit", unit="HMG team", field="models", value="1")
    told = await demo.done(demo.bob, "/activate", unit="HMG team", dice="6")
    assert "Walk 6″" in told.text
    assert "fire" not in told.text.partition("may now")[2].casefold()
    assert "reaction shot" not in told.text


async def _last_of_red(demo: Table, unit: str) -> Told:
    """The other units of Red have tried before this one passes its activation."""
    await demo.done(demo.ann, "/initiative", dice="6 1")
    for one in (await demo.live()).board.game.units_of_side("Red"):
        if one.name != unit:
            await demo.done(demo.ann, "/activate", unit=one.name, dice="6")
    return await demo.done(demo.ann, "/activate", unit=unit, dice="6")


async def test_the_last_unit_of_a_side_keeps_its_orders_until_it_has_acted(demo: Table) -> None:
    """Two phones, 2: the turn is passed on by its activation, so only fire and assault were offered."""
    told = await _last_of_red(demo, "Commandos")
    assert "Then it is Blue's turn, 4 units left." in told.text
    offered = [*told.buttons, *(one for options in menus(told).values() for one in options)]
    assert {"Walk 6″", "Run 12″"} <= {one.removeprefix("Commandos: ") for one in offered}
    told = await demo.click(demo.ann, told, "Run 12″")
    assert "Commandos: Walk 6″" not in [one for options in menus(told).values() for one in options]


async def test_the_last_passengers_of_a_side_may_get_out(demo: Table) -> None:
    """Two phones, 2."""
    await demo.done(demo.ann, "/act", action="board", unit="Commandos", target="IFV")
    told = await _last_of_red(demo, "Commandos")
    offered = [*told.buttons, *(one for options in menus(told).values() for one in options)]
    assert any("Leave a vehicle" in one for one in offered)
