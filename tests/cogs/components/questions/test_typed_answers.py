"""Many small rolls of one player: one message, one form, and the bot for the rest."""

from __future__ import annotations

from tests.cogs.beginnings import beginning
from tests.cogs.table import Table, Told

TEAMS = 6


@beginning
async def shaken(table: Table) -> None:
    """Six pinned teams of Bob's, whose turn comes next; he rolls his own dice."""
    await table.done(table.ann, "/game new", system="openfire_ww2")
    await table.done(table.ann, "/unit add", name="Squad", profile="rifle_squad", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    await table.done(table.bob, "/unit add", name="Team", profile="conscript_team", count=TEAMS)
    await table.done(table.bob, "/game dice", mode="physical")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.ann, "/turn phase", phase="movement")
    for unit in (await table.live()).game.units_of_side("Blue"):
        await table.done(table.ann, "/marker set", unit=unit.id, marker="pinned", count=1)


async def _ask_for_dice(table: Table) -> Told:
    told = await table.say(table.ann, "/turn end")
    if told.title == "Please confirm":
        told = await table.click(table.ann, told, "Anyway")
    assert told.title.startswith("Bob, roll 2d6: ")
    assert told.text.count("then 2d6 (") == TEAMS - 1
    return told


async def test_all_rolls_are_one_form_in_which_a_stroke_at_the_end_is_no_roll(shaken: Table) -> None:
    form = await shaken.click(shaken.bob, await _ask_for_dice(shaken), "Enter dice")
    assert form.form
    labels = [part["label"] for part in form.form["components"]]
    assert labels == ["Rolls 1 to 2: 2 d6 each", "Rolls 3 to 4: 2 d6 each", "Rolls 5 to 6: 2 d6 each"]
    await shaken.restart()
    told = await shaken.fill(shaken.bob, form, throw0="1 1 / 6 6 /", throw2="1 2 / 2 1 / ", throw4="6 5 / 5 6")
    throws = [throw for play in (await shaken.entry()).plays for throw in play.throws]
    assert [throw.faces for throw in throws] == [(1, 1), (6, 6), (1, 2), (2, 1), (6, 5), (5, 6)]
    assert {throw.source for throw in throws} == {"physical"}
    assert "(own dice): 1 1" in told.text


async def test_a_roll_left_out_before_others_is_asked_for_and_one_too_many_refused(shaken: Table) -> None:
    before, asked = await shaken.last(), await _ask_for_dice(shaken)
    form = await shaken.click(shaken.bob, asked, "Enter dice")
    told = await shaken.fill(shaken.bob, form, throw0="1 1", throw2="1 2 / 2 1")
    assert told.refused
    assert "2 d6 needed, 0 given" in told.whole
    form = await shaken.click(shaken.bob, asked, "Enter dice")
    told = await shaken.fill(shaken.bob, form, throw0="1 1 / 2 2 / 3 3 / 4 4 / 5 5 / 6 6 / 1 1")
    assert told.refused
    form = await shaken.click(shaken.bob, asked, "Enter dice")
    told = await shaken.fill(shaken.bob, form, throw0="1 1 / 6 6 / 3 3", throw2="1 2", throw4="6 5 / 5 6")
    assert told.refused
    assert "2 faces too many after" in told.whole, "it does not move the others"
    assert await shaken.last() == before
    form = await shaken.click(shaken.bob, asked, "Enter dice")
    told = await shaken.fill(shaken.bob, form, throw0="1 1 / 6 6", throw2="1 2", throw4="")
    assert told.title.startswith("Bob, roll 2d6: ")
    assert "Terror of Team 1: 1+1 · Terror of Team 2: 6+6 · Terror of Team 3: 1+2 (own dice)" in told.text
    shaken.dice.next(1, 1, 1, 1, 1, 1)
    await shaken.click(shaken.bob, told, "Bot rolls")
    sources = [throw.source for play in (await shaken.entry()).plays for throw in play.throws]
    assert sources == ["physical"] * 3 + ["bot"] * 3, "the bot rolls the rest"


async def test_of_more_units_than_a_menu_holds_a_target_is_one_of_the_enemys(table: Table) -> None:
    await table.done(table.ann, "/game new", system="fubar")
    for side in ("Red", "Blue"):
        await table.done(
            table.ann, "/unit add", name=side, profile="technical" if side == "Red" else "militia", side=side, count=13
        )
    await table.done(table.ann, "/game join", side="Red")
    unit = (await table.live()).game.units_of_side("Red")[0]
    form = await table.say(table.ann, "/act", action="ram", unit=unit.id)
    assert form.form, form.whole
    target = next(part["component"] for part in form.form["components"] if part["component"].get("options"))
    units = (await table.live()).game.units
    assert [units[one["value"]].side for one in target["options"]] == ["Blue"] * 13
