"""What the bot says, before Discord sees it; and the one way it is sent."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import discord

from cogs.interactions import limits
from rules.text import say

INK = 0x4E6E58


@dataclass(frozen=True)
class Reply:
    """One thing to say. `text` is markdown of any length; `private` shows it to the one who asked only."""

    title: str = ""
    text: str = ""
    footer: str = ""
    private: bool = False
    buttons: tuple[discord.ui.Item[Any], ...] = field(default=())
    file: tuple[str, bytes, str] | None = None
    """Name, content, and what it shows in words."""
    colour: int = INK
    ping: str | None = None
    """The id of the one person whose turn it is now, if any."""
    sent: Callable[[int], Awaitable[None]] | None = None
    """Told the id of the message once it stands."""
    form: discord.ui.Modal | None = None
    """A form to show instead of a message, as the first answer to a command or a button."""


def messages(said: Reply) -> list[dict[str, Any]]:
    """The messages that say it, each within Discord's limits; a very long text becomes a file."""
    pieces = limits.parts(said.text)
    attached = [_file(*said.file)] if said.file else []
    if len(pieces) > limits.MOST_PARTS:
        attached.append(_file("answer.txt", said.text.encode(), say("The whole text of this answer.")))
        pieces = [limits.short(pieces[0], limits.DESCRIPTION - 40) + say("\n(The whole text is attached.)")]
    sent: list[dict[str, Any]] = [
        {"embed": _embed(said, piece, first=at == 0, last=at == len(pieces) - 1)} for at, piece in enumerate(pieces)
    ]
    if attached:
        sent[-1]["files"] = attached
    if said.ping:
        sent[0]["content"] = f"<@{said.ping}>"
        sent[0]["allowed_mentions"] = discord.AllowedMentions(users=[discord.Object(int(said.ping))])
    if said.buttons:
        sent[-1]["view"] = _view(said.buttons)
    return sent


def _embed(said: Reply, piece: str, first: bool, last: bool) -> discord.Embed:
    embed = discord.Embed(description=piece or None, colour=said.colour)
    if first and said.title:
        embed.title = limits.short(said.title, limits.TITLE)
    if last and said.footer:
        room = min(limits.FOOTER, 6000 - len(piece) - limits.TITLE)
        embed.set_footer(text=limits.short(said.footer, max(1, room)))
    return embed


def _file(name: str, content: bytes, words: str) -> discord.File:
    return discord.File(io.BytesIO(content), name, description=limits.short(words, limits.ALT_TEXT))


def _view(buttons: tuple[discord.ui.Item[Any], ...]) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for button in buttons:
        view.add_item(button)
    return view
