"""`/log channel`: permitted channels, permitted users, and the replies."""

from __future__ import annotations

from typing import Any

import discord

from tests.cogs.faulty import COMMAND, raw
from tests.cogs.logged import PermissionOverwrite, expected_lines, lines, numbers, stop
from tests.cogs.settling import wait_quietly
from tests.cogs.strict import thread_in
from tests.cogs.table import Table, Told

CATEGORY, FORUM, VOICE, STAGE = "category", "forum channel", "voice channel", "stage channel"
MAKERS = {
    "create_category": "is a category",
    "create_voice_channel": "is a voice channel",
    "create_stage_channel": "is a stage",
    "create_forum_channel": "is a forum. Choose one of its posts",
}


def close_channel(table: Table, who: Any, **may: bool) -> Any:
    overwrites: Any = {who: PermissionOverwrite(**may)}
    return table.guild.create_text_channel("closed", overwrites=overwrites)


async def test_a_new_log_channel_receives_all_earlier_and_later_entries(demo: Table) -> None:
    told = await demo.done(demo.ann, "/log channel", channel=demo.other)
    assert (told.title, told.private) == ("Log of FUBAR demo", False)
    assert told.lines == [
        f"Every entry of this game is posted in <#{demo.other.id}> too.",
        "The last 5 entries follow at once.",
    ]
    await demo.env.advance_time(2)
    assert numbers(demo.other) == [1, 2, 3, 4, 5]
    await demo.done(demo.bob, "/initiative", dice="6 1")
    await demo.env.advance_time(2)
    assert lines(demo.other) == await expected_lines(demo)
    assert len(lines(demo.other)) == 6
    assert (await demo.done(demo.bob, "/log channel")).text.endswith("too: 6 of 6 so far.")


async def test_a_thread_takes_a_log(demo: Table) -> None:
    where = await thread_in(demo, demo.other)
    await demo.done(demo.ann, "/log channel", channel=where)
    await demo.env.advance_time(2)
    assert numbers(where) == [1, 2, 3, 4, 5]


async def test_a_post_in_a_forum_takes_a_log(demo: Table) -> None:
    forum = demo.guild.create_forum_channel("battles")
    await demo.env.settle()
    channel: Any = demo.env.bot.get_channel(forum.id)
    with demo.env._bot_scope():
        await channel.create_thread(name="the log", content="Here it goes.")
    await demo.env.settle()
    where = forum.threads[0]
    await demo.done(demo.ann, "/log channel", channel=where)
    await demo.env.advance_time(2)
    assert numbers(where) == [1, 2, 3, 4, 5]


async def test_an_announcement_channel_takes_a_log(demo: Table) -> None:
    where = demo.guild.create_news_channel("news")
    await demo.done(demo.ann, "/log channel", channel=where)
    await demo.env.advance_time(2)
    assert numbers(where) == [1, 2, 3, 4, 5]


async def test_the_channel_of_the_game_one_without_messages_and_one_unknown_to_the_bot_are_refused(demo: Table) -> None:
    assert "this very channel" in await demo.refused(demo.ann, "/log channel", channel=demo.channel)
    assert "not both" in await demo.refused(demo.ann, "/log channel", channel=demo.other, off=True)
    for maker, said in MAKERS.items():
        where = getattr(demo.guild, maker)("elsewhere")
        await demo.env.settle()
        assert said in await demo.refused(demo.ann, "/log channel", channel=where)
    told = await _choose_channel(demo, "77")
    assert told.refused
    assert "I cannot post in <#77>: I cannot see that channel." in told.whole


async def test_another_server_is_refused(demo: Table) -> None:
    """No client offers one, but a modified client may name it."""
    where = demo.env.create_guild("Others").create_text_channel("theirs")
    await demo.env.settle()
    told = await _choose_channel(demo, str(where.id))
    assert told.refused
    assert told.whole == "That channel is in another server: choose one of this server."
    await demo.env.advance_time(5)
    assert not where.history()


async def _choose_channel(table: Table, id: str) -> Told:
    """Choose any channel for the log, as Discord would send it."""
    sent = {"id": id, "type": 0, "name": "theirs", "permissions": str(discord.Permissions.all().value)}
    option = {"name": "channel", "type": 7, "value": id}
    options = [{"name": "channel", "type": 1, "options": [option]}]
    data = {"id": "1", "name": "log", "type": 1, "options": options, "resolved": {"channels": {id: sent}}}
    return await raw(table, table.ann, COMMAND, data)


async def test_the_caller_must_be_allowed_to_write_there_and_in_a_thread_to_write_in_threads(demo: Table) -> None:
    parent = close_channel(demo, demo.ann, send_messages_in_threads=False)
    where = await thread_in(demo, parent)
    said = await demo.refused(demo.ann, "/log channel", channel=where)
    assert "there you lack **Send Messages in Threads and Posts**" in said
    await demo.done(demo.bob, "/log channel", channel=where)
    where = close_channel(demo, demo.ann, send_messages=False)
    said = await demo.refused(demo.ann, "/log channel", channel=where)
    assert said.startswith(f"You may not write in <#{where.id}>: there you lack **Send Messages**.")
    await demo.done(demo.bob, "/log channel", channel=where)


async def test_an_archived_thread_is_refused_and_a_missing_permission_named(demo: Table) -> None:
    where = await thread_in(demo, demo.other)
    demo.env.backend.edit_channel(where.id, {}, thread_metadata={"archived": True})
    await demo.env.settle()
    assert "is archived or locked" in await demo.refused(demo.ann, "/log channel", channel=where)
    for name, label in (("view_channel", "View Channel"), ("send_messages", "Send Messages")):
        where = close_channel(demo, demo.guild.me, **{name: False})
        said = await demo.refused(demo.ann, "/log channel", channel=where)
        assert said.startswith(f"I cannot post in <#{where.id}>: there I lack **{label}**")
        assert "/setup check" in said
        await demo.env.advance_time(5)
        assert not where.history()


async def test_only_those_at_the_table_decide(demo: Table) -> None:
    assert "not in this game" in await demo.refused(demo.cyd, "/log channel", channel=demo.other)
    await demo.done(demo.ann, "/log channel", channel=demo.other)
    assert "not in this game" in await demo.refused(demo.cyd, "/log channel", off=True)


async def test_there_is_none_without_a_game(table: Table) -> None:
    assert "no game in this channel" in await table.refused(table.ann, "/log channel", channel=table.other)


async def test_off_ends_it_and_the_same_channel_catches_up(demo: Table) -> None:
    for options in ({"off": True}, {}):
        assert "not logged in another channel yet" in await demo.refused(demo.ann, "/log channel", **options)
    await demo.done(demo.ann, "/log channel", channel=demo.other)
    await demo.env.advance_time(2)
    told = await demo.done(demo.bob, "/log channel", off=True)
    assert "Nothing more is posted" in told.text
    assert "the last entry there is 5" in told.text
    await demo.done(demo.ann, "/score", side="Red", points=1, why="a hill")
    await wait_quietly(demo.env, 20)
    assert numbers(demo.other) == [1, 2, 3, 4, 5]
    assert "not logged" in await demo.refused(demo.ann, "/log channel", off=True)
    assert "1 entry follows" in (await demo.done(demo.ann, "/log channel", channel=demo.other)).text
    await demo.env.advance_time(2)
    assert numbers(demo.other) == [1, 2, 3, 4, 5, 6]


async def test_in_another_channel_it_goes_on_where_it_was(demo: Table) -> None:
    await demo.done(demo.ann, "/log channel", channel=demo.other)
    await demo.env.advance_time(2)
    third = demo.guild.create_text_channel("third")
    told = await demo.done(demo.ann, "/log channel", channel=third)
    assert f"In <#{demo.other.id}> it ends with entry 5." in told.text
    await demo.done(demo.ann, "/score", side="Red", points=1, why="a hill")
    await demo.env.advance_time(5)
    assert (numbers(demo.other), numbers(third)) == ([1, 2, 3, 4, 5], [6])


async def test_a_channel_where_nothing_was_posted_is_left_without_an_end(demo: Table) -> None:
    stop(demo)
    await demo.done(demo.ann, "/log channel", channel=demo.other)
    third = demo.guild.create_text_channel("third")
    told = await demo.done(demo.ann, "/log channel", channel=third)
    assert told.text == (
        f"Every entry of this game is posted in <#{third.id}> too.\nThe last 5 entries follow at once.\n"
        f"In <#{demo.other.id}> nothing was posted."
    )


async def test_the_log_of_a_game_that_is_over_catches_up(demo: Table) -> None:
    await demo.done(demo.ann, "/game end")
    await demo.done(demo.ann, "/log channel", channel=demo.other)
    await demo.env.advance_time(2)
    assert lines(demo.other) == await expected_lines(demo)
    assert numbers(demo.other)[-1] == 6


async def test_the_answer_is_in_the_readers_language(strange: Table) -> None:
    await strange.done(strange.ann, "/game demo")
    await strange.done(strange.ann, "/log channel", channel=strange.other)
    await strange.env.advance_time(2)
    assert numbers(strange.other)
