"""Players of a campaign who have left its server."""

from __future__ import annotations

from bot.errors import Refusal
from cogs.interactions.context import Context, has_left
from rules.campaign.campaign import Campaign
from rules.campaign.roster import Roster
from rules.kernel.text import Text


async def require_present(ctx: Context, campaign: Campaign, roster: Roster) -> None:
    """Raise Refusal, with the player's name, if the player of a roster has left the server."""
    if not roster.player or not await has_left(ctx, roster.player):
        return
    raise Refusal(
        Text(
            "{player}, who plays {roster}, has left this server. Give the roster to another player (`/campaign "
            "handover`), or play both sides (`anyway:True` in `/campaign battle start`).",
            player=campaign.members[roster.player].name,
            roster=roster.name,
        )
    )
