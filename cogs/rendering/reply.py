"""One thing to say, worded for its readers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import discord

INK = 0x4E6E58
REFUSED = 0x9A4B3C


@dataclass(frozen=True)
class Reply:
    """One thing to say. `text` is markdown of any length; `private` shows it to the one who asked only."""

    title: str = ""
    text: str = ""
    footer: str = ""
    private: bool = False
    buttons: tuple[discord.ui.Item[Any], ...] = field(default=(), compare=False)
    file: tuple[str, bytes, str] | None = None
    """Name, content, and what it shows in words."""
    colour: int = INK
    ping: str | None = None
    """The id of the one person whose turn it is now, if any."""
    sent: Callable[[int], Awaitable[None]] | None = None
    """Told the id of the message once it stands."""
    unrecorded: bool = False
    """Whether it says that nothing was recorded: nobody need hear of it later."""
    aloud: Reply | None = None
    """What everybody reads beside it, where it tells only the one who asked."""
    in_place: bool = False
    """Whether it takes the place of the message whose button was clicked."""
    settled: Reply | None = None
    """What the question that was clicked says from now on; as it is, it only loses its buttons."""
    form: discord.ui.Modal | None = None
    """A form to show instead of a message, as the first answer to a command or a button."""
