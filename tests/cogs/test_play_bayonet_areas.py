"""Bayonet's area effects through Discord: the owners of the dice, the number of strays, and the choice of figures."""

from __future__ import annotations

from tests.cogs.bounds import next_step
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


async def test_more_hits_than_dice_are_explained_by_one_die_against_several_figures(moved: Table) -> None:
    moved.dice.next(6, 1, 1, 4, 4)
    thrown = {**GRENADE, "target": "Irregular, Irregular 2", "distance": "6/0/0"}
    await moved.done(moved.ann, "/fire", **thrown)
    told = await moved.done(moved.ann, "/stats")
    assert "1 die to hit, 2 hits (one die against several figures)" in told.text


# How far it is to the point of aim


async def test_the_range_of_an_area_weapon_is_asked_to_its_point_of_aim(moved: Table) -> None:
    thrown = {**GRENADE, "target": "Irregular, Irregular 2"}
    form = await moved.say(moved.ann, "/fire", **thrown)
    far = [one for one in fields((form.form or {})["components"]) if one["custom_id"].startswith("distance")]
    assert [one.get("value") for one in far] == [None, None, None]
    labels = [one["label"] for one in (form.form or {})["components"]]
    assert labels[:2] == ["Distance to the point of aim", "From there to Irregular"]
    moved.dice.next(2, 6, 6)
    numbers = zip((one["custom_id"] for one in far), ("6", "0", "1.5"), strict=True)
    told = await moved.fill(moved.ann, form, **dict(numbers))
    assert "Irregular: 6 against 8, no effect. Irregular 2: 3 against 8, no effect." in told.text


async def test_the_form_keeps_the_options_of_the_command(ford: Table) -> None:
    form = await ford.say(ford.ann, "/fire", **GRENADE, target="Irregular, Irregular 2", distance="0/1.5")
    far = [one for one in fields((form.form or {})["components"]) if one["custom_id"].startswith("distance")]
    assert [one.get("value") for one in far] == [None, "0", "1.5"]
    assert "how far is it from GI (grenade) to the point of aim, and from there to Irregular" in await ford.refused(
        ford.ann, "/odds", attacker="GI", firers="grenade", target="Irregular, Irregular 2", distance="0/1.5"
    )


async def test_beyond_its_range_an_area_shot_is_warned(moved: Table) -> None:
    for shot, target, reach in (
        (GRENADE, "Irregular", 6),
        ({"attacker": "Engineer", "firers": "grenade"}, "Irregular 2", 6),
        ({"attacker": "Light mortar"}, "Irregular 3", 48),
    ):
        said = (await moved.warned(moved.ann, "/fire", **shot, target=target, distance=f"{reach}.5/0")).text
        assert f"reaches {reach}″; the point of aim is {reach}.5″ away." in said
        await moved.done(moved.ann, "/fire", **shot, target=target, distance=f"{reach}/0")


async def test_who_aids_an_area_shot_reaches_its_point_of_aim(ford: Table) -> None:
    shot = {"attacker": "Light mortar, Lieutenant", "target": "Irregular", "distance": "30/0"}
    said = (await ford.warned(ford.ann, "/fire", **shot)).text
    assert "Lieutenant reaches 12″; the point of aim is 30″ away." in said
    assert "Light mortar reaches" not in said


# The owners of the dice


async def test_ones_own_figure_under_an_area_shot_rolls_its_own_die(moved: Table) -> None:
    await moved.done(moved.bob, "/game dice", mode="physical")
    moved.dice.next(5, 6)
    asked = await moved.done(moved.ann, "/fire", **GRENADE, target="Irregular, GI 2", distance="5/0/0")
    assert asked.title == "Bob, roll 1d6: Irregular"
    told = await moved.fill(moved.bob, await moved.click(moved.bob, asked, "Enter dice"), throw0="2")
    assert "GI 2: 9 against 9, no effect." in told.text
    assert await _sides(moved) == {"attack": "Red", "target 1": "Blue", "target 2": "Red"}


async def test_the_order_in_which_targets_are_named_changes_no_roll(moved: Table) -> None:
    await moved.done(moved.ann, "/fire", **GRENADE, target="GI 2, Irregular", distance="5/0/0")
    assert await _sides(moved) == {"attack": "Red", "target 1": "Red", "target 2": "Blue"}


async def test_a_strays_new_target_rolls_its_own_die(ford: Table) -> None:
    await ford.anyway(ford.bob, "/assault", attacker="Chief", target="Engineer", dice="2 4")
    await next_step(ford)
    ford.dice.next(1, 4)
    asked = await ford.done(ford.ann, "/fire", attacker="Heavy", target="Chief", distance="10")
    await ford.done(ford.bob, "/game dice", mode="physical")
    ford.dice.next(3)
    thrown = await ford.pick(ford.bob, asked, "Engineer")
    assert thrown.title == "Bob, roll 1d6: stray attack on Engineer"
    form = await ford.click(ford.bob, thrown, "Enter dice")
    told = await ford.fill(ford.bob, form, throw0="5")
    assert "Stray shot at Engineer: 8 against 6, suppressed." in told.text
    assert await _sides(ford) == {"attack": "Red", "target": "Blue", "stray_attack 1": "Blue", "bystander 1": "Red"}


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


async def test_br_a_new_game_says_how_often_an_area_shot_strays(ford: Table) -> None:
    assert (await ford.live()).game.rulings == {"area_stray": "once_a_shot", "shot_range": "asked"}
    shown = (await ford.done(ford.bob, "/rulings show")).text
    assert "**area stray** = once a shot (or once a target) · house ruling" in shown


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


async def test_friends_are_in_the_menus_around_the_point_of_aim(moved: Table) -> None:
    """Friend and foe are attacked, enemies first."""
    told = await form(moved, moved.ann, "Light mortar")
    assert told.form
    inner = fields(told.form["components"])[1]
    labels = [one["label"] for one in inner["options"]]
    assert labels.index("Irregular") < labels.index("GI 2")
    assert "Light mortar" not in labels
    said = told.form["components"][1]["description"]
    assert said == "Friends are attacked too: they come last in the menu."


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


async def test_a_figure_beside_the_point_of_aim_was_not_shot_at(moved: Table) -> None:
    """No friend could have aided against it, so another shot at it is not warned of."""
    shot = {"attacker": "Light mortar", "target": "Irregular, Irregular 2", "distance": "20/0/1"}
    await moved.done(moved.ann, "/fire", **shot, dice="1 6 6")
    await moved.done(moved.ann, "/fire", attacker="GI", target="Irregular 2", distance="10", dice="1 6")
    near = {"attacker": "GI 2", "target": "Irregular", "distance": "10"}
    warned = await moved.warned(moved.ann, "/fire", **near)
    assert "Irregular was already shot at in this bound; GI 2 could have aided then (Shooting › Aid)." in warned.text
