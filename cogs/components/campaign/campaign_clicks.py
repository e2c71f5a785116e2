"""What the controls of a campaign do: panels shown, campaigns joined, units looked after, files made."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.errors import AppError, Refusal
from bot.game.campaigns import roster_of
from bot.resolution.campaign_referee import CampaignResult
from bot.services.campaign.command import CampaignCommand, Number
from bot.services.campaign.commands import UNIT_BUTTONS
from bot.services.record.history import is_open
from bot.store.forgetting import Aliases
from cogs.components.campaign.controls import ENLIST, ROSTER, UNIT, entry_controls
from cogs.components.campaign.forms import NAME, join, name_form
from cogs.components.campaign.next_battle import next_battle, units
from cogs.components.campaign.panels import (
    enlisted_reply,
    entry_reply,
    log_reply,
    report_reply,
    roster_reply,
    standings_reply,
    unit_reply,
)
from cogs.components.controls import OTHER_VERSION, Click, number_of, picked
from cogs.components.modals import fields_sent
from cogs.components.play.control_clicks import form_reply
from cogs.interactions.context import Context
from cogs.interactions.respond import is_private
from cogs.rendering.campaign.book import battle_log, book
from cogs.rendering.campaign.entry import aftermath_explained
from cogs.rendering.reply import Reply
from rules.campaign.campaign import Battle, Campaign, leads
from rules.kernel.text import Text


async def campaign_of(ctx: Context, click: Click) -> Campaign:
    """The campaign that stands in the id of a control; raises Refusal for one that is not of this server."""
    return (await ctx.services.campaigns.open(ctx.call, click.about[0])).campaign


def private(ctx: Context, reply: Reply) -> Reply:
    """A reply for whoever clicked alone: in place of what only they see, else as a message of its own."""
    return replace(reply, private=True, in_place=is_private(ctx), unrecorded=True)


# Looked at


async def roster(ctx: Context, click: Click) -> Reply:
    """The caller's roster, or the one of the button, page by page."""
    campaign = await campaign_of(ctx, click)
    named = click.about[1] if len(click.about) > 1 else ""
    page = number_of(click.about[2]) if len(click.about) > 2 else 0
    found = campaign.roster(named) if named else roster_of(campaign, ctx.caller.id)
    return private(ctx, await roster_reply(ctx, ctx.me, campaign, found, page))


async def roster_picked(ctx: Context, click: Click) -> Reply:
    campaign = await campaign_of(ctx, click)
    return private(ctx, await roster_reply(ctx, ctx.me, campaign, campaign.roster(picked(ctx))))


async def unit_picked(ctx: Context, click: Click) -> Reply:
    campaign = await campaign_of(ctx, click)
    return private(ctx, unit_reply(ctx, ctx.me, campaign, campaign.unit(picked(ctx))))


async def standings(ctx: Context, click: Click) -> Reply:
    return replace(await standings_reply(ctx, click.about[0], ctx.me), private=True, unrecorded=True)


async def log(ctx: Context, click: Click) -> Reply:
    """A page; turned in place where the log itself was clicked."""
    at, size = click.part(1), number_of(click.part(2))
    if at[:1] not in ("a", "b"):
        raise Refusal(OTHER_VERSION)
    number = number_of(at[1:])
    await campaign_of(ctx, click)
    if at[:1] == "a":
        reply = await log_reply(ctx, click.about[0], size, after=number)
    else:
        reply = await log_reply(ctx, click.about[0], size, before=number or None)
    return replace(reply, in_place=number > 0, private=is_private(ctx))


# Joined, enlisted, looked after


async def enlist(ctx: Context, click: Click) -> Reply:
    """The units of a sample force for the roster whose menu it was: everybody reads of it."""
    campaign = await campaign_of(ctx, click)
    own = campaign.roster(click.part(1))
    return enlisted_reply(ctx, await ctx.services.campaign_rosters.enlist(ctx.call, campaign.id, picked(ctx), own.id))


async def do(ctx: Context, click: Click) -> Reply:
    """What a button of a unit's page says; the page stays, with what came of it, and everybody reads of it."""
    id, unit, verb, *values = (click.part(at) for at in range(max(3, len(click.about))))
    if verb not in UNIT_BUTTONS:
        raise Refusal(OTHER_VERSION)
    command, one = UNIT_BUTTONS[verb]
    given = {**one.given, **_read(command, values), "unit": unit}
    if not command.needed <= given.keys():
        raise Refusal(OTHER_VERSION)
    return _page_after(ctx, await ctx.services.campaign_commands.give(ctx.call, id, command, **given), unit)


def _read(command: CampaignCommand, values: Sequence[str]) -> dict[str, Any]:
    """The values in the id of a button, of the options that follow the unit; raises Refusal."""
    options = [(name, asked) for name, asked in command.options.items() if name != "unit"]
    return {
        name: number_of(value) if isinstance(asked, Number) else value
        for (name, asked), value in zip(options, values, strict=False)
    }


def _page_after(ctx: Context, result: CampaignResult, unit: str) -> Reply:
    ctx.changes.add(result.info.id)
    found = result.after.unit(unit)
    page = unit_reply(ctx, ctx.me, result.after, found)
    done = f"**{ctx.me(result.entry.title)}**"
    buttons = (*page.buttons, *entry_controls(ctx.me, result))
    text = f"{done}\n{page.text}"
    return replace(private(ctx, page), text=text, buttons=buttons, unrecorded=False, aloud=entry_reply(ctx, result))


async def name(ctx: Context, click: Click) -> Reply:
    """The form for another name, for those who may give it one."""
    campaign = await campaign_of(ctx, click)
    unit = campaign.unit(click.part(1))
    leads(campaign, unit.roster, ctx.caller.id)
    return form_reply(ctx, name_form(ctx.me, campaign, unit))


async def called(ctx: Context, click: Click) -> Reply:
    """The form that was sent in."""
    new = " ".join(fields_sent(dict(ctx.interaction.data or {})).get(NAME, ()))
    result = await ctx.services.campaign_rosters.rename(ctx.call, click.about[0], new, click.part(1))
    return _page_after(ctx, result, click.part(1))


async def undo(ctx: Context, click: Click) -> Reply:
    """An entry taken back; where it was of a report, that stands there as it is now."""
    result = await ctx.services.campaigns.undo(ctx.call, *click.entry)
    for id, battle in result.after.battles.items():
        before = result.before.battles.get(id)
        if battle.stage == "reported" and before and before.report != battle.report:
            return replace(report_reply(ctx.everybody, result.after, battle, result), in_place=True)
    return entry_reply(ctx, result)


async def why(ctx: Context, click: Click) -> Reply:
    """The dice of an entry with their ledgers and the rule, for whoever asks alone."""
    id, number = click.entry
    page = await ctx.services.campaign_pages.log(ctx.call, id, 1, before=number + 1)
    if not page.entries or page.entries[-1].number != number:
        raise Refusal(OTHER_VERSION)
    return aftermath_explained(ctx.me, page.campaign, page.entries[-1])


MENUS = {UNIT: unit_picked, ENLIST: enlist, ROSTER: roster_picked}
"""What is picked from each menu of a campaign."""
CAMPAIGN = {
    "campjoin": join,
    "camproster": roster,
    "campnext": next_battle,
    "camptable": standings,
    "camplog": log,
    "campdo": do,
    "campname": name,
    "campundo": undo,
    "campunits": units,
    "campwhy": why,
}


# A campaign as a file: all of it, its units as a table, or a book with the logs of its battles.

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
