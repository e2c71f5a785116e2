"""The reasons why a log cannot be posted in a channel, and Discord's errors there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.store.tables import RollLog
from cogs.interactions.limits import DESCRIPTION
from cogs.rendering.log import log_line
from cogs.rendering.text import Reader
from cogs.tasks.roll_logs import ARCHIVED, GONE, HERE, UNSEEN, UNWELCOME, LogOutlet, channel_obstacle, obstacle
from data.texts import language
from rules.game.entry import Entry
from rules.kernel.text import Text
from tests.cogs.rendering.test_log import live
from tests.cogs.rendering.test_result import entry
from tests.rows import for_each

ALL = discord.Permissions.all()


def error(status: int, code: int = 0) -> discord.HTTPException:
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    response: Any = SimpleNamespace(status=status, reason="")
    return kinds.get(status, discord.HTTPException)(response, {"code": code, "message": ""})


class Thread(discord.Thread):
    """A thread in which the bot has some permissions, or which it cannot know without its channel."""

    may: discord.Permissions | None

    def permissions_for(self, obj: Any, /) -> discord.Permissions:
        if self.may is None:
            raise discord.ClientException
        return self.may


def thread(may: discord.Permissions | None = ALL, archived: bool = False, locked: bool = False) -> Thread:
    found: Any = object.__new__(Thread)
    found.guild = SimpleNamespace(me=None)
    found.may, found.archived, found.locked = may, archived, locked
    return found


WRITER = discord.Permissions(view_channel=True, send_messages_in_threads=True)


@for_each(
    ("channel", "why"),
    [
        (thread(), ""),
        (thread(may=WRITER), ""),
        (thread(may=discord.Permissions.none()), "view_channel send_messages_in_threads"),
        (thread(archived=True), ARCHIVED),
        (thread(locked=True), ""),
        (thread(locked=True, may=WRITER), ARCHIVED),
        (thread(may=None), UNSEEN),
        (object(), UNWELCOME),
        (None, UNWELCOME),
    ],
)
def test_a_channel_is_no_place_for_a_log_without_these_permissions(channel: Any, why: str) -> None:
    assert channel_obstacle(channel) == why


@pytest.mark.parametrize(("status", "why"), [(404, GONE), (403, UNSEEN), (500, discord.HTTPException), (0, UNWELCOME)])
async def test_a_channel_that_is_not_in_memory_is_asked_for(status: int, why: Any) -> None:
    async def fetch_channel(id: int) -> object:
        if status:
            raise error(status)
        return object()

    bot: Any = SimpleNamespace(get_channel=lambda id: None, fetch_channel=fetch_channel)
    log = RollLog.model_construct(channel_id="7", stopped="")
    if not isinstance(why, str):
        with pytest.raises(why):
            await obstacle(bot, log, "8")
        return
    assert await obstacle(bot, log, "8") == why
    assert await obstacle(bot, log.model_copy(update={"stopped": GONE}), "8") == GONE
    assert await obstacle(bot, log, "7") == HERE


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        (None, "done"),
        (error(429, 30046), "later"),
        (error(429), discord.HTTPException),
        (error(499), "later"),
        (error(500), discord.HTTPException),
        (error(403, 50001), "later"),
        (error(403, 50005), "never"),
        (error(404, 10008), "never"),
        (discord.RateLimited(9), "later"),
        (TimeoutError(), "later"),
    ],
)
async def test_an_edit_that_discord_rejects_is_tried_later_or_never(fault: Any, outcome: Any) -> None:
    async def edit(**edited: Any) -> None:
        if fault:
            raise fault

    message = SimpleNamespace(edit=edit)
    channel = SimpleNamespace(get_partial_message=lambda id: message)

    async def link(game: str, number: int) -> None:
        return None

    bot: Any = SimpleNamespace(
        language=lambda guild: language("en"),
        command_ids={},
        get_channel=lambda id: None,
        get_partial_messageable=lambda id: channel,
        services=SimpleNamespace(record=SimpleNamespace(seeds=SimpleNamespace(link=link))),
    )
    post: Any = SimpleNamespace(channel_id="7", message_id="9")
    outlet = LogOutlet(bot, live())
    if isinstance(outcome, str):
        assert await outlet.edit(post, [entry()]) == outcome
    else:
        with pytest.raises(outcome):
            await outlet.edit(post, [entry()])


def outlet_with_history(*messages: Any, fault: Exception | None = None) -> LogOutlet:
    """Return the outlet of a channel with these messages, or one whose messages the bot may not read."""

    async def history(after: Any) -> AsyncIterator[Any]:
        if fault:
            raise fault
        for nth, (author, embeds, content) in enumerate(messages):
            yield SimpleNamespace(id=nth, author=SimpleNamespace(id=author), embeds=embeds, content=content)

    channel = SimpleNamespace(history=history)
    bot: Any = SimpleNamespace(
        language=lambda guild: language("en"),
        command_ids={},
        get_channel=lambda id: None,
        get_partial_messageable=lambda id: channel,
        user=SimpleNamespace(id=5),
    )
    return LogOutlet(bot, live())


HEAD = "**7** <t:60:t>"
BLANK = SimpleNamespace(description=None)


@pytest.mark.parametrize(
    ("messages", "found"),
    [
        ((), None),
        (((5, [SimpleNamespace(description=f"{HEAD} Ann")], ""),), "0"),
        (((6, [], HEAD), (5, [], f"~~{HEAD}~~")), "1"),
        (((5, [BLANK], "x"), (5, [BLANK], HEAD)), "1"),
        (((5, [], f"see {HEAD}"), (6, [BLANK], HEAD)), None),
    ],
)
async def test_a_post_is_found_by_its_author_and_first_line(messages: Any, found: str | None) -> None:
    assert await outlet_with_history(*messages).find("7", [entry()], 60.0) == found


async def test_without_reading_messages_no_post_is_found() -> None:
    assert await outlet_with_history(fault=error(403)).find("7", [entry()], 60.0) is None
    with pytest.raises(discord.HTTPException):
        await outlet_with_history(fault=error(500)).find("7", [entry()], 60.0)


async def test_lines_that_just_fill_a_post_fit_into_it() -> None:
    def padded(letters: int) -> Entry:
        return entry(title=Text("x" * letters))

    length = len(log_line(Reader(language("en")), live(), padded(1))) + len("~~~~ (undone)\n")
    eighth = padded(DESCRIPTION // 8 - length + 1)
    assert await outlet_with_history().fitting_count("7", [eighth] * 9) == 8
    longer = padded(DESCRIPTION // 8 - length + 2)
    assert await outlet_with_history().fitting_count("7", [longer] * 9) == 7
