"""Bayonet's area effects through Discord: the owners of the dice, the number of strays, and the choice of figures."""

from __future__ import annotations

from tests.cogs.components.test_fire_form import form
from tests.cogs.shown import fields
from tests.cogs.table import Table, Told

GRENADE = {"attacker": "GI", "firers": "grenade"}


async def _sides(ford: Table) -> dict[str, str | None]:
    """Return the side whose roll each of the last entry was."""
    return {throw.key: throw.side for throw in (await ford.entry()).plays[0].throws}


async def _engage(ford: Table) -> None:
    """The Chief and the Engineer are hand to hand, with the Irregular at their side."""
    await ford.anyway(ford.bob, "/assault", attacker="Chief", target="Engineer", dice="2 4")
    await ford.done(ford.bob, "/marker set", unit="Irregular", marker="overlapping", count=1)


async def _astray(ford: Table, targets: str, distance: str = "20/0/0", *faces: int) -> Told:
    """The light mortar fires into that fight and is asked whom else it attacks."""
    ford.dice.next(*faces)
    shot = {"attacker": "Light mortar", "target": targets, "distance": distance}
    return await ford.done(ford.ann, "/fire", **shot)


# How far it is to the point of aim


async def test_the_form_keeps_the_options_of_the_command(ford: Table) -> None:
    form = await ford.say(ford.ann, "/fire", **GRENADE, target="Irregular, Irregular 2", distance="0/1.5")
    far = [one for one in fields((form.form or {})["components"]) if one["custom_id"].startswith("distance")]
    assert [one.get("value") for one in far] == [None, "0", "1.5"]
    assert "how far is it from GI (grenade) to the point of aim, and from there to Irregular" in await ford.refused(
        ford.ann, "/odds", attacker="GI", firers="grenade", target="Irregular, Irregular 2", distance="0/1.5"
    )


# The owners of the dice


async def test_ones_own_figure_under_an_area_shot_rolls_its_own_die(moved: Table) -> None:
    await moved.done(moved.bob, "/game dice", mode="physical")
    moved.dice.next(5, 6)
    asked = await moved.done(moved.ann, "/fire", **GRENADE, target="Irregular, GI 2", distance="5/0/0")
    assert asked.title == "Bob, roll 1d6: Irregular"
    told = await moved.fill(moved.bob, await moved.click(moved.bob, asked, "Enter dice"), throw0="2")
    assert "GI 2: 9 against 9, no effect." in told.text
    assert await _sides(moved) == {"attack": "Red", "target 1": "Blue", "target 2": "Red"}


async def test_whom_an_area_shot_strays_to_chooses_the_player_of_whom_it_strayed_off(moved: Table) -> None:
    await _engage(moved)
    asked = await _astray(moved, "Chief, Engineer", "20/0/3", 1, 1, 6)
    assert asked.title == "Ann: The shot strays. Who is attacked instead?"
    assert "This question is for Ann" in (await moved.pick(moved.bob, asked, "Irregular")).whole
    moved.dice.next(3, 3)
    await moved.pick(moved.ann, asked, "Irregular")
    sides = await _sides(moved)
    assert [sides[key] for key in sides if "stray" in key or "bystander" in key] == ["Red", "Blue"]


# How often it strays


async def test_br_an_area_shot_strays_once(moved: Table) -> None:
    await _engage(moved)
    asked = await _astray(moved, "Chief, Engineer", "20/2/2", 1, 6, 6)
    assert asked.title == "Bob: The shot strays. Who is attacked instead?"
    told = await moved.pick(moved.bob, asked, "Nobody is near")
    assert "1 shot strayed and hit nobody else." in told.text
    assert "once a shot (area stray)" in told.text


async def test_br_an_area_shot_strays_off_each_of_its_targets_by_ruling(moved: Table) -> None:
    asked = await moved.done(moved.ann, "/rulings set", name="area_stray", value="once_a_target")
    await moved.click(moved.bob, asked, "Agree")
    await _engage(moved)
    asked = await _astray(moved, "Chief, Engineer", "20/2/2", 1, 6, 6)
    again = await moved.pick(moved.bob, asked, "Nobody is near")
    assert again.title == "Ann: The shot strays. Who is attacked instead?"
    told = await moved.pick(moved.ann, again, "Nobody is near")
    assert "2 shots strayed and hit nobody else." in told.text
    assert "once a target (area stray)" in told.text


async def test_br_a_new_game_shows_its_house_rulings(ford: Table) -> None:
    assert (await ford.live()).game.rulings == {"area_stray": "once_a_shot", "shot_range": "asked"}
    shown = (await ford.done(ford.bob, "/rulings show")).text
    assert "**area stray** = once a shot (or once a target) · house ruling" in shown
    assert "**armour against psi** = counts (or not) · house ruling" in shown


# Nothing typed but numbers


async def test_the_form_of_an_area_shot_asks_for_the_point_of_aim_and_for_the_targets_in_each_ring(
    moved: Table,
) -> None:
    told = await moved.pick(moved.ann, await moved.done(moved.ann, "/game status"), "Light mortar", "Fire")
    asked = {one["custom_id"]: one for one in fields((told.form or {})["components"])}
    assert list(asked)[:3] == ["distance:point", "target:1", "target:2"]
    labels = [one["label"] for one in (told.form or {})["components"]]
    assert labels[:3] == ["Distance to the point of aim", "Up to 1″ from the point of aim", "1″ to 2″ from it"]
    first, second = [(await moved.unit(name)).id for name in ("Irregular", "Irregular 2")]
    moved.dice.next(2, 6, 6)
    told = await moved.fill(
        moved.ann, told, **{"distance:point": "20", "target:1": [first], "target:2": [second, first]}
    )
    entry = await moved.entry()
    assert (entry.request["target"], entry.request["distance"]) == ([first, second], ["20", "1", "2"])
    assert "Irregular: 8 against 8, no effect. Irregular 2: 5 against 8, no effect." in told.text


async def test_a_point_of_aim_that_is_no_length_is_asked_again_with_the_targets_around_it(moved: Table) -> None:
    """The unit was asked instead."""
    told = await form(moved, moved.ann, "Light mortar")
    irregular = (await moved.unit("Irregular")).id
    wrong = await moved.fill(moved.ann, told, **{"distance:point": "far", "target:1": [irregular]})
    again = await moved.click(moved.ann, wrong, "Correct it")
    assert again.form
    point, inner, outer, *_ = fields(again.form["components"])
    assert [one["custom_id"] for one in (point, inner, outer)] == ["distance:point", "target:1", "target:2"]
    assert point["value"] == "far"
    assert [one["value"] for one in inner["options"] if one.get("default")] == [irregular]


async def test_an_area_shot_without_a_target_names_the_field(moved: Table) -> None:
    told = await moved.pick(moved.ann, await moved.done(moved.ann, "/game status"), "Light mortar", "Fire")
    refused = await moved.fill(moved.ann, told, **{"distance:point": "20", "target:1": [], "target:2": []})
    assert "target" in refused.whole.casefold()


# Friends near the point of aim


async def test_a_grenade_chosen_in_a_form_asks_for_all_near_its_point_of_aim(moved: Table) -> None:
    """Nothing reminded of the friend 2″ from the target."""
    told = await form(moved, moved.ann, "GI")
    irregular, friend = (await moved.unit("Irregular")).id, (await moved.unit("GI 2")).id
    told = await moved.fill(moved.ann, told, target=[irregular], distance="6", firers=["1 grenade"])
    assert told.title == "Who is near the point of aim?"
    assert "Name all within 2″ of it, friend and foe." in told.text
    again = await moved.click(moved.ann, told, "Point of aim …")
    assert again.form
    point, inner, outer, *_ = fields(again.form["components"])
    assert point["value"] == "6"
    assert [one["value"] for one in inner["options"] if one.get("default")] == [irregular]
    moved.dice.next(1, 6, 6)
    told = await moved.fill(moved.ann, again, **{outer["custom_id"]: [friend]})
    assert (await moved.entry()).request["target"] == [irregular, friend]
    assert (await moved.states("GI"))["grenades_thrown"] == 1
