"""FUBAR over a turn, through the bot: the fate of vehicles and their passengers (FUBAR › Vehicles)."""

from __future__ import annotations

from tests.cogs.table import Table

RPG = {"attacker": "Marines", "target": "Technical", "distance": "20", "situation": "side", "firers": "1 rpg"}


async def test_two_effects_of_one_shot_both_count_for_the_next(demo: Table) -> None:
    """Stunned and immobilised by one shot: stunned again is the next that it has not had, a weapon."""
    told = await demo.done(demo.ann, "/fire", **RPG, dice="6 6 1 / 1 1 / 1 / 5")
    assert "crew stunned and immobilised" in told.text
    told = await demo.anyway(demo.ann, "/fire", **RPG, dice="6 1 1 / 1 / 1")
    assert "1 hit, 0 saved: a weapon destroyed." in told.text


HMG = {"attacker": "HMG team", "target": "IFV", "distance": "10", "situation": "side"}


async def _each_unsaved(demo: Table) -> None:
    await demo.done(demo.ann, "/rulings set", name="passenger_hits", value="each_unsaved")
    await demo.done(demo.ann, "/act", action="board", unit="Marines", target="IFV")


async def test_two_unsaved_hits_fall_on_the_crew_and_on_the_passengers(demo: Table) -> None:
    await _each_unsaved(demo)
    told = await demo.done(demo.bob, "/fire", **HMG, dice="5 5 1 1 / 1 1 / 1 / 5 / 1")
    assert "2 casualties among those inside, 1 of them crew" in told.text
    assert (await demo.unit("Marines")).models == 4
    assert (await demo.states("IFV"))["crew_lost"] == 1
    assert (
        "crew lost: this many of its crew are gone" in (await demo.say(demo.ann, "/unit show", unit="IFV")).text.lower()
    )


async def test_a_crew_that_is_gone_takes_no_more_hits(demo: Table) -> None:
    """Two of the crew by four hits, then all four fall on the five marines."""
    await _each_unsaved(demo)
    await demo.done(demo.bob, "/fire", **HMG, dice="5 5 5 5 / 1 1 6 6 / 1 / 5 / 1")
    await demo.anyway(demo.ann, "/turn next")
    await demo.anyway(demo.bob, "/fire", **HMG, dice="5 5 1 1 / 1 1 / 1 / 5 / 1")
    told = await demo.anyway(demo.bob, "/fire", **HMG, dice="5 1 1 1 / 1 / 6 / 1 / 1 1")
    assert "3 casualties among those inside." in told.text
    assert (await demo.states("IFV"))["crew_lost"] == 2
    assert (await demo.unit("Marines")).models == 0


async def test_every_unit_has_its_own_armour(demo: Table) -> None:
    """Two units of three aboard: veterans save on 5+, the others have nothing to save with."""
    await demo.done(demo.ann, "/unit edit", unit="Marines", field="models", value="3")
    await demo.done(demo.ann, "/unit edit", unit="Commandos", field="models", value="3")
    await demo.done(demo.ann, "/unit edit", unit="Commandos", field="armour", value="none")
    for unit in ("Marines", "Commandos"):
        await demo.done(demo.ann, "/act", action="board", unit=unit, target="IFV")
    await demo.done(demo.bob, "/fire", **HMG, dice="5 1 1 1 / 1 / 6 / 5 5 5")
    assert [(await demo.unit(name)).models for name in ("Marines", "Commandos")] == [3, 0]


async def test_no_figure_is_rammed_inside_a_vehicle_and_none_stays_in_a_destroyed_one(demo: Table) -> None:
    await demo.done(demo.ann, "/act", action="board", unit="Marines", target="IFV")
    await demo.done(demo.ann, "/unit add", name="Tank", profile="tank", side="Blue")
    said = await demo.refused(demo.bob, "/act", action="ram", unit="Tank", target="Marines", count=1)
    assert "inside a vehicle" in said
    await demo.done(demo.ann, "/unit remove", unit="IFV")
    assert "aboard" not in await demo.states("Marines")


async def test_a_wreck_marked_by_hand_is_a_wreck(demo: Table) -> None:
    await demo.done(demo.ann, "/act", action="board", unit="Marines", target="IFV")
    await demo.done(demo.ann, "/marker set", unit="IFV", marker="destroyed", count=1)
    assert not (await demo.unit("IFV")).alive
    assert "aboard" not in await demo.states("Marines")
    assert "out of action" in await demo.refused(demo.bob, "/fire", **HMG)


async def test_a_weapon_destroyed_is_one_of_two_equal_ones(demo: Table) -> None:
    """The first loss leaves one that fires and is listed, the second none, and a third takes nothing. Each is a marker
    of its own.
    """
    await demo.done(demo.ann, "/unit edit", unit="IFV", field="weapons", value="2 lmg")
    for nth, words in enumerate(("lmg", "lmg,lmg 2", "lmg,lmg 2")):
        told = await demo.done(demo.bob, "/fire", **HMG, dice="5 1 1 1 / 1 / 3")
        assert (await demo.states("IFV"))["weapons_lost"] == words
        assert ("no weapon left to destroy" in told.text) == (nth == 2)
        marker = ("“weapons lost: LMG”", "“weapons lost: LMG 2”", "")[nth]
        assert f"Place the marker {marker} by " in told.text or nth == 2
        offered = await demo.type(demo.ann, "/fire", "firers", attacker=(await demo.unit("IFV")).id)
        assert [label for label, _ in offered] == ["1 LMG"] * (nth == 0)
        shown = (await demo.say(demo.ann, "/unit show", unit="IFV")).text
        assert ("Weapons: 1 LMG" in shown) == (nth == 0)
        if nth == 0:
            assert "weapons lost LMG" in shown
        if nth < 2:
            await demo.anyway(demo.ann, "/turn next")
            await demo.done(demo.bob, "/activate", unit="HMG team", dice="6")
        if nth == 0:
            fired = await demo.done(demo.ann, "/fire", attacker="IFV", target="Militia", distance="20")
            assert "Fired: 1 LMG." in fired.text
    assert "all are destroyed" in await demo.refused(demo.ann, "/fire", attacker="IFV", target="Militia", distance="20")


async def _drive(demo: Table, unit: str, action: str) -> None:
    await demo.done(demo.ann, "/initiative", dice="6 1")
    await demo.done(demo.ann, "/activate", unit=unit, action=action, dice="6")


async def _may(demo: Table, unit: str) -> str:
    told = await demo.done(demo.ann, "/unit show", unit=unit)
    return next((line for line in told.lines if line.startswith("Options: ")), "")


async def test_a_tank_that_chose_moderate_cover_drives_through_it(demo: Table) -> None:
    """The cover need not be named again; other terrain on the way takes nothing from it."""
    await demo.done(demo.ann, "/unit edit", unit="IFV", field="hull", value="heavy")
    await _drive(demo, "IFV", "run")
    assert "Up to 6″" in (await demo.done(demo.ann, "/move", unit="IFV")).text
    await demo.done(demo.ann, "/undo")
    assert "Up to 6″" in (await demo.done(demo.ann, "/move", unit="IFV", action="run", terrain="soft")).text
    assert not await _may(demo, "IFV")


async def test_a_vehicle_that_is_no_tank_just_drives(demo: Table) -> None:
    await _drive(demo, "IFV", "run")
    assert (await demo.states("IFV"))["action"] == "walk"
    assert "Options: drive 12″" in await _may(demo, "IFV")
    assert "Up to 12″" in (await demo.done(demo.ann, "/move", unit="IFV")).text


async def test_a_standing_vehicle_drives_through_no_terrain(demo: Table) -> None:
    """This holds with any terrain named beside it: it may still fire."""
    await _drive(demo, "IFV", "aimed_fire")
    await demo.anyway(demo.ann, "/move", unit="IFV", action="aimed_fire", terrain="moderate")
    assert (await demo.states("IFV"))["action"] == "aimed_fire"
    assert "Options: Aimed Fire" in await _may(demo, "IFV")


async def test_a_vehicle_immobilised_on_its_drive_has_its_shot_left(demo: Table) -> None:
    await _drive(demo, "IFV", "walk")
    await demo.done(demo.ann, "/marker set", unit="IFV", marker="immobilised", count=1)
    assert await _may(demo, "IFV") == "Options: fire one weapon"
    await demo.done(demo.ann, "/fire", attacker="IFV", target="Militia", distance="20", firers="1 lmg")
    assert not await _may(demo, "IFV")


async def test_a_vehicle_that_lost_its_weapons_is_offered_no_aimed_fire(demo: Table) -> None:
    await demo.done(demo.ann, "/unit edit", unit="IFV", field="weapons", value="1 lmg")
    await _drive(demo, "IFV", "aimed_fire")
    assert "Options: Aimed Fire with all weapons" in await _may(demo, "IFV")
    await demo.anyway(demo.bob, "/fire", **HMG, dice="5 1 1 1 / 1 / 3")
    assert not await _may(demo, "IFV")
