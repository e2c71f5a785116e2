"""A campaign as a file: all of it, its units as a table, or a book with the logs of its battles."""

from __future__ import annotations

import asyncio

from bot.errors import AppError
from bot.services.record.history import is_open
from bot.store.campaign_tables import CampaignInfo
from bot.store.forgetting import Aliases
from cogs.components.campaign.controls import hub_controls
from cogs.interactions.context import Context
from cogs.rendering.campaign.book import battle_log_factory, book
from cogs.rendering.reply import Reply, file_stem
from rules.campaign.campaign import Battle, Campaign
from rules.kernel.text import Text

_ABOUT = {
    "json": Text(
        "Its arbitrator can import it again with `/campaign import`; the games of its battles are not part of "
        "it. It has the ids and names of the players; `anonymous` leaves them out, but such a file cannot be "
        "imported."
    ),
    "csv": Text("Every unit as a row, for a spreadsheet."),
    "html": Text("A book to open in a browser or to print. Hidden units are cards in the logs of its battles."),
}


async def export_reply(ctx: Context, info: CampaignInfo, campaign: Campaign, format: str, anonymous: bool) -> Reply:
    """Return the reply with the file of a campaign."""
    content = await _export_content(ctx, campaign, format, anonymous)
    title = ctx.me.say("Export of {campaign}", campaign=info.name)
    about = ctx.me.plain.say("The campaign {campaign} as a file.", campaign=info.name)
    file = (f"{file_stem(info.name, 'campaign')}.{format}", content, about)
    return Reply(title, ctx.me(_ABOUT[format]), private=True, file=file, unrecorded=True)


def import_reply(ctx: Context, info: CampaignInfo, campaign: Campaign) -> Reply:
    """Return the reply for an imported campaign."""
    words = ctx.all_readers
    text = words.say("Look at it with `/campaign roster` and `/campaign log`.")
    title = words.say("{campaign} is imported", campaign=info.name)
    return Reply(title, text, buttons=hub_controls(words, campaign))


async def _export_content(ctx: Context, campaign: Campaign, format: str, anonymous: bool) -> bytes:
    """Return the content of an exported file; `anonymous` replaces names by Player 1, Player 2."""
    aliases: Aliases | None = None
    if format == "json":
        return await ctx.services.campaign_files.export(ctx.call, campaign.id, anonymous)
    if anonymous:
        campaign, aliases = await ctx.services.campaign_files.anonymous(ctx.call, campaign.id)
    if format == "csv":
        return await asyncio.to_thread(ctx.services.campaign_pages.rosters_csv, campaign)
    logs = {one.id: await _battle_log(ctx, one, aliases) for one in campaign.battles.values()}
    return await asyncio.to_thread(book, ctx.me, campaign, logs)


async def _battle_log(ctx: Context, battle: Battle, aliases: Aliases | None) -> list[str]:
    """Return the log of a battle's game, or no lines if the game is missing or unreadable."""
    record = ctx.services.record
    try:
        info = await record.games.get(battle.game)
        if info is None:
            return []
        live = await ctx.services.games.read_game(info)
        made = battle_log_factory(ctx.me.language, await is_open(record, live, ctx.caller.id))
        return (await ctx.services.exports.report(info, made, aliases is not None, known=aliases)).decode().split("\n")
    except AppError:
        return [ctx.me.plain.say("The record of this game cannot be read.")]
