"""Odds before the roll: three lines with a bar, and a form for what is missing."""

from __future__ import annotations

import pytest

from tests.cogs.table import Table
from tests.taps.thumb import fields_of

SHOTS = {
    "opreb": {"attacker": "Marine assault team", "target": "Heavy weapons squad"},
    "openfire_d12": {"attacker": "Heavy trooper", "target": "Howling band"},
}


@pytest.mark.parametrize("system", ["opreb", "openfire_d12"])
async def test_a_missing_distance_is_asked_in_a_form(table: Table, system: str) -> None:
    table.services.details.usual = "short"
    await table.done(table.ann, "/game demo", system=system)
    form = await table.say(table.ann, "/odds", **SHOTS[system])
    assert form.form
    assert form.form["title"].endswith((": Odds", SHOTS[system]["target"])), "F6: it was called Amend"
    fields = {one["custom_id"]: one for one in fields_of(form)}
    far = fields["distance"].get("options")
    given = {"distance": [far[0]["value"]] if far else "10"}
    if "cover" in fields and fields["cover"].get("options"):
        given["cover"] = [fields["cover"]["options"][0]["value"]]
    told = await table.fill(table.ann, form, **given)
    assert told.private
    assert "█" in told.lines[0]
    assert told.buttons[0] == ("Attack" if system == "openfire_d12" else "Fire")


async def test_dice_that_were_counted_show_no_unrolled_faces(demo: Table) -> None:
    demo.services.details.usual = "short"
    await demo.done(demo.ann, "/initiative", dice="6 1")
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    told = await demo.done(demo.ann, "/fire", attacker="Marines", target="Militia", distance="10", dice="3 hits")
    assert "3 hits of" in told.text or "to hit 3 of" in told.text
    assert "4 4 4" not in told.text


async def test_a_shot_without_effect_is_no_turning_point(demo: Table) -> None:
    missed = {"attacker": "Regular section", "target": "Militia", "distance": "10", "dice": " ".join("1" * 18)}
    await demo.done(demo.ann, "/fire", **missed)
    told = await demo.say(demo.ann, "/stats")
    assert "Turning points" not in told.text
