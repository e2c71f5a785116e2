"""Older results: the controls that stay below a newer result, and after the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.tasks.live_board import EVERY
from tests.cogs.components.play.test_control_row import board, menus
from tests.cogs.table import Table, Told


@pytest.fixture
async def short(demo: Table) -> Table:
    demo.services.details.usual = "short"
    await demo.done(demo.ann, "/initiative", dice="6 1")
    return demo


async def _activate(short: Table, who: Any, unit: str) -> Told:
    short.dice.next(6)
    return await short.pick(who, await board(short), unit, "Activate")


async def _later(short: Table, told: Told) -> Told:
    """Return a result as shown after some time."""
    await short.env.advance_time(2 * EVERY)
    return short.now(told.messages[0])


async def test_thumb_an_older_result_keeps_its_questions(short: Table) -> None:
    short.dice.next(1)
    told = await short.pick(short.ann, await board(short), "IFV", "Activate")
    asked = [one for one in told.buttons if one not in ("Undo", "Why?", "Next …")]
    reacting = [name for name in menus(told) if "react" in name]
    await short.done(short.bob, "/score", side="Blue", points=1, why="bridge")
    now = await _later(short, told)
    assert [name for name in menus(now) if "react" in name] == reacting
    assert {"Undo", "Why?"} <= set(now.buttons) <= {*asked, "Undo", "Why?"}


async def test_of_results_in_quick_succession_only_the_last_but_one_is_edited(short: Table) -> None:
    """One edit instead of one a command: the others have left the screen, and their controls are answered in words."""
    first = await _activate(short, short.ann, "Marines")
    await _later(short, first)
    second = await short.done(short.ann, "/activate", unit="Commandos", action="walk", dice="6")
    third = await short.done(short.ann, "/activate", unit="Regular section", action="walk", dice="6")
    before = _edits(short)
    assert (await _later(short, third)).buttons == third.buttons
    assert _edits(short) - before == 1
    assert second.buttons != ("Undo", "Why?")
    assert short.now(second.messages[0]).buttons == ("Undo", "Why?")
    left = short.now(first.messages[0])
    assert menus(left)
    late = await short.pick(short.ann, left, "Commandos", "Next")
    assert (late.title, late.private) == ("The game has moved on", True)


def _edits(table: Table) -> int:
    """Return the number of edits of answers sent to Discord; the board is edited by another route."""
    return sum(one.method == "PATCH" and "/webhooks/" in one.path for one in table.env.http_requests)


async def test_thumb_a_message_that_is_drawn_again_is_waited_for(short: Table) -> None:
    """Then it keeps Undo and Why?, and its menu does not come back by a choice made from it at that moment."""
    first = await _activate(short, short.ann, "Marines")
    assert menus(await _later(short, first)), "it is the newest yet"
    results = short.services.result_messages
    with results.lock_message(str(first.messages[0].id)):
        await short.done(short.bob, "/score", side="Blue", points=1, why="bridge")
        assert menus(await _later(short, first))
    late = await short.pick(short.ann, first, "Commandos", "Next: ")
    assert late.title == "The game has moved on"
    now = await _later(short, first)
    assert (now.buttons, menus(now)) == (("Undo", "Why?"), {})
    assert (await short.click(short.ann, now, "Why?")).private


async def test_after_the_end_results_have_no_controls_and_the_end_links_log_and_statistics(short: Table) -> None:
    first = await _activate(short, short.ann, "Marines")
    over = await short.done(short.ann, "/game end", winner="Red")
    if "Agree" in over.buttons:
        over = await short.click(short.bob, over, "Agree")
    now = await _later(short, first)
    assert (now.buttons, menus(now)) == ((), {})
    assert over.buttons[:5] == ("New game: FUBAR", "Reopen", "Report", "Log", "Stats")
    report = await short.click(short.bob, over, "Report")
    assert report.private
    assert next(one.filename for message in report.messages for one in message.attachments).endswith(".html")
    log = await short.click(short.bob, over, "Log")
    assert log.private
    assert "Marines" in log.text
    stats = await short.click(short.cyd, over, "Stats")
    assert stats.title.startswith("Statistics of")
    assert stats.buttons == ("Every unit", "Units over all games")


async def test_thumb_a_game_of_another_channel_is_not_shown_here(short: Table) -> None:
    over = await short.done(short.ann, "/game end")
    id = next(one["custom_id"] for row in over.messages[0].components for one in row["components"])
    await short.done(short.ann, "/game demo", where=short.other, system="fubar")
    there = await short.done(short.ann, "/game status", where=short.other)
    for what in ("report", "lastlog"):
        forged = f"adj1:{what}:{id.split(':')[2]}"
        assert (await short.click_of_before(short.ann, there, forged)).refused
