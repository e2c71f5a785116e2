"""`/odds`: the chances of a command from the live board; nothing is recorded."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.game.registry import ActiveGame
from bot.services.play.comparison import enemies_of
from cogs.components.play.odds_clicks import more_button, told_odds
from cogs.components.questions.question_view import go_button
from cogs.interactions import autocomplete
from cogs.interactions.context import Context
from cogs.interactions.options import requested
from cogs.interactions.respond import answered
from cogs.rendering.comparison import comparison_reply
from cogs.rendering.reply import Reply
from cogs.rendering.text import knows
from rules.kernel.errors import BadFacts
from rules.kernel.request import Request
from rules.kernel.text import N_

Typed = app_commands.Range[str, 1, 200]


class OddsCog(commands.Cog):
    """Exact chances from the live board; nothing is recorded."""

    @app_commands.command(description=N_("The exact odds of a shot, or of all there are, from the board as it is now."))
    @app_commands.describe(
        attacker=N_("The unit that fires; several after commas are compared."),
        target=N_("The target; several after commas. Empty: compares all it may shoot at."),
        distance=N_("How far it is: 11.5, 30cm."),
        cover=N_("The target's cover."),
        firers=N_("What fires: 4 infantry_rifle, 1 lmg. Empty: all that can."),
        situation=N_("What else counts here; several after commas."),
        chart=N_("Whether to draw a picture too. Empty: yes; short odds have it behind Details."),
    )
    @app_commands.autocomplete(
        attacker=autocomplete.units,
        target=autocomplete.targets,
        cover=autocomplete.choices_of("fire", "covers"),
        firers=autocomplete.weapons,
        situation=autocomplete.choices_of("fire", "situations", form=False),
    )
    @answered(private=True)
    async def odds(
        self,
        ctx: Context,
        attacker: app_commands.Range[str, 1, 600],
        target: app_commands.Range[str, 1, 600] | None = None,
        distance: Typed | None = None,
        cover: Typed | None = None,
        firers: Typed | None = None,
        situation: Typed | None = None,
        chart: bool | None = None,
    ) -> Reply:
        given: dict[str, Any] = {"unit": attacker, "target": target, "distance": distance}
        given |= {"cover": cover, "firers": firers, "situation": situation}
        live = await ctx.game()
        request = requested(ctx, live, "fire", given)
        if request.target and not _one_by_one(live, request):
            return await _chances(ctx, "fire", given, chart)
        return await _compared(ctx, live, request, chart)


async def look_first(ctx: Context, command: str, **given: Any) -> Reply:
    """The chances of a command with these options, for the caller alone, before it is carried out."""
    return await _chances(ctx, command, given)


def _one_by_one(live: ActiveGame, request: Request) -> bool:
    """Whether several attackers shoot one by one, as where the system has no shot that they make together."""
    command = live.system.commands.get(request.command)
    return len(request.unit) > 1 and command is not None and "unit" not in command.several


async def _compared(ctx: Context, live: ActiveGame, request: Request, chart: bool | None) -> Reply:
    """Every attacker at every target; enemies that the caller does not know are named as cards only."""
    board, command = live.board, live.system.commands.get(request.command)
    if command is not None and (left_open := command.left_open(request)):
        raise BadFacts(left_open)
    ctx.must_know(board, request)
    targets = request.target or enemies_of(board, request.unit)
    known = tuple(id for id in targets if knows(board, ctx.caller.id, board.unit(id)))
    cards = tuple(id for id in targets if id not in known)
    found = await ctx.services.odds.compared(ctx.call, request, known, cards)
    words = ctx.me.at(board)
    return await asyncio.to_thread(comparison_reply, words, found, True, chart is not False)


async def _chances(ctx: Context, command: str, given: dict[str, Any], chart: bool | None = None) -> Reply:
    """For the caller alone: the enemy need not know what is being thought of."""
    live = await ctx.game()
    request = requested(ctx, live, command, given)
    ctx.must_know(live.board, request)
    words = ctx.me.at(live.board)
    found = await ctx.services.odds.odds(ctx.call, request)
    reply = await told_odds(ctx, live.board, found, more_button(words, request), chart)
    go = go_button(words, request)
    return replace(reply, buttons=(*((go,) if go else ()), *reply.buttons))


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(OddsCog())
