"""Helpers for tests of logs in other channels: the posts in a channel, and their lines."""

from __future__ import annotations

import re
from typing import Any

from discord import PermissionOverwrite

from cogs.rendering.log import log_line
from cogs.rendering.text import Reader
from data.texts import language
from tests.cogs.table import Table

LOGGED = re.compile(r"(?:~~)?\*\*(\d+)\*\* <t:")


def posts(channel: Any) -> list[Any]:
    """Return the messages that are posts of a log."""
    return [message for message in channel.history() if LOGGED.match(_text_of_post(message))]


def _text_of_post(message: Any) -> str:
    """Return the text of a post, from its embed or without its footer."""
    return (message.embeds[0].description or "") if message.embeds else message.content.partition("\n-# ")[0]


def lines(channel: Any) -> list[str]:
    """Return the lines of all posts, from the top."""
    return [line for message in posts(channel) for line in _text_of_post(message).splitlines()]


def numbers(channel: Any) -> list[int]:
    """Return the numbers of the entries in a channel, in order."""
    return [int(LOGGED.match(line)[1]) for line in lines(channel)]  # type: ignore[index]


async def expected_lines(table: Table, where: Any = None) -> list[str]:
    """Return the lines that the log of a game must have, from its entries."""
    live = await table.services.games.latest_game(table.place(where))
    entries = await table.services.record.entries.all(live.info.id)
    words = Reader(language("en"), live.board)
    return [log_line(words, live, entry) for entry in entries]


async def allow(table: Table, channel: Any, **may: bool | None) -> None:
    """Set the bot's permissions in a channel."""
    from simcord.backend.models import Overwrite
    from simcord.enums import OverwriteType

    allow, deny = PermissionOverwrite(**may).pair()
    table.env.backend.set_overwrite(
        channel.id,
        Overwrite(
            target_id=table.env.backend.bot_user.id, type=OverwriteType.MEMBER, allow=allow.value, deny=deny.value
        ),
    )
    await table.env.settle()


def notices(channel: Any) -> list[str]:
    """Return the notices in a channel that a log has stopped."""
    embeds = [message.embeds[0] for message in channel.history() if message.embeds]
    return [embed.description or "" for embed in embeds if embed.title == "The log has stopped"]


def post_path(table: Table, where: Any = None) -> str:
    return f"/channels/{(where or table.other).id}/messages"


async def whole(table: Table, where: Any = None) -> None:
    """Assert that every entry of the game is posted once, in order and up to date."""
    assert lines(where or table.other) == await expected_lines(table)


def count_messages(table: Table, method: str = "POST", where: Any = None) -> int:
    """Return the number of messages that the bot posted (or edited) there, including attempts."""
    paths = (post_path(table, where), f"{post_path(table, where)}/")
    return sum(
        one.method == method and (one.path == paths[0] or one.path.startswith(paths[1]))
        for one in table.env.http_requests
    )


def stop(table: Table) -> None:
    """Stop the bot's task of the logs."""
    bot: Any = table.env.bot
    bot.get_cog("LogKeeper").clock.cancel()
