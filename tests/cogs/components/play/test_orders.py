"""Orders by their form: the officer, the units that obey, and the target."""

from __future__ import annotations

from typing import Any

from cogs.components.play.target_fields import form_options
from cogs.rendering.text import Reader
from data.texts import language
from rules.kernel.request import Request
from tests.cogs.components.play.test_control_row import board
from tests.cogs.components.test_fire_form import field
from tests.cogs.table import Table, Told
from tests.taps.thumb import fields_of


async def _form(ww2: Table, order: str) -> Told:
    """Return the form of an order, among all forms of the unit."""
    told = await ww2.pick(ww2.ann, await ww2.click(ww2.ann, await board(ww2), "More …"), order)
    assert told.form, told
    return told


async def _names(ww2: Table, told: Told, id: str) -> set[str]:
    units = (await ww2.live()).game.units
    return {units[one["value"]].name for one in field(told, id)["options"]}


async def test_only_officers_of_the_side_to_go_give_orders_to_their_own(ww2: Table) -> None:
    """The field offered every unit of both sides, and the list of those who obey included enemies.

    A newcomer chose a squad that had fired, and was warned only afterwards: those come last.
    """
    await ww2.done(ww2.ann, "/turn phase", phase="combat")
    for order in ("Concentrate Fire", "Hold the Line"):
        told = await _form(ww2, order)
        assert await _names(ww2, told, "unit") == {"Company HQ"}, fields_of(told)
    reds = {unit.name for unit in (await ww2.live()).game.units_of_side("Red")}
    assert await _names(ww2, told, "target") <= reds, "those who hold the line"
    assert field(told, "target")["max_values"] > 2
    for name in ("Engineers", "Rifle squad"):
        await ww2.done(ww2.ann, "/marker set", unit=name, marker="fired", count=1)
    await ww2.done(ww2.ann, "/marker set", unit="Company HQ", marker="acted", count=1)
    told = await _form(ww2, "Concentrate Fire")
    units = (await ww2.live()).game.units
    names = [units[one["value"]].name for one in field(told, "allies")["options"]]
    assert set(names[-2:]) == {"Engineers", "Rifle squad"}, names
    assert all("fired" in one["description"] for one in field(told, "allies")["options"][-2:])


async def test_concentrate_fire_has_a_field_for_who_fires_and_one_for_at_whom(ww2: Table) -> None:
    """The firing unit could not be named, and a mortar, which cannot fire directly, was offered."""
    await ww2.done(ww2.ann, "/turn phase", phase="combat")
    told = await _form(ww2, "Concentrate Fire")
    reds = {unit.name for unit in (await ww2.live()).game.units_of_side("Red")}
    allies = await _names(ww2, told, "allies")
    assert {"Engineers", "Medium tank"} <= allies <= reds - {"Mortar team"}
    assert not await _names(ww2, told, "target") & reds
    assert (field(told, "allies")["max_values"], field(told, "target").get("max_values", 1)) == (2, 1)
    engineers, foe = [(await ww2.unit(name)).id for name in ("Engineers", "MG team")]
    ww2.dice.next(1, 1)
    done = await ww2.fill(ww2.ann, told, allies=[engineers], target=[foe], distance="6")
    assert "Concentrate Fire at MG team" in done.title
    assert (await ww2.states("Engineers"))["concentrate_fire"] == foe


async def test_only_vehicles_are_offered_to_board_and_no_passengers_to_be_shot_at(demo: Table) -> None:
    """Two phones, 7: infantry was offered as a vehicle, and passengers as targets."""
    units = {name: (await demo.unit(name)).id for name in ("Marines", "Commandos", "IFV", "Militia", "HMG team")}

    async def offered(command: str, unit: str, **more: Any) -> list[str]:
        live = await demo.live()
        options = form_options(
            Reader(language("en")).at(live.board), live, Request(command, (units[unit],), **more), "target"
        )
        return [name for name, id in units.items() if id in {one.value for one in options}]

    assert await offered("act", "Commandos", action="board") == ["IFV"]
    assert await offered("fire", "Militia") == ["Marines", "Commandos", "IFV"]
    await demo.done(demo.ann, "/act", action="board", unit="Marines", target="IFV")
    assert await offered("fire", "Militia") == ["Commandos", "IFV"]
