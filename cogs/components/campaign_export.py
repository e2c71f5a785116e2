"""A campaign as a file: all of it, its units as a table, or a book with the logs of its battles."""

from __future__ import annotations

import asyncio

from bot.errors import AppError
from bot.services.record.disclosure import is_open
from bot.store.aliases import Aliases
from cogs.interactions.context import Context
from cogs.rendering.campaign.battle_log import battle_log
from cogs.rendering.campaign.book import book
from rules.campaign.campaign import Battle, Campaign
from rules.kernel.text import Text

ABOUT = {
    "json": Text(
        "`/campaign import` takes it back, for its arbitrator; the games of its battles are not part of it. It holds "
        "the ids and names of those who play; `anonymous` leaves them out, and then nobody can take it back."
    ),
    "csv": Text("Every unit as a row, for a spreadsheet."),
    "html": Text("A book to open in a browser or to print. Hidden units are cards in the logs of its battles."),
}


async def content_of(ctx: Context, campaign: Campaign, format: str, anonymous: bool) -> bytes:
    """What the file holds; `anonymous` calls people Player 1, Player 2."""
    aliases: Aliases | None = None
    if format == "json":
        return await ctx.services.campaign_files.export(ctx.call, campaign.id, anonymous)
    if anonymous:
        campaign, aliases = await ctx.services.campaign_files.anonymous(ctx.call, campaign.id)
    if format == "csv":
        return await asyncio.to_thread(ctx.services.campaign_pages.rosters_csv, campaign)
    logs = {one.id: await _log(ctx, one, aliases) for one in campaign.battles.values()}
    return await asyncio.to_thread(book, ctx.me, campaign, logs)


async def _log(ctx: Context, battle: Battle, aliases: Aliases | None) -> list[str]:
    """The log of a battle's game; none for a game that is gone or cannot be read, which keeps nobody from the rest."""
    record = ctx.services.record
    try:
        info = await record.game(battle.game)
        if info is None:
            return []
        live = await ctx.services.games.of(info)
        made = battle_log(ctx.me.language, await is_open(record, live, ctx.caller.id))
        return (await ctx.services.exports.report(info, made, aliases is not None, known=aliases)).decode().split("\n")
    except AppError:
        return [ctx.me.plain.say("The record of this game cannot be read.")]
