"""Odds before the roll: three lines with a bar, and a form for what is missing."""

from __future__ import annotations

from tests.cogs.table import Table


async def test_a_missing_distance_is_asked_in_a_form(core: Table) -> None:
    core.services.details.usual = "short"
    form = await core.say(core.ann, "/odds", attacker="Heavy trooper", target="Howling band")
    assert form.form
    assert form.form["title"].endswith((": Odds", "Howling band")), "F6: it was called Amend"
    told = await core.fill(core.ann, form, distance="10")
    assert told.private
    assert "█" in told.lines[0]
    assert told.buttons[0] == "Attack"


async def test_what_the_form_left_open_is_asked_in_words_and_filled_in(table: Table) -> None:
    """It was refused with the codes of all numbers, "in_light=0, in_light=1"."""
    await table.done(table.ann, "/game demo", system="opreb")
    shot = {"attacker": "Line rifle squad", "target": "Colonial militia section"}
    form = await table.say(table.ann, "/odds", **shot)
    told = await table.fill(table.ann, form, distance=["8in"], cover=["mixed"])
    assert (told.title, told.buttons, told.private) == ("Something is missing", ("Fill in",), True)
    assert told.lines == ["• how many models are in light cover?", "• how many models are in hard cover?"]
    form = await table.click(table.ann, told, "Fill in")
    told = await table.fill(table.ann, form, situation=["in_light=3", "in_hard=2"])
    assert told.title == "Odds: Line rifle squad → Colonial militia section"
    assert "%" in told.text


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
