"""What tests of logs in further channels look at: the posts in a channel, and their lines."""

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
    """The messages that are posts of a log."""
    found = [message for message in channel.history() if message.embeds]
    return [message for message in found if LOGGED.match(message.embeds[0].description or "")]


def lines(channel: Any) -> list[str]:
    """The lines of all posts, from the top."""
    return [line for message in posts(channel) for line in (message.embeds[0].description or "").splitlines()]


def numbers(channel: Any) -> list[int]:
    """The numbers of the entries in a channel, as they stand there."""
    return [int(LOGGED.match(line)[1]) for line in lines(channel)]  # type: ignore[index]


async def expected(table: Table, where: Any = None) -> list[str]:
    """The lines that the log of a game has to have, by its entries."""
    live = await table.services.games.latest(table.place(where))
    entries = await table.services.record.entries(live.info.id)
    words = Reader(language("en"), live.board)
    return [log_line(words, live, entry) for entry in entries]


async def allow(table: Table, channel: Any, **may: bool | None) -> None:
    """What the bot may do in a channel from now on."""
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
    """What was said there of a log that has stopped."""
    embeds = [message.embeds[0] for message in channel.history() if message.embeds]
    return [embed.description or "" for embed in embeds if embed.title == "The log has stopped"]
