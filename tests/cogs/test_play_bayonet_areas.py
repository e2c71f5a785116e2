"""Bayonet's area effects through Discord: whose die is whose, how often one strays, and who chooses off whom."""

from __future__ import annotations

from tests.cogs.beginnings import beginning
from tests.cogs.table import Table, Told


@beginning
async def ford(table: Table) -> None:
    """Ann, the umpire, plays Red with the Patrol, Bob plays Blue with the Band; Blue has the first bound."""
    await table.done(table.ann, "/game demo", system="bayonet")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    await table.done(table.ann, "/initiative", dice="2 5")


GRENADE = {"attacker": "GI", "firers": "grenade"}


async def _sides(ford: Table) -> dict[str, str | None]:
    """The side whose throw each of the last entry was."""
    return {throw.key: throw.side for throw in (await ford.entry()).plays[0].throws}


async def _fighting(ford: Table) -> None:
    """The Chief and the Engineer are hand to hand, with the Irregular at their side."""
    await ford.done(ford.bob, "/assault", attacker="Chief", target="Engineer", dice="2 4")
    await ford.done(ford.ann, "/marker set", unit="Irregular", marker="overlapping", count=1)


async def _astray(ford: Table, targets: str, distance: str = "0/0", *faces: int) -> Told:
    """The light mortar fires into that fight and is asked whom else it attacks."""
    ford.dice.next(*faces)
    shot = {"attacker": "Light mortar", "target": targets, "distance": distance}
    return await ford.done(ford.ann, "/fire", **shot)


# Whose dice they are


async def test_b13_ones_own_figure_under_an_area_shot_throws_its_own_die(ford: Table) -> None:
    await ford.done(ford.bob, "/game dice", mode="physical")
    ford.dice.next(5, 6)
    asked = await ford.done(ford.ann, "/fire", **GRENADE, target="Irregular, GI 2", distance="0/0")
    assert asked.title == "Bob, throw 1d6: Irregular"
    told = await ford.fill(ford.bob, await ford.click(ford.bob, asked, "Enter dice"), throw0="2")
    assert "GI 2: 9 against 9, no effect." in told.text
    assert await _sides(ford) == {"attack": "Red", "target 1": "Blue", "target 2": "Red"}


async def test_b13_the_order_in_which_targets_are_named_is_nobodys_throw(ford: Table) -> None:
    await ford.done(ford.ann, "/fire", **GRENADE, target="GI 2, Irregular", distance="0/0")
    assert await _sides(ford) == {"attack": "Red", "target 1": "Red", "target 2": "Blue"}


async def test_b13_a_strays_new_target_throws_its_own_die(ford: Table) -> None:
    await ford.done(ford.bob, "/assault", attacker="Chief", target="Engineer", dice="2 4")
    ford.dice.next(1, 4)
    asked = await ford.done(ford.ann, "/fire", attacker="Heavy", target="Chief", distance="10")
    await ford.done(ford.bob, "/game dice", mode="physical")
    ford.dice.next(3)
    thrown = await ford.pick(ford.bob, asked, "Engineer")
    assert thrown.title == "Bob, throw 1d6: stray attack on Engineer"
    form = await ford.click(ford.bob, thrown, "Enter dice")
    told = await ford.fill(ford.bob, form, throw0="5")
    assert "Stray shot at Engineer: 8 against 6, suppressed." in told.text
    assert await _sides(ford) == {"attack": "Red", "target": "Blue", "stray_attack 1": "Blue", "bystander 1": "Red"}


async def test_b13_whom_an_area_shot_strays_to_chooses_the_player_of_whom_it_strayed_off(ford: Table) -> None:
    await _fighting(ford)
    asked = await _astray(ford, "Chief, Engineer", "0/3", 1, 1, 6)
    assert asked.title == "Ann: The shot strays. Who else is attacked?"
    assert "This question is for Ann" in (await ford.pick(ford.bob, asked, "Irregular")).whole
    ford.dice.next(3, 3)
    await ford.pick(ford.ann, asked, "Irregular")
    sides = await _sides(ford)
    assert [sides[key] for key in sides if "stray" in key or "bystander" in key] == ["Red", "Blue"]


# How often it strays


async def test_br_an_area_shot_strays_once(ford: Table) -> None:
    await _fighting(ford)
    asked = await _astray(ford, "Chief, Engineer", "2/2", 1, 6, 6)
    assert asked.title == "Bob: The shot strays. Who else is attacked?"
    told = await ford.pick(ford.bob, asked, "nobody is near")
    assert "1 shot strayed and hit nobody else." in told.text
    assert "area stray = once a shot" in told.text


async def test_br_an_area_shot_strays_off_each_of_its_targets_by_ruling(ford: Table) -> None:
    asked = await ford.done(ford.ann, "/rulings set", name="area_stray", value="once_a_target")
    await ford.click(ford.bob, asked, "Agree")
    await _fighting(ford)
    asked = await _astray(ford, "Chief, Engineer", "2/2", 1, 6, 6)
    again = await ford.pick(ford.bob, asked, "nobody is near")
    assert again.title == "Ann: The shot strays. Who else is attacked?"
    told = await ford.pick(ford.ann, again, "nobody is near")
    assert "2 shots strayed and hit nobody else." in told.text
    assert "area stray = once a target" in told.text


async def test_br_a_new_game_says_how_often_an_area_shot_strays(ford: Table) -> None:
    assert (await ford.live()).game.rulings == {"area_stray": "once_a_shot"}
    shown = (await ford.done(ford.bob, "/rulings show")).text
    assert "**area stray** = once a shot (or once a target) · house ruling" in shown
