"""The odds of what a campaign throws after a battle: as a question of its own, and of the next dice of a report."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from bot.errors import Refusal
from cogs.components.controls import Click
from cogs.interactions.context import Context
from cogs.rendering.odds import odds_reply
from cogs.rendering.reply import Reply
from data import CAMPAIGN as AFTERMATH


async def aftermath_odds(ctx: Context, action: str, facts: Mapping[str, Any]) -> Reply:
    """By the rulings of the campaign here, or the usual ones where there is none."""
    try:
        rulings = (await ctx.services.campaigns.find(ctx.call)).campaign.rulings
    except Refusal:
        rulings = {}
    found = await ctx.services.odds.of_action(ctx.call, AFTERMATH, action, facts, rulings)
    return await asyncio.to_thread(odds_reply, ctx.me, found, True)


async def odds_of_next(ctx: Context, click: Click) -> Reply:
    """The chances of the next dice of whoever clicks, before they are thrown."""
    asked = await ctx.services.aftermath_dice.asked(ctx.call, click.about[0], click.part(1))
    found = await ctx.services.odds.of_action(ctx.call, *asked)
    return await asyncio.to_thread(odds_reply, ctx.me, found, True)
