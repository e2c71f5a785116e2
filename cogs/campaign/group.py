"""`/campaign`: standings, log, rulings, end, export and import; its other commands are in the files beside it."""

from __future__ import annotations

import re
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.campaign.battle import CampaignBattleCommands
from cogs.campaign.commands import CampaignValueCommands
from cogs.campaign.people import CAMPAIGN, CampaignPeopleCommands, Named, campaign_id
from cogs.campaign.report import CampaignReportCommands
from cogs.campaign.roster import CampaignRosterCommands
from cogs.components.campaign.campaign_clicks import ABOUT, content_of
from cogs.components.campaign.controls import hub_controls
from cogs.components.campaign.panels import log_reply, standings_reply
from cogs.interactions import campaign_options
from cogs.interactions.context import Context
from cogs.interactions.options import uploaded
from cogs.interactions.respond import answered
from cogs.rendering.reply import Reply
from rules.kernel.text import N_

_NOT_IN_FILE_NAMES = re.compile(r"[^a-z0-9]+")


class CampaignCog(
    CampaignValueCommands,
    CampaignPeopleCommands,
    CampaignRosterCommands,
    CampaignBattleCommands,
    CampaignReportCommands,
    commands.GroupCog,
    group_name="campaign",
    group_description=N_("Many battles, and units that remember them."),
):
    """A server may have several; where it has one, or its battle is fought here, nobody need name it."""

    @app_commands.command(description=N_("Who stands where, and why; ladder and map as a picture."))
    @app_commands.describe(campaign=CAMPAIGN)
    @app_commands.autocomplete(campaign=campaign_options.campaigns)
    @answered()
    async def standings(self, ctx: Context, campaign: Named | None = None) -> Reply:
        return await standings_reply(ctx, await campaign_id(ctx, campaign), ctx.everybody)

    @app_commands.command(description=N_("What has happened in the campaign, page by page."))
    @app_commands.describe(last=N_("How many on a page."), campaign=CAMPAIGN)
    @app_commands.autocomplete(campaign=campaign_options.campaigns)
    @answered()
    async def log(
        self, ctx: Context, last: app_commands.Range[int, 1, 20] = 10, campaign: Named | None = None
    ) -> Reply:
        return await log_reply(ctx, await campaign_id(ctx, campaign), last)

    @app_commands.command(description=N_("The campaign as a file: all of it, its rosters, or a book."))
    @app_commands.describe(
        format=N_("json: to be imported again; csv: the units; html: a book to read."),
        anonymous=N_("Whether people are called Player 1, Player 2."),
        campaign=CAMPAIGN,
    )
    @app_commands.autocomplete(campaign=campaign_options.campaigns)
    @answered(private=True)
    async def export(
        self,
        ctx: Context,
        format: Literal["json", "csv", "html"] = "json",
        anonymous: bool = False,
        campaign: Named | None = None,
    ) -> Reply:
        info, found = await ctx.services.campaigns.find(ctx.call, campaign or "")
        content = await content_of(ctx, found, format, anonymous)
        stem = _NOT_IN_FILE_NAMES.sub("-", info.name.lower()).strip("-") or "campaign"
        title = ctx.me.say("Export of {campaign}", campaign=info.name)
        about = ctx.me.plain.say("The campaign {campaign} as a file.", campaign=info.name)
        file = (f"{stem}.{format}", content, about)
        return Reply(title, ctx.me(ABOUT[format]), private=True, file=file, unrecorded=True)

    @app_commands.command(name="import", description=N_("Bring in a campaign of yours from a file."))
    @app_commands.describe(file=N_("The json file of `/campaign export`."))
    @answered()
    async def import_(self, ctx: Context, file: discord.Attachment) -> Reply:
        read = await ctx.services.files.campaign(uploaded(file))
        info, found = await ctx.services.campaign_files.imported(ctx.call, read)
        words = ctx.everybody
        text = words.say("Look at it with `/campaign roster` and `/campaign log`.")
        return Reply(words.say("{campaign} is here", campaign=info.name), text, buttons=hub_controls(words, found))


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(CampaignCog())
