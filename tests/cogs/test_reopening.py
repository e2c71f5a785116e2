"""A game whose end has revealed cards continues only with the consent of all sides, or of an umpire without one."""

from __future__ import annotations

from tests.cogs import warring
from tests.cogs.beginnings import beginning
from tests.cogs.table import Table
from tests.cogs.tasks.test_deadlines import SHOT

HIDDEN = "Scout sharpshooters"


@beginning
async def ambush(table: Table) -> None:
    """Ann plays Red with hidden scouts, Bob Blue; Cyd has no part in it yet. Something was rolled."""
    await table.done(table.ann, "/game demo", system="opreb")
    assert (await table.unit(HIDDEN)).side == "Red"
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")


async def end_game(table: Table) -> None:
    """Both agree that Red has won: what was hidden is open to all."""
    asked = await table.done(table.ann, "/game end", winner="Red")
    await table.click(table.bob, asked, "Agree")
    assert await table.last() == 0


@beginning
async def over(ambush: Table) -> None:
    """Red has won the ambush."""
    await end_game(ambush)


async def test_a_game_whose_end_revealed_cards_is_reopened_if_all_sides_agree_after_a_restart_too(
    over: Table,
) -> None:
    asked = await over.say(over.bob, "/game reopen")
    await over.click(over.ann, asked, "No")
    assert await over.last() == 0
    asked = await over.say(over.ann, "/game reopen")
    assert asked.buttons == ("Agree", "No")
    assert await over.last() == 0
    assert (await over.click(over.ann, asked, "Agree")).refused
    await over.restart()
    await over.click(over.bob, asked, "Agree")
    assert (await over.entry()).command == "game reopen"


async def test_undoing_the_end_is_resuming(over: Table) -> None:
    asked = await over.say(over.ann, "/undo")
    assert asked.buttons == ("Agree", "No")
    assert await over.last() == 0
    await over.click(over.bob, asked, "Agree")
    assert await over.last() > 0


async def test_an_umpire_without_a_side_resumes_it(ambush: Table) -> None:
    await ambush.done(ambush.ann, "/game umpire", player=ambush.cyd)
    """As the sides have agreed on its end, they agree that it goes on."""
    await end_game(ambush)
    asked = await ambush.say(ambush.cyd, "/game reopen")
    assert asked.buttons == ("Agree", "No")
    still = await ambush.click(ambush.bob, asked, "Agree")
    await ambush.click(ambush.ann, still, "Agree")
    assert await ambush.last() > 0


async def test_without_hidden_units_and_a_winner_any_player_present_resumes_it(ambush: Table) -> None:
    await ambush.done(ambush.ann, "/marker set", unit=HIDDEN, marker="hidden", count=0)
    await ambush.done(ambush.ann, "/game end")
    await ambush.done(ambush.bob, "/game reopen")
    assert await ambush.last() > 0


async def test_nothing_is_resumed_in_a_channel_that_has_another_game_by_now(over: Table) -> None:
    asked = await over.say(over.ann, "/game reopen")
    await over.done(over.cyd, "/game new", system="opreb")
    assert (await over.click(over.bob, asked, "Agree")).refused
    assert await over.last() == 1


async def test_the_report_of_a_campaign_lays_cards_open_too(table: Table) -> None:
    """A battle that ended without a winner reveals no cards in the game, but the report names every unit."""
    await warring.enlist_units(table, system="opreb")
    scouts = warring.force_file("Shadows", system="opreb", kind="scout_sharpshooters")
    await table.done(table.bob, "/campaign enlist", file=scouts)
    await table.done(table.ann, "/campaign battle start", against="Blue")
    await table.done(table.bob, "/marker set", unit="Xavier", marker="pinned", count=1)
    await warring.end_game(table)
    asked = await table.say(table.ann, "/game reopen")
    assert asked.buttons == ("Agree", "No")
    assert (await warring.current_campaign(table)).battles["b1"].stage == "reported"
    await table.click(table.bob, asked, "Agree")
    await table.services.campaign_watch.wait_until_settled()
    assert (await warring.current_campaign(table)).battles["b1"].stage == "fighting"


# Consent to the end


async def test_a_game_that_ended_by_both_words_goes_on_by_both(demo: Table) -> None:
    """Ann, its umpire, neither reopens it alone nor takes its end back alone."""
    await demo.done(demo.ann, "/fire", **SHOT)
    asked = await demo.done(demo.ann, "/game end", winner="Red")
    await demo.click(demo.bob, asked, "Agree")
    for command in ("/game reopen", "/undo"):
        asked = await demo.say(demo.ann, command)
        assert asked.buttons == ("Agree", "No"), command
        assert (await demo.services.games.latest_game(demo.place())).game.over
        await demo.click(demo.bob, asked, "No")
    asked = await demo.say(demo.ann, "/game reopen")
    await demo.click(demo.bob, asked, "Agree")
    assert not (await demo.live()).game.over


async def test_a_game_ended_by_an_umpire_without_a_side_is_reopened_by_that_umpire(demo: Table) -> None:
    await demo.done(demo.ann, "/game umpire", player=demo.cyd)
    await demo.done(demo.ann, "/fire", **SHOT)
    await demo.done(demo.cyd, "/game end", winner="Red")
    asked = await demo.say(demo.bob, "/game reopen")
    assert asked.buttons == ("Agree", "No")
    assert "Cyd" in asked.title
    await demo.click(demo.cyd, asked, "Agree")
    assert not (await demo.live()).game.over


async def test_a_draw_is_announced_like_a_winner_and_the_question_names_both(demo: Table) -> None:
    await demo.done(demo.ann, "/fire", **SHOT)
    assert "Red wins?" in (await demo.say(demo.ann, "/game end", winner="red")).text
    assert "as a draw?" in (await demo.say(demo.ann, "/game end", winner="Draw")).text
    ended = await demo.done(demo.ann, "/game end", winner="draw")
    assert ended.title == "The game is over: a draw"
    live = await demo.services.games.latest_game(demo.place())
    assert (live.game.over, live.game.winner) == (True, None)
