"""The fire form: target, distance, cover and side of this target, the odds of what is set, and its button."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cogs.forging import forged
from tests.cogs.languages import german_server, speaks
from tests.cogs.table import Table, Told
from tests.taps.thumb import Thumb, fields_of

SHOTS: dict[str, dict[str, Any]] = {
    "fubar": {"attacker": "Regular section", "target": "Militia", "distance": "12"},
    "opreb": {"attacker": "Marine assault team", "target": "Heavy weapons squad", "distance": "7", "cover": "light"},
    "openfire_ww2": {"attacker": "Rifle squad", "target": "MG team", "distance": "18"},
    "openfire_d12": {"attacker": "Heavy trooper", "target": "Howling band", "distance": "20"},
    "bayonet": {"attacker": "Gunner", "target": "GI", "distance": "10"},
}


async def ask_odds(table: Table, **shot: Any) -> Told:
    """Return the odds of a shot, as its player sees them in a few lines."""
    table.services.details.usual = "short"
    return await table.say(table.ann, "/fire", **shot, preview=True)


def menus(told: Told) -> dict[str, list[dict[str, Any]]]:
    """Return the menus under an answer by the option that they set."""
    rows = [one for message in told.messages for row in message.components for one in row["components"]]
    return {one["custom_id"].rpartition(":")[2]: one["options"] for one in rows if ":aim:" in one["custom_id"]}


def set_labels(told: Told) -> dict[str, str]:
    """Return the label that is set in each menu."""
    return {option: one["label"] for option, lines in menus(told).items() for one in lines if one.get("default", False)}


def current_message(table: Table, told: Told) -> Told:
    """Return the message of an answer as it is now."""
    return table.now(table.env.backend.get_message(table.channel.id, told.messages[-1].id))


async def choose_value(table: Table, who: Any, told: Told, option: str, value: str) -> Told:
    """Choose a value by its label, or by its beginning; the answer, or the message as it is now."""
    line = next(one["label"] for one in menus(told)[option] if one["label"].startswith(value))
    placeholder = {"target": "Target", "distance": "Distance", "cover": "Cover"}.get(option, "")
    came = await table.pick(who, told, line, placeholder)
    return came if came.form or came.messages else current_message(table, told)


@pytest.mark.parametrize(("system", "language"), [("bayonet", "en"), ("openfire_ww2", "de")])
async def test_the_odds_follow_the_chosen_options_and_one_button_fires(
    table: Table, system: str, language: str
) -> None:
    """Everything is in one private message; the button rolls the dice."""
    if language == "de":
        table.channel = german_server(table)
        speaks(table, table.ann, "de")
    await table.done(table.ann, "/game demo", system=system)
    told = await ask_odds(table, **SHOTS[system])
    assert {"target", "cover"} <= set(menus(told)), menus(told)
    assert set(set_labels(told)) == set(menus(told)), "each menu shows what is set"
    before, thumb = await table.last(), Thumb(table, last=told)
    cover = [one for one in menus(told)["cover"] if one["value"] != "mixed"][-1]
    menu = next(one for one in thumb.of_kind("aim", told) if one["custom_id"].endswith(":cover"))
    await thumb.choose(table.ann, menu["placeholder"], cover["label"], told)
    now = current_message(table, told)
    assert set_labels(now)["cover"] == cover["label"]
    assert now.text != told.text, "the odds follow"
    assert await table.last() == before
    await thumb.press(table.ann, "go", now)
    assert thumb.cost.taps <= 4, "a menu, its line, the button, and perhaps a confirmation"
    await thumb.decided()
    assert (await table.entry()).request["cover"] == [cover["value"]]


async def test_another_target_brings_its_own_facts(demo: Table) -> None:
    """The distance of the first does not apply to the second: the form asks for it. Menus take their values only."""
    told = await ask_odds(demo, **SHOTS["fubar"], cover="hard")
    rows = [row for message in told.messages for row in message.components]
    (id,) = [one["custom_id"] for row in rows for one in row["components"] if one["custom_id"].endswith(":cover")]
    for values in (("bunker",), ("u1",), ("",)):
        assert (await forged(demo, demo.ann, id, values)).refused
    assert (await forged(demo, demo.bob, id, ("hard",))).refused, "it is not his unit"
    assert (await forged(demo, demo.ann, id.replace(":cover", ":extra"), ("hard",))).refused
    form = await choose_value(demo, demo.ann, told, "target", "HMG team")
    assert form.form
    assert "target" not in [one["custom_id"] for one in fields_of(form)]
    await demo.fill(demo.ann, form, distance=["24in"])
    now = current_message(demo, told)
    assert set_labels(now)["target"] == "HMG team"
    assert set_labels(now)["cover"] == "Cover: in the open"


async def test_the_side_of_a_vehicle_is_a_menu(demo: Table) -> None:
    await demo.done(demo.ann, "/unit add", name="Tank", profile="tank", side="Red")
    told = await ask_odds(demo, attacker="Tank", target="Technical", distance="20", situation="front")
    assert [one["value"] for one in menus(told)["situation"]] == ["front", "side", "rear"]
    await demo.pick(demo.ann, told, menus(told)["situation"][2]["label"], "Which side of Technical is hit?")
    now = current_message(demo, told)
    assert "rear" in set_labels(now)["situation"]
    await demo.click(demo.ann, now, "Fire")
    assert (await demo.entry()).request["situation"] == ["rear"]


async def test_a_distance_outside_all_ranges_is_entered_in_the_form(table: Table) -> None:
    """Change … opens it with all chosen values."""
    await table.done(table.ann, "/game demo", system="openfire_d12")
    told = await ask_odds(table, **SHOTS["openfire_d12"])
    assert "distance" not in menus(told)
    form = await table.click(table.ann, told, "Change …")
    fields = {one["custom_id"]: one for one in fields_of(form)}
    assert fields["distance"]["value"] == "20"
    await table.fill(table.ann, form, distance="9")
    now = current_message(table, told)
    before = await table.last()
    assert now.buttons[0] == "Attack"
    assert await table.last() == before


async def test_a_value_that_asks_for_more_opens_the_form_with_all_that_is_set(table: Table) -> None:
    """Mixed cover needs the number of models in each; they are typed, and the odds use them."""
    await table.done(table.ann, "/game demo", system="opreb")
    told = await ask_odds(table, **SHOTS["opreb"])
    form = await choose_value(table, table.ann, told, "cover", menus(told)["cover"][-1]["label"])
    assert form.form
    assert [one["custom_id"] for one in fields_of(form)] == ["situation"]
    await table.fill(table.ann, form, situation=["in_light=3", "in_hard=3"])
    await table.click(table.ann, current_message(table, told), "Fire")
    request = (await table.entry()).request
    assert (request["cover"], set(request["situation"])) == (["mixed"], {"in_light=3", "in_hard=3"})
