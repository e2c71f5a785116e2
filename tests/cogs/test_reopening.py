"""A game whose end has laid cards open goes on only when all sides want it, or an umpire without one."""

from __future__ import annotations

from tests.cogs import warring
from tests.cogs.beginnings import beginning
from tests.cogs.table import Table

HIDDEN = "Scout sharpshooters"


@beginning
async def ambush(table: Table) -> None:
    """Ann plays Red with hidden scouts, Bob Blue; Cyd has no part in it yet. Something was thrown."""
    await table.done(table.ann, "/game demo", system="opreb")
    assert (await table.unit(HIDDEN)).side == "Red"
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")


async def over(table: Table) -> None:
    """Both agree that Red has won: what was hidden is open to all."""
    asked = await table.done(table.ann, "/game end", winner="Red")
    await table.click(table.bob, asked, "Agree")
    assert await table.last() == 0


async def test_d4_what_laid_cards_open_is_resumed_when_all_sides_agree(ambush: Table) -> None:
    await over(ambush)
    asked = await ambush.say(ambush.ann, "/game reopen")
    assert asked.buttons == ("Agree", "No")
    assert await ambush.last() == 0
    assert (await ambush.click(ambush.ann, asked, "Agree")).refused
    await ambush.click(ambush.bob, asked, "Agree")
    assert (await ambush.entry()).command == "game reopen"


async def test_d4_one_side_that_will_not_keeps_it_over(ambush: Table) -> None:
    await over(ambush)
    asked = await ambush.say(ambush.bob, "/game reopen")
    await ambush.click(ambush.ann, asked, "No")
    assert await ambush.last() == 0


async def test_d4_undoing_the_end_is_resuming(ambush: Table) -> None:
    await over(ambush)
    asked = await ambush.say(ambush.ann, "/undo")
    assert asked.buttons == ("Agree", "No")
    assert await ambush.last() == 0
    await ambush.click(ambush.bob, asked, "Agree")
    assert await ambush.last() > 0


async def test_d4_an_umpire_without_a_side_resumes_it(ambush: Table) -> None:
    await ambush.done(ambush.ann, "/game umpire", player=ambush.cyd)
    await over(ambush)
    await ambush.done(ambush.cyd, "/game reopen")
    assert await ambush.last() > 0


async def test_d4_where_nothing_was_hidden_whoever_was_there_resumes_it(ambush: Table) -> None:
    await ambush.done(ambush.ann, "/marker set", unit=HIDDEN, marker="hidden", count=0)
    await over(ambush)
    await ambush.done(ambush.bob, "/game reopen")


async def test_d4_nothing_is_resumed_in_a_channel_that_has_another_game_by_now(ambush: Table) -> None:
    await over(ambush)
    asked = await ambush.say(ambush.ann, "/game reopen")
    await ambush.done(ambush.cyd, "/game new", system="opreb")
    assert (await ambush.click(ambush.bob, asked, "Agree")).refused
    assert await ambush.last() == 1


async def test_d4_the_question_outlives_a_restart(ambush: Table) -> None:
    await over(ambush)
    asked = await ambush.say(ambush.ann, "/game reopen")
    await ambush.restart()
    await ambush.click(ambush.bob, asked, "Agree")
    assert (await ambush.entry()).command == "game reopen"


async def test_d4_the_report_of_a_campaign_lays_cards_open_too(table: Table) -> None:
    """A battle that ended without a winner: nothing is opened by the game, but the report tells of every unit."""
    await warring.enlisted(table, system="opreb")
    scouts = warring.force_file("Shadows", system="opreb", kind="scout_sharpshooters")
    await table.done(table.bob, "/campaign enlist", file=scouts)
    await table.done(table.ann, "/campaign battle start", against="Blue")
    await table.done(table.bob, "/marker set", unit="Xavier", marker="pinned", count=1)
    await warring.ended(table)
    asked = await table.say(table.ann, "/game reopen")
    assert asked.buttons == ("Agree", "No")
    assert (await warring.now(table)).battles["b1"].stage == "reported"
    await table.click(table.bob, asked, "Agree")
    await table.services.campaign_watch.settled()
    assert (await warring.now(table)).battles["b1"].stage == "fighting"
