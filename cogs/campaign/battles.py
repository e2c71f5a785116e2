"""The commands of `/campaign` for battles and their reports."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from bot.game.campaigns import battle_named, roster_named
from bot.services.campaign.battle_setup import BattlePlan
from bot.services.campaign.command import BATTLE as WHICH
from cogs.campaign.commands import CAMPAIGN, add_commands
from cogs.components.campaign.battle_panels import battle_start_reply, battles_reply, report_change_reply, report_reply
from cogs.components.campaign.controls import hub_controls
from cogs.components.campaign.present import require_present
from cogs.components.campaign.report_clicks import updated_report_reply
from cogs.interactions import campaign_options
from cogs.interactions.built_command import slash_command
from cogs.interactions.context import Context
from cogs.interactions.respond import answers_command
from cogs.play import DICE
from cogs.rendering.reply import Reply, refusal_reply
from rules.campaign.battle_events import ladder_end_text
from rules.kernel.text import N_, Joined, Text

BATTLE = WHICH.about
Named = app_commands.Range[str, 1, 100]
Units = app_commands.Range[str, 1, 1000]


class BattleCommands(commands.Cog):
    """Further commands of `/campaign` (see `group.py`)."""

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
        found = (await ctx.services.campaigns.find(ctx.call, campaign or "")).campaign
        nothing = ladder_end_text(found)
        if nothing and not anyway:
            go_on = Text("Start it anyway with `anyway:True`, or tap **Next battle**.")
            said = Joined([nothing, go_on], " ")
            return replace(refusal_reply(ctx.me, Refusal(said)), buttons=hub_controls(ctx.me, found, joins=False))
        if not anyway:
            await require_present(ctx, found, roster_named(found, against))
        return await battle_start_reply(ctx, await ctx.services.campaign_battles.begin(ctx.call, found.id, plan))

    @battle.command(name="list", description=N_("All battles and their progress."))
    @app_commands.describe(campaign=CAMPAIGN)
    @app_commands.autocomplete(campaign=campaign_options.campaigns)
    @answers_command()
    async def list_(self, ctx: Context, campaign: Named | None = None) -> Reply:
        return battles_reply(ctx.all_readers, (await ctx.services.campaigns.find(ctx.call, campaign or "")).campaign)

    edit = add_commands(app_commands.Group(name="edit", description=N_("Correct a report before it is signed.")))

    @slash_command(
        N_("The report of a battle: changes, dice, signatures."),
        battle=(BATTLE, campaign_options.battles),
        again=N_("Make it again from the record of its game."),
        campaign=(CAMPAIGN, campaign_options.campaigns),
    )
    async def report(
        self, ctx: Context, battle: Named | None = None, again: bool = False, campaign: Named | None = None
    ) -> Reply:
        found = (await ctx.services.campaigns.find(ctx.call, campaign or "")).campaign
        one = battle_named(found, battle or "")
        if again or (one.report is None and one.settled is None):
            return updated_report_reply(
                ctx, await ctx.services.campaign_reports.report(ctx.call, found.id, one.id), one.id
            )
        reply = report_reply(ctx.all_readers, found, one)
        if not await ctx.services.campaign_reports.is_outdated(found, one):
            return reply
        changed = report_change_reply(ctx.all_readers, found, one, over=True)
        return replace(reply, text=f"{reply.text}\n{changed.title}. {changed.text}", buttons=changed.buttons[:1])

    @slash_command(
        N_("Roll your next dice for a report."),
        dice=DICE.about,
        battle=(BATTLE, campaign_options.battles),
        campaign=(CAMPAIGN, campaign_options.campaigns),
    )
    async def throw(
        self,
        ctx: Context,
        dice: Named | None = None,
        battle: Named | None = None,
        campaign: Named | None = None,
    ) -> Reply:
        found = (await ctx.services.campaigns.find(ctx.call, campaign or "")).campaign
        one = battle_named(found, battle or "").id
        return updated_report_reply(
            ctx, await ctx.services.aftermath_dice.roll(ctx.call, found.id, one, dice=dice or ""), one
        )


def _split_names(text: str | None) -> tuple[str, ...] | None:
    """Split names separated by commas; None for all."""
    return tuple(one.strip() for one in text.split(",") if one.strip()) if text else None
