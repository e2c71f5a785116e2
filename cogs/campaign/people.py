"""`/campaign new`, `join`, `leave`, `handover`: how a campaign begins, and who is in it."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from cogs.components.campaign.panels import hub_reply
from cogs.interactions import autocomplete
from cogs.interactions.context import Context
from cogs.interactions.options import uploaded
from cogs.interactions.respond import answered
from cogs.rendering.reply import Reply
from rules.campaign.people_events import STEPS
from rules.kernel.text import N_, Text

Name = app_commands.Range[str, 1, 60]
Named = app_commands.Range[str, 1, 100]
CAMPAIGN = N_("The campaign, if not the one here.")


async def campaign_id(ctx: Context, named: str | None) -> str:
    """The campaign that is meant, by its id; raises Refusal."""
    return (await ctx.services.campaigns.find(ctx.call, named or "")).info.id


class CampaignPeopleCommands(commands.Cog):
    """Commands of `/campaign` (see `cogs/campaign/group.py`)."""

    @app_commands.command(description=N_("Begin a campaign in this server; you are its arbitrator."))
    @app_commands.describe(
        name=N_("What to call it."),
        system=N_("The rules you play by."),
        shape=N_("league: standings; ladder: two sides, a climb; map: territories."),
        map=N_("The file of a map; empty: the sample map."),
        steps=N_("The steps of a ladder, an odd number."),
    )
    @app_commands.autocomplete(system=autocomplete.systems)
    @answered()
    async def new(
        self,
        ctx: Context,
        name: Name,
        system: Named,
        shape: Literal["league", "ladder", "map"] = "league",
        map: discord.Attachment | None = None,
        steps: app_commands.Range[int, 3, 21] | None = None,
    ) -> Reply:
        if map is not None and shape != "map":
            raise Refusal(Text("A file with a map is for `shape:map`; choose that shape, or leave the file out."))
        lands = None
        if map is not None:
            lands = await ctx.services.files.territories(uploaded(map))
        made = await ctx.services.campaigns.new(ctx.call, name, system, shape, lands, steps or STEPS)
        return hub_reply(ctx, made)
