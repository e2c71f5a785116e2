"""The commands of `/campaign` that show a page or take a file; for others see `battles.py` and `commands.py`."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from bot.game.campaigns import roster_named, unit_in
from bot.services.campaign.command import ARBITER, UNIT
from cogs.campaign.battles import BattleCommands
from cogs.campaign.commands import CAMPAIGN, ArbiterValueCommands, CampaignValueCommands, campaign_id
from cogs.components.campaign import panels
from cogs.components.campaign.campaign_clicks import ABOUT, export_content
from cogs.components.campaign.controls import hub_controls
from cogs.components.setup.army_lists import list_reply
from cogs.components.setup.cards import roster_cards
from cogs.interactions import autocomplete, campaign_options
from cogs.interactions.built_command import private_command, slash_command
from cogs.interactions.context import Context
from cogs.interactions.options import upload_of
from cogs.rendering.reply import Reply
from cogs.rendering.report.cards import Paper, Sheet
from data.systems import system_of
from rules.campaign.people_events import STEPS
from rules.kernel.text import N_, Text

_NOT_IN_FILE_NAMES = re.compile(r"[^a-z0-9]+")
Name = app_commands.Range[str, 1, 60]
Named = app_commands.Range[str, 1, 100]


class CampaignCog(
    CampaignValueCommands,
    BattleCommands,
    commands.GroupCog,
    group_name="campaign",
    group_description=N_("Play many battles with units that gain experience."),
):
    """`/campaign`; the campaign need not be named if the server has one, or the channel plays one of its battles."""

    @slash_command(
        N_("The standings and the reasons; ladder and map as a picture."),
        campaign=(CAMPAIGN, campaign_options.campaigns),
    )
    async def standings(self, ctx: Context, campaign: Named | None = None) -> Reply:
        return await panels.standings_reply(ctx, await campaign_id(ctx, campaign), ctx.all_readers)

    @slash_command(
        N_("The campaign's log, page by page."),
        last=N_("Cards per page."),
        campaign=(CAMPAIGN, campaign_options.campaigns),
    )
    async def log(
        self, ctx: Context, last: app_commands.Range[int, 1, 20] = 10, campaign: Named | None = None
    ) -> Reply:
        return await panels.log_reply(ctx, await campaign_id(ctx, campaign), last)

    @slash_command(
        N_("Start a campaign on this server; you are its arbitrator."),
        name=N_("Its name."),
        system=(N_("The rules you play."), autocomplete.systems),
        shape=N_("league: standings; ladder: two sides, a climb; map: territories."),
        map=N_("The file of a map; empty: the sample map."),
        steps=N_("The number of steps of a ladder (odd)."),
    )
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
            raise Refusal(Text("A map file needs `shape:map`. Choose that shape, or leave the file out."))
        lands = None
        if map is not None:
            lands = await ctx.services.files.territories(upload_of(map), ctx.caller.id)
        made = await ctx.services.campaigns.new(ctx.call, name, system, shape, lands, steps or STEPS)
        return panels.hub_reply(ctx, made)

    # Rosters and their units

    @slash_command(
        N_("Bring a force into your roster: a sample, one you saved, or a file."),
        force=(N_("A sample force, or one of yours."), campaign_options.forces),
        file=N_("Your own force file."),
        roster=(N_("A roster other than yours (arbitrator only)."), campaign_options.rosters),
        campaign=(CAMPAIGN, campaign_options.campaigns),
    )
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
            return panels.enlistment_reply(ctx, await rosters.enlist(ctx.call, id, force or "", roster or ""))
        if force is not None:
            raise Refusal(Text("Give a force by name or a file, not both."))
        found = await ctx.services.files.force(upload_of(file), ctx.caller.id)
        if isinstance(found, str):
            system = system_of((await ctx.services.campaigns.open(ctx.call, id)).campaign.system)
            name = file.filename.rpartition(".")[0]
            return list_reply(ctx, await ctx.services.army_lists.write(ctx.call, system, found, name))
        return panels.enlistment_reply(ctx, await rosters.enlist(ctx.call, id, found, roster or ""))

    @private_command(
        N_("A roster with its units; you manage your own here."),
        player=N_("Whose roster."),
        roster=(N_("Or a roster by name; empty: yours, or all."), campaign_options.rosters),
        campaign=(CAMPAIGN, campaign_options.campaigns),
        format=N_("page: here; cards: a file to print, one card per unit."),
        paper=N_("Your paper size."),
    )
    async def roster(
        self,
        ctx: Context,
        player: discord.User | None = None,
        roster: Named | None = None,
        campaign: Named | None = None,
        format: Literal["page", "cards"] = "page",
        paper: Paper = "A4",
    ) -> Reply:
        found = (await ctx.services.campaigns.find(ctx.call, campaign or "")).campaign
        own = found.roster_of_player(str(player.id) if player else ctx.caller.id)
        if player and own is None:
            raise Refusal(Text("{player} has no roster in this campaign.", player=player.display_name))
        if roster:
            own = roster_named(found, roster)
        if format == "cards":
            return await roster_cards(ctx, found, own, Sheet(9, paper))
        reply = await panels.roster_reply(ctx, ctx.me, found, own) if own else panels.rosters_reply(ctx.me, found)
        return replace(reply, private=True, unrecorded=True)

    @private_command(
        N_("A unit: its state, levels, honours and history."),
        unit=(UNIT.about, campaign_options.every_unit),
        campaign=(CAMPAIGN, campaign_options.campaigns),
    )
    async def unit(self, ctx: Context, unit: Named, campaign: Named | None = None) -> Reply:
        found = (await ctx.services.campaigns.find(ctx.call, campaign or "")).campaign
        reply = await panels.unit_reply(ctx, ctx.me, found, unit_in(found, unit, ctx.caller.id, gone=True))
        return replace(reply, private=True, unrecorded=True)

    # Files

    @private_command(
        N_("The campaign as a file: all of it, its rosters, or a book."),
        format=N_("json: to import again; csv: the units; html: a book to read."),
        anonymous=N_("Whether to call people Player 1, Player 2."),
        campaign=(CAMPAIGN, campaign_options.campaigns),
    )
    async def export(
        self,
        ctx: Context,
        format: Literal["json", "csv", "html"] = "json",
        anonymous: bool = False,
        campaign: Named | None = None,
    ) -> Reply:
        info, found = await ctx.services.campaigns.find(ctx.call, campaign or "")
        content = await export_content(ctx, found, format, anonymous)
        stem = _NOT_IN_FILE_NAMES.sub("-", info.name.lower()).strip("-") or "campaign"
        title = ctx.me.say("Export of {campaign}", campaign=info.name)
        about = ctx.me.plain.say("The campaign {campaign} as a file.", campaign=info.name)
        file = (f"{stem}.{format}", content, about)
        return Reply(title, ctx.me(ABOUT[format]), private=True, file=file, unrecorded=True)

    @private_command(N_("Import one of your campaigns from a file."), file=N_("The json file from `/campaign export`."))
    async def import_(self, ctx: Context, file: discord.Attachment) -> Reply:
        read = await ctx.services.files.campaign(upload_of(file), ctx.caller.id)
        info, found = await ctx.services.campaign_files.import_campaign(ctx.call, read)
        words = ctx.all_readers
        text = words.say("Look at it with `/campaign roster` and `/campaign log`.")
        return Reply(words.say("{campaign} is imported", campaign=info.name), text, buttons=hub_controls(words, found))


class ArbiterCog(
    ArbiterValueCommands,
    commands.GroupCog,
    group_name=ARBITER,
    group_description=N_("Arbitrator's commands of a campaign."),
):
    """`/arbiter`, separate because `/campaign` needs the 8,000 characters that Discord allows one command."""


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(CampaignCog())
    await bot.add_cog(ArbiterCog())
