"""`/campaign`: standings, log, rulings, end, export and import; its other commands are in the files beside it."""

from __future__ import annotations

import re
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from cogs.campaign.battle import CampaignBattleCommands
from cogs.campaign.commands import CampaignValueCommands
from cogs.campaign.people import CAMPAIGN, CampaignPeopleCommands, Named, campaign_id
from cogs.campaign.report import CampaignReportCommands
from cogs.campaign.roster import CampaignRosterCommands
from cogs.components.campaign.campaign_clicks import ABOUT, content_of
from cogs.components.campaign.controls import hub_controls
from cogs.components.campaign.panels import entry_reply, log_reply, standings_reply
from cogs.interactions import campaign_options
from cogs.interactions.context import Context
from cogs.interactions.options import code_of, uploaded
from cogs.interactions.respond import answered
from cogs.rendering.campaign.standings import rulings_lines
from cogs.rendering.reply import Reply
from rules.kernel.text import N_, Text

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

    @app_commands.command(description=N_("The rulings of the campaign; with name and value set one."))
    @app_commands.describe(name=N_("The ruling."), value=N_("Its new value."), campaign=CAMPAIGN)
    @app_commands.autocomplete(
        name=campaign_options.rulings, value=campaign_options.ruling_values, campaign=campaign_options.campaigns
    )
    @answered()
    async def rulings(
        self, ctx: Context, name: Named | None = None, value: Named | None = None, campaign: Named | None = None
    ) -> Reply:
        info, found = await ctx.services.campaigns.find(ctx.call, campaign or "")
        if bool(name) != bool(value):
            raise Refusal(Text("Give both `name` and `value` to set a ruling, or neither to read them all."))
        if name and value:
            return entry_reply(ctx, await ctx.services.campaigns.rule(ctx.call, info.id, code_of(name), code_of(value)))
        title = ctx.everybody.say("Rulings of {campaign}", campaign=found.name)
        return Reply(title, "\n".join(rulings_lines(ctx.everybody, found)))

    @app_commands.command(description=N_("End the campaign, or let one that is over go on (arbitrator only)."))
    @app_commands.describe(
        winner=N_("The roster, or side of a ladder, that has won."),
        note=N_("A remark for the record."),
        resume=N_("Go on with a campaign that is over."),
        campaign=CAMPAIGN,
    )
    @app_commands.autocomplete(winner=campaign_options.winners, campaign=campaign_options.campaigns)
    @answered()
    async def end(
        self,
        ctx: Context,
        winner: Named | None = None,
        note: app_commands.Range[str, 1, 500] | None = None,
        resume: bool = False,
        campaign: Named | None = None,
    ) -> Reply:
        id, all_of = await campaign_id(ctx, campaign), ctx.services.campaigns
        if resume:
            return entry_reply(ctx, await all_of.go_on(ctx.call, id))
        return entry_reply(ctx, await all_of.end(ctx.call, id, winner or "", note or ""))

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
