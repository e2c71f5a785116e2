"""`/unit figure`: a figure with a name and a note of its own, and its fate at the end of the game."""

from __future__ import annotations

import json
from typing import Any

from rules.game.unit import Figure
from tests.cogs.beginnings import beginning
from tests.cogs.languages import german_server
from tests.cogs.table import Table, Told

HOSTILE = "**Kane** @everyone <b>x</b> [a](http://b)"


@beginning
async def kane(demo: Table) -> None:
    """Sergeant Kane leads the Militia of Bob."""
    await demo.done(demo.bob, "/unit figure", unit="Militia", name="Kane", note="carries the radio")


async def fire_at_militia(table: Table, losses: int = 8) -> None:
    """Suppress the Militia twice, so that its models are lost."""
    value = str(8 - losses)
    await table.done(table.bob, "/unit edit", unit="Militia", field="models", value=value)


async def shoot(table: Table) -> Told:
    """Let Marines hit Militia with every die, and every save fail: suppressed first, then killed."""
    table.dice.next(*[6] * 7, *[1] * 7)
    told = await table.say(table.ann, "/fire", attacker="Marines", target="Militia", distance="20", cover="none")
    while told.title == "Please confirm":
        told = await table.click(table.ann, told, told.buttons[0])
    return told


async def report_of(table: Table, who: Any, format: str) -> str:
    told = await table.done(who, "/export", format=format)
    [file] = told.messages[-1].attachments
    return (await file.read()).decode()


async def test_a_named_figure_is_on_the_card_on_the_board_and_in_the_file_of_the_game(kane: Table) -> None:
    card = await kane.say(kane.ann, "/unit show", unit="Militia")
    assert "★ Kane: carries the radio" in card.text
    assert "★ Kane" in (await kane.say(kane.ann, "/game status")).text
    unit = await kane.unit("Militia")
    assert unit.figures == (Figure(name="Kane", note="carries the radio"),)
    content = json.loads(await report_of(kane, kane.ann, "json"))
    assert "carries the radio" in json.dumps(content)


async def test_a_figure_falls_only_where_its_unit_has_lost_a_model(kane: Table) -> None:
    told = await kane.refused(kane.bob, "/unit figure", unit="Militia", name="kane", fallen=True)
    assert "Militia has lost no model that can be Kane. Correct its models first: /unit edit" in told.replace("`", "")
    await fire_at_militia(kane, 1)
    told = await kane.say(kane.bob, "/unit show", unit="Militia")
    told = await kane.click(kane.bob, told, "Kane has fallen")
    assert told.title == "Kane of Militia has fallen"
    assert "★ Kane (fallen)" in (await kane.say(kane.ann, "/game status")).text
    assert not kane.has(await kane.say(kane.bob, "/unit show", unit="Militia"), "Kane has fallen")
    assert "Kane has fallen" in await kane.refused(kane.bob, "/unit figure", unit="Militia", name="Kane", fallen=True)
    told = await kane.done(kane.bob, "/unit figure", unit="Militia", name="Kane", fallen=False)
    assert told.title == "Kane of Militia has not fallen"


async def test_who_falls_in_a_unit_with_a_leader_may_have_been_the_leader(demo: Table) -> None:
    """The unit kept activating by the number of a leader that had fallen (FUBAR: Activation)."""
    squad, asked = "Planet defence squad", "If Kane led Planet defence squad, it is without its leader now"
    for unit, leads in ((squad, True), ("Militia", False)):
        await demo.done(demo.bob, "/unit edit", unit=unit, field="models", value="5")
        await demo.done(demo.bob, "/unit figure", unit=unit, name="Kane")
        told = await demo.done(demo.bob, "/unit figure", unit=unit, name="Kane", fallen=True)
        assert (asked in told.text) is leads
        await demo.done(demo.bob, "/unit figure", unit=unit, name="Kane", remove=True)
    await demo.done(demo.bob, "/unit edit", unit=squad, field="leader_level", value="none")
    assert "activates on 5+" in (await demo.say(demo.bob, "/unit show", unit=squad)).text


async def test_who_falls_in_a_team_of_an_officer_may_have_been_the_officer(table: Table) -> None:
    """Only officers give orders; the unit is corrected by the command of the note (Open Fire WW2: Orders)."""
    await table.done(table.ann, "/game demo", system="openfire_ww2")
    hq, order = "Company HQ", {"action": "hold_the_line", "unit": "Company HQ", "target": "Engineers", "distance": "5"}
    await table.done(table.ann, "/unit edit", unit=hq, field="models", value="1")
    await table.done(table.ann, "/unit figure", unit=hq, name="Kane")
    told = await table.done(table.ann, "/unit figure", unit=hq, name="Kane", fallen=True)
    assert "If Kane led Company HQ, it is without its leader now: /unit edit field:officer value:no" in (
        told.text.replace("`", "")
    )
    await table.done(table.ann, "/unit edit", unit=hq, field="officer", value="no")
    assert "not an officer" in await table.refused(table.ann, "/act", **order)


async def test_an_undo_takes_back_the_name_the_fall_and_the_move(kane: Table) -> None:
    await fire_at_militia(kane, 1)
    loss = await kane.last()
    await kane.done(kane.bob, "/unit figure", unit="Militia", name="Kane", fallen=True)
    assert "depends on it" in await kane.refused(kane.bob, "/undo", entry=loss)
    await kane.done(kane.bob, "/undo")
    await kane.done(kane.bob, "/undo")
    assert (await kane.unit("Militia")).figures[0].fell == 0
    await kane.done(kane.bob, "/undo")
    assert (await kane.unit("Militia")).figures == ()


async def test_a_figure_is_named_in_a_form_under_the_card(demo: Table) -> None:
    told = await demo.say(demo.bob, "/unit show", unit="Militia")
    told = await demo.fill(demo.bob, await demo.click(demo.bob, told, "Name a figure …"), name="Kane", note="")
    assert told.title == "Kane is in Militia"
    others = await demo.say(demo.ann, "/unit show", unit="Militia")
    assert not demo.has(others, "Name a figure …")


async def test_a_name_is_refused_where_it_is_taken_and_where_no_model_is_left_for_it(kane: Table) -> None:
    other = next(one for one in (await kane.live()).game.units_of_side("Blue") if one.name != "Militia")
    told = await kane.refused(kane.bob, "/unit figure", unit=other.name, name="KANE")
    assert "Kane is in Militia already" in told.replace("KANE", "Kane")
    await fire_at_militia(kane, 7)
    told = await kane.refused(kane.bob, "/unit figure", unit="Militia", name="Miller")
    assert "Militia has 1 model, and as many of them have a name." in told
    assert "no figure named Miller" in await kane.refused(
        kane.bob, "/unit figure", unit="Militia", name="Miller", fallen=True
    )
    assert "What about Kane?" in await kane.refused(kane.bob, "/unit figure", unit="Militia", name="Kane")


async def test_only_its_side_names_a_figure_once_dice_were_rolled(kane: Table) -> None:
    await kane.done(kane.ann, "/initiative", dice="6 1")
    asked = await kane.say(kane.ann, "/unit figure", unit="Militia", name="Miller")
    assert "Ann wants to change what is known of Miller (Militia)." in asked.text
    told = await kane.done(kane.bob, "/unit figure", unit="Militia", name="Kane", note="wounded")
    assert told.title == "Militia: Kane has a new note"


async def test_a_figure_goes_with_its_unit_when_it_is_split_joined_or_moved(kane: Table) -> None:
    await kane.done(kane.bob, "/unit split", unit="Militia", models=3)
    assert [len((await kane.unit(one)).figures) for one in ("Militia", "Militia 2")] == [1, 0]
    told = await kane.done(kane.bob, "/unit figure", unit="Militia", name="Kane", to="Militia 2")
    assert told.title == "Kane goes from Militia to Militia 2"
    assert [len((await kane.unit(one)).figures) for one in ("Militia", "Militia 2")] == [0, 1]
    await kane.done(kane.bob, "/unit join", unit="Militia", other="Militia 2")
    assert [one.name for one in (await kane.unit("Militia")).figures] == ["Kane"]
    await kane.done(kane.bob, "/unit figure", unit="Militia", name="Kane", remove=True)
    assert (await kane.unit("Militia")).figures == ()


async def test_the_report_tells_when_a_figure_fell_and_to_whom(kane: Table) -> None:
    await kane.done(kane.ann, "/unit figure", unit="Marines", name="Ripley")
    for format in ("html", "markdown"):
        assert "Ripley, Marines (Red): unhurt so far" in await report_of(kane, kane.ann, format)
    told = await shoot(kane)
    told = await shoot(kane)
    assert (await kane.unit("Militia")).models < 8, told.text
    await kane.done(kane.bob, "/unit figure", unit="Militia", name="Kane", fallen=True)
    asked = await kane.done(kane.ann, "/game end", winner="Red")
    if not (await kane.live()).game.over:
        await kane.click(kane.bob, asked, "Agree")
    for format in ("html", "markdown"):
        text = await report_of(kane, kane.ann, format)
        assert "Kane, Militia (Blue): fell in turn 1 to Marines" in text
        assert "Ripley, Marines (Red): survived" in text


async def test_a_figure_is_lost_with_its_unit_unasked(kane: Table) -> None:
    for _ in range(3):
        if (await kane.unit("Militia")).alive:
            await shoot(kane)
    assert not (await kane.unit("Militia")).alive
    text = await report_of(kane, kane.ann, "html")
    assert "Kane, Militia (Blue): fell in turn 1 to Marines" in text


async def test_a_saved_force_keeps_its_named_figures(kane: Table) -> None:
    await fire_at_militia(kane, 1)
    await kane.done(kane.bob, "/unit figure", unit="Militia", name="Kane", fallen=True)
    await kane.done(kane.bob, "/force save", name="Locals")
    await kane.done(kane.bob, "/game end")
    await kane.done(kane.bob, "/game new", system="fubar", name="Again")
    await kane.done(kane.bob, "/game join", side="Blue")
    await kane.done(kane.bob, "/force load", force="Locals")
    assert (await kane.unit("Militia")).figures == (Figure(name="Kane", note="carries the radio"),)


async def test_a_hostile_name_is_harmless_wherever_it_is_shown(demo: Table) -> None:
    told = await demo.done(demo.bob, "/unit figure", unit="Militia", name=HOSTILE, note=HOSTILE)
    card = await demo.say(demo.bob, "/unit show", unit="Militia")
    board = await demo.say(demo.bob, "/game status")
    for one in (told, card, board):
        _harmless(one)
    assert "<b>x</b>" not in await report_of(demo, demo.bob, "html")
    assert "one line" in await demo.refused(demo.bob, "/unit figure", unit="Militia", name="a\nb")


def _harmless(told: Told) -> None:
    shown = f"{told.title}\n{told.text}"
    assert "@everyone" not in shown
    assert "**Kane**" not in shown
    assert "\\[a](http" in shown or "[a](" not in shown


async def test_in_german_too(table: Table) -> None:
    verein = german_server(table)
    await table.done(table.ann, "/game demo", where=verein, system="fubar")
    await table.done(table.ann, "/game join", where=verein, side="Red")
    told = await table.done(table.ann, "/unit figure", where=verein, unit="Marines", name="Kane")
    assert told.title == "Kane gehört zu Marines"
