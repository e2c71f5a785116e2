"""Buttons under a result. Each carries what it is about in its id, so that it outlives a restart; what it does asks the
record on every click. The cogs tell with `does` what a click comes to.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, Self

import discord

from bot.resolution.result import CommandResult
from cogs.interactions import limits
from cogs.interactions.message import Reply
from cogs.interactions.respond import reply
from rules.text import say, unsaid

Interaction = discord.Interaction[Any]
Work = Callable[..., Awaitable[Reply]]
_WORK: dict[str, Work] = {}
_LABELS = {"undo": unsaid("Undo"), "why": unsaid("Why?"), "odds": unsaid("Odds"), "again": unsaid("Again")}
_PRIVATE = ("why", "odds")


def does(what: str) -> Callable[[Work], Work]:
    """Names the function that a kind of button calls."""

    def named(work: Work) -> Work:
        _WORK[what] = work
        return work

    return named


class EntryButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=r"adj1:(?P<what>undo|why|odds|again):(?P<game>[0-9a-f]{32}):(?P<number>[0-9]{1,9})$",
):
    """Undo, Why, Odds or Again, about one entry of one game."""

    def __init__(self, what: str, game: str, number: int) -> None:
        self.what, self.game, self.number = what, game, number
        label = limits.short(say(_LABELS[what]), limits.BUTTON_LABEL)
        super().__init__(discord.ui.Button(label=label, custom_id=f"adj1:{what}:{game}:{number}"))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(match["what"], match["game"], int(match["number"]))

    async def callback(self, interaction: Interaction) -> None:
        work = _WORK[self.what](interaction, self.game, self.number)
        await reply(interaction, work, private=self.what in _PRIVATE)


class ReactButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=r"adj1:react:(?P<game>[0-9a-f]{32}):(?P<number>[0-9]{1,9}):(?P<unit>[a-z0-9]{1,12})$",
):
    """A unit answers an enemy's command, for whoever commands it."""

    def __init__(self, game: str, number: int, unit: str, label: str = "") -> None:
        self.about = (game, number, unit)
        super().__init__(
            discord.ui.Button(
                label=limits.short(label, limits.BUTTON_LABEL) or say("React"),
                custom_id=f"adj1:react:{game}:{number}:{unit}",
                style=discord.ButtonStyle.primary,
            )
        )

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(match["game"], int(match["number"]), match["unit"])

    async def callback(self, interaction: Interaction) -> None:
        await reply(interaction, _WORK["react"](interaction, *self.about))


def under(answer: CommandResult) -> tuple[discord.ui.Item[Any], ...]:
    """The buttons under a result: those that make sense for it."""
    kinds = ("undo", "why", "odds", "again") if answer.entry.plays else ("undo",)
    if answer.entry.command in ("undo", "game new", "game reopen"):
        return ()
    return tuple(EntryButton(what, answer.game_id, answer.entry.number) for what in kinds)


async def setup(bot: Any) -> None:
    bot.add_dynamic_items(EntryButton, ReactButton)
