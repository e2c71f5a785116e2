"""What the bot must be allowed to do in a channel, as Discord's own settings call it, and who may write where."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from rules.kernel.text import Listed, Text

NEEDED = {
    "view_channel": ("View Channel", Text("without it the bot posts nothing here by itself")),
    "send_messages": ("Send Messages", Text("for the live board, and for questions whose time has run out")),
    "send_messages_in_threads": ("Send Messages in Threads and Posts", Text("the same, in threads and forum posts")),
    "embed_links": ("Embed Links", Text("results are embeds; without it they arrive empty")),
    "attach_files": ("Attach Files", Text("for charts, exports and long answers")),
    "read_message_history": ("Read Message History", Text("to find its board and its questions again")),
}
"""What the invitation asks for: the name in Discord's own settings, and what it is for."""
WRITES = ("view_channel", "send_messages")
POSTS = (*WRITES, "embed_links")
"""What a person needs to write in a channel, and what the bot does to post results there."""


def missing(may: discord.Permissions, needed: Iterable[str], thread: bool) -> list[str]:
    """Those of them that somebody has not; threads have a right of their own to write."""
    if may.administrator:
        return []
    own = {"send_messages": "send_messages_in_threads"} if thread else {}
    return [name for name in (own.get(one, one) for one in needed) if not getattr(may, name)]


def named(names: Iterable[str]) -> Text:
    """Permissions by the names that Discord's settings have for them."""
    return Listed([Text("**{name}**", name=NEEDED[name][0]) for name in names])
