"""Open Fire WW2 through the bot: the assault, with everything that may fight in it."""

from __future__ import annotations

from rules.kernel.request import Request
from tests.cogs.table import Table

SHOOT, HOLD = "Shoot first", "Hold fire"


HEAVY, MEDIUM = "Heavy tank", "Medium tank"


async def test_an_unarmed_vehicle_can_be_assaulted(ww2: Table) -> None:
    charge = {"attacker": "Rifle squad", "target": "Tractor", "distance": "5", "situation": "rear"}
    told = await ww2.done(ww2.ann, "/assault", **charge, dice="4 1 1 1 1 / 1 1 / 5")
    assert "Rifle squad loses no men, Tractor loses 1 HP" in told.text
    assert "Tractor had no weapon to strike back" in told.text
    assert not (await ww2.unit("Tractor")).alive


async def test_a_gun_in_tow_neither_shoots_nor_strikes(ww2: Table) -> None:
    await ww2.done(ww2.bob, "/act", action="tow", unit="AT gun", target="Tractor")
    charge = {"attacker": "Rifle team", "target": "AT gun", "distance": "5"}
    told = await ww2.done(ww2.ann, "/assault", **charge, dice="1")
    assert "AT gun is in tow and cannot fire" in told.text
    assert "75mm gun" not in told.text


async def test_a_buttoned_tank_does_not_strike_back(ww2: Table) -> None:
    await ww2.done(ww2.bob, "/marker set", unit=HEAVY, marker="buttoned", count=1)
    charge = {"attacker": MEDIUM, "target": HEAVY, "distance": "5", "situation": "front"}
    told = await ww2.done(ww2.ann, "/assault", **charge, dice="1")
    assert "Heavy tank in contact" not in told.text
    assert "Heavy tank is buttoned up" in told.text


async def test_why_and_odds_explain_an_assault_with_several_weapons(ww2: Table) -> None:
    charge = {"attacker": "Conscript team", "target": "Half-track", "distance": "5", "situation": "side, no_shots"}
    told = await ww2.done(ww2.bob, "/assault", **charge, dice="1 1 1 / 1 1 / 1 1 1 1 1")
    assert "2 teams × ROF 1" in (await ww2.click(ww2.bob, told, "Why?")).text
    assert "%" in (await ww2.click(ww2.bob, told, "Odds")).text


async def test_the_side_of_a_vehicle_is_asked_and_counts(ww2: Table) -> None:
    asked = await ww2.say(ww2.bob, "/assault", attacker=HEAVY, target=MEDIUM, distance="5")
    assert asked.form
    held = await ww2.fill(ww2.bob, asked, **{"situation:0": ["rear"], "situation:1": ["charger_front"]})
    ww2.dice.next(4, 6, 1)
    told = await ww2.click(ww2.ann, held, HOLD)
    assert "engine damaged" in told.text
    assert (await ww2.states(MEDIUM))["engine_damaged"] == 1


async def test_distance_and_side_are_asked_for_in_one_form(ww2: Table) -> None:
    asked = await ww2.say(ww2.bob, "/assault", attacker=HEAVY, target=MEDIUM)
    told = await ww2.fill(ww2.bob, asked, distance="5", **{"situation:1": ["side"], "situation:2": ["charger_front"]})
    assert told.buttons == (SHOOT, HOLD, "Cancel")


async def test_an_explosive_hit_in_an_assault_asks_who_is_near(ww2: Table) -> None:
    charge = {"attacker": "Half-track", "target": "AT gun", "distance": "5", "situation": "charger_front"}
    asked = await ww2.done(ww2.ann, "/assault", **charge)
    ww2.dice.next(6, 1, 1, 1, 1, 1, 1, 1)
    told = await ww2.click(ww2.bob, asked, SHOOT)
    assert "75mm gun hit: who is near Half-track?" in told.text
    told = await ww2.done(ww2.bob, "/act", action="blast", unit="AT gun", target="Rifle team", count=1, dice="1")
    assert "Rifle team" in told.text


async def test_a_charge_leaves_the_position_by_itself(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/marker set", unit="Engineers", marker="set_up_position", count=1)
    asked = await ww2.done(ww2.ann, "/assault", attacker="Engineers", target="Rifle team (Blue)", distance="7")
    ww2.dice.next(1, 1, 1, 1, 1, 1, 1)
    await ww2.click(ww2.bob, asked, HOLD)
    assert "set_up_position" not in await ww2.states("Engineers")


async def test_concentrate_fire_is_for_shooting_and_adds_nothing_in_an_assault(ww2: Table) -> None:
    order = {
        "action": "concentrate_fire",
        "unit": "Company HQ",
        "target": "Engineers, Rifle team (Blue)",
        "distance": "6",
    }
    await ww2.done(ww2.ann, "/act", **order, dice="1 1")
    asked = await ww2.done(ww2.ann, "/assault", attacker="Engineers", target="Rifle team (Blue)", distance="7")
    ww2.dice.next(*(3,) * 6, 1)
    told = await ww2.click(ww2.bob, asked, HOLD)
    assert "Concentrate Fire" not in told.text
    assert "No losses." in told.text


async def test_each_side_of_the_charging_vehicle_can_be_named(ww2: Table) -> None:
    for said, marker in (("rear", "engine_damaged"), ("top", "engine_damaged")):
        charge = {"attacker": MEDIUM, "target": HEAVY, "distance": "5", "situation": f"front, charger_{said}"}
        asked = await ww2.done(ww2.ann, "/assault", **charge)
        ww2.dice.next(6, 6, 1, 1)
        await ww2.click(ww2.bob, asked, SHOOT)
        assert marker in await ww2.states(MEDIUM)
        await ww2.done(ww2.ann, "/marker set", unit=MEDIUM, marker=marker, count=0)
        await ww2.anyway(ww2.ann, "/turn next")


async def test_overdrive_makes_a_charge_longer(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/act", action="overdrive", unit=MEDIUM, dice="1 1")
    charge = {"attacker": MEDIUM, "target": "Tractor", "situation": "front"}
    asked = await ww2.warned(ww2.ann, "/assault", **charge, distance="15.5")
    assert "reaches 15″" in asked.text
    assert "reaches" not in (await ww2.done(ww2.ann, "/assault", **charge, distance="15", dice="1")).text


async def test_only_a_vehicle_has_sides_in_a_charge(ww2: Table) -> None:
    board = (await ww2.live()).board

    def offered(unit: str, target: str) -> set[str]:
        ids = {one.name: one.id for one in board.game.units.values()}
        charge = Request("assault", (ids[unit],), (ids[target],))
        return {one.code for one in board.system.commands["assault"].situations_of(board, charge)}

    assert offered("Engineers", "Rifle team (Blue)") == {"no_shots", "hidden", "smoke"}
    assert {"front", "top"} <= offered("Engineers", "Heavy tank")
    assert "charger_side" in offered("Medium tank", "Rifle team (Blue)")
