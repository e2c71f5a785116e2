"""Suggestions for finished games of the channel, and for the filters of their logs."""

from __future__ import annotations

from datetime import UTC, datetime

from babel.dates import format_date

from bot.game.registry import ActiveGame
from cogs.interactions.autocomplete import log_kinds
from cogs.interactions.context import Context, in_time
from cogs.interactions.suggestions import Found, suggest_from
from cogs.interactions.unit_options import unit_label
from rules.kernel.text import Joined, Text, Typed, counted


async def _finished_games(ctx: Context) -> Found | None:
    """Return the finished games of the channel, the last one first."""
    names = {system.key: system.name for system in ctx.services.systems.playable_systems(ctx.call.where.guild)}
    found = list[tuple[Text, str]]()
    for one in await in_time(ctx.services.log_pages.finished_games(ctx.call)) or ():
        day = format_date(datetime.fromtimestamp(one.started_at, UTC), "medium", ctx.me.locale)
        length, system = counted(one.number, "entry", "entries"), Typed(names.get(one.system, one.system))
        found.append((Joined((one.name, system, Typed(day), length), " · "), one.id))
    return found


async def _chosen_game(ctx: Context) -> ActiveGame | None:
    """Return the game that another option names, or else the current one."""
    game = ctx.option("game")
    if not game and (live := await ctx.game_for_suggestions()):
        return live
    pages = ctx.services.log_pages
    battle = await in_time(pages.choose_game(ctx.call, game))
    return await in_time(pages.read(ctx.call, battle)) if battle else None


games = suggest_from(_finished_games, lambda ctx, found: found)
units = suggest_from(
    _chosen_game,
    lambda ctx, live: [(unit_label(live.board, one, ctx.caller.id), one.id) for one in live.game.units.values()],
)
kinds = suggest_from(_chosen_game, log_kinds)
players = suggest_from(_chosen_game, lambda ctx, live: [(one.name, one.name) for one in live.game.players.values()])
