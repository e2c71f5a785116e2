"""`/campaign report`, `throw`, `sign`, `edit …`, `arbiter …`: from a battle back to the rosters."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.game.campaigns import battle_named
from cogs.campaign.battle import BATTLE
from cogs.campaign.people import CAMPAIGN, Named, campaign_id
from cogs.components.campaign.forms import Changes
from cogs.components.campaign.panels import changed_reply, entry_reply, report_reply
from cogs.components.campaign.report_clicks import report_after
from cogs.interactions import campaign_options
from cogs.interactions.context import Context
from cogs.interactions.respond import answered
from cogs.play import DICE
from cogs.rendering.reply import Reply
from rules.kernel.text import N_

Status = Literal["fit", "recovering", "captured", "lost"]
Change = app_commands.Range[int, -100, 100]
Why = app_commands.Range[str, 1, 200]
WHY = N_("Why.")


async def which(ctx: Context, campaign: str | None, battle: str | None) -> tuple[str, str]:
    """The ids of the campaign and of the battle that are meant; raises Refusal."""
    found = (await ctx.services.campaigns.find(ctx.call, campaign or "")).campaign
    return found.id, battle_named(found, battle or "").id


class CampaignReportCommands(commands.Cog):
    """Commands of `/campaign` (see `cogs/campaign/group.py`)."""

    edit = app_commands.Group(name="edit", description=N_("Put right what a report says, before it is signed."))
    arbiter = app_commands.Group(name="arbiter", description=N_("What only the arbitrator does."))

    @app_commands.command(description=N_("The report of a battle: what changes, its dice, who has signed."))
    @app_commands.describe(battle=BATTLE, again=N_("Make it anew from the record of its game."), campaign=CAMPAIGN)
    @app_commands.autocomplete(battle=campaign_options.battles, campaign=campaign_options.campaigns)
    @answered()
    async def report(
        self, ctx: Context, battle: Named | None = None, again: bool = False, campaign: Named | None = None
    ) -> Reply:
        found = (await ctx.services.campaigns.find(ctx.call, campaign or "")).campaign
        one = battle_named(found, battle or "")
        if again or (one.report is None and one.settled is None):
            return report_after(ctx, await ctx.services.campaign_reports.report(ctx.call, found.id, one.id), one.id)
        reply = report_reply(ctx.everybody, found, one)
        if not await ctx.services.campaign_reports.outdated(found, one):
            return reply
        changed = changed_reply(ctx.everybody, found, one, over=True)
        return replace(reply, text=f"{reply.text}\n{changed.title}. {changed.text}", buttons=changed.buttons[:1])

    @app_commands.command(description=N_("Throw the next dice of yours that a report waits for."))
    @app_commands.describe(dice=DICE, battle=BATTLE, campaign=CAMPAIGN)
    @app_commands.autocomplete(battle=campaign_options.battles, campaign=campaign_options.campaigns)
    @answered()
    async def throw(
        self,
        ctx: Context,
        dice: Named | None = None,
        battle: Named | None = None,
        campaign: Named | None = None,
    ) -> Reply:
        id, one = await which(ctx, campaign, battle)
        return report_after(ctx, await ctx.services.aftermath_dice.throw(ctx.call, id, one, dice=dice or ""), one)

    @app_commands.command(description=N_("Sign the report of a battle for your roster."))
    @app_commands.describe(battle=BATTLE, campaign=CAMPAIGN)
    @app_commands.autocomplete(battle=campaign_options.battles, campaign=campaign_options.campaigns)
    @answered()
    async def sign(self, ctx: Context, battle: Named | None = None, campaign: Named | None = None) -> Reply:
        id, one = await which(ctx, campaign, battle)
        return report_after(ctx, await ctx.services.campaign_reports.sign(ctx.call, id, one), one)

    # Edited

    @edit.command(name="result", description=N_("Change the result of a battle."))
    @app_commands.describe(
        margin=N_("How clear it was."), winner=N_("The roster that won."), battle=BATTLE, campaign=CAMPAIGN
    )
    @app_commands.autocomplete(
        winner=campaign_options.rosters, battle=campaign_options.battles, campaign=campaign_options.campaigns
    )
    @answered()
    async def edit_result(
        self,
        ctx: Context,
        margin: Literal["major", "minor", "draw"],
        winner: Named | None = None,
        battle: Named | None = None,
        campaign: Named | None = None,
    ) -> Reply:
        id, one = await which(ctx, campaign, battle)
        result = await ctx.services.campaign_reports.edit_result(ctx.call, id, one, winner or "", margin)
        return report_after(ctx, result, one)

    @edit.command(name="field", description=N_("Who held the field at the end of a battle."))
    @app_commands.describe(roster=N_("The roster that held it; empty: nobody."), battle=BATTLE, campaign=CAMPAIGN)
    @app_commands.autocomplete(
        roster=campaign_options.rosters, battle=campaign_options.battles, campaign=campaign_options.campaigns
    )
    @answered()
    async def edit_field(
        self,
        ctx: Context,
        roster: Named | None = None,
        battle: Named | None = None,
        campaign: Named | None = None,
    ) -> Reply:
        id, one = await which(ctx, campaign, battle)
        return report_after(ctx, await ctx.services.campaign_reports.edit_field(ctx.call, id, one, roster or ""), one)

    @edit.command(name="unit", description=N_("Change the numbers of a unit in a report."))
    @app_commands.describe(
        unit=N_("The unit."),
        figures=N_("Figures more or less."),
        recovering=N_("Recovering figures more or less."),
        experience=N_("Experience more or less."),
        status=N_("How it is now."),
        misses=N_("Battles it misses."),
        why=WHY,
        battle=BATTLE,
        campaign=CAMPAIGN,
    )
    @app_commands.autocomplete(
        unit=campaign_options.every_unit, battle=campaign_options.battles, campaign=campaign_options.campaigns
    )
    @answered()
    async def edit_unit(
        self,
        ctx: Context,
        unit: Named,
        figures: Change | None = None,
        recovering: Change | None = None,
        experience: Change | None = None,
        status: Status | None = None,
        misses: app_commands.Range[int, 0, 20] | None = None,
        why: Why | None = None,
        battle: Named | None = None,
        campaign: Named | None = None,
    ) -> Reply:
        id, one = await which(ctx, campaign, battle)
        given = {"models": figures, "recovering": recovering, "experience": experience, "misses": misses}
        changes: Changes = {name: value for name, value in given.items() if value is not None}
        changes |= {"status": status} if status else {}
        result = await ctx.services.campaign_reports.edit_unit(ctx.call, id, one, unit, changes, why or "")
        return report_after(ctx, result, one)

    @edit.command(name="figures", description=N_("How many figures a roster may place after a battle."))
    @app_commands.describe(roster=N_("The roster."), figures=N_("How many."), battle=BATTLE, campaign=CAMPAIGN)
    @app_commands.autocomplete(
        roster=campaign_options.rosters, battle=campaign_options.battles, campaign=campaign_options.campaigns
    )
    @answered()
    async def edit_figures(
        self,
        ctx: Context,
        roster: Named,
        figures: app_commands.Range[int, 0, 100],
        battle: Named | None = None,
        campaign: Named | None = None,
    ) -> Reply:
        id, one = await which(ctx, campaign, battle)
        result = await ctx.services.campaign_reports.edit_figures(ctx.call, id, one, roster, figures)
        return report_after(ctx, result, one)

    @edit.command(name="undo", description=N_("Undo an entry of the campaign."))
    @app_commands.describe(entry=N_("Its number in `/campaign log`."), campaign=CAMPAIGN)
    @app_commands.autocomplete(campaign=campaign_options.campaigns)
    @answered()
    async def edit_undo(
        self, ctx: Context, entry: app_commands.Range[int, 1, 1000000], campaign: Named | None = None
    ) -> Reply:
        return entry_reply(ctx, await ctx.services.campaigns.undo(ctx.call, await campaign_id(ctx, campaign), entry))

    # The arbitrator

    @arbiter.command(name="decide", description=N_("Settle a report that nobody else signs."))
    @app_commands.describe(battle=BATTLE, campaign=CAMPAIGN)
    @app_commands.autocomplete(battle=campaign_options.battles, campaign=campaign_options.campaigns)
    @answered()
    async def decide(self, ctx: Context, battle: Named | None = None, campaign: Named | None = None) -> Reply:
        id, one = await which(ctx, campaign, battle)
        return report_after(ctx, await ctx.services.campaign_reports.decide(ctx.call, id, one), one)

    @arbiter.command(name="reopen", description=N_("Open a signed report again."))
    @app_commands.describe(battle=BATTLE, why=WHY, campaign=CAMPAIGN)
    @app_commands.autocomplete(battle=campaign_options.battles, campaign=campaign_options.campaigns)
    @answered()
    async def reopen(
        self, ctx: Context, battle: Named | None = None, why: Why | None = None, campaign: Named | None = None
    ) -> Reply:
        id, one = await which(ctx, campaign, battle)
        return report_after(ctx, await ctx.services.campaign_reports.reopen(ctx.call, id, one, why or ""), one)

    @arbiter.command(name="status", description=N_("Set the status of a unit: home again, captured, lost."))
    @app_commands.describe(
        unit=N_("The unit."), status=N_("How it is now."), misses=N_("Battles it misses."), campaign=CAMPAIGN
    )
    @app_commands.autocomplete(unit=campaign_options.every_unit, campaign=campaign_options.campaigns)
    @answered()
    async def status(
        self,
        ctx: Context,
        unit: Named,
        status: Status,
        misses: app_commands.Range[int, 0, 20] = 0,
        campaign: Named | None = None,
    ) -> Reply:
        id = await campaign_id(ctx, campaign)
        return entry_reply(ctx, await ctx.services.campaign_rosters.status(ctx.call, id, unit, status, misses))

    @arbiter.command(name="points", description=N_("Set what a unit costs, where rosters are counted in points."))
    @app_commands.describe(unit=N_("The unit."), points=N_("What it costs."), campaign=CAMPAIGN)
    @app_commands.autocomplete(unit=campaign_options.units, campaign=campaign_options.campaigns)
    @answered()
    async def points(
        self,
        ctx: Context,
        unit: Named,
        points: app_commands.Range[int, 0, 1000],
        campaign: Named | None = None,
    ) -> Reply:
        id = await campaign_id(ctx, campaign)
        return entry_reply(ctx, await ctx.services.campaign_rosters.price(ctx.call, id, unit, points))

    @arbiter.command(name="figures", description=N_("Let a roster place more figures, or fewer."))
    @app_commands.describe(roster=N_("The roster."), figures=N_("How many more or fewer."), campaign=CAMPAIGN)
    @app_commands.autocomplete(roster=campaign_options.rosters, campaign=campaign_options.campaigns)
    @answered()
    async def figures(self, ctx: Context, roster: Named, figures: Change, campaign: Named | None = None) -> Reply:
        id = await campaign_id(ctx, campaign)
        return entry_reply(ctx, await ctx.services.campaign_rosters.grant(ctx.call, id, roster, figures))

    @arbiter.command(name="transfer", description=N_("Give a unit to another roster."))
    @app_commands.describe(unit=N_("The unit."), roster=N_("Its new roster."), campaign=CAMPAIGN)
    @app_commands.autocomplete(
        unit=campaign_options.units, roster=campaign_options.rosters, campaign=campaign_options.campaigns
    )
    @answered()
    async def transfer(self, ctx: Context, unit: Named, roster: Named, campaign: Named | None = None) -> Reply:
        id = await campaign_id(ctx, campaign)
        return entry_reply(ctx, await ctx.services.campaign_rosters.transfer(ctx.call, id, unit, roster))
