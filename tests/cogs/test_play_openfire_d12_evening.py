"""An evening of the Open Fire core rules through Discord: cases missing from the scripted battle and other tests."""

from __future__ import annotations

from typing import Any

from tests.cogs.table import Table, Told

EVADE = "Evade: +2 Defence, then 1 suppression token"


async def _assault(core: Table) -> Told:
    return await core.done(core.bob, "/assault", attacker="Raiders", target="Line squad", distance="8")


async def _truck(core: Table) -> None:
    """Ann makes a vehicle for six out of the Heavy trooper."""
    for field, value in (("vehicle", "yes"), ("transport", "6"), ("name", "Truck")):
        await core.done(core.ann, "/unit edit", unit="Heavy trooper", field=field, value=value)


# Assault range


async def test_an_assault_goes_over_slow_ground_and_levels(core: Table) -> None:
    ground = {"attacker": "Raiders", "target": "Line squad", "situation": "slow, levels_up=2"}
    assert "Assault moves 6″" in await core.refused(core.bob, "/assault", **ground, distance="8")
    told = await core.done(core.bob, "/assault", **ground, distance="7")
    assert "Up to 6″ (MOV 7, Assault +3, slow ground −2, 2 levels up −2)" in told.text


async def test_who_has_no_weapon_of_range_1_is_not_asked_for_a_free_attack(core: Table) -> None:
    await _assault(core)
    told = await core.done(core.bob, "/move", unit="Raiders", extra="leaves_assault_range")
    assert "Line squad makes no free attack: it has 2 suppression tokens or no weapon of range 1″." in told.text
    assert told.buttons[-2:] == ("Undo", "Why?")


# Decisions and dice


async def test_a_question_and_the_dice_after_it_outlive_a_restart(core: Table) -> None:
    await core.done(core.bob, "/game dice", mode="physical")
    asked = await core.done(core.ann, "/fire", attacker="Line squad", target="Turncoats", distance="14")
    await core.restart()
    assert "Evade with Turncoats?" in (await core.done(core.bob, "/waiting")).text
    core.dice.next(12, 12, 1, 1, 1, 1, 1, 1, 1, 1)
    asked = await core.click(core.bob, asked, EVADE)
    assert "roll 2d12: Defence tests on 6+" in asked.messages[0].embeds[0].title
    await core.restart()
    form = await core.click(core.bob, asked, "Enter dice")
    told = await core.fill(core.bob, form, throw0="5 6")
    assert "2 hits, 1 failed Defence test. 1 × DMG 1 = 1 damage" in told.text
    assert (await core.unit("Turncoats")).count("suppression") == 1


async def test_part_of_a_target_seen_or_in_cover(core: Table) -> None:
    shot = {"attacker": "Line squad", "target": "Turncoats", "distance": "5", "cover": "heavy"}
    misses = " ".join(["1"] * 10)
    seen = "seen_obscured=3, seen_clear=2, covered=3"
    told = await core.done(core.ann, "/fire", **shot, situation=seen, dice=misses)
    assert "10+ (SKL 7, obscured line of sight +3)" in told.text
    told = await core.anyway(core.ann, "/fire", **shot, situation="covered=2", dice=f"12 {misses[2:]} / 8")
    assert "8+ (DEF 7, PRC 1 +1)\n" in told.text
    assert "harder (piercing), most (mixed cover)" in told.text
    more = await core.refused(core.ann, "/fire", **shot, situation="covered=6")
    assert "6 of 5 models cannot be in cover" in more


# Out of turn, and other acts


async def test_a_transport_takes_a_unit_in_and_sets_it_down(core: Table) -> None:
    await _truck(core)
    board = {"action": "board", "unit": "Line squad", "target": "Truck"}
    told = await core.done(core.ann, "/act", **board)
    assert told.title == "Line squad: into Truck"
    assert "Remove the models of Line squad from the table.\n📌 The rules do not say what that costs" in told.text
    assert "get out" in await core.refused(core.ann, "/move", unit="Line squad")
    full = {"action": "board", "unit": "Veteran squad", "target": "Truck"}
    assert "Truck has room for 1 model, Veteran squad has 4." in await core.refused(core.ann, "/act", **full)
    told = await core.done(core.ann, "/act", action="leave", unit="Line squad")
    assert "Place its models beside Truck." in told.text
    assert await core.states("Line squad") == {}


async def test_a_vehicle_does_not_rush(core: Table) -> None:
    await _truck(core)
    assert "A vehicle may not rush." in await core.refused(core.ann, "/move", unit="Truck", action="rush")


async def test_an_object_is_known_by_the_beginning_of_its_label(core: Table) -> None:
    """Of two that fit neither is meant."""
    for name in ("Radio mast", "Ruin"):
        await core.done(core.ann, "/place add", kind="objective", label=name)
    await core.done(core.ann, "/act", action="interact", unit="Line squad", weapon="R")
    assert (await core.live()).game.things["Radio mast"].holder is None
    await core.anyway(core.ann, "/act", action="interact", unit="Second squad", weapon="Radio")
    assert (await core.live()).game.things["Radio mast"].holder == "Red"


async def test_objects_and_weapons_are_suggested_for_an_act(core: Table) -> None:
    await core.done(core.ann, "/place add", kind="objective", label="Radio mast")
    line = (await core.unit("Line squad")).id
    given: dict[str, Any] = {"action": "interact", "unit": line}
    assert await core.type(core.ann, "/act", "weapon", "", **given) == [
        ("objective Radio mast", "Radio mast"),
        ("service rifle", "service_rifle"),
    ]
    assert await core.type(core.ann, "/act", "weapon", "mast", action="interact") == [
        ("objective Radio mast", "Radio mast")
    ]


async def test_a_failed_test_secures_nothing(core: Table) -> None:
    await core.done(core.ann, "/place add", kind="objective", label="Radio mast")
    door = {"action": "interact", "unit": "Line squad", "weapon": "Radio mast", "situation": "skl, plus=1"}
    told = await core.done(core.ann, "/act", **door, dice="5")
    assert "**Radio mast: the test fails, nothing happens.**" in told.text
    assert "6+ (SKL 7, +1 on the die −1)" in told.text
    assert (await core.live()).game.things["Radio mast"].holder is None
