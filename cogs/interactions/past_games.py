"""Suggestions for looking back: games of the channel that are over, and what their logs can be filtered by."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from datetime import UTC, datetime

from babel.dates import format_date

from bot.errors import AppError
from bot.game.registry import ActiveGame
from cogs.interactions.autocomplete import Found, Picked, Suggest, log_kinds, offered, unit_label
from cogs.interactions.context import SOON, Context, Interaction
from rules.kernel.text import Joined, Text, Typed, counted


async def games(interaction: Interaction, current: str) -> Picked:
    """The games of the channel that are over, the last one first."""
    ctx = Context(interaction)
    names = {system.key: system.name for system in ctx.services.systems.open_to(ctx.call.where.guild)}
    found: list[tuple[Text, str]] = []
    # A record that is slow, or cannot be reached, must not keep anybody from typing.
    with contextlib.suppress(TimeoutError, AppError):
        async with asyncio.timeout(SOON):
            found = [
                (
                    Joined(
                        (
                            one.name,
                            Typed(names.get(one.system, one.system)),
                            Typed(_day(ctx, one.started_at)),
                            counted(one.number, "entry", "entries"),
                        ),
                        " · ",
                    ),
                    one.id,
                )
                for one in await ctx.services.log_pages.over(ctx.call)
            ]
    return offered(ctx, found, current)


def _day(ctx: Context, at: float) -> str:
    """The day on which a game began, as the caller writes it."""
    return format_date(datetime.fromtimestamp(at, UTC), "medium", ctx.me.locale)


def _of_chosen(find: Callable[[Context, ActiveGame], Found]) -> Suggest:
    """Suggestions out of the game that is chosen already, or else of the one that is being played."""

    async def suggest(interaction: Interaction, current: str) -> Picked:
        ctx = Context(interaction)
        live = await _chosen(ctx, getattr(interaction.namespace, "game", None))
        return offered(ctx, find(ctx, live), current, board=live.board) if live else []

    return suggest


async def _chosen(ctx: Context, game: str | None) -> ActiveGame | None:
    if not game and (live := await ctx.suggested()):
        return live
    with contextlib.suppress(TimeoutError, AppError):
        async with asyncio.timeout(SOON):
            pages = ctx.services.log_pages
            battle = await pages.chosen(ctx.call, game)
            return await pages.read(ctx.call, battle) if battle else None
    return None


def _units(ctx: Context, live: ActiveGame) -> Found:
    return [(unit_label(live.board, unit, ctx.caller.id), unit.id) for unit in live.game.units.values()]


units = _of_chosen(_units)
kinds = _of_chosen(log_kinds)
players = _of_chosen(lambda ctx, live: [(one.name, one.name) for one in live.game.players.values()])
