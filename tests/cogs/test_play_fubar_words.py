"""FUBAR through the bot: the listed options of vehicles, fighters and passengers are legal."""

from __future__ import annotations

import pytest

from tests.cogs.components.play.test_control_row import menus
from tests.cogs.table import Table


async def test_a_vehicle_drives_and_does_not_walk(demo: Table) -> None:
    told = await demo.done(demo.ann, "/activate", unit="IFV", dice="6")
    assert (
        "IFV may now: drive 12″, 6″ through soft cover, and fire one weapon; On Guard, one reaction shot" in told.text
    )
    assert "Walk" not in told.text
    told = await demo.done(demo.ann, "/move", unit="IFV")
    assert told.title == "IFV: drive"


async def test_an_immobilised_vehicle_is_not_ordered_to_drive(demo: Table) -> None:
    await demo.done(demo.ann, "/marker set", unit="IFV", marker="immobilised", count=1)
    told = await demo.done(demo.ann, "/activate", unit="IFV", dice="6")
    assert "Aimed Fire with all weapons" in told.text
    assert "drive" not in told.text


async def test_those_inside_may_get_out(demo: Table) -> None:
    await demo.done(demo.ann, "/act", action="board", unit="Marines", target="IFV")
    told = await demo.say(demo.ann, "/unit show", unit="Marines")
    assert "Options: get out" in told.lines


async def test_those_in_close_combat_may_fight_on_or_break_off(demo: Table) -> None:
    await demo.done(demo.ann, "/activate", unit="Marines", action="assault", dice="6")
    await demo.done(demo.ann, "/assault", attacker="Marines", target="Militia", dice="1 1 1 1 1 / 1 1 1 1 1 1 1 1")
    await demo.anyway(demo.ann, "/turn next")
    told = await demo.say(demo.ann, "/unit show", unit="Marines")
    assert "Options: fight on; break off" in told.lines


async def test_states_are_described_for_infantry_too(demo: Table) -> None:
    await demo.done(demo.ann, "/activate", unit="Marines", action="walk", dice="6")
    await demo.done(demo.ann, "/move", unit="Marines")
    told = await demo.say(demo.ann, "/unit show", unit="Marines")
    assert "moved: has moved since its activation; a vehicle then fires one weapon" in told.text
    assert "activated: has been activated this turn, by its roll or by close combat" in told.text


@pytest.mark.parametrize(
    ("facing", "faces", "reason"),
    [
        ("rear", "5 4", "on the rear the higher counts, the worse for the owner"),
        ("front", "5 4", "on the front the lower counts, the better for the owner"),
    ],
)
async def test_why_a_face_of_the_damage_counts(demo: Table, facing: str, faces: str, reason: str) -> None:
    shot = {"attacker": "Marines", "target": "Technical", "distance": "20", "firers": "1 rpg", "situation": facing}
    told = await demo.done(demo.ann, "/fire", **shot, dice=f"4 1 1 / 1 / {faces}")
    assert reason in told.text
    why = await demo.click(demo.ann, told, "Why?")
    assert reason in why.text


async def test_a_warning_mentions_the_cardinal_rule(demo: Table) -> None:
    await demo.done(demo.ann, "/initiative", dice="6 1")
    told = await demo.warned(demo.ann, "/fire", attacker="Marines", target="Militia", distance="12")
    assert "The Cardinal Rule lets you" in told.text
    topic = await demo.done(demo.ann, "/rules topic", topic="cardinal_rule")
    assert "makes no sense" in topic.text


async def test_a_vehicle_is_offered_to_drive_and_to_ram(demo: Table) -> None:
    told = await demo.done(demo.ann, "/activate", unit="IFV", dice="6")
    (lines,) = menus(told).values()
    assert "Drive 12″" in told.buttons
    assert {"IFV: On Guard", "IFV: Ram 12″"} <= {*lines, *(f"IFV: {one}" for one in told.buttons)}
    assert not [label for label in told.buttons if label.startswith(("Walk", "Run", "Assault"))]
    assert "ram infantry" in told.text
    assert (await demo.click(demo.ann, told, "Drive 12″")).title == "IFV: drive"
    assert (await demo.states("IFV"))["action"] == "walk"


async def test_its_actions_are_suggested_in_its_words(demo: Table) -> None:
    found = [("Drive", "walk"), ("On Guard", "on_guard"), ("Aimed Fire", "aimed_fire"), ("Ram", "assault")]
    for command in ("/activate", "/move"):
        assert await demo.type(demo.ann, command, "action", unit="IFV") == found
        assert ("Walk", "walk") in await demo.type(demo.ann, command, "action", unit="Marines")
    await demo.done(demo.ann, "/unit add", name="Tank", profile="tank", side="Red")
    through = ("Drive through moderate cover", "run")
    assert through in await demo.type(demo.ann, "/activate", "action", unit="Tank")


async def test_the_menu_of_its_targets_has_those_it_may_ram(demo: Table) -> None:
    told = await demo.done(demo.ann, "/activate", unit="IFV", dice="6")
    asked = await demo.pick(demo.ann, told, "Drive into infantry: Militia", "IFV at")
    assert asked.form
    told = await demo.fill(demo.ann, asked, **{"many:in_path": "2"})
    if told.warned:
        told = await demo.click(demo.ann, told, "Anyway")
    assert "They " in told.text
    entry = await demo.entry()
    assert entry.plays[0].facts["in_path"] == 2
