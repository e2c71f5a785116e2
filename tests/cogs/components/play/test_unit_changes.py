"""Split, join, reserve and arrive by taps on the card of a unit."""

from __future__ import annotations

from typing import Any

from tests.cogs.components.play.test_control_row import board
from tests.cogs.faulty import COMPONENT, raw
from tests.cogs.table import Table, Told
from tests.taps.thumb import fields_of

CARD, CHANGES = "A unit and its orders", "Split, join, reserve …"


async def card(table: Table, who: Any, unit: str) -> Told:
    return await table.pick(who, await table.click(who, await board(table), "More …"), unit, CARD)


async def changes(table: Table, who: Any, unit: str) -> Told:
    shown = await card(table, who, unit)
    return await table.click(who, shown, CHANGES if CHANGES in shown.buttons else "Arrive …")


async def test_a_unit_is_split_in_half_with_nothing_typed_and_a_vehicle_is_offered_the_reserve_alone(
    demo: Table,
) -> None:
    assert (await changes(demo, demo.bob, "Technical")).buttons == ("Into reserve …",)
    found = await changes(demo, demo.bob, "Militia")
    assert found.buttons == ("Split …", "Join …", "Into reserve …")
    form = await demo.click(demo.bob, found, "Split …")
    assert next(one.get("value") for one in fields_of(form)) == "4"
    told = await demo.fill(demo.bob, form)
    assert told.title == "Militia is split: Militia 2 has 4 models, 4 infantry rifles"


async def test_a_form_makes_its_change_once(demo: Table) -> None:
    live, unit, shown = await demo.live(), (await demo.unit("Militia")).id, await board(demo)
    data = {"custom_id": f"adj1:unitchange:{live.info.id}:{live.game.number}:{unit}:split", "component_type": 2}
    forms = [await raw(demo, demo.bob, COMPONENT, data, shown.messages[0]) for _ in range(2)]
    titles = [(await demo.fill(demo.bob, form)).title for form in forms]
    assert titles[1] == "The game has moved on", titles
    assert [one.name for one in (await demo.live()).game.units_of_side("Blue")].count("Militia 2") == 1
    assert "Militia 3" not in [one.name for one in (await demo.live()).game.units_of_side("Blue")]


async def test_the_weapons_that_go_are_chosen_from_menus(demo: Table) -> None:
    form = await demo.click(demo.ann, await changes(demo, demo.ann, "Commandos"), "Split …")
    kinds = [one for one in fields_of(form) if one.get("options")]
    assert kinds
    given = {one["custom_id"]: ["0"] for one in kinds[1:]} | {kinds[0]["custom_id"]: ["1"], "models": "1"}
    await demo.fill(demo.ann, form, **given)
    part = await demo.unit("Commandos 2")
    assert (part.models, [one.count for one in part.weapons]) == (1, [1])


async def test_two_halves_are_joined_by_taps_after_a_restart(demo: Table) -> None:
    await demo.done(demo.bob, "/unit split", unit="Militia", models=3)
    shown = await card(demo, demo.bob, "Militia")
    await demo.restart()
    form = await demo.click(demo.bob, await demo.click(demo.bob, shown, CHANGES), "Join …")
    other = (await demo.unit("Militia 2")).id
    told = await demo.fill(demo.bob, form, other=[other])
    assert told.title == "Militia 2 joins Militia: 8 models, 8 infantry rifles"


async def test_a_unit_goes_into_reserve_and_arrives_by_taps(demo: Table) -> None:
    """After the first roll the enemy agrees to changes by buttons."""
    form = await demo.click(demo.ann, await changes(demo, demo.ann, "Marines"), "Into reserve …")
    assert next(one.get("value") for one in fields_of(form)) == "2"
    told = await demo.fill(demo.ann, form)
    assert told.title == "Red: Marines is in reserve (turn 2)"
    found = await changes(demo, demo.ann, "Marines")
    assert found.buttons == ("Change its arrival …",)
    form = await demo.click(demo.ann, found, "Change its arrival …")
    await demo.fill(demo.ann, form, turn="1", roll=["4"])
    demo.dice.next(4)
    told = await demo.click(demo.ann, await changes(demo, demo.ann, "Marines"), "Roll to arrive")
    assert "It arrives." in told.text
    assert (await demo.unit("Marines")).models
    await demo.done(demo.ann, "/initiative", dice="6 1")
    form = await demo.click(demo.ann, await changes(demo, demo.ann, "Commandos"), "Into reserve …")
    asked = await demo.fill(demo.ann, form)
    assert asked.title == "Bob: do you agree?"
    assert "put Commandos into reserve (turn 2)" in asked.text


async def test_a_number_that_cannot_be_is_refused_with_its_field(demo: Table) -> None:
    for typed in ("8", "0", "²", "٣"):
        form = await demo.click(demo.bob, await changes(demo, demo.bob, "Militia"), "Split …")
        told = await demo.fill(demo.bob, form, models=typed)
        assert told.refused
        assert "How many models go: give a number from 1 to 7." in told.whole
    assert "Militia 2" not in [one.name for one in (await demo.live()).game.units.values()]


async def test_only_its_side_finds_the_buttons_and_may_use_them(demo: Table) -> None:
    assert CHANGES not in (await card(demo, demo.bob, "Marines")).buttons
    live, unit = await demo.live(), (await demo.unit("Marines")).id
    shown = await board(demo)
    for change in ("", "split", "join", "reserve", "arrive", "nothing"):
        id = f"adj1:unitchange:{live.info.id}:{live.game.number}:{unit}:{change}"
        told = await raw(demo, demo.bob, COMPONENT, {"custom_id": id, "component_type": 2}, shown.messages[0])
        assert told.refused, change
        assert "Only Red can do that" in told.whole
    assert (await demo.live()).game.number == live.game.number
