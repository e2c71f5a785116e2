"""The log whose channel is closed to the bot, archived or deleted: reported once, and completed later."""

from __future__ import annotations

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.intents import EVENT_INTENTS

from bot.services.record.roll_logs import LONGEST, PACE
from cogs.tasks.roll_logs import GONE
from tests.cogs.followed import entry
from tests.cogs.logged import allow, notices, numbers, posts, whole
from tests.cogs.nonces import Nonces
from tests.cogs.settling import wait_quietly
from tests.cogs.strict import thread_in
from tests.cogs.table import Table

# A channel that is closed, archived or gone


async def test_a_lost_permission_is_reported_once_and_the_log_catches_up_when_it_returns(log: Table) -> None:
    await allow(log, log.other, send_messages=False)
    for _ in range(2):
        await entry(log)
        await wait_quietly(log.env, 60)
    (said,) = notices(log.channel)
    assert said == (
        f"The log of this game in <#{log.other.id}> has stopped: there I lack **Send Messages**. "
        "Play goes on. Missing entries follow once this is fixed, or after `/log channel`."
    )
    assert numbers(log.other) == [1, 2, 3, 4, 5]
    assert "has stopped" in (await log.done(log.bob, "/log channel")).text
    await log.restart()
    await wait_quietly(log.env, 60)
    assert len(notices(log.channel)) == 1
    await allow(log, log.other, send_messages=None)
    await log.env.advance_time(PACE)
    await whole(log)
    await allow(log, log.other, view_channel=False)
    await entry(log)
    await log.env.advance_time(PACE * 2)
    assert len(notices(log.channel)) == 2, "it had been well in between"


async def test_a_role_that_lets_the_bot_write_there_brings_the_log_up_at_once(
    log: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next attempt would be minutes away. Discord reports a bot's own roles to it without an intent."""
    monkeypatch.delitem(EVENT_INTENTS, "GUILD_MEMBER_UPDATE")
    backend, role = log.env.backend, log.guild.create_role("Writer")
    may = discord.Permissions(send_messages=True).value
    for who, allowed, denied in ((log.guild.id, 0, may), (role.id, may, 0)):
        backend.set_overwrite(
            log.other.id, Overwrite(target_id=who, type=OverwriteType.ROLE, allow=allowed, deny=denied)
        )
    await entry(log)
    await wait_quietly(log.env, LONGEST)
    assert len(notices(log.channel)) == 1
    backend.add_member_role(log.guild.id, backend.bot_user.id, role.id)
    await log.env.settle()
    await log.env.advance_time(PACE)
    await whole(log)


async def test_without_embed_links_a_log_goes_on_as_text(log: Table) -> None:
    """Whole and in order, struck through by an undo, and found again after a restart; with embeds once more
    when they are allowed.
    """
    await allow(log, log.other, embed_links=False)
    for _ in range(12):
        await entry(log)
    await wait_quietly(log.env, 60)
    await whole(log)
    assert notices(log.channel) == []
    texts = [post for post in posts(log.other) if not post.embeds]
    assert texts
    assert all(len(post.content) <= 2000 for post in texts)
    assert texts[-1].content.splitlines()[-1].startswith("-# ")
    await log.done(log.ann, "/undo")
    await wait_quietly(log.env, 60)
    await whole(log)
    await log.restart()
    await allow(log, log.other, embed_links=None)
    await entry(log)
    await wait_quietly(log.env, 60)
    await whole(log)
    assert posts(log.other)[-1].embeds


async def test_that_it_has_stopped_is_not_the_last_word(log: Table) -> None:
    """With the next post, the channel of the game reads once that the log continues."""
    await allow(log, log.other, view_channel=False)
    await entry(log)
    await wait_quietly(log.env, 60)
    told = await log.say(log.ann, "/setup check")
    assert f"❌ The log of this game in <#{log.other.id}> has stopped: there I lack **View Channel**" in told.text
    await allow(log, log.other, view_channel=None)
    assert f"✅ The log of this game is posted in <#{log.other.id}>." in (await log.say(log.ann, "/setup check")).text
    for _ in range(2):
        await entry(log)
        await wait_quietly(log.env, 60)
    await whole(log)
    titles = [one.embeds[0].title for one in log.channel.history() if one.embeds]
    assert titles.count("The log has stopped") == titles.count("The log goes on") == 1


async def test_the_check_notices_a_channel_that_was_closed_a_moment_ago_and_a_notice_waits_for_its_own(
    log: Table,
) -> None:
    """Nothing had to be posted there since, so that no notice was needed. Then it may write nowhere: play goes on."""
    await allow(log, log.other, send_messages=False)
    await wait_quietly(log.env, 120)
    assert not notices(log.channel)
    told = await log.say(log.ann, "/setup check")
    assert f"❌ The log of this game in <#{log.other.id}> has stopped" in told.text
    assert told.title.endswith("to fix")
    await allow(log, log.channel, send_messages=False)
    await entry(log)
    await wait_quietly(log.env, 60)
    assert not notices(log.channel)
    await allow(log, log.channel, send_messages=None)
    await wait_quietly(log.env, 300)
    assert len(notices(log.channel)) == 1


async def test_a_deleted_log_channel_is_reported_once_and_its_successor_catches_up(log: Table) -> None:
    log.env.backend.delete_channel(log.other.id)
    for _ in range(2):
        await entry(log)
        await wait_quietly(log.env, 60)
    (said,) = notices(log.channel)
    assert "its channel was deleted" in said
    fetched = sum(one.method == "GET" and one.path == f"/channels/{log.other.id}" for one in log.env.http_requests)
    assert fetched <= 2
    assert (await log.services.record.logs.all())[0].stopped == GONE
    third = log.guild.create_text_channel("third")
    await log.done(log.ann, "/log channel", channel=third)
    await log.env.advance_time(PACE * 2)
    assert numbers(third) == [6, 7]


async def test_an_archived_thread_rests_until_it_is_opened_again(demo: Table, nonces: Nonces) -> None:
    where = await thread_in(demo, demo.other)
    await demo.done(demo.ann, "/log channel", channel=where)
    await demo.env.advance_time(PACE)
    demo.env.backend.edit_channel(where.id, {}, thread_metadata={"archived": True})
    await demo.env.settle()
    for _ in range(2):
        await entry(demo)
        await wait_quietly(demo.env, 60)
    (said,) = notices(demo.channel)
    assert "archived or locked" in said
    assert numbers(where) == [1, 2, 3, 4, 5]
    demo.env.backend.edit_channel(where.id, {}, thread_metadata={"archived": False})
    await demo.env.settle()
    await demo.env.advance_time(PACE * 2)
    await whole(demo, where)


async def test_a_game_that_moves_into_its_log_rests(log: Table) -> None:
    await log.done(log.ann, "/game move", channel=log.other)
    await log.env.advance_time(PACE * 3)
    assert "the game itself is played there now" in notices(log.other)[0]
    assert numbers(log.other) == [1, 2, 3, 4, 5]
