"""Clicks on the controls of a campaign: pages, joining, commands about units, files."""

from __future__ import annotations

from dataclasses import replace

from bot.errors import Refusal
from bot.game.campaigns import roster_of
from bot.resolution.campaign_referee import CampaignResult
from bot.services.campaign import UNIT_BUTTONS
from bot.services.campaign.command import NumberOption
from cogs.components.campaign import controls, panels
from cogs.components.campaign.battle_panels import report_reply
from cogs.components.controls import OTHER_VERSION, chosen_option, handles_click, handles_form, parse_number
from cogs.components.forms import Form, text_field
from cogs.components.play.log_pages import parse_place
from cogs.components.setup.cards import roster_cards
from cogs.interactions.context import Context
from cogs.interactions.delivery import is_private
from cogs.rendering.campaign.entry import aftermath_explanation
from cogs.rendering.reply import Reply
from cogs.rendering.report.cards import Sheet
from rules.campaign.campaign import check_leads
from rules.kernel.text import Text


def make_private(ctx: Context, reply: Reply) -> Reply:
    """Make a reply visible only to the caller: it replaces a private message, or is a new one."""
    return replace(reply, private=True, in_place=is_private(ctx), unrecorded=True)


# Pages


@handles_click(controls.ShowRoster)
async def show_roster(ctx: Context, click: controls.ShowRoster) -> Reply:
    """Show a page of the caller's roster, or of the roster that the button names."""
    campaign = await controls.campaign_of(ctx, click.campaign)
    found = campaign.roster(click.roster) if click.roster else roster_of(campaign, ctx.caller.id)
    return make_private(ctx, await panels.roster_reply(ctx, ctx.me, campaign, found, click.page))


@handles_click(controls.PickRoster)
async def pick_roster(ctx: Context, click: controls.PickRoster) -> Reply:
    campaign = await controls.campaign_of(ctx, click.campaign)
    return make_private(ctx, await panels.roster_reply(ctx, ctx.me, campaign, campaign.roster(chosen_option(ctx))))


@handles_click(controls.PrintRoster, private=True)
async def print_roster(ctx: Context, click: controls.PrintRoster) -> Reply:
    campaign = await controls.campaign_of(ctx, click.campaign)
    return await roster_cards(ctx, campaign, campaign.roster(click.roster), Sheet())


@handles_click(controls.PickUnit)
async def pick_unit(ctx: Context, click: controls.PickUnit) -> Reply:
    campaign = await controls.campaign_of(ctx, click.campaign)
    return make_private(ctx, await panels.unit_reply(ctx, ctx.me, campaign, campaign.unit(chosen_option(ctx))))


@handles_click(controls.ShowStandings)
async def show_standings(ctx: Context, click: controls.ShowStandings) -> Reply:
    return replace(await panels.standings_reply(ctx, click.campaign, ctx.me), private=True, unrecorded=True)


@handles_click(controls.ShowCampaignLog)
async def show_log(ctx: Context, click: controls.ShowCampaignLog) -> Reply:
    """Show a page of the log, in place if the click was on the log itself."""
    place = parse_place(click.at)
    await controls.campaign_of(ctx, click.campaign)
    reply = await panels.log_reply(ctx, click.campaign, click.size, **place)
    return replace(reply, in_place=any(place.values()), private=is_private(ctx))


# Joining, enlisting, commands about units


@handles_click(controls.AddBotRoster)
async def add_bot(ctx: Context, click: controls.AddBotRoster) -> Reply:
    """Add the bot with a new roster; the arbitrator chooses its force."""
    return await panels.bot_roster_reply(ctx, await ctx.services.campaign_opponent.seat(ctx.call, click.campaign))


@handles_click(controls.PickForce)
async def enlist_force(ctx: Context, click: controls.PickForce) -> Reply:
    """Add the units of a sample force to the roster of the menu, and announce it to the channel."""
    campaign = await controls.campaign_of(ctx, click.campaign)
    own = campaign.roster(click.roster)
    return panels.enlistment_reply(
        ctx, await ctx.services.campaign_rosters.enlist(ctx.call, campaign.id, chosen_option(ctx), own.id)
    )


@handles_click(controls.CommandUnit)
async def give_unit_command(ctx: Context, click: controls.CommandUnit) -> Reply:
    """Carry out the command of a button on a unit's page, update the page and announce the result to the channel."""
    if click.verb not in UNIT_BUTTONS:
        raise Refusal(OTHER_VERSION)
    command, one = UNIT_BUTTONS[click.verb]
    # The values of the other options follow the unit in the button's id.
    options = [(name, asked) for name, asked in command.options.items() if name != "unit"]
    parsed = {
        name: parse_number(value) if isinstance(asked, NumberOption) else value
        for (name, asked), value in zip(options, click.values, strict=False)
    }
    given = {**one.fixed_values, **parsed, "unit": click.unit}
    if not command.needed <= given.keys():
        raise Refusal(OTHER_VERSION)
    result = await ctx.services.campaign_commands.give(ctx.call, click.campaign, command, **given)
    return await _updated_unit_page(ctx, result, click.unit)


async def _updated_unit_page(ctx: Context, result: CampaignResult, unit: str) -> Reply:
    ctx.changes.add(result.info.id)
    found = result.after.unit(unit)
    page = await panels.unit_reply(ctx, ctx.me, result.after, found)
    done = f"**{ctx.me(result.entry.title)}**"
    buttons = (*page.buttons, *controls.entry_controls(ctx.me, result))
    text = f"{done}\n{page.text}"
    return replace(
        make_private(ctx, page), text=text, buttons=buttons, unrecorded=False, aloud=panels.entry_reply(ctx, result)
    )


@handles_click(controls.RenameUnit)
async def open_name_form(ctx: Context, click: controls.RenameUnit) -> Reply:
    """Open the form that renames a unit, for players who may do so."""
    campaign = await controls.campaign_of(ctx, click.campaign)
    unit = campaign.unit(click.unit)
    check_leads(campaign, unit.roster, ctx.caller.id)
    name = text_field("name", Text("Its new name"), 60, unit.name)
    title = Text("Rename {unit}", unit=unit.name)
    return Form(ctx.me, title, NameForm(campaign.id, unit.id), [name]).reply(ctx)


class NameForm(controls.RenameUnit, what="campcalled"):
    """The form for the new name of a unit."""


@handles_form(NameForm)
async def rename_unit(ctx: Context, form: NameForm) -> Reply:
    """Rename the unit as the form says."""
    new = ctx.submitted_text("name")
    result = await ctx.services.campaign_rosters.rename(ctx.call, form.campaign, new, form.unit)
    return await _updated_unit_page(ctx, result, form.unit)


@handles_click(controls.UndoCampaignEntry)
async def undo_entry(ctx: Context, click: controls.UndoCampaignEntry) -> Reply:
    """Undo an entry; if it belonged to a report, show that report in its present state."""
    result = await ctx.services.campaigns.undo(ctx.call, click.campaign, click.entry)
    for id, battle in result.after.battles.items():
        before = result.before.battles.get(id)
        if battle.stage == "reported" and before and before.report != battle.report:
            return replace(report_reply(ctx.all_readers, result.after, battle, result), in_place=True)
    return panels.entry_reply(ctx, result)


@handles_click(controls.ExplainCampaignEntry)
async def explain_entry(ctx: Context, click: controls.ExplainCampaignEntry) -> Reply:
    """Explain the dice of an entry to the caller, with their ledgers and the rule."""
    page = await ctx.services.campaign_pages.log(ctx.call, click.campaign, 1, before=click.entry + 1)
    if not page.entries:
        raise Refusal(OTHER_VERSION)
    return aftermath_explanation(ctx.me, page.journal, page.entries[-1])
