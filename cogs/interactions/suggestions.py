"""Suggestions of values for the options of a command, within the limits of Discord."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import partial
from typing import Any, TypeVar

from discord import app_commands

from bot.game.registry import ActiveGame
from cogs.interactions import limits
from cogs.interactions.context import Context, Interaction
from rules.command.order import Command
from rules.command.system import Board
from rules.kernel.text import Value

Picked = list[app_commands.Choice[str]]
Found = Iterable[tuple[Value, str]]
"""Suggestions as pairs of label and value."""
Suggest = Callable[[Interaction, str], Coroutine[Any, Any, Picked]]
S = TypeVar("S")


def matching_suggestions(
    ctx: Context, found: Found, typed: str, prefix: str = "", board: Board | None = None
) -> Picked:
    """Return the suggestions that match the typed text, within Discord's limits.

    `prefix` is the text before the current value. `board` is the board of the suggestions if it is not the channel's.
    """
    bare, plain = typed.casefold().strip(), (ctx.me.at(board) if board else ctx.me).plain
    labelled = [(plain(label), value) for label, value in found]
    fitting = [(label, value) for label, value in labelled if bare in label.casefold() or bare in value.casefold()]
    return [
        app_commands.Choice(name=limits.shorten(f"{prefix}{label}", limits.CHOICE), value=f"{prefix}{value}")
        for label, value in limits.first_choices(fitting)
        if 0 < len(f"{prefix}{value}") <= limits.CHOICE
    ]


def suggest_from(
    source: Callable[[Context], Awaitable[S | None]], find: Callable[[Context, S], Found], marks: str = ""
) -> Suggest:
    """Return a callback that suggests the values found in a source, or none without it.

    With `marks`, the option has several values, with one of these marks between them.
    """

    async def suggest(interaction: Interaction, current: str) -> Picked:
        ctx = Context(interaction)
        found, (prefix, typed) = await source(ctx), split_typed(current, marks)
        if found is None:
            return []
        board = found.board if isinstance(found, ActiveGame) else None
        return matching_suggestions(ctx, find(ctx, found), typed, prefix, board)

    return suggest


suggest_from_game = partial(suggest_from, Context.game_for_suggestions)


def suggest_found(source: Callable[[Context], Awaitable[Found | None]]) -> Suggest:
    """Return a callback that suggests the pairs of a source."""
    return suggest_from(source, lambda ctx, found: found)


def split_typed(current: str, marks: str = ",") -> tuple[str, str]:
    """Split the text after the last mark: the values already picked, and the one being typed."""
    at = max((current.rfind(mark) for mark in marks), default=-1) + 1
    return current[:at], current[at:].strip()


def command_here(ctx: Context, live: ActiveGame, key: str) -> Command | None:
    """Return the system's command of that name, or the action that `/act` names."""
    return live.system.acts.get(ctx.option("action")) if key == "act" else live.system.commands.get(key)
