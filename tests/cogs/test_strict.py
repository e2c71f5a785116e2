"""The tests' simulated Discord rejects requests that depend on the state of a channel, as the real one does."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

import discord
import pytest

from tests.cogs.logged import allow
from tests.cogs.strict import archive, thread_in
from tests.cogs.table import Table

EMBED = discord.Embed(description="Hello")


async def refusal(table: Table, work: Awaitable[Any]) -> tuple[int, int]:
    """Return the status and the code with which Discord refuses it."""
    with table.env._bot_scope(), pytest.raises(discord.HTTPException) as error:
        await work
    return error.value.status, error.value.code


async def post_message(table: Table, channel: Any, **message: Any) -> discord.Message:
    bot: Any = table.env.bot
    with table.env._bot_scope():
        return await bot.get_partial_messageable(channel.id).send(**message)


async def test_an_archived_thread_takes_no_edit_and_wakes_for_a_word(table: Table) -> None:
    thread = await thread_in(table, table.channel)
    message = await post_message(table, thread, content="Hello")
    await archive(table, thread)
    assert await refusal(table, message.edit(content="Bye")) == (400, 50083)
    assert await refusal(table, message.delete()) == (400, 50083)
    await post_message(table, thread, content="Hello again")
    with table.env._bot_scope():
        await message.edit(content="Bye")


@pytest.mark.parametrize(("archived", "code"), [(True, 50083), (False, 160005)])
async def test_a_locked_thread_takes_no_word_and_no_edit(table: Table, archived: bool, code: int) -> None:
    thread = await thread_in(table, table.channel)
    message = await post_message(table, thread, content="Hello")
    await archive(table, thread, locked=True, archived=archived)
    assert await refusal(table, post_message(table, thread, content="Hello again")) == (403, code)
    assert await refusal(table, message.edit(content="Bye")) == ((400 if archived else 403), code)


async def test_a_command_in_a_locked_thread_has_no_answer(table: Table) -> None:
    thread = await thread_in(table, table.channel)
    await archive(table, thread, locked=True)
    result = await table.ann.slash(thread, "help")
    assert not result.acknowledged


async def test_embeds_are_left_out_where_they_are_not_allowed(table: Table) -> None:
    """A message with only embeds is refused; beside a text, and in an edit, they are dropped silently."""
    await allow(table, table.channel, embed_links=False)
    assert await refusal(table, post_message(table, table.channel, embed=EMBED)) == (403, 50013)
    message = await post_message(table, table.channel, content="Hello", embed=EMBED)
    assert (message.content, message.embeds) == ("Hello", [])
