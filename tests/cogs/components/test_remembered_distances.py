"""The distance of a target is prefilled for that target alone."""

from __future__ import annotations

import pytest

from tests.cogs.components.test_fire_form import form
from tests.cogs.table import Table
from tests.taps.thumb import fields_of


async def test_the_distance_of_one_target_is_not_filled_in_for_another(demo: Table) -> None:
    """The form showed it for any target, and used it."""
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    await demo.fill(demo.ann, await form(demo, demo.ann, "Marines"), target=["u5"], distance=["12in"])
    told = await demo.fill(demo.ann, await form(demo, demo.ann, "Marines"), target=["u6"])
    assert "how far is the target?" in told.whole
    assert (await demo.entry()).request["target"] == ["u5"]
    told = await demo.fill(demo.ann, await form(demo, demo.ann, "Marines"), target=["u5"])
    await demo.click(demo.ann, told, "Fire anyway")
    assert (await demo.entry()).request["distance"] == ["12"]


@pytest.mark.parametrize("system", ["openfire_d12", "bayonet"])
async def test_no_distance_is_filled_in_where_there_are_several_targets(table: Table, system: str) -> None:
    """The distance of one target counted for another; an empty field stays empty."""
    await table.done(table.ann, "/game demo", system=system)
    game = (await table.live()).game
    own = next(
        one for one in game.units_of_side("Red") if (not one.has("hidden") and one.weapons) or system == "bayonet"
    )
    foe = next(one for one in game.units_of_side("Blue") if (one.models and not one.hp) or system == "openfire_d12")
    told = await table.say(table.ann, "/fire", attacker=own.name, target=foe.name, distance="5")
    if told.form:
        asked = [one for one in fields_of(told) if one.get("required") and one.get("options")]
        told = await table.fill(table.ann, told, **{one["custom_id"]: [one["options"][0]["value"]] for one in asked})
    if told.title.endswith("?"):
        told = await table.click(table.ann, told, told.buttons[0])
    if "anyway" in str(told.buttons):
        told = await table.click(table.ann, told, next(one for one in told.buttons if "anyway" in one))
    assert (await table.entry()).command == "fire", told
    (far,) = [one for one in fields_of(await form(table, table.ann, own.name)) if "distance" in one["custom_id"]]
    assert not far.get("value")
    assert not [one for one in far.get("options", ()) if one.get("default") and one["value"] != "as_before"]
    assert far.get("options") or not far["required"]
