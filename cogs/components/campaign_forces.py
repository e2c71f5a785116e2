"""The forces that somebody may bring into a campaign, as the options of a menu."""

from __future__ import annotations

from bot.services.play.saved_forces import YOURS
from cogs.components.controls import Option
from cogs.interactions import limits
from cogs.interactions.context import Context
from data.forces import sample_forces
from rules.campaign.campaign import Campaign
from rules.kernel.text import Text


async def force_options(ctx: Context, campaign: Campaign) -> list[Option]:
    """The caller's own forces of the campaign's rule system, then the samples, as far as a menu takes them."""
    plain = ctx.me.plain
    mine = await ctx.services.saved_forces.mine(ctx.caller.id, campaign.system)
    samples = sample_forces(campaign.system).items()
    own = [Option(one.name, f"{YOURS}{one.name}", plain.say("one of yours")) for one in mine]
    found = [Option(plain(one.name), key, plain(Text(one.about))) for key, one in samples]
    return [*own[: max(0, limits.CHOICES - len(found))], *found]
