"""Suggestions for finished games of the channel, and for the filters of their logs."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from datetime import UTC, datetime

from babel.dates import format_date

from bot.errors import AppError
from bot.game.registry import ActiveGame
from cogs.interactions.autocomplete import Found, Picked, Suggest, log_kinds, matching_suggestions, unit_label
from cogs.interactions.context import SOON, Context, Interaction
from rules.kernel.text import Joined, Text, Typed, counted


async def games(interaction: Interaction, current: str) -> Picked:
    """Suggest the finished games of the channel, the last one first."""
    ctx = Context(interaction)
    names = {system.key: system.name for system in ctx.services.systems.playable_systems(ctx.call.where.guild)}
    found: list[tuple[Text, str]] = []
    # A slow or unreachable database must not block the caller's typing.
    with contextlib.suppress(TimeoutError, AppError):
        async with asyncio.timeout(SOON):
            found = [
                (
                    Joined(
                        (
                            one.name,
                            Typed(names.get(one.system, one.system)),
                            Typed(_local_day(ctx, one.started_at)),
                            counted(one.number, "entry", "entries"),
                        ),
                        " · ",
                    ),
                    one.id,
                )
                for one in await ctx.services.log_pages.finished_games(ctx.call)
            ]
    return matching_suggestions(ctx, found, current)


def _local_day(ctx: Context, at: float) -> str:
    """Return the day on which a game began, in the caller's format."""
    return format_date(datetime.fromtimestamp(at, UTC), "medium", ctx.me.locale)


def _suggest_from_chosen(find: Callable[[Context, ActiveGame], Found]) -> Suggest:
    """Return a callback that suggests values from the chosen game, or else from the current one."""

    async def suggest(interaction: Interaction, current: str) -> Picked:
        ctx = Context(interaction)
        live = await _chosen_game(ctx, getattr(interaction.namespace, "game", None))
        return matching_suggestions(ctx, find(ctx, live), current, board=live.board) if live else []

    return suggest


async def _chosen_game(ctx: Context, game: str | None) -> ActiveGame | None:
    if not game and (live := await ctx.game_for_suggestions()):
        return live
    with contextlib.suppress(TimeoutError, AppError):
        async with asyncio.timeout(SOON):
            pages = ctx.services.log_pages
            battle = await pages.choose_game(ctx.call, game)
            return await pages.read(ctx.call, battle) if battle else None
    return None


def _unit_options(ctx: Context, live: ActiveGame) -> Found:
    return [(unit_label(live.board, unit, ctx.caller.id), unit.id) for unit in live.game.units.values()]


units = _suggest_from_chosen(_unit_options)
kinds = _suggest_from_chosen(log_kinds)
players = _suggest_from_chosen(lambda ctx, live: [(one.name, one.name) for one in live.game.players.values()])
