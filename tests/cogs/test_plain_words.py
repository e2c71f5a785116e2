"""Obstacles for newcomers: beginnings of names suffice, own dice are found, nothing is repeated without a question."""

from __future__ import annotations

from tests.cogs.table import Table

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20"}


async def test_the_beginning_of_an_option_and_of_an_action_is_enough(demo: Table) -> None:
    demo.dice.next(6)
    await demo.done(demo.ann, "/activate", unit="Regular", action="aim")
    assert (await demo.entry()).request["action"] == "aimed_fire"
    await demo.done(demo.ann, "/fire", **SHOT | {"distance": "5"}, cover="so", situation="same")
    assert (await demo.entry()).request["cover"] == ["soft"]
    said = await demo.refused(demo.ann, "/fire", **SHOT, cover="muddy")
    assert said.startswith("Cover: there is no 'muddy'; choose ")


async def test_a_system_by_its_beginning(table: Table) -> None:
    await table.done(table.ann, "/game new", system="bayo")
    assert (await table.live()).system.key == "bayonet"


async def test_naming_my_dice_does_not_oblige_me_to_name_the_enemys(demo: Table) -> None:
    """The commandos' armour saves are Ann's own business: nothing is agreed, so the bot rolls them."""
    shot = {"attacker": "HMG team", "target": "Commandos", "distance": "12"}
    demo.dice.next(1, 1, 1, 1)
    told = await demo.done(demo.bob, "/fire", **shot, dice="6 6 6 6")
    sources = [throw.source for throw in (await demo.entry()).plays[0].throws]
    assert sources == ["physical", "bot"], told.text


async def test_further_rolls_of_a_player_who_types_dice_are_asked_for(ww2: Table) -> None:
    """To hit is typed, to kill is Ann's too: she has the dice in hand."""
    shot = {"attacker": "Rifle squad", "target": "MG team", "distance": "18"}
    asked = await ww2.say(ww2.ann, "/fire", **shot, dice="6 6 6 6 6 6 6")
    if asked.title == "Please confirm":
        asked = await ww2.click(ww2.ann, asked, "Anyway")
    assert asked.title.startswith("Ann, roll 5d6: to kill"), asked


async def test_the_actions_of_the_last_turn_are_not_shown(demo: Table) -> None:
    demo.dice.next(6)
    await demo.done(demo.ann, "/activate", unit="Regular section", action="aimed_fire")
    await demo.done(demo.ann, "/fire", **SHOT)
    assert "fired" in (await demo.say(demo.ann, "/unit list")).text
    await demo.anyway(demo.ann, "/turn next")
    status = (await demo.say(demo.ann, "/game status")).text
    assert "fired" not in status
    assert "aimed fire" not in status


async def test_a_missing_unit_is_chosen_from_a_list(demo: Table) -> None:
    told = await demo.say(demo.ann, "/act", action="board")
    assert told.form
    menus = [field["component"] for field in told.form["components"]]
    assert {"Regular section · Red", "IFV · Red"} <= {one["label"] for menu in menus for one in menu["options"]}


async def test_several_new_units_are_numbered_from_1(table: Table) -> None:
    await table.done(table.ann, "/game new", system="fubar")
    told = await table.done(table.ann, "/unit add", name="Section", profile="militia", side="Red", count=3)
    assert told.title == "Red: 3 × Section join"
    names = [unit.name for unit in (await table.live()).game.units.values()]
    assert names == ["Section 1", "Section 2", "Section 3"]


async def test_where_to_sit_down_names_the_side_that_was_meant_as_it_is_written(demo: Table) -> None:
    said = await demo.refused(demo.cyd, "/force load", force="raiders", side="Blue_Two")
    assert "`/game join side:Blue_Two`" in said


async def test_an_amendment_of_something_without_cover_says_so(demo: Table) -> None:
    await demo.done(demo.ann, "/activate", unit="Regular section")
    said = await demo.refused(demo.ann, "/amend", cover="none")
    assert said.startswith(f"Entry {await demo.last()} has no cover. It is: Regular section: activation.")
