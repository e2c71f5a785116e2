"""Replies as messages: within every limit, complete, and as a file if very long."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from prometheus_client import Counter

from cogs.components.controls import ChoiceMenu, MenuOption
from cogs.components.play.entry_buttons import UndoEntry
from cogs.interactions import limits
from cogs.interactions.message import (
    edit_as_bot,
    edit_own_message,
    may_embed,
    messages,
    missing_permissions,
    post_messages,
    record_message,
)
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from data.texts import language
from tests.cogs.logged import allow
from tests.cogs.table import Table
from tests.rows import for_each

WORDS = Reader(language("en"))
LINE = "x" * 63
WHOLE = "\n".join([LINE] * 64)
"""As much as one message holds but for a letter."""


def _payloads_of(reply: Reply) -> list[dict[str, Any]]:
    return messages(reply, WORDS)


def _texts(reply: Reply) -> list[str]:
    return [message["embed"].description or "" for message in _payloads_of(reply)]


@for_each(("text", "count"), [(WHOLE, 1), (f"{WHOLE}x", 1), (f"{WHOLE}xx", 2), (f"{WHOLE}\n", 1)])
def test_a_text_of_4096_letters_is_one_message(text: str, count: int) -> None:
    assert len(WHOLE) == limits.DESCRIPTION - 1
    assert "\n".join(_texts(Reply("Title", text))) == text
    assert len(_payloads_of(Reply("Title", text))) == count


def test_three_messages_and_then_a_file() -> None:
    three = "\n".join([WHOLE] * limits.MOST_PARTS)
    assert [message.get("files") for message in _payloads_of(Reply("Title", three))] == [None] * 3
    (message,) = _payloads_of(Reply("Title", f"{three}\nmore"))
    (file,) = message["files"]
    assert file.fp.read().decode() == f"{three}\nmore"
    shown = message["embed"].description
    assert len(shown) <= limits.DESCRIPTION
    assert shown.endswith("…\n(The full text is attached.)")


def test_title_first_footer_and_buttons_last() -> None:
    reply = Reply("Title", "\n".join([WHOLE] * 2), "Footer", buttons=(UndoEntry("x", 1).button("Undo"),))
    first, last = _payloads_of(reply)
    assert (first["embed"].title, last["embed"].title) == ("Title", None)
    assert (first["embed"].footer.text, last["embed"].footer.text) == (None, "Footer")
    assert "view" not in first
    assert [item.item.label for item in last["view"].children] == ["Undo"]
    assert last["view"].timeout is None


def test_all_of_a_message_together_has_a_limit_too() -> None:
    (message,) = _payloads_of(Reply("T" * 300, f"{WHOLE}x", "F" * 3000))
    embed = message["embed"]
    assert (len(embed.title), len(embed.description)) == (limits.TITLE, limits.DESCRIPTION)
    assert len(embed) <= 6000
    assert embed.footer.text.endswith("…")


def test_one_person_is_mentioned_and_no_other() -> None:
    (message,) = _payloads_of(Reply("@everyone", "<@7>", ping="42"))
    assert message["content"] == "<@42>"
    assert [user.id for user in message["allowed_mentions"].users] == [42]
    assert message["allowed_mentions"].everyone is discord.AllowedMentions().everyone
    for reply in (Reply("Title"), Reply("Title", ping="gone")):
        (message,) = _payloads_of(reply)
        assert "content" not in message
        assert "allowed_mentions" not in message


def test_a_channel_is_named_where_discord_makes_a_link_of_it() -> None:
    """A heading would show its id."""
    (sent,) = _payloads_of(Reply("This game has moved to <#5>", "Answer there."))
    said = "This game has moved to <#5>. Answer there."
    assert (sent["embed"].title, sent["embed"].description) == (None, said)
    (sent,) = _payloads_of(Reply("\\<#5> fires"))
    assert sent["embed"].title == "\\<#5> fires", "a unit that is called like one"


async def test_the_library_keeps_no_private_message_to_wait_for_clicks(demo: Table) -> None:
    """It would do so for a quarter of an hour, with a task for each; clicks are recognised by their ids."""
    private = await demo.say(demo.ann, "/fire", attacker="Marines", target="Militia", distance="10", preview=True)
    assert private.private
    assert private.buttons
    waiting = [str(task.get_coro()) for task in asyncio.all_tasks()]
    assert not [one for one in waiting if "timeout_task" in one]


def test_no_message_is_empty() -> None:
    """Discord rejects it: "Cannot send an empty message"."""
    for reply in (Reply(), Reply(text="", buttons=(UndoEntry("x", 1).button("Undo"),))):
        (message,) = _payloads_of(reply)
        assert message["embed"].description == "Nothing to show."
    (message,) = _payloads_of(Reply(footer="Entry 7"))
    assert message["embed"].description is None


def test_controls_that_discord_would_refuse_are_left_out_and_the_text_arrives(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The log gives the reason without their texts; a metric counts them."""
    refused = Counter("refused", "Those of this test.", registry=None)
    monkeypatch.setattr("cogs.interactions.message.REFUSED_BODIES", refused)
    twice = UndoEntry("x", 1).button("Militia")
    (message,) = messages(Reply("Title", "Text", buttons=(twice, UndoEntry("x", 1).button("Raiders"))), WORDS)
    assert "view" not in message
    assert message["embed"].description == "Text"
    assert [one.getMessage() for one in caplog.records if one.levelno == logging.ERROR] == [
        "Discord would refuse controls: a custom id twice"
    ]
    (counted,) = refused.collect()
    assert counted.samples[0].value == 1


def test_a_control_is_never_blank() -> None:
    """For Discord white space is no label."""
    assert UndoEntry("x", 1).button(" ").item.label == "…"
    assert MenuOption(" ", "x").to_select_option().label == "…"
    options = [MenuOption(label, "x") for label in ("", "\n", "a")]
    assert [one.label for one in ChoiceMenu("adj1:menu:x", options).item.options] == ["…", "…", "a"]


async def test_where_embeds_are_not_allowed_a_long_text_is_several_messages(table: Table) -> None:
    """Nothing is lost, and the controls are under the last message."""
    await allow(table, table.channel, embed_links=False)
    bot: Any = table.env.bot
    reply = Reply("Title", WHOLE, "Footer", buttons=(UndoEntry("x", 1).button("Undo"),), ping=str(table.bob.id))
    with table.env._bot_scope():
        await post_messages(bot, str(table.channel.id), messages(reply, WORDS))
    found = sorted(table.channel.history(), key=lambda one: one.id)
    assert "\n".join(one.content for one in found) == f"<@{table.bob.id}>\n**Title**\n{WHOLE}\n-# Footer"
    sent = [
        (one.json or {})["allowed_mentions"]["users"]
        for one in table.env.http_requests
        if one.path.endswith("/messages")
    ]
    assert sent == [[table.bob.id]] * len(found)
    assert [bool(one.components) for one in found] == [False] * (len(found) - 1) + [True]
    assert not any(one.embeds for one in found)


async def test_where_embeds_are_not_allowed_an_edited_message_stays_one(table: Table) -> None:
    bot: Any = table.env.bot
    channel = str(table.channel.id)
    with table.env._bot_scope():
        id = await post_messages(bot, channel, messages(Reply("Before"), WORDS))
    await allow(table, table.channel, embed_links=False)
    with table.env._bot_scope():
        for text, shown in (("Now.", "**After**\nNow."), (WHOLE, "\n".join(["**After**", *[LINE] * 31]) + "…")):
            await edit_own_message(bot, channel, str(id), messages(Reply("After", text), WORDS)[0])
            (found,) = table.channel.history()
            assert (found.content, found.embeds) == (shown, [])


@pytest.mark.parametrize(("key", "raised"), [("retry_after", discord.RateLimited), ("x", KeyError)])
async def test_an_edit_that_discord_does_not_want_now_is_limited_and_another_fault_is_a_fault(
    key: str, raised: type[Exception]
) -> None:
    """discord.py reads the waiting time of code 30046 unchecked."""

    async def edit(**edited: Any) -> None:
        raise KeyError(key)

    message: Any = SimpleNamespace(edit=edit)
    with pytest.raises(raised):
        await edit_as_bot(message)


async def test_a_message_that_cannot_be_noted_is_one_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    noted = list[int]()

    async def note(message: int) -> None:
        noted.append(message)
        raise OSError("disk full")

    await record_message(Reply("Title"), 5)
    await record_message(Reply("Title", sent=note), None)
    assert (noted, caplog.records) == ([], [])
    await record_message(Reply("Title", sent=note), 5)
    assert noted == [5]
    assert [one.getMessage() for one in caplog.records] == ["a message could not be noted: OSError"]


@for_each(
    ("may", "thread", "missing"),
    [
        (discord.Permissions(administrator=True), False, []),
        (discord.Permissions(send_messages=True, embed_links=True), False, []),
        (discord.Permissions(send_messages=True), False, ["embed_links"]),
        (discord.Permissions(embed_links=True), False, ["send_messages"]),
        (discord.Permissions(embed_links=True, send_messages=True), True, ["send_messages_in_threads"]),
        (discord.Permissions(embed_links=True, send_messages_in_threads=True), True, []),
    ],
)
def test_a_thread_has_a_permission_to_write_of_its_own(
    may: discord.Permissions, thread: bool, missing: list[str]
) -> None:
    assert missing_permissions(may, ("send_messages", "embed_links"), thread) == missing


def test_embeds_are_tried_where_the_permissions_are_unknown() -> None:
    guild = SimpleNamespace(me=None, get_channel=lambda id: None)
    thread: Any = object.__new__(discord.Thread)
    thread.guild, thread.parent_id = guild, 1
    for found in (thread, None):
        bot: Any = SimpleNamespace(get_channel=lambda id, found=found: found)
        assert may_embed(bot, "7")
