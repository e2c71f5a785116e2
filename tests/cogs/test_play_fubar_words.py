"""FUBAR through the bot: the listed options of vehicles, fighters and passengers are legal."""

from __future__ import annotations

from tests.cogs.table import Table


async def test_states_are_described_for_infantry_too(demo: Table) -> None:
    await demo.done(demo.ann, "/activate", unit="Marines", action="walk", dice="6")
    await demo.done(demo.ann, "/move", unit="Marines")
    told = await demo.say(demo.ann, "/unit show", unit="Marines")
    assert "moved: has moved since its activation; a vehicle then fires one weapon" in told.text
    assert "activated: has been activated this turn, by its roll or by close combat" in told.text


async def test_why_a_face_of_the_damage_counts(demo: Table) -> None:
    reason = "on the rear the higher counts, the worse for the owner"
    shot = {"attacker": "Marines", "target": "Technical", "distance": "20", "firers": "1 rpg", "situation": "rear"}
    told = await demo.done(demo.ann, "/fire", **shot, dice="4 1 1 / 1 / 5 4")
    assert reason in told.text
    why = await demo.click(demo.ann, told, "Why?")
    assert reason in why.text


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
