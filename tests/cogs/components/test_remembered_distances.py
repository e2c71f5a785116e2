"""The distance of a target is prefilled for that target alone."""

from __future__ import annotations

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


async def test_no_distance_is_filled_in_where_there_are_several_targets(core: Table) -> None:
    """The distance of one target counted for another; an empty field stays empty."""
    await core.done(core.ann, "/fire", attacker="Line squad", target="Raiders", distance="5")
    (far,) = [one for one in fields_of(await form(core, core.ann, "Line squad")) if "distance" in one["custom_id"]]
    assert not far.get("value")
    assert not [one for one in far.get("options", ()) if one.get("default") and one["value"] != "as_before"]
    assert far.get("options") or not far["required"]
