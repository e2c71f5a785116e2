"""The question for the winner: asked of a solo player, and offered once one side has no units left."""

from __future__ import annotations

import pytest

from tests.cogs.components.play.test_control_row import all_controls
from tests.cogs.forging import forged
from tests.cogs.table import Table


@pytest.fixture
async def alone(table: Table) -> Table:
    """Ann plays Red at a FUBAR demo, the bot Blue."""
    await table.done(table.ann, "/game demo", system="fubar")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.ann, "/game opponent", side="Blue")
    return table


async def test_a_solo_player_says_it_at_once_and_two_players_are_not_asked(alone: Table) -> None:
    await alone.done(alone.ann, "/initiative", dice="6 1")
    told = await alone.say(alone.ann, "/game end", winner="Blue")
    assert "Who has won?" not in told.whole
    await alone.click(alone.ann, told, "Cancel")
    await alone.services.opponent.leave_seat(alone.call(alone.ann), await alone.live())
    assert "Who has won?" not in (await alone.say(alone.ann, "/game end")).whole


async def test_a_game_in_which_nothing_was_rolled_has_no_winner(alone: Table) -> None:
    told = await alone.say(alone.ann, "/game end")
    assert "Who has won?" not in told.whole


async def test_once_a_side_has_no_units_left_the_end_comes_first(alone: Table) -> None:
    await alone.done(alone.ann, "/initiative", dice="6 1")
    told = await alone.done(alone.ann, "/activate", unit="Marines", dice="6")
    assert "End the game …" not in told.buttons
    live = await alone.live()
    for unit in live.game.units_of_side("Blue"):
        live.game.units[unit.id] = unit.model_copy(update={"models": 0})
    told = await alone.done(alone.ann, "/activate", unit="Regular section", dice="6")
    assert told.buttons[0] == "End the game …"
    asked = await alone.click(alone.ann, told, "End the game …")
    assert asked.title == "Who has won?"
    assert asked.buttons == ("Red, ahead", "Blue", "No winner: a draw", "Cancel")
    over = await alone.click(alone.ann, asked, "Red, ahead")
    assert over.title == "The game is over: Red wins"


async def test_the_end_of_a_game_leads_to_the_next_one_and_back(alone: Table) -> None:
    """A new game against the same bot, or the same game again; then the old buttons give the reason for
    refusing.
    """
    await alone.done(alone.ann, "/initiative", dice="6 1")
    asked = await alone.done(alone.ann, "/game end")
    over = await alone.click(alone.ann, asked, "No winner: a draw")
    assert over.buttons[:3] == ("New game: FUBAR", "Reopen", "Report")
    again = await alone.click(alone.ann, over, "Reopen")
    assert not again.refused, again.whole
    live = await alone.live()
    assert not live.game.over
    asked = await alone.done(alone.ann, "/game end")
    over = await alone.click(alone.ann, asked, "No winner: a draw")
    begun = await alone.click(alone.ann, over, "New game: FUBAR")
    assert "☐ Blue: Adjutant (balanced); choose a force" in begun.text
    assert (await alone.live()).info.id != live.info.id
    assert (await alone.click(alone.ann, over, "New game: FUBAR")).refused
    assert (await alone.click(alone.ann, over, "Reopen")).refused
    assert (await forged(alone, alone.ann, "adj1:newasked:nothing")).refused
    assert (await forged(alone, alone.ann, "adj1:reopen:nothing")).refused


async def test_the_fates_of_the_downed_are_rolled_before_the_end(table: Table) -> None:
    """After the end nothing offered the roll any more."""
    await table.done(table.ann, "/game demo", system="bayonet")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.ann, "/game opponent", side="Blue")
    await table.done(table.ann, "/initiative", dice="6 1")
    await table.done(table.ann, "/marker set", unit="GI", marker="downed", count=1)
    asked = await table.done(table.ann, "/game end")
    assert asked.buttons[0] == "Fates of the downed"
    table.dice.next(6)
    await table.click(table.ann, asked, "Fates of the downed")
    assert (await table.entry()).request["action"] == "afterwards"
    assert "Fates of the downed" not in (await table.done(table.ann, "/game end")).buttons


async def test_controls_of_a_game_that_is_over_say_so_and_offer_what_is_left(demo: Table) -> None:
    """They said that there was no game, as did those that were asked for then."""
    left = ("New game: FUBAR", "Reopen", "Report", "Log", "Stats")
    controls, game = await all_controls(demo), (await demo.live()).info.id
    await demo.restart()  # so that they are not closed
    await demo.done(demo.bob, "/game end")
    for id in (f"adj1:controls:{game}", f"adj1:upnext:{game}"):
        asked = await forged(demo, demo.ann, id)
        assert (asked.title, asked.buttons) == ("This game is over", left)
    late = await demo.pick(demo.ann, controls, "Marines", "Fire")
    assert (late.title, late.buttons) == ("This game is over", left)
    assert (await demo.click(demo.ann, late, "Reopen")).title == "FUBAR demo goes on"
