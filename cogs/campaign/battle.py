"""`/campaign battle …`: battles begun as games in a channel, and who comes along."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from bot.services.campaign.battle_setup import BattlePlan
from cogs.campaign.commands import with_commands
from cogs.campaign.people import CAMPAIGN, Named
from cogs.components.campaign.controls import hub_controls
from cogs.components.campaign.panels import battles_reply, started_reply
from cogs.interactions import campaign_options
from cogs.interactions.context import Context
from cogs.interactions.respond import answered
from cogs.rendering.reply import Reply, refused
from rules.campaign.battle_events import moves_nothing
from rules.kernel.text import N_, Joined, Text

BATTLE = N_("Which battle; empty: the last one.")
Units = app_commands.Range[str, 1, 1000]


def _several(text: str | None) -> tuple[str, ...] | None:
    """Names after commas; None for all."""
    return tuple(one.strip() for one in text.split(",") if one.strip()) if text else None


class CampaignBattleCommands(commands.Cog):
    """Commands of `/campaign` (see `cogs/campaign/group.py`)."""

    battle = with_commands(app_commands.Group(name="battle", description=N_("The battles of a campaign.")))

    @battle.command(name="start", description=N_("Begin a battle: a game in this channel with both rosters."))
    @app_commands.describe(
        against=N_("The roster you fight."),
        units=N_("Your units, after commas; empty: all that are fit."),
        theirs=N_("Their units; empty: all that are fit."),
        scenario=N_("What is played."),
        territory=N_("What it is about, on a map."),
        attacker=N_("The roster that attacks; empty: yours."),
        roster=N_("The roster you play, if not yours (arbitrator only)."),
        lengths=N_("What you measure in."),
        anyway=N_("Begin it although it no longer moves the ladder or the map."),
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
    @answered()
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
            units=_several(units),
            their_units=_several(theirs),
            scenario=scenario or "",
            territory=territory or "",
            attacker=attacker or "",
            lengths=lengths,
        )
        found = (await ctx.services.campaigns.find(ctx.call, campaign or "")).campaign
        nothing = moves_nothing(found)
        if nothing and not anyway:
            go_on = Text("Say `anyway:True` to begin it all the same, or tap **Next battle**.")
            said = Joined([nothing, go_on], " ")
            return replace(refused(ctx.me, Refusal(said)), buttons=hub_controls(ctx.me, found, joins=False))
        return await started_reply(ctx, await ctx.services.campaign_battles.begin(ctx.call, found.id, plan))

    @battle.command(name="list", description=N_("All battles, and how far each has come."))
    @app_commands.describe(campaign=CAMPAIGN)
    @app_commands.autocomplete(campaign=campaign_options.campaigns)
    @answered()
    async def list_(self, ctx: Context, campaign: Named | None = None) -> Reply:
        return battles_reply(ctx.everybody, (await ctx.services.campaigns.find(ctx.call, campaign or "")).campaign)
