"""A channel is deleted, or the bot removed: the game waits, and its players find it again."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import discord
import pytest

from bot.store import Unavailable
from bot.store.database import Database
from tests.cogs.settling import wait_quietly
from tests.cogs.table import Table

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20", "dice": "6 6 6 6 6 6 6 6 6"}


async def _delete_channel(table: Table, channel: Any) -> None:
    table.env.backend.delete_channel(channel.id)
    await table.env.advance_time(1)


async def test_the_game_of_a_deleted_channel_is_paused_and_brought_to_another(demo: Table) -> None:
    await demo.done(demo.ann, "/rulings set", name="allocation", value="ask")
    await demo.done(demo.ann, "/fire", **SHOT)
    gone = str(demo.channel.id)
    await _delete_channel(demo, demo.channel)
    info = await demo.services.record.games.in_channel(gone)
    assert info is not None
    assert info.state == "paused"
    last = (await demo.services.record.entries.all(info.id))[-1]
    assert last.title.parts()[0] == "{game} is paused: its channel was deleted"
    assert demo.services.games.glance(gone) is None

    assert await demo.type(demo.cyd, "/game move", "game", where=demo.other) == []
    ((label, value),) = await demo.type(demo.bob, "/game move", "game", where=demo.other)
    assert label == "FUBAR demo · fubar"
    assert "Choose a suggestion" in await demo.refused(demo.cyd, "/game move", game=value, where=demo.other)
    third = demo.guild.create_text_channel("third")
    await demo.done(demo.bob, "/game new", where=third, system="fubar")
    named = {"game": "FUBAR demo", "channel": demo.other}
    told = await demo.done(demo.bob, "/game move", where=third, **named)
    assert told.title == "FUBAR demo is now played here"
    assert "It is paused; /game pause resumes it." in told.text.replace("`", "")
    titles = [message.embeds[0].title or "" for message in demo.other.history()]
    assert any(title.startswith("Bob:") for title in titles), "its questions come along"
    await demo.done(demo.bob, "/game pause", where=demo.other)
    log = await demo.done(demo.bob, "/log show", where=demo.other)
    assert "the bot  FUBAR demo is paused: its channel was deleted" in log.text


async def test_the_game_of_a_deleted_thread_is_paused(table: Table) -> None:
    channel = table.env.bot.get_channel(table.channel.id)
    assert isinstance(channel, discord.TextChannel)
    with table.env._bot_scope():
        await channel.create_thread(name="duel", type=discord.ChannelType.public_thread)
    await table.env.settle()
    thread = table.channel.threads[0]
    await table.done(table.ann, "/game demo", where=thread)
    await _delete_channel(table, thread)
    info = await table.services.record.games.in_channel(str(thread.id))
    assert info is not None
    assert info.state == "paused"


async def test_games_of_a_server_that_removed_the_bot_are_paused(demo: Table) -> None:
    await demo.done(demo.ann, "/game demo", system="opreb", where=demo.other)
    demo.env.backend.remove_guild(demo.guild.id)
    await demo.env.advance_time(1)
    assert [info.state for info in await demo.services.record.games.all()] == ["paused", "paused"]


async def test_an_emptied_channel_gets_its_open_questions_and_then_its_board_again(demo: Table) -> None:
    await demo.done(demo.ann, "/game board")
    await demo.done(demo.ann, "/rulings set", name="allocation", value="ask")
    asked = await demo.done(demo.ann, "/fire", **SHOT)
    for message in demo.channel.history():
        demo.env.backend.delete_message(demo.channel.id, message.id)
    bot: Any = demo.env.bot
    for channel in (demo.other, demo.channel):
        bot.dispatch("channel_emptied", str(channel.id))
        await demo.env.settle()
    await wait_quietly(demo.env, 60)
    titles = [message.embeds[0].title for message in sorted(demo.channel.history(), key=lambda one: one.id)]
    assert titles == [asked.title, "Board: FUBAR demo"]
    assert demo.other.history() == []
    (question,) = await demo.services.questions.of_game(await demo.live())
    assert question.row.message_id == str(sorted(one.id for one in demo.channel.history())[0])


async def test_a_game_that_is_played_somewhere_is_not_taken_from_there(demo: Table) -> None:
    info = await demo.services.record.games.in_channel(str(demo.channel.id))
    assert info is not None
    refused = await demo.refused(demo.bob, "/game move", game=info.id, where=demo.other)
    assert f"is in <#{demo.channel.id}>" in refused
    assert "Where do you play on" in await demo.refused(demo.ann, "/game move")
    demo.env.backend.delete_channel(demo.channel.id)
    await demo.env.settle()
    demo.env.inject_error("GET", "/channels/*", status=403, code=50001, times=1)
    assert f"is in <#{demo.channel.id}>" in await demo.refused(demo.bob, "/game move", game=info.id, where=demo.other)


NO_GAME = "a game whose place is gone could not be paused: the database is locked: try again"


@pytest.mark.parametrize(
    ("lost", "said"), [("channel", [NO_GAME]), ("server", [NO_GAME, "servers that are gone could not be looked after"])]
)
async def test_an_error_about_a_place_that_is_gone_is_a_line_in_the_log(
    demo: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, lost: str, said: list[str]
) -> None:
    async def fail(*_: Any, **how: Any) -> None:
        raise Unavailable("locked", "try again")

    monkeypatch.setattr(Database, "read", fail)
    monkeypatch.setattr(Database, "write", fail)
    with caplog.at_level(logging.WARNING):
        if lost == "channel":
            await _delete_channel(demo, demo.channel)
        else:
            demo.env.backend.remove_guild(demo.guild.id)
            await demo.env.advance_time(1)
    assert [one.getMessage() for one in caplog.records if one.name == "cogs.tasks.orphaned_guilds"] == said


async def test_a_server_that_takes_the_bot_back_is_no_longer_noted_as_gone(demo: Table) -> None:
    bot: Any = demo.env.bot
    servers, application, guild = demo.services.record.servers, str(bot.application_id), str(demo.guild.id)
    await servers.note(application, {guild: 5.0})
    bot.dispatch("guild_join", bot.get_guild(demo.guild.id))
    async with asyncio.timeout(60):
        while await servers.absent_since(application) != {guild: None}:
            await demo.env.settle()
