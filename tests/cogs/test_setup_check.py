"""`/setup check`: everything missing is named, in a private answer, in any channel."""

from __future__ import annotations

import sqlite3
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.client import SYNCED
from bot.errors import CommandsRefused
from bot.store.database import Database
from bot.store.errors import Unavailable
from cogs.setup_check import NEEDED
from tests.cogs.strict import thread_in
from tests.cogs.table import Table


def _close_channel(table: Table, **denied: bool) -> Any:
    """Return a channel without these permissions for the bot."""
    overwrites: Any = {table.guild.me: discord.PermissionOverwrite(**denied)}
    return table.guild.create_text_channel("closed", overwrites=overwrites)


async def test_all_is_well_where_nothing_is_missing_until_discord_knows_other_commands(table: Table) -> None:
    told = await table.say(table.ann, "/setup check")
    assert told.private
    assert told.title == "All well here"
    assert "all 6 that the bot needs" in told.text
    assert "No game here" in told.text
    assert "Record: written and read back" in told.text
    assert "up to date in Discord" in told.text
    bot: Any = table.env.bot
    bot.tree.get_command("fire").description = "Fire at will."
    told = await table.say(table.ann, "/setup check")
    assert "❌ **Commands** in Discord are out of date" in told.text
    app: Any = table.env.bot
    await table.services.record.remember(f"{SYNCED} {app.application_id}", "")
    assert "❌ **Commands** in Discord are out of date" in (await table.say(table.ann, "/setup check")).text


async def test_each_permission_that_is_missing_is_named_also_where_the_bot_may_not_write(table: Table) -> None:
    for name in NEEDED:
        told = await table.say(table.ann, "/setup check", where=_close_channel(table, **{name: False}))
        assert told.private
        assert f"❌ **{NEEDED[name][0]}** is missing" in told.text
        assert "open the settings of this channel, then Permissions" in told.text
        assert told.title.endswith("to fix")
    where = _close_channel(table, send_messages=False, send_messages_in_threads=False, embed_links=False)
    told = await table.say(table.bob, "/setup check", where=where)
    assert told.title == "3 things to fix"
    assert "set **Send Messages**, **Send Messages in Threads and Posts** and **Embed Links** to ✓" in told.text


async def test_the_first_answer_of_a_game_names_missing_permissions(table: Table) -> None:
    """Without Embed Links an edit of the board loses its embed without a word."""
    where = _close_channel(table, embed_links=False)
    demo = await table.done(table.ann, "/game demo", where=where, system="fubar")
    board = await table.done(table.ann, "/game board", where=where)
    await table.done(table.ann, "/game end", where=where)
    new = await table.done(table.ann, "/game new", where=where, system="fubar")
    for told in (demo, board, new):
        assert told.lines[0] == "⚠️ I lack **Embed Links** here: see `/setup check`."
    fine = await table.done(table.ann, "/game demo", system="fubar")
    assert "lack" not in fine.text


async def test_in_a_thread_the_right_for_threads_counts_and_is_granted_in_its_channel(table: Table) -> None:
    parent = _close_channel(table, send_messages=False, send_messages_in_threads=True)
    channel: Any = table.env.bot.get_channel(parent.id)
    with table.env._bot_scope():
        await channel.create_thread(name="battle", type=discord.ChannelType.public_thread)
    await table.env.settle()
    told = await table.say(table.ann, "/setup check", where=parent.threads[0])
    assert told.title == "All well here"
    thread = await thread_in(table, _close_channel(table, attach_files=False))
    told = await table.say(table.ann, "/setup check", where=thread)
    assert "❌ **Attach Files** is missing" in told.text
    assert "open the settings of the channel #closed, then Permissions" in told.text


async def test_the_game_its_dice_and_its_deadlines(demo: Table) -> None:
    await demo.done(demo.bob, "/game dice", mode="physical")
    told = await demo.say(demo.ann, "/setup check")
    assert "**FUBAR demo** (FUBAR) is played here" in told.text.replace("\\", "")
    assert "Red uses the bot's dice; Blue rolls real dice" in told.text
    assert "Questions wait until they are answered" in told.text
    await demo.done(demo.ann, "/game timeout", minutes=5, policy="default")
    await demo.done(demo.ann, "/game pause")
    told = await demo.say(demo.ann, "/setup check")
    assert "is paused here" in told.text
    assert "Questions wait 5 minutes, then the default is taken" in told.text


async def test_commands_that_discord_has_refused(table: Table) -> None:
    """Discord's error for each command, word for word."""
    bot: Any = table.env.bot
    errors = {"0": {"_errors": [{"code": "X", "message": "Command exceeds maximum size (8000)"}]}}
    response: Any = SimpleNamespace(status=400, reason="Bad Request")
    refused = discord.HTTPException(response, {"code": 50035, "message": "Invalid Form Body", "errors": errors})

    async def refuses(*given: object, **options: object) -> None:
        raise refused

    with table.env._bot_scope(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot.tree, "sync", refuses)
        with pytest.raises(CommandsRefused):
            await bot.sync_if_changed(force=True)
    told = await table.say(table.ann, "/setup check")
    assert "❌ **Commands**: Discord refused those of this version" in told.text
    assert f"/{bot.tree.get_commands()[0].name}: Command exceeds maximum size (8000)" in told.text
    with table.env._bot_scope():
        await bot.sync_if_changed(force=True)
    assert "refused" not in (await table.say(table.ann, "/setup check")).text


async def test_a_record_that_another_program_writes_too_is_well_and_faults_of_it_are_reported(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    with sqlite3.connect(table.file) as file:
        file.execute(
            "CREATE TRIGGER other AFTER INSERT ON app_state WHEN new.key = 'setup check' "
            "BEGIN UPDATE app_state SET value = 'theirs' WHERE key = new.key; END"
        )
    told = await table.say(table.ann, "/setup check")
    assert "Record: written, while another program was writing too." in told.text
    table.services.health.faults = ("page 3 is lost", "page 4 is lost")
    told = await table.say(table.ann, "/setup check")
    assert "❌ **The database** is damaged (page 3 is lost)" in told.text
    assert "page 4" not in told.text

    async def broken(*given: object) -> None:
        raise Unavailable("full", "disk full")

    monkeypatch.setattr(Database, "write", broken)
    told = await table.say(table.ann, "/setup check")
    assert "❌ **The record** cannot be written" in told.text
    assert "disk full" not in told.text


async def test_a_log_whose_channel_discord_does_not_show_now_is_as_it_was_last(demo: Table) -> None:
    await demo.done(demo.ann, "/log channel", channel=demo.other)
    demo.env.backend.delete_channel(demo.other.id)
    await demo.env.settle()
    demo.env.inject_error("GET", "/channels/*", status=503, times=None)
    assert "The log of this game is posted in" in (await demo.say(demo.ann, "/setup check")).text
    demo.env.backend.faults.clear()
    told = await demo.say(demo.ann, "/setup check")
    assert "The log of this game has stopped: its channel was deleted" in told.text
