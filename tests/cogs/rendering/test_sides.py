"""The colour and the sign of a side in public messages: questions, the board, the log."""

from __future__ import annotations

from cogs.rendering.charts.canvas import BLUE as DARK_BLUE
from cogs.rendering.charts.canvas import ORANGE, SKY
from cogs.rendering.reply import INK
from cogs.rendering.sides import colours_of, mark_in_game, mark_of_side
from cogs.tasks.live_board import EVERY
from tests.cogs import warring
from tests.cogs.followed import boards, text
from tests.cogs.table import Table, Told

SIDES = ("Red", "Blue")
RED, BLUE = (mark_of_side(SIDES, side) for side in SIDES)


def _colour(told: Told) -> int:
    return told.messages[0].embeds[0].colour.value


async def test_a_question_is_in_the_colour_of_the_side_asked_and_names_it(demo: Table) -> None:
    await demo.done(demo.bob, "/game dice", side="Blue", mode="physical")
    demo.dice.next(6, 6, 6, 6, 6, 6, 6, 6, 6)
    asked = await demo.done(demo.ann, "/fire", attacker="Marines", target="HMG team", distance="10")
    assert asked.title.startswith("Bob, roll ")
    assert (_colour(asked), asked.footer) == (BLUE.accent, f"{BLUE.sign} Blue")


async def test_who_has_to_agree_is_asked_in_their_own_colour(demo: Table) -> None:
    fired = await demo.done(demo.ann, "/fire", attacker="Marines", target="Militia", distance="10")
    asked = await demo.click(demo.ann, fired, "Undo")
    assert asked.title == "Bob: do you agree?"
    assert _colour(asked) == BLUE.accent
    assert asked.footer == "", "it fits a phone only without; the name in the heading says whose side it is"


async def test_private_messages_and_a_side_without_players_have_no_mark(demo: Table) -> None:
    warned = await demo.warned(demo.ann, "/turn next")
    assert warned.footer == ""
    assert mark_of_side(SIDES, "Green").accent == INK


async def test_the_board_is_in_the_colour_of_whose_move_it_is(demo: Table) -> None:
    await demo.done(demo.ann, "/game board")
    assert boards(demo)[-1].embeds[0].colour.value == INK
    await demo.done(demo.ann, "/initiative", dice="1 6")
    await demo.env.advance_time(EVERY)
    assert boards(demo)[-1].embeds[0].colour.value == BLUE.accent
    assert "**🔵 Blue's turn**" in text(boards(demo)[-1])


async def test_a_line_of_the_log_has_the_sign_beside_the_side(demo: Table) -> None:
    await demo.done(demo.bob, "/activate", unit="Militia", dice="6")
    told = await demo.done(demo.cyd, "/log show")
    assert "Bob · 🔵 Blue  Militia: activation" in told.text


async def test_br_a_side_has_the_colour_of_its_roster_in_every_battle_of_a_campaign(table: Table) -> None:
    """Neither the issuer of the battle nor a new name of the roster changes it."""
    await table.done(table.ann, "/campaign new", name="Long war", system="fubar", shape="ladder")
    for who, roster, units in ((table.ann, "Axis", ("Able", "Baker")), (table.bob, "Allies", ("Xavier", "Yoke"))):
        await table.done(who, "/campaign join", roster=roster)
        await table.done(who, "/campaign enlist", file=warring.force_file(*units))
    await table.done(table.ann, "/campaign battle start", against="Allies", units="Able", theirs="Xavier")
    await table.done(table.ann, "/campaign rename", name="Blue devils")
    await table.done(table.bob, "/campaign battle start", where=table.other, against="Blue devils")
    first, second = (await table.live()).game, (await table.live(table.other)).game
    assert second.sides == ("Allies", "Blue devils")
    marks = {side: mark_in_game(game, side).sign for game in (first, second) for side in game.sides}
    assert marks == {"Axis": "🔵", "Blue devils": "🔵", "Allies": "🟠"}
    assert "🟠" in (await table.done(table.bob, "/game status", where=table.other)).text
    campaign = await warring.current_campaign(table)
    assert [roster.colour for roster in campaign.rosters.values()] == ["blue", "orange"]


def test_its_lines_are_drawn_in_that_colour() -> None:
    assert colours_of(["Allies", "Axis"], {"Axis": "blue", "Allies": "orange"}) == [ORANGE, DARK_BLUE]
    assert colours_of(["Red", "Axis"], {"Red": "sky"}) == [SKY, DARK_BLUE]
