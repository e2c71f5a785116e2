"""`/campaign enlist`, `roster`, `unit`, and what a player does with units between battles."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from bot.game.campaigns import roster_named, unit_in
from cogs.campaign.people import CAMPAIGN, Named, campaign_id
from cogs.components.campaign.panels import enlisted_reply, roster_reply, rosters_reply, unit_reply
from cogs.interactions import campaign_options
from cogs.interactions.context import Context
from cogs.interactions.options import uploaded
from cogs.interactions.respond import answered
from cogs.rendering.reply import Reply
from rules.kernel.text import N_, Text

UNIT = N_("The unit.")


class CampaignRosterCommands(commands.Cog):
    """Commands of `/campaign` (see `cogs/campaign/group.py`)."""

    @app_commands.command(description=N_("Bring a force into your roster: a sample, one you saved, or a file."))
    @app_commands.describe(
        force=N_("A sample force, or one of yours."),
        file=N_("Your own force file."),
        roster=N_("A roster other than yours (arbitrator only)."),
        campaign=CAMPAIGN,
    )
    @app_commands.autocomplete(
        force=campaign_options.forces, roster=campaign_options.rosters, campaign=campaign_options.campaigns
    )
    @answered()
    async def enlist(
        self,
        ctx: Context,
        force: Named | None = None,
        file: discord.Attachment | None = None,
        roster: Named | None = None,
        campaign: Named | None = None,
    ) -> Reply:
        id, rosters = await campaign_id(ctx, campaign), ctx.services.campaign_rosters
        if file is None:
            return enlisted_reply(ctx, await rosters.enlist(ctx.call, id, force or "", roster or ""))
        if force is not None:
            raise Refusal(Text("Either a force by its name or a file, not both."))
        found = await ctx.services.files.force(uploaded(file))
        return enlisted_reply(ctx, await rosters.enlist(ctx.call, id, found, roster or ""))

    @app_commands.command(description=N_("A roster with its units; yours can be looked after here."))
    @app_commands.describe(
        player=N_("Whose roster."), roster=N_("Or the roster by its name; empty: yours, or all."), campaign=CAMPAIGN
    )
    @app_commands.autocomplete(roster=campaign_options.rosters, campaign=campaign_options.campaigns)
    @answered(private=True)
    async def roster(
        self,
        ctx: Context,
        player: discord.User | None = None,
        roster: Named | None = None,
        campaign: Named | None = None,
    ) -> Reply:
        found = (await ctx.services.campaigns.find(ctx.call, campaign or "")).campaign
        own = found.of_player(str(player.id) if player else ctx.caller.id)
        if player and own is None:
            raise Refusal(Text("{player} has no roster in this campaign.", player=player.display_name))
        if roster:
            own = roster_named(found, roster)
        reply = await roster_reply(ctx, ctx.me, found, own) if own else rosters_reply(ctx.me, found)
        return replace(reply, private=True, unrecorded=True)

    @app_commands.command(description=N_("A unit: its state, levels, honours and history."))
    @app_commands.describe(unit=UNIT, campaign=CAMPAIGN)
    @app_commands.autocomplete(unit=campaign_options.every_unit, campaign=campaign_options.campaigns)
    @answered(private=True)
    async def unit(self, ctx: Context, unit: Named, campaign: Named | None = None) -> Reply:
        found = (await ctx.services.campaigns.find(ctx.call, campaign or "")).campaign
        reply = unit_reply(ctx, ctx.me, found, unit_in(found, unit, ctx.caller.id, gone=True))
        return replace(reply, private=True, unrecorded=True)
