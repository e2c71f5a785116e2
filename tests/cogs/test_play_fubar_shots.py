"""FUBAR through the bot: the units that may fire in a volley, and the reason if none can (FUBAR › Firing)."""

from __future__ import annotations

import pytest

from tests.cogs.table import Table

VOLLEY = {"attacker": "Marines", "target": "Militia, HMG team", "distance": "10"}


async def test_a_volley_counts_the_standing_figures_once(demo: Table) -> None:
    """Two of five are standing: two rifles fire, at one target or at two."""
    await demo.done(demo.ann, "/marker set", unit="Marines", marker="suppressed", count=3)
    said = await demo.refused(demo.ann, "/fire", **VOLLEY, firers="2 assault_rifle / 2 assault_rifle")
    assert "4 standing figures needed to serve these weapons, Marines has 2 standing figures" in said
    told = await demo.done(demo.ann, "/fire", **VOLLEY, firers="1 assault_rifle / 1 assault_rifle")
    assert "Fired at HMG team: 1 assault rifle." in told.text


async def test_when_all_who_stand_fire_at_the_first_target_that_is_the_reason(demo: Table) -> None:
    """A single standing figure cannot be divided either."""
    await demo.done(demo.ann, "/marker set", unit="Marines", marker="suppressed", count=4)
    said = await demo.refused(demo.ann, "/fire", **VOLLEY)
    assert "No figure of Marines is left for this target. All that can fire do so at the others." in said


async def test_an_undivided_volley_is_shared_out_in_a_form(demo: Table) -> None:
    asked = await demo.done(demo.ann, "/fire", **VOLLEY)
    assert asked.title == "Who fires at whom?"
    assert asked.private
    form = await demo.click(demo.ann, asked, "Split fire")
    assert form.form
    assert (await demo.say(demo.bob, "/fire", **VOLLEY)).refused


async def test_a_weapon_out_of_range_has_not_fired(demo: Table) -> None:
    shot = {"attacker": "Regular section", "target": "Planet defence squad", "distance": "20"}
    told = await demo.done(demo.ann, "/fire", **shot, firers="1 lmg, 1 grenade_launcher")
    assert "Fired: 1 LMG." in told.text
    assert "1 grenade launcher out of range (16″)" in told.text


async def test_a_moving_vehicle_with_two_equal_weapons_fires_one(demo: Table) -> None:
    await demo.done(demo.ann, "/unit edit", unit="IFV", field="weapons", value="2 lmg")
    await demo.done(demo.ann, "/activate", unit="IFV", dice="6")
    await demo.done(demo.ann, "/move", unit="IFV", action="walk")
    told = await demo.done(demo.ann, "/fire", attacker="IFV", target="Militia", distance="20")
    assert "Fired: 1 LMG." in told.text


HMG = {"attacker": "HMG team", "target": "Marines", "distance": "20"}


async def test_the_machine_gun_of_a_bunker_takes_one_man(demo: Table) -> None:
    await demo.done(demo.bob, "/unit edit", unit="HMG team", field="models", value="1")
    assert "on foot needs 2" in await demo.refused(demo.bob, "/fire", **HMG)
    told = await demo.done(demo.bob, "/fire", **HMG, situation="mounted")
    assert "Fired: 1 heavy MG." in told.text


async def test_a_unit_is_edited_to_have_it_mounted(demo: Table) -> None:
    await demo.done(demo.bob, "/unit edit", unit="HMG team", field="models", value="1")
    told = await demo.done(demo.bob, "/unit edit", unit="HMG team", field="mounted", value="heavy MG")
    assert (await demo.unit("HMG team")).weapons[0].mounted
    told = await demo.done(demo.bob, "/fire", **HMG)
    assert "Fired: 1 heavy MG." in told.text
    await demo.done(demo.bob, "/unit edit", unit="HMG team", field="mounted", value="none")
    assert not (await demo.unit("HMG team")).weapons[0].mounted
    assert "on foot needs 2" in await demo.refused(demo.bob, "/fire", **HMG)


async def test_that_one_man_does_not_fire_anything_else(demo: Table) -> None:
    """A bunker with a machine gun and two rifles has three weapons for its two men."""
    await demo.done(demo.bob, "/unit edit", unit="HMG team", field="weapons", value="1 heavy_mg, 2 infantry_rifle")
    said = await demo.refused(demo.bob, "/fire", **HMG, firers="1 heavy_mg, 2 infantry_rifle", situation="mounted")
    assert "3 standing figures needed to serve these weapons" in said
    told = await demo.done(demo.bob, "/fire", **HMG, situation="mounted")
    assert "Fired: 1 heavy MG, 1 infantry rifle." in told.text


async def test_a_mount_does_not_walk(demo: Table) -> None:
    said = await demo.refused(demo.bob, "/fire", **HMG, firers="1 heavy_mg", situation="mounted, walk")
    assert "may not fire on a walk" in said


@pytest.mark.parametrize(
    ("weapon", "situation", "said"),
    [
        ("rpg", "walk", "The RPG may not fire on a walk"),
        ("lmg", "blocked", "The line of sight is blocked: the LMG cannot fire."),
    ],
)
async def test_weapons_that_begin_with_a_vowel_are_called_right(
    demo: Table, weapon: str, situation: str, said: str
) -> None:
    shot = {"attacker": "Planet defence squad", "target": "Marines", "distance": "10", "firers": f"1 {weapon}"}
    assert said in await demo.refused(demo.bob, "/fire", **shot, situation=situation)


async def test_only_a_weapon_that_a_unit_has_is_mounted(demo: Table) -> None:
    said = await demo.refused(demo.ann, "/unit edit", unit="Marines", field="mounted", value="heavy_mg")
    assert "is not a weapon here" in said
