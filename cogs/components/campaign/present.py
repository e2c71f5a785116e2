"""Players of a campaign who have left its server."""

from __future__ import annotations

import discord

from bot.errors import Refusal
from cogs.interactions.context import Context
from rules.campaign.campaign import Campaign
from rules.campaign.roster import Roster
from rules.kernel.text import Text


async def require_present(ctx: Context, campaign: Campaign, roster: Roster) -> None:
    """Raise Refusal, with the player's name, if the player of a roster has left the server."""
    if not roster.player or not await _has_left(ctx.interaction.guild, roster.player):
        return
    raise Refusal(
        Text(
            "{player}, who plays {roster}, has left this server. Give the roster to another player (`/campaign "
            "handover`), or play both sides (`anyway:True` in `/campaign battle start`).",
            player=campaign.members[roster.player].name,
            roster=roster.name,
        )
    )


async def _has_left(guild: discord.Guild | None, user_id: str) -> bool:
    """True if Discord reports that the member does not exist; any other error counts as present."""
    if guild is None or not user_id.isdecimal() or guild.get_member(int(user_id)):
        return False
    try:
        await guild.fetch_member(int(user_id))
    except discord.NotFound:
        return True
    except discord.HTTPException:
        return False
    return False
