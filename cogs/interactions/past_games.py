"""Suggestions for finished games of the channel, and for the filters of their logs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from babel.dates import format_date

from bot.game.registry import ActiveGame
from cogs.interactions.autocomplete import Found, Picked, Suggest, log_kinds, matching_suggestions, unit_label
from cogs.interactions.context import Context, Interaction, in_time
from rules.kernel.text import Joined, Text, Typed, counted


async def games(interaction: Interaction, current: str) -> Picked:
    """Suggest the finished games of the channel, the last one first."""
    ctx = Context(interaction)
    names = {system.key: system.name for system in ctx.services.systems.playable_systems(ctx.call.where.guild)}
    found = list[tuple[Text, str]]()
    for one in await in_time(ctx.services.log_pages.finished_games(ctx.call)) or ():
        day = format_date(datetime.fromtimestamp(one.started_at, UTC), "medium", ctx.me.locale)
        length, system = counted(one.number, "entry", "entries"), Typed(names.get(one.system, one.system))
        found.append((Joined((one.name, system, Typed(day), length), " · "), one.id))
    return matching_suggestions(ctx, found, current)


def _suggest_from_chosen(find: Callable[[Context, ActiveGame], Found]) -> Suggest:
    """Return a callback that suggests values from the chosen game, or else from the current one."""

    async def suggest(interaction: Interaction, current: str) -> Picked:
        ctx = Context(interaction)
        live = await _chosen_game(ctx, ctx.option("game"))
        return matching_suggestions(ctx, find(ctx, live), current, board=live.board) if live else []

    return suggest


async def _chosen_game(ctx: Context, game: str) -> ActiveGame | None:
    if not game and (live := await ctx.game_for_suggestions()):
        return live
    pages = ctx.services.log_pages
    battle = await in_time(pages.choose_game(ctx.call, game))
    return await in_time(pages.read(ctx.call, battle)) if battle else None


def _unit_options(ctx: Context, live: ActiveGame) -> Found:
    return [(unit_label(live.board, unit, ctx.caller.id), unit.id) for unit in live.game.units.values()]


units = _suggest_from_chosen(_unit_options)
kinds = _suggest_from_chosen(log_kinds)
players = _suggest_from_chosen(lambda ctx, live: [(one.name, one.name) for one in live.game.players.values()])
