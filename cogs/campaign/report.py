"""`/campaign report`, `throw`, `sign`, `edit …`, `arbiter …`: from a battle back to the rosters."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.game.campaigns import battle_named
from cogs.campaign.battle import BATTLE
from cogs.campaign.commands import with_commands
from cogs.campaign.people import CAMPAIGN, Named
from cogs.components.campaign.panels import changed_reply, report_reply
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

    edit = with_commands(
        app_commands.Group(name="edit", description=N_("Put right what a report says, before it is signed."))
    )
    arbiter = with_commands(app_commands.Group(name="arbiter", description=N_("What only the arbitrator does.")))

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
