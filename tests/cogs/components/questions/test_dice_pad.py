"""One die off the table by its face, and forms that say whose dice they are for."""

from __future__ import annotations

from cogs.rendering.phone import button_rows
from tests.bot.store.statements import statements
from tests.cogs.languages import german_server
from tests.cogs.table import Table

PAD = ("1", "2", "3", "4", "5", "6")


async def test_one_die_is_one_tap_that_reads_neither_its_question_nor_its_game(demo: Table) -> None:
    await demo.done(demo.ann, "/game dice", mode="physical")
    told = await demo.say(demo.ann, "/activate", unit="Marines")
    assert told.buttons == (*PAD, "Enter dice", "Bot rolls", "Cancel")
    assert (await demo.click(demo.bob, told, "5")).refused
    with statements(demo.services.record) as made:
        came = await demo.click(demo.ann, told, "5")
    assert came.title.startswith("Marines: activated (")
    words = [" ".join(one.split()) for one in made]
    assert not [one for one in words if "FROM pending" in one or "FROM game WHERE" in one], "both are in memory"
    assert (await demo.entry()).plays[0].throws[0].faces == (5,)


async def test_a_pool_says_whose_dice_they_are_and_what_they_need(demo: Table) -> None:
    await demo.done(demo.bob, "/game dice", mode="physical")
    told = await demo.say(demo.bob, "/fire", attacker="Militia", target="Marines", distance="10")
    form = await demo.click(demo.bob, told, "Enter dice")
    assert form.form
    assert form.form["title"] == "Bob: Militia, to hit"
    (field,) = [one for one in form.form["components"] if one["label"].startswith("8 d6")]
    wanted = "Enter the faces (5 2 6 4), or how many succeed (3). Each 5+ succeeds."
    assert field["description"] == wanted, "two phones, 15: a count beside a need was read as a roll"


async def test_thumb_a_die_of_twelve_faces_is_one_line_of_a_menu(core: Table) -> None:
    """Twelve buttons would take three rows: the question fits on the screen of a phone."""
    await core.done(core.bob, "/game dice", mode="physical")
    asked = await core.say(core.ann, "/fire", attacker="Heavy trooper", target="Raiders", distance="10", dice="12 1 1")
    told = await core.click(core.bob, asked, "Do not evade")
    assert told.buttons == ("Enter dice", "Bot rolls", "Cancel")
    assert (await core.pick(core.ann, told, "11", "The die shows")).refused
    await core.pick(core.bob, told, "11", "The die shows")
    throws = (await core.entry()).plays[0].throws
    assert (throws[-1].faces, throws[-1].source) == ((11,), "physical")


async def test_thumb_the_question_for_one_die_has_two_rows_of_buttons_in_german_too(table: Table) -> None:
    """Three rows would be too high for a phone."""
    verein = german_server(table)
    await table.done(table.ann, "/game demo", where=verein, system="fubar")
    await table.done(table.ann, "/game join", where=verein, side="Red")
    await table.done(table.ann, "/game dice", where=verein, mode="physical", side="Red")
    asked = await table.done(table.ann, "/activate", where=verein, unit="Marines")
    labels = [label for label in asked.buttons if not label.isdigit()]
    assert labels == ["Eingeben", "Bot würfelt", "Abbrechen"]
    assert button_rows(asked.buttons, 5) == 2
