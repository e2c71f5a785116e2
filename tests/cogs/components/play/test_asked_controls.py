"""The instructions of a result are in its short answer, each with a prefilled button, once."""

from __future__ import annotations

from typing import Any

import pytest

from bot.resolution.manual_changes import NewEntry
from cogs.components.controls import ChoiceMenu, id_of
from cogs.components.play.entry_buttons import CarryOutRequest, request_controls
from cogs.rendering.text import Reader
from data.texts import ENGLISH, language
from rules.kernel.request import Request
from rules.kernel.text import Text, ask_note
from tests.cogs.forging import forged
from tests.cogs.table import Table, Told
from tests.taps.thumb import fields_of

BLAST, BURST = "Blast …", "Hand grenade, 1 hit: who else is within 1″ of the target?"
GRENADE = {"attacker": "Engineers", "target": "Rifle team (Blue)", "distance": "3", "firers": "hand_grenade"}


@pytest.fixture
async def short(ww2: Table) -> Table:
    ww2.services.details.usual = "short"
    return ww2


@pytest.fixture
async def shortly(table: Table) -> Table:
    """A table where nothing is played yet."""
    table.services.details.usual = "short"
    return table


async def _begin_game(table: Table, system: str) -> None:
    await table.done(table.ann, "/game demo", system=system)
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")


def _targets(form: Told) -> list[dict[str, Any]]:
    return next(one for one in fields_of(form) if one["custom_id"] == "target")["options"]


async def _ids(table: Table, *names: str) -> list[str]:
    return [(await table.unit(name)).id for name in names]


# Open Fire WW2


async def test_a_burst_is_asked_about_and_its_button_holds_weapon_and_hits(short: Table) -> None:
    """It is for the player who commands the unit, and outlives a restart."""
    told = await short.done(short.ann, "/fire", **GRENADE, dice="5 / 6")
    assert BURST in told.text
    assert told.buttons[:4] == (BLAST, "Next …", "Undo", "Why?")
    assert (await short.click(short.bob, told, BLAST)).refused
    await short.restart()
    form = await short.click(short.ann, told, BLAST)
    assert not any(one.get("default") for one in _targets(form)), "nobody is likelier than another"
    near = await _ids(short, "Sniper", "Rifle squad")
    await short.fill(short.ann, form, target=near)
    request = (await short.entry()).request
    assert (request["action"], request["weapon"], request["count"]) == ("blast", "hand_grenade", 1)
    assert set(request["target"]) == set(near), "friends and enemies"


async def test_an_asked_step_is_done_once_and_not_after_an_undo(short: Table) -> None:
    told = await short.done(short.ann, "/fire", **GRENADE, dice="5 / 6")
    for nth in ("0", "99", "x"):
        made_up = id_of(CarryOutRequest.what, (await short.live()).info.id, await short.last(), nth)
        assert "another version" in (await forged(short, short.ann, made_up)).whole
    form, other = [await short.click(short.ann, told, BLAST) for _ in range(2)]
    await short.fill(short.ann, form, target=await _ids(short, "Sniper"))
    last = await short.last()
    assert "Something was recorded" in (await short.fill(short.ann, other, target=await _ids(short, "Sniper"))).title
    assert f"Already done (entry {last})." in (await short.click(short.ann, told, BLAST)).whole
    assert await short.last() == last
    await short.click(short.bob, await short.say(short.ann, "/undo"), "Agree")
    assert (await short.click(short.ann, told, BLAST)).form, "it is asked again"
    await short.click(short.bob, await short.say(short.ann, "/undo"), "Agree")
    assert "undone" in (await short.click(short.ann, told, BLAST)).whole


async def test_the_nearest_fall_first_a_lost_gun_is_named_and_what_only_tells_is_left_out(short: Table) -> None:
    shot = {"attacker": "Rifle squad", "target": "Conscript team", "distance": "18"}
    told = await short.done(short.ann, "/fire", **shot, dice="4 1 1 1 1 / 1 1 / 4 / 1 1")
    assert "The nearest to the shooter first." in told.text
    assert "Fired: " not in told.text, "it only tells"
    assert "to hit 1 of 7" in told.text, "totals stay"
    assert told.footer.endswith("more: Why?"), "three throws of several dice, and who fired"
    charge = {"attacker": "Medium tank", "target": "Heavy tank", "distance": "5", "situation": "front, charger_front"}
    asked = await short.done(short.ann, "/assault", **charge)
    short.dice.next(1, 6, 6)
    told = await short.click(short.bob, asked, "Shoot first")
    assert "📌 **Heavy tank has lost its 88mm gun.**" in told.text


async def test_hits_of_an_assault_that_burst_are_asked_about(short: Table) -> None:
    charge = {"attacker": "Half-track", "target": "AT gun", "distance": "5", "situation": "charger_front"}
    asked = await short.done(short.ann, "/assault", **charge)
    short.dice.next(6, 1, 1, 1, 1, 1, 1, 1)
    told = await short.click(short.bob, asked, "Shoot first")
    assert "75mm gun hit: who is near Half-track?" in told.text
    form = await short.click(short.bob, told, "Blast …")
    short.dice.next(1, 1, 1)
    await short.fill(short.bob, form, target=await _ids(short, "Engineers"))
    assert (await short.entry()).request["weapon"] == "75mm_gun"


async def test_men_lost_to_mines_are_tested_by_a_button(short: Table) -> None:
    told = await short.done(short.bob, "/act", action="minefield", unit="Rifle team (Blue)", dice="5 1 2")
    assert "Rifle team (Blue) has lost men: Terror." in told.text
    short.dice.next(1, 1)
    await short.click(short.bob, told, "Terror")
    assert (await short.entry()).command == "morale"


async def test_a_unit_under_several_shells_can_be_named_as_often(short: Table) -> None:
    told = await short.done(short.ann, "/act", action="barrage", unit="Mortar team", dice="1 1")
    form = await short.click(short.ann, told, "Barrage …")
    told = await short.fill(short.ann, form, distance="30")
    assert "Which units are hit?" in told.text
    form = await short.click(short.ann, told, "Under the shells …")
    labels = {one["label"]: one["value"] for one in _targets(form)}
    assert [label for label in labels if label.startswith("Sniper")] == ["Sniper", "Sniper, 2 times", "Sniper, 3 times"]
    await short.fill(short.ann, form, target=[labels["Sniper, 2 times"], labels["MG team"]])
    sniper, gun = await _ids(short, "Sniper", "MG team")
    assert sorted((await short.entry()).request["target"]) == sorted([sniper, sniper, gun])


async def test_an_objective_that_a_pinned_unit_held_is_freed_by_a_button(short: Table) -> None:
    await short.done(short.bob, "/place add", kind="objective", label="Chapel")
    await short.done(short.bob, "/objective hold", label="Chapel", side="Blue")
    shot = {"attacker": "Rifle squad", "target": "Conscript team", "distance": "18"}
    told = await short.done(short.ann, "/fire", **shot, dice="4 1 1 1 1 / 1 1 / 4 / 6 6")
    assert "Conscript team is pinned: did it hold Chapel?" in told.text
    await short.click(short.bob, told, "Chapel is free")
    assert (await short.live()).game.things["Chapel"].holder is None
    assert "Chapel is free." in (await short.click(short.bob, told, "Chapel is free")).whole


# The others


async def test_every_fight_that_goes_on_has_its_button(demo: Table) -> None:
    demo.services.details.usual = "short"
    await demo.done(demo.ann, "/activate", unit="Marines", action="assault", dice="6")
    charge = {"attacker": "Marines", "target": "Militia", "distance": "4", "dice": "1 1 1 1 1 / 1 1 1 1 1 1 1 1"}
    await demo.done(demo.ann, "/assault", **charge)
    told = await demo.anyway(demo.ann, "/turn next")
    assert "Marines and Militia fight on." in told.text
    assert told.buttons[:2] == ("Marines and Militia fight on", "Initiative")
    demo.dice.next(*[1] * 30)
    await demo.click(demo.ann, told, "Marines and Militia fight on")
    entry = await demo.entry()
    assert (entry.command, entry.request["target"]) == ("assault", await _ids(demo, "Militia"))


async def test_unnamed_cover_is_named_in_a_form(shortly: Table) -> None:
    await _begin_game(shortly, "opreb")
    shot = {"attacker": "Marine assault team", "target": "Colonial militia section", "distance": "5"}
    await shortly.done(shortly.ann, "/initiative", dice="5 5 5 5 5 / 1 1 1 1")
    await shortly.done(shortly.ann, "/activate", unit="Marine assault team")
    shortly.dice.next(*[5] * 6, *[1] * 14)
    asked = await shortly.say(shortly.ann, "/fire", **shot, cover="open")
    shortly.dice.next(5)
    told = await shortly.click(shortly.bob, asked, "Fall back")
    assert "Is there cover near Colonial militia section?" in told.text
    form = await shortly.click(shortly.ann, told, "Cover …")
    assert form.form
    told = await shortly.fill(shortly.ann, form, situation=["nearest_light=8"])
    entry = await shortly.entry()
    assert (entry.undoes, entry.request["situation"]) == (entry.number - 1, ["nearest_light=8"])


async def test_gas_that_a_figure_enters_attacks_by_a_button_and_asks_for_a_factor_that_it_lacks(shortly: Table) -> None:
    await _begin_game(shortly, "bayonet")
    told = await shortly.done(shortly.ann, "/move", unit="GI", terrain="gas")
    form = await shortly.click(shortly.ann, told, "Gas")
    shortly.dice.next(1, 6)
    await shortly.fill(shortly.ann, form, **{"count:0": "4"})
    assert (await shortly.entry()).request["count"] == 4
    told = await shortly.anyway(shortly.bob, "/move", unit="Truck", terrain="gas")
    assert "Gas" not in told.buttons
    assert "Gas cannot attack Truck." in (await shortly.click(shortly.bob, told, "Why?")).text
    await shortly.done(shortly.ann, "/place add", kind="gas", label="Cloud", keywords="cf=4")
    told = await shortly.done(shortly.ann, "/move", unit="GI 2", terrain="gas")
    assert "It enters gas: the gas attacks GI 2." in told.text
    shortly.dice.next(1, 6)
    await shortly.click(shortly.ann, told, "Gas")
    assert (await shortly.entry()).request["target"] == await _ids(shortly, "GI 2")


async def test_who_may_shoot_and_where_the_suppressed_go_are_never_cut(shortly: Table) -> None:
    await _begin_game(shortly, "bayonet")
    await shortly.done(shortly.ann, "/initiative", dice="6 1")
    await shortly.done(shortly.ann, "/move", unit="GI")
    told = await shortly.done(shortly.ann, "/turn phase", phase="shooting")
    assert "Blue shoots: " in told.text
    assert "Opportunity fire (−1, −2)" in told.text
    shortly.dice.next(6, 1)
    told = await shortly.done(shortly.bob, "/fire", attacker="Irregular", target="GI", distance="6", dice="4 1")
    assert "📌 **Move GI into cover, at most 2″; no return fire.**" in told.text


async def test_the_short_answer_shows_a_free_attack(core: Table) -> None:
    core.services.details.usual = "short"
    told = await core.done(core.bob, "/assault", attacker="Raiders", target="Line squad", distance="8")
    assert "Impact: a free attack at Line squad with the blade." in told.text
    assert "Raiders: free attack" in told.buttons
    asked = await core.anyway(core.ann, "/move", unit="Line squad", extra="leaves_assault_range")
    asked = await core.click(core.bob, asked, "Done")
    told = await core.click(core.bob, asked, asked.buttons[1])
    assert "Before the models move: free attack by Raiders" in told.text
    assert "Raiders: free attack" in told.buttons


# Common properties


async def test_more_than_a_row_of_them_are_a_menu(demo: Table) -> None:
    live, unit = await demo.live(), await demo.unit("Militia")
    notes = [ask_note(Text("Act."), Text("Act {n}", n=n), Request("activate", (unit.id,))) for n in range(6)]
    result = await demo.services.referee.note(live, demo.call(demo.ann), NewEntry("x", [], Text("x"), notes=notes))
    (menu,) = request_controls(Reader(language(ENGLISH)), result)
    assert isinstance(menu, ChoiceMenu)
    assert [one.label for one in menu.item.options] == [f"Act {n}" for n in range(6)]
    demo.dice.next(6)
    await forged(demo, demo.bob, menu.item.custom_id, ("3",))
    assert (await demo.entry()).command == "activate"
    assert "Already done" in (await forged(demo, demo.bob, menu.item.custom_id, ("4",))).whole
