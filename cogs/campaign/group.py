"""The commands of `/campaign` that show a page or take a file; the others are declared (`commands.py`)."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from bot.game.campaigns import battle_named, roster_named, unit_in
from bot.services.campaign import command as declared
from bot.services.campaign.battle_setup import BattlePlan
from cogs.campaign import files
from cogs.campaign.commands import CAMPAIGN, ArbiterValueCommands, CampaignValueCommands, add_commands, named_campaign
from cogs.components.campaign import panels
from cogs.components.campaign.battle_panels import battles_reply, reviewed_report_reply
from cogs.components.campaign.next_battle import start_battle
from cogs.components.campaign.report_clicks import updated_report_reply
from cogs.components.setup.army_lists import list_reply
from cogs.components.setup.cards import roster_cards
from cogs.interactions import autocomplete, campaign_options
from cogs.interactions.built_command import private_command, slash_command
from cogs.interactions.context import Context
from cogs.interactions.options import upload_of
from cogs.interactions.respond import answers_command
from cogs.play import DICE
from cogs.rendering.reply import Reply
from cogs.rendering.report.cards import Paper, Sheet
from data.systems import system_of
from rules.campaign.people_events import STEPS
from rules.kernel.text import N_, Text

Name = app_commands.Range[str, 1, 60]
Named = app_commands.Range[str, 1, 100]
Units = app_commands.Range[str, 1, 1000]


def _split_names(text: str | None) -> tuple[str, ...] | None:
    """Split names separated by commas; None for all."""
    return tuple(one.strip() for one in text.split(",") if one.strip()) if text else None


class CampaignCog(
    CampaignValueCommands,
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
        return await panels.standings_reply(ctx, (await named_campaign(ctx, campaign)).id, ctx.all_readers)

    @slash_command(
        N_("The campaign's log, page by page."),
        last=N_("Cards per page."),
        campaign=(CAMPAIGN, campaign_options.campaigns),
    )
    async def log(
        self, ctx: Context, last: app_commands.Range[int, 1, 20] = 10, campaign: Named | None = None
    ) -> Reply:
        return await panels.log_reply(ctx, (await named_campaign(ctx, campaign)).id, last)

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
        id, rosters = (await named_campaign(ctx, campaign)).id, ctx.services.campaign_rosters
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
        found = await named_campaign(ctx, campaign)
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
        unit=(declared.UNIT.about, campaign_options.every_unit),
        campaign=(CAMPAIGN, campaign_options.campaigns),
    )
    async def unit(self, ctx: Context, unit: Named, campaign: Named | None = None) -> Reply:
        found = await named_campaign(ctx, campaign)
        reply = await panels.unit_reply(ctx, ctx.me, found, unit_in(found, unit, ctx.caller.id, gone=True))
        return replace(reply, private=True, unrecorded=True)

    # Battles, and their reports

    battle = add_commands(app_commands.Group(name="battle", description=N_("The battles of a campaign.")))

    @battle.command(name="start", description=N_("Start a battle: a game in this channel with both rosters."))
    @app_commands.describe(
        against=N_("The enemy roster."),
        units=N_("Your units, separated by commas; empty: all that are fit."),
        theirs=N_("The enemy's units; empty: all that are fit."),
        scenario=N_("What is played."),
        territory=N_("The territory fought over, on a map."),
        attacker=N_("The roster that attacks; empty: yours."),
        roster=N_("The roster you act for, if not yours (arbitrator only)."),
        lengths=N_("Your unit of measurement."),
        anyway=N_("Start it although it changes nothing, or the other player has left."),
        campaign=CAMPAIGN,
    )
    @app_commands.autocomplete(
        against=campaign_options.foes,
        units=campaign_options.many_units,
        theirs=campaign_options.their_units,
        territory=campaign_options.territories,
        attacker=campaign_options.rosters,
        roster=campaign_options.rosters,
        campaign=campaign_options.campaigns,
    )
    @answers_command()
    async def start(
        self,
        ctx: Context,
        against: Named,
        units: Units | None = None,
        theirs: Units | None = None,
        scenario: Named | None = None,
        territory: Named | None = None,
        attacker: Named | None = None,
        roster: Named | None = None,
        lengths: Literal["inches", "cm"] = "inches",
        anyway: bool = False,
        campaign: Named | None = None,
    ) -> Reply:
        plan = BattlePlan(
            against=against,
            roster=roster or "",
            units=_split_names(units),
            their_units=_split_names(theirs),
            scenario=scenario or "",
            territory=territory or "",
            attacker=attacker or "",
            lengths=lengths,
        )
        return await start_battle(ctx, await named_campaign(ctx, campaign), plan, anyway)

    @battle.command(name="list", description=N_("All battles and their progress."))
    @app_commands.describe(campaign=CAMPAIGN)
    @app_commands.autocomplete(campaign=campaign_options.campaigns)
    @answers_command()
    async def list_(self, ctx: Context, campaign: Named | None = None) -> Reply:
        return battles_reply(ctx.all_readers, await named_campaign(ctx, campaign))

    edit = add_commands(app_commands.Group(name="edit", description=N_("Correct a report before it is signed.")))

    @slash_command(
        N_("The report of a battle: changes, dice, signatures."),
        battle=(declared.BATTLE.about, campaign_options.battles),
        again=N_("Make it again from the record of its game."),
        campaign=(CAMPAIGN, campaign_options.campaigns),
    )
    async def report(
        self, ctx: Context, battle: Named | None = None, again: bool = False, campaign: Named | None = None
    ) -> Reply:
        found = await named_campaign(ctx, campaign)
        one = battle_named(found, battle or "")
        if again or (one.report is None and one.settled is None):
            return updated_report_reply(
                ctx, await ctx.services.campaign_reports.report(ctx.call, found.id, one.id), one.id
            )
        return await reviewed_report_reply(ctx, found, one)

    @slash_command(
        N_("Roll your next dice for a report."),
        dice=DICE.about,
        battle=(declared.BATTLE.about, campaign_options.battles),
        campaign=(CAMPAIGN, campaign_options.campaigns),
    )
    async def throw(
        self,
        ctx: Context,
        dice: Named | None = None,
        battle: Named | None = None,
        campaign: Named | None = None,
    ) -> Reply:
        found = await named_campaign(ctx, campaign)
        one = battle_named(found, battle or "").id
        return updated_report_reply(
            ctx, await ctx.services.aftermath_dice.roll(ctx.call, found.id, one, dice=dice or ""), one
        )

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
        return await files.export_reply(ctx, info, found, format, anonymous)

    @private_command(N_("Import one of your campaigns from a file."), file=N_("The json file from `/campaign export`."))
    async def import_(self, ctx: Context, file: discord.Attachment) -> Reply:
        read = await ctx.services.files.campaign(upload_of(file), ctx.caller.id)
        info, found = await ctx.services.campaign_files.import_campaign(ctx.call, read)
        return files.import_reply(ctx, info, found)


class ArbiterCog(
    ArbiterValueCommands,
    commands.GroupCog,
    group_name=declared.ARBITER,
    group_description=N_("Arbitrator's commands of a campaign."),
):
    """`/arbiter`, separate because `/campaign` needs the 8,000 characters that Discord allows one command."""


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(CampaignCog())
    await bot.add_cog(ArbiterCog())
