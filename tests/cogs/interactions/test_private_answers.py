"""Private replies: temporary notices share one message, others have the next controls below them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cogs.components.play.test_control_row import activated, board, menus
from tests.cogs.faulty import COMPONENT, raw
from tests.cogs.table import Table, Told

PRIVATE = 64


@pytest.fixture
async def short(demo: Table) -> Table:
    demo.services.details.usual = "short"
    await demo.done(demo.ann, "/initiative", dice="6 1")
    return demo


async def _marines(short: Table) -> Told:
    short.dice.next(6)
    return await short.pick(short.ann, await board(short), "Marines", "Activate")


def _private(table: Table) -> list[str]:
    """Return the titles of all private messages of a person in the channel."""
    found = table.env.backend.messages[table.channel.id].values()
    return [one.embeds[0].get("title") or "" for one in found if one.flags & PRIVATE and one.embeds]


async def test_that_the_table_has_moved_on_is_one_message_renewed(demo: Table) -> None:
    old = await activated(demo)
    await demo.done(demo.bob, "/score", side="Blue", points=1, why="bridge")
    told = await demo.click(demo.ann, old, "Run 12″")
    for _ in range(2):
        told = await demo.click(demo.ann, old, "Run 12″")
        assert told.title == "The game has moved on"
        assert _private(demo) == ["The game has moved on"]
    assert "Activate …" in menus(told)
    await demo.done(demo.bob, "/score", side="Blue", points=1, why="bridge")
    await demo.click(demo.ann, told, "Undo")
    assert _private(demo) == ["The game has moved on"]
    await demo.click(demo.ann, demo.now(told.messages[0]), "Undo")
    assert _private(demo) == [], "what was clicked has done something: its controls are of before"


async def test_a_refusal_takes_the_place_of_the_one_before_and_goes_once_it_works(demo: Table) -> None:
    told = await activated(demo)
    for _ in range(2):
        refused = await demo.click(demo.bob, told, "Run 12″")
        assert refused.refused
    await demo.refused(demo.bob, "/undo", entry=1)
    assert len(_private(demo)) == 1
    await demo.refused(demo.ann, "/undo", entry=1)
    assert len(_private(demo)) == 2, "each has their own"
    await demo.done(demo.bob, "/score", side="Blue", points=1, why="bridge")
    assert len(_private(demo)) == 1
    await demo.done(demo.ann, "/score", side="Red", points=1, why="bridge")
    assert _private(demo) == []
    await demo.click(demo.ann, told, "Why?")
    await demo.refused(demo.ann, "/undo", entry=1)
    await demo.done(demo.ann, "/score", side="Red", points=1, why="bridge")
    assert len(_private(demo)) == 1, "an answer that was asked for stays"


async def test_one_that_its_reader_has_dismissed_is_no_fault(demo: Table, caplog: Any) -> None:
    await demo.refused(demo.ann, "/undo", entry=1)
    messages = demo.env.backend.messages[demo.channel.id]
    for id in [id for id, one in messages.items() if one.flags & PRIVATE]:
        del messages[id]
    assert (await demo.done(demo.ann, "/score", side="Red", points=1, why="bridge")).text
    assert not [one for one in caplog.records if one.levelname == "ERROR"]


async def test_the_next_step_is_offered_under_why_and_odds_or_later_the_current_controls(short: Table) -> None:
    told = await _marines(short)
    why = await short.click(short.ann, told, "Why?")
    assert why.buttons[0] == "Fire …", why.buttons
    odds = await short.click(short.ann, why, "Odds")
    assert odds.buttons[0] == "Fire …", odds.buttons
    assert (await short.click(short.ann, why, "Fire …")).form
    await short.done(short.bob, "/score", side="Blue", points=1, why="bridge")
    why = await short.click(short.ann, told, "Why?")
    assert why.buttons[-1] == "Next …", why.buttons
    assert (await short.click(short.ann, why, "Next …")).title == "Controls"


# Private helpers are edited, not added, and close when done


def _private_ids(table: Table) -> list[int]:
    """Return the ids of the private messages in the channel."""
    return [one.id for one in table.env.backend.messages[table.channel.id].values() if one.flags & PRIVATE]


async def test_a_refusal_is_shown_above_the_private_controls_which_keep_working(demo: Table) -> None:
    controls = await demo.pick(demo.ann, await activated(demo), "All controls …")
    for _ in range(2):
        data = {"custom_id": "adj1:older:1", "component_type": 2}
        refused = await raw(demo, demo.ann, COMPONENT, data, controls.messages[0])
        assert refused.refused
        (shown,) = refused.messages
        assert [shown.id] == _private_ids(demo)
        assert [one.title for one in shown.embeds] == [refused.title, "Controls"]
    assert (await demo.pick(demo.ann, demo.now(controls.messages[0]), "Marines", "Fire")).form


async def test_a_helper_replaces_the_older_one_of_its_kind_and_closes_with_a_result_of_its_reader(demo: Table) -> None:
    shown = await board(demo)
    controls = await demo.pick(demo.ann, shown, "All controls …")
    first, second = [await demo.click(demo.ann, shown, "Fire …") for _ in range(2)]
    assert _private_ids(demo) == [controls.messages[0].id, second.messages[0].id]
    assert first.messages[0].id != second.messages[0].id
    renewed = await demo.pick(demo.ann, shown, "All controls …")
    assert _private_ids(demo) == [second.messages[0].id, renewed.messages[0].id]
    await demo.done(demo.bob, "/score", side="Blue", points=1, why="bridge")
    assert len(_private_ids(demo)) == 2, "not with a result of another player"
    await demo.done(demo.ann, "/score", side="Red", points=1, why="bridge")
    assert _private_ids(demo) == []


async def _refused_shot(demo: Table) -> Told:
    """Return the refusal of Bob's shot in the turn of the other side."""
    await demo.done(demo.ann, "/initiative", dice="6 1")
    asked = await demo.say(demo.bob, "/fire", attacker="Militia", target="Marines")
    wrong = await demo.fill(demo.bob, asked, distance="far")
    assert wrong.buttons == ("Correct it",)
    return wrong


async def test_a_refusal_closes_with_its_turn_and_private_controls_with_the_game_that_another_player_ends(
    demo: Table,
) -> None:
    """On the phone of the player who waited, the blue button stayed, and controls still offered a shot."""
    wrong = await _refused_shot(demo)
    controls = await demo.pick(demo.bob, await board(demo), "All controls …")
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    assert _private_ids(demo) == [wrong.messages[0].id, controls.messages[0].id]
    await demo.done(demo.ann, "/turn end")
    assert _private_ids(demo) == [controls.messages[0].id]
    await demo.done(demo.ann, "/game end")
    assert "Controls" not in _private(demo)


async def test_the_button_of_a_refusal_goes_once_its_question_is_over(demo: Table) -> None:
    """It was refused at each click, and stayed."""
    wrong = await _refused_shot(demo)
    row = (await demo.services.record.questions.open((await demo.live()).info.id))[-1]
    await demo.services.cancellation.drop(demo.call(demo.bob), row.id, row.step)
    again = await demo.click(demo.bob, wrong, "Correct it")
    assert again.title == "That is already answered or over"
    assert not demo.has(again, "Correct it")
