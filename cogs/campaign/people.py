"""`/campaign new`, `join`, `leave`, `handover`: how a campaign begins, and who is in it."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from bot.game.people import Person
from cogs.components.campaign.forms import with_force
from cogs.components.campaign.panels import entry_reply, hub_reply
from cogs.interactions import autocomplete, campaign_options
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

    @app_commands.command(description=N_("Join a campaign with a roster of your own."))
    @app_commands.describe(
        roster=N_("What to call your roster; empty: a colour."),
        side=N_("On a ladder or a map: whose side you are on."),
        force=N_("A force to enlist at once."),
        player=N_("Somebody else to bring in (arbitrator only)."),
        reader=N_("Only read along, without a roster."),
        campaign=CAMPAIGN,
    )
    @app_commands.autocomplete(
        campaign=campaign_options.campaigns, side=campaign_options.sides, force=campaign_options.forces
    )
    @answered()
    async def join(
        self,
        ctx: Context,
        roster: Name | None = None,
        side: Name | None = None,
        force: Named | None = None,
        player: discord.User | None = None,
        reader: bool = False,
        campaign: Named | None = None,
    ) -> Reply:
        id, people = await campaign_id(ctx, campaign), ctx.services.campaign_people
        if reader:
            return entry_reply(ctx, await people.read(ctx.call, id))
        who = Person(str(player.id), player.display_name) if player else None
        joined = await people.join(ctx.call, id, roster or "", side or "", who)
        own = joined.after.of_player(who.id if who else ctx.caller.id)
        if not force or own is None:
            return hub_reply(ctx, joined)
        return await with_force(ctx, joined, own.id, force)

    @app_commands.command(description=N_("Give a roster, or the campaign itself, to somebody else."))
    @app_commands.describe(
        player=N_("Who takes it over."),
        what=N_("Your roster, or the campaign as its arbitrator."),
        roster=N_("A roster other than yours (arbitrator only)."),
        campaign=CAMPAIGN,
    )
    @app_commands.autocomplete(campaign=campaign_options.campaigns, roster=campaign_options.rosters)
    @answered()
    async def handover(
        self,
        ctx: Context,
        player: discord.User,
        what: Literal["roster", "campaign"] = "roster",
        roster: Named | None = None,
        campaign: Named | None = None,
    ) -> Reply:
        id, person = await campaign_id(ctx, campaign), Person(str(player.id), player.display_name)
        if what != "roster":
            manages = ctx.interaction.permissions.manage_guild
            return entry_reply(ctx, await ctx.services.campaigns.hand_over(ctx.call, id, person, manages))
        return entry_reply(ctx, await ctx.services.campaign_people.hand_over(ctx.call, id, person, roster or ""))
