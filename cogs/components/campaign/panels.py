"""Panels of a campaign: messages with controls for the campaign, its rosters, units, rulings, standings and log."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.game.people import OPPONENT
from bot.resolution.campaign_referee import CampaignResult
from bot.services.campaign.growth import units_of_page
from cogs.components.campaign import controls
from cogs.components.controls import Control
from cogs.components.play.log_pages import page_buttons
from cogs.components.setup.forces import force_options
from cogs.interactions.context import Context
from cogs.rendering.campaign.battles import next_step_text
from cogs.rendering.campaign.entry import entry_footer, entry_lines, log_line
from cogs.rendering.campaign.roster import UNITS, note_lines, roster_lines, rosters_lines, unit_lines
from cogs.rendering.campaign.standings import rulings_lines, shape_picture, standings_lines
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from data import system_of
from rules.campaign.campaign import Campaign
from rules.campaign.roster import CampaignUnit, Roster
from rules.kernel.text import Text, Typed


def entry_reply(ctx: Context, result: CampaignResult) -> Reply:
    """Return the message of a recorded entry, with its dice and Undo."""
    ctx.changes.add(result.info.id)
    words = ctx.all_readers
    text, buttons = "\n".join(entry_lines(words, result.entry)), controls.entry_controls(words, result)
    return Reply(words(result.entry.title), text, entry_footer(words, result), buttons=buttons)


def hub_reply(ctx: Context, result: CampaignResult) -> Reply:
    """Return the main panel of a campaign after an entry: the next step, then the entry."""
    words, reply, own = ctx.all_readers, entry_reply(ctx, result), tuple[Control, ...]()
    if result.entry.command == "campaign new" and result.entry.notes:
        # The commitment to the seed is a line of digits: players who want to check it find it there.
        reply, own = replace(reply, text=words(CHECKED)), (controls.explain_button(words, result),)
    text = "\n".join(filter(None, [words(next_step_text(result.after)), reply.text]))
    return replace(reply, text=text, buttons=(*controls.hub_controls(words, result.after), *reply.buttons, *own))


CHECKED = Text("🎲 The dice of the aftermath can be checked: **Why?**")


def enlistment_reply(ctx: Context, result: CampaignResult, joined: CampaignResult | None = None) -> Reply:
    """Return the reply for newly enlisted units, and, if a roster has just `joined`, for it."""
    words, reply = ctx.all_readers, hub_reply(ctx, result)
    if joined is None:
        return reply
    lines = [words(next_step_text(result.after)), words(result.entry.title), *entry_lines(words, result.entry)]
    return replace(reply, title=words(joined.entry.title), text="\n".join(lines))


async def bot_roster_reply(ctx: Context, result: CampaignResult) -> Reply:
    """Return the reply for a roster that the bot plays, with a menu of forces if it has no units."""
    reply, campaign, plain = hub_reply(ctx, result), result.after, ctx.all_readers.plain
    own = campaign.roster_of_player(OPPONENT.id)
    if own is None or campaign.units_of_roster(own.id):
        return reply
    forces = await force_options(ctx, campaign.system)
    menu = controls.PickForce(campaign.id, own.id).menu(forces, plain.say("Force of {side} …", side=own.name))
    return replace(reply, buttons=(menu, *reply.buttons))


# Rosters


def rosters_reply(words: Reader, campaign: Campaign) -> Reply:
    title = words.say("Rosters of {campaign}", campaign=campaign.name)
    return Reply(title, "\n".join(rosters_lines(words, campaign)), buttons=controls.hub_controls(words, campaign))


async def roster_reply(ctx: Context, words: Reader, campaign: Campaign, roster: Roster, page: int = 0) -> Reply:
    """Return a page of a roster, with the controls that its reader may use."""
    lines, forces = roster_lines(words, campaign, roster, page), await force_options(ctx, campaign.system)
    buttons = [*controls.roster_controls(words, campaign, roster, ctx.caller.id, forces, page)]
    if page:
        buttons.append(controls.ShowRoster(campaign.id, roster.id, page - 1).button(words.plain.say("Before")))
    if len(units_of_page(campaign, roster.id)) > (page + 1) * UNITS:
        buttons.append(controls.ShowRoster(campaign.id, roster.id, page + 1).button(words.plain.say("Next")))
    title = words.say("Roster of {campaign}", campaign=campaign.name)
    return Reply(title, "\n".join(lines), buttons=tuple(buttons))


async def unit_reply(ctx: Context, words: Reader, campaign: Campaign, unit: CampaignUnit) -> Reply:
    stories = ctx.services.campaign_pages.history(unit)
    lines = unit_lines(words, campaign, system_of(campaign.system), unit, stories)
    lines += note_lines(words, campaign, await ctx.services.campaign_pages.notes(campaign, unit.id))
    buttons = controls.unit_controls(words, campaign, unit, ctx.caller.id)
    return Reply(words(Typed(unit.name)), "\n".join(lines), buttons=buttons)


# Rulings, standings, log


async def rulings_reply(ctx: Context, id: str) -> Reply:
    """Return the rulings of a campaign."""
    campaign = await controls.campaign_of(ctx, id)
    title = ctx.all_readers.say("Rulings of {campaign}", campaign=campaign.name)
    return Reply(title, "\n".join(rulings_lines(ctx.all_readers, campaign)))


async def standings_reply(ctx: Context, campaign_id: str, words: Reader) -> Reply:
    """Return the standings as text, with the ladder or the map as a picture, drawn in a thread."""
    campaign, found = await ctx.services.campaign_pages.standings(ctx.call, campaign_id)
    lines = await asyncio.to_thread(standings_lines, words, campaign, found)
    picture = await asyncio.to_thread(shape_picture, words, campaign)
    title = words.say("Standings of {campaign}", campaign=campaign.name)
    footer = words.plain(_points_text(campaign))
    return Reply(title, "\n".join(lines), footer, buttons=controls.hub_controls(words, campaign), file=picture)


def _points_text(campaign: Campaign) -> Text:
    terms = campaign.terms
    values = {"major": terms.points_major, "minor": terms.points_minor, "draw": terms.points_draw}
    if terms.ties == "more_battles":
        return Text(
            "Major victory {major}, minor {minor}, draw {draw}; ties: more battles, losses, figures left.", **values
        )
    return Text(
        "Major victory {major}, minor {minor}, draw {draw}; ties: fewer battles, losses, figures left.", **values
    )


async def log_reply(ctx: Context, id: str, size: int, before: int | None = None, after: int | None = None) -> Reply:
    """Return a page of a campaign's log."""
    page, words = await ctx.services.campaign_pages.log(ctx.call, id, size, before, after), ctx.all_readers
    lines = [log_line(words, page.journal, one) for one in page.entries]
    pages = page_buttons(words.plain, page, lambda at: controls.ShowCampaignLog(id, at, size))
    story = controls.WriteCampaignStory(id).button(words.plain.say("Add to the story"))
    title = words.say("Log of {campaign}", campaign=page.journal.name)
    return Reply(title, "\n".join(lines) or words.say("Nothing yet."), buttons=(*pages, story))
