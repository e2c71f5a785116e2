"""The live board: one message per game that follows the table, whatever Discord does to it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import discord
import pytest

from bot.services.play.live_board import FAR, OLD
from bot.store.tables import Kind, Pending
from cogs.interactions.message import EDIT_PATIENCE
from cogs.interactions.retries import LONGEST
from cogs.tasks.live_board import EVERY
from tests.cogs.beginnings import beginning
from tests.cogs.faulty import faults, too_many_edits, unloaded_amid
from tests.cogs.followed import boards, calls, entry, text
from tests.cogs.logged import allow
from tests.cogs.settling import sleep_through, wait_quietly
from tests.cogs.table import Table

EDIT, POST = "/channels/*/messages/*", "/channels/*/messages"


@beginning
async def board(demo: Table) -> None:
    """The demo with its board posted."""
    told = await demo.done(demo.bob, "/game board")
    assert told.title == "Board: FUBAR demo"
    assert not told.private
    await demo.env.advance_time(EVERY)


# Its text


async def test_the_board_shows_every_unit_with_its_state(board: Table) -> None:
    await board.done(board.ann, "/initiative", dice="6 1")
    await board.done(board.ann, "/activate", unit="Marines", action="run", dice="6")
    await board.done(board.ann, "/activate", unit="Commandos", dice="1")
    await board.done(board.bob, "/marker set", unit="Militia", marker="suppressed", count=2)
    await board.done(board.bob, "/unit edit", unit="HMG team", field="models", value="0")
    await board.done(board.ann, "/score", side="Blue", points=2, why="bridge")
    await board.done(board.ann, "/place add", kind="objective", label="Bridge")
    await board.done(board.ann, "/objective hold", label="Bridge", side="Blue")
    await board.env.advance_time(EVERY)
    lines = text(boards(board)[0]).splitlines()
    assert lines == [
        "FUBAR · turn 1 · **🔵 Blue's turn** (Bob)",
        "Score: Blue 2",
        "Objects: objective Bridge (held by Blue)",
        "🔴 __Red__ · Ann (umpire) · Not yet activated (2):",
        "**Regular section** 8/8; **IFV**",
        "Has acted (2):",
        "**Commandos** 5/5 · on guard",
        "**Marines** 5/5",
        "🔵 __Blue__ · Bob · Not yet activated (3):",
        "**Militia** 8/8 · suppressed 2",
        "**Planet defence squad** 10/10; **Technical**",
        "Out of action (1):",
        "**HMG team**",
    ]


async def test_the_board_shows_an_open_question_until_it_is_answered(board: Table) -> None:
    await board.done(board.ann, "/rulings set", name="allocation", value="ask")
    await board.say(board.ann, "/fire", attacker="Regular section", target="Militia", distance="10")
    await board.env.advance_time(EVERY)
    asked = [line for line in text(boards(board)[0]).splitlines() if line.startswith("⏳")]
    assert len(asked) == 1
    assert asked[0].startswith("⏳ Waiting for Bob: ")
    assert "[the question](https://discord.com/channels/" in asked[0]
    found = (await board.services.questions.open_questions(board.call(board.bob)))[0]
    await board.services.questions.answer(board.call(board.bob), found.row.id, found.row.step, choice="suppress_first")
    await board.env.advance_time(EVERY)
    assert "Waiting for" not in text(boards(board)[0])
    await board.warned(board.ann, "/turn next")
    await board.env.advance_time(EVERY)
    assert "Waiting" not in text(boards(board)[0]), "a private question is not on it"


# When it is edited


async def test_many_entries_are_one_edit_and_far_up_it_is_posted_again(board: Table) -> None:
    """The last state wins, and private answers do not push it up."""
    before = calls(board)
    await entry(board, 5)
    assert calls(board) == before
    await board.env.advance_time(EVERY)
    assert calls(board) == before + 1
    assert "Red 5" in text(boards(board)[0])
    await wait_quietly(board.env, 60)
    assert calls(board) == before + 1
    await entry(board, FAR - 6)
    for _ in range(3):
        await board.done(board.bob, "/waiting")
    await board.env.advance_time(EVERY)
    assert len(boards(board)) == 1
    await entry(board)
    await board.env.advance_time(EVERY)
    assert len(boards(board)) == 2


async def test_the_end_of_the_game_is_its_last_word_with_no_unit_still_to_act(board: Table) -> None:
    """The remaining units are listed together, whatever they did in the last turn."""
    await board.done(board.ann, "/initiative", dice="6 1")
    await board.done(board.ann, "/activate", unit="Marines", action="run", dice="6")
    await board.done(board.bob, "/unit edit", unit="HMG team", field="models", value="0")
    await board.click(board.bob, await board.done(board.ann, "/game end", winner="Red"), "Agree")
    await board.env.advance_time(EVERY)
    (message,) = boards(board)
    assert message.embeds[0].title == "Final board: FUBAR demo"
    assert "**Game over.** Red has won." in text(message)
    assert "Whose move" not in text(message)
    assert [line for line in text(message).splitlines() if line.endswith(":")] == [
        "🔴 __Red__ · Ann (umpire) · Left at the end (4):",
        "🔵 __Blue__ · Bob · Left at the end (3):",
        "Out of action (1):",
    ]
    await board.click(board.bob, await board.say(board.ann, "/game reopen"), "Agree")
    await board.env.advance_time(EVERY)
    assert boards(board)[0].embeds[0].title == "Board: FUBAR demo"


async def test_it_moves_with_the_game(board: Table) -> None:
    await board.done(board.ann, "/game move", channel=board.other)
    await board.env.advance_time(EVERY)
    (new,) = boards(board, board.other)
    assert "FUBAR" in text(new)
    assert f"/{board.other.id}/{new.id}" in text(boards(board)[0])
    await board.done(board.ann, "/score", board.other, side="Red", points=1, why="a test")
    await board.env.advance_time(EVERY)
    assert "Red 1" in text(boards(board, board.other)[0])


async def test_it_lives_in_a_thread(table: Table) -> None:
    channel: Any = table.env.bot.get_channel(table.channel.id)
    with table.env._bot_scope():
        await channel.create_thread(name="battle", type=discord.ChannelType.public_thread)
    await table.env.settle()
    thread = table.channel.threads[0]
    await table.done(table.ann, "/game demo", thread)
    await table.done(table.ann, "/game board", thread)
    await table.done(table.ann, "/score", thread, side="Red", points=1, why="a test")
    await table.env.advance_time(EVERY)
    assert "Red 1" in text(boards(table, thread)[0])


# When it is posted again


async def test_a_board_that_cannot_be_edited_is_posted_again(board: Table, caplog: pytest.LogCaptureFixture) -> None:
    """30046 may come as 429 without `retry_after`, of which the library makes a KeyError."""
    for points, (status, code) in enumerate([(429, 30046), (400, 50083)], start=1):
        board.env.inject_error("PATCH", EDIT, status=status, code=code, times=2)
        await entry(board)
        await board.env.advance_time(EVERY)
        assert len(boards(board)) == 1 + points
        assert f"Red {points}" in text(boards(board)[-1])
    with too_many_edits(board):
        await entry(board)
        await board.env.advance_time(EVERY)
    assert len(boards(board)) == 4
    assert "Red 3" in text(boards(board)[-1])
    await entry(board)
    await board.env.advance_time(EVERY)
    assert "Red 4" in text(boards(board)[-1])
    assert not faults(caplog)


async def test_a_deleted_board_is_posted_again_and_one_asked_for_twice_points_at_the_second(board: Table) -> None:
    (message,) = boards(board)
    channel: Any = board.env.bot.get_channel(board.channel.id)
    with board.env._bot_scope():
        await channel.get_partial_message(message.id).delete()
    await entry(board)
    await board.env.advance_time(EVERY)
    (new,) = boards(board)
    assert new.id != message.id
    await board.done(board.ann, "/game board")
    await entry(board)
    await board.env.advance_time(EVERY)
    old, new = boards(board)
    assert text(old) == f"[Go to the board](https://discord.com/channels/{board.guild.id}/{board.channel.id}/{new.id})"
    assert "Red 2" in text(new)


# When Discord refuses, or fails


async def test_where_the_bot_may_not_write_it_stops_until_it_is_asked_again(
    board: Table, caplog: pytest.LogCaptureFixture
) -> None:
    board.env.inject_error("PATCH", EDIT, status=403, code=50013, times=None)
    before = calls(board)
    with caplog.at_level(logging.WARNING, "bot.services.play.live_board"):
        for _ in range(2):
            await entry(board)
            await wait_quietly(board.env, 30 * EVERY)
    assert calls(board) == before + 1
    assert len([record for record in caplog.records if record.name == "bot.services.play.live_board"]) == 1
    assert len(boards(board)) == 1
    await board.restart()
    await entry(board)
    await wait_quietly(board.env, 30 * EVERY)
    assert calls(board) == before + 1
    board.env.backend.faults.clear()
    await board.done(board.ann, "/game board")
    await entry(board)
    await board.env.advance_time(EVERY)
    assert "Red 4" in text(boards(board)[-1])


async def test_where_it_may_not_post_again_it_stops(board: Table) -> None:
    board.env.inject_error("POST", POST, status=403, code=50013, times=None)
    before = calls(board, "POST")
    await sleep_through(board.env, OLD)
    await entry(board)
    await board.env.advance_time(EVERY)
    await entry(board)
    await wait_quietly(board.env, 30 * EVERY)
    assert calls(board, "POST") == before + 1


async def test_a_fault_of_the_record_and_an_edit_that_takes_too_long_are_only_a_delay(
    board: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """30046 may come as 429 with `retry_after`, for which the library waits again and again."""
    with too_many_edits(board, waits=True):
        await entry(board)
        await board.env.advance_time(EVERY + EDIT_PATIENCE)
    await wait_quietly(board.env, LONGEST)
    assert "Red 1" in text(boards(board)[-1])
    assert not faults(caplog)
    real, full = board.services.record.questions.open, [OSError("disk full"), OSError("disk full")]

    async def failing(game: str | None = None, kinds: Sequence[Kind] = ()) -> list[Pending]:
        if full:
            raise full.pop()
        return await real(game, kinds)

    monkeypatch.setattr(board.services.record.questions, "open", failing)
    await entry(board)
    await wait_quietly(board.env, 60)
    assert not full
    assert "Red 2" in text(boards(board)[0])


# Without embeds


async def test_where_embeds_are_not_allowed_the_board_is_a_text(board: Table) -> None:
    """Discord leaves an embed out of an edit without a word; and an embed again once it is allowed."""
    await allow(board, board.channel, embed_links=False)
    await entry(board)
    await board.env.advance_time(EVERY)
    (message,) = [one for one in board.channel.history() if one.content]
    assert not message.embeds
    assert message.content.startswith("**Board: FUBAR demo**\n")
    assert "Red 1" in message.content
    assert message.components
    await allow(board, board.channel, embed_links=None)
    await entry(board)
    await board.env.advance_time(EVERY)
    (message,) = boards(board)
    assert not message.content
    assert "Red 2" in text(message)


# When the bot stops


async def test_a_board_that_is_on_its_way_arrives_before_the_bot_stops(board: Table) -> None:
    stop(board)
    await entry(board)
    await board.env.advance_time(2 * EVERY)
    assert "Score: Red 1" not in text(boards(board)[-1])
    await unloaded_amid(board, "BoardKeeper", "POST")
    assert "Score: Red 1" in text(boards(board)[-1])


async def test_a_bot_that_has_no_board_to_bring_up_stops_at_once(board: Table) -> None:
    bot: Any = board.env.bot
    await bot.get_cog("BoardKeeper").cog_unload()
    await entry(board)
    await board.env.advance_time(2 * EVERY)
    assert "Score: Red 1" not in text(boards(board)[-1])


def stop(table: Table) -> None:
    """The clock of the boards goes no further."""
    bot: Any = table.env.bot
    bot.get_cog("BoardKeeper").clock.cancel()
