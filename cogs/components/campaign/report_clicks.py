"""Clicks on the controls of a battle's report: dice and their odds, signatures, edits."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from bot.errors import Refusal
from bot.resolution.campaign_referee import CampaignResult
from cogs.components.campaign.campaign_clicks import campaign_of, private
from cogs.components.campaign.controls import (
    FIELD,
    FIGURES,
    MORE,
    RESULT,
    Decide,
    DiceOdds,
    EditMenu,
    HasWon,
    OwnDice,
    Reopen,
    ShowReport,
    Sign,
    ThrowDice,
    edit_menu,
    waiting_dice,
)
from cogs.components.campaign.forms import (
    DICE,
    ChangeForm,
    DiceForm,
    FiguresForm,
    changes_sent,
    edit_form,
    figures_form,
    figures_in,
    own_dice_form,
)
from cogs.components.campaign.panels import report_reply
from cogs.components.controls import OTHER_VERSION, clicked, number_of, picked, submitted
from cogs.components.modals import fields_sent, form_reply
from cogs.interactions.context import Context
from cogs.interactions.respond import is_private
from cogs.rendering.odds import odds_reply
from cogs.rendering.reply import Reply
from data import CAMPAIGN as AFTERMATH
from rules.campaign.battle_events import fights_in
from rules.campaign.campaign import Battle, Campaign
from rules.campaign.report import Margin, Report
from rules.kernel.text import Text

# The odds of the rolls after a battle: asked by themselves, or for the next dice of a report.


async def aftermath_odds(ctx: Context, action: str, facts: Mapping[str, Any]) -> Reply:
    """Return the odds of an aftermath roll, by the rulings of the campaign here or else the defaults."""
    try:
        rulings = (await ctx.services.campaigns.find(ctx.call)).campaign.rulings
    except Refusal:
        rulings = {}
    found = await ctx.services.odds.of_action(ctx.call, AFTERMATH, action, facts, rulings)
    return await asyncio.to_thread(odds_reply, ctx.me, found, True)


@clicked(DiceOdds)
async def odds_of_next(ctx: Context, click: DiceOdds) -> Reply:
    """Show the odds of the caller's next dice before they are rolled."""
    asked = await ctx.services.aftermath_dice.asked(ctx.call, click.campaign, click.battle)
    found = await ctx.services.odds.of_action(ctx.call, *asked)
    return await asyncio.to_thread(odds_reply, ctx.me, found, True)


# The clicks.

_MARGINS = ("major", "minor", "draw")


def report_after(ctx: Context, result: CampaignResult, battle: str) -> Reply:
    """Return the report with the change just made to it."""
    ctx.changes.add(result.info.id)
    return report_reply(ctx.everybody, result.after, result.after.battle(battle), result)


def _in_place(ctx: Context, result: CampaignResult, battle: str) -> Reply:
    """Return the report in place of the old one, or as a public message if the click was on a private one."""
    return replace(report_after(ctx, result, battle), in_place=not is_private(ctx))


@clicked(ShowReport)
async def show_report(ctx: Context, click: ShowReport) -> Reply:
    """Show the report of a battle to the channel."""
    campaign = await campaign_of(ctx, click.campaign)
    return report_reply(ctx.everybody, campaign, campaign.battle(click.battle))


async def _as_read(ctx: Context, id: str, at: str, version: int) -> tuple[Campaign, Battle, Report]:
    """Return the report of a control; raise Refusal if it has changed since the control was shown."""
    campaign = await campaign_of(ctx, id)
    battle = campaign.battle(at)
    if battle.report is None or battle.stage != "reported":
        raise Refusal(Text("This report waits for nothing any more: `/campaign report` shows it."))
    if battle.report.version != version:
        raise Refusal(Text("The report has changed since: read it again with `/campaign report`."))
    return campaign, battle, battle.report


@clicked(ThrowDice)
async def throw(ctx: Context, click: ThrowDice) -> Reply:
    """Roll the caller's next dice."""
    return _in_place(ctx, await ctx.services.aftermath_dice.throw(ctx.call, click.campaign, click.battle), click.battle)


@clicked(OwnDice)
async def own_dice(ctx: Context, click: OwnDice) -> Reply:
    """Open the form for the caller's next dice."""
    report = (await campaign_of(ctx, click.campaign)).battle(click.battle).report
    # The current version: the form asks for dice regardless of rolls made since the button was shown.
    version = report.version if report else click.version
    campaign, battle, report = await _as_read(ctx, click.campaign, click.battle, version)
    key = waiting_dice(campaign, battle, report, ctx.caller.id)
    need = next((one for one in report.open if one.key == key), None)
    if need is None:
        raise Refusal(Text("This report waits for no dice of yours."))
    return form_reply(ctx, own_dice_form(ctx.me, campaign, battle, report, need))


@submitted(DiceForm)
async def dice_sent(ctx: Context, form: DiceForm) -> Reply:
    need, dice = ":".join(form.need), " ".join(fields_sent(dict(ctx.interaction.data or {})).get(DICE, ()))
    if not dice.strip():
        raise Refusal(Text("Write the faces that you threw, like 5 2 6 4."))
    result = await ctx.services.aftermath_dice.throw(ctx.call, form.campaign, form.battle, need, dice)
    return _in_place(ctx, result, form.battle)


@clicked(Sign)
async def sign(ctx: Context, click: Sign) -> Reply:
    """Sign the version of the report that the caller has read."""
    version = _version_read(click)
    result = await ctx.services.campaign_reports.sign(ctx.call, click.campaign, click.battle, version)
    return _in_place(ctx, result, click.battle)


def _version_read(click: Sign | Decide) -> int:
    """Return the version that a control was shown with; the first is 1. Raise Refusal for a lower one."""
    if click.version < 1:
        raise Refusal(OTHER_VERSION)
    return click.version


@clicked(Decide)
async def decide(ctx: Context, click: Decide) -> Reply:
    version = _version_read(click)
    result = await ctx.services.campaign_reports.decide(ctx.call, click.campaign, click.battle, version)
    return _in_place(ctx, result, click.battle)


@clicked(EditMenu)
async def edit(ctx: Context, click: EditMenu) -> Reply:
    """Apply a choice of the edit menu.

    A result or the holder of the field is recorded at once; a unit or the figures to place open a form; the last option
    shows the next page of the menu.
    """
    at, _, version = click.at.partition(".")
    campaign, battle, report = await _as_read(ctx, click.campaign, at, number_of(version))
    fights_in(campaign, battle, ctx.caller.id)
    what, *more = picked(ctx).split(":")
    if what == RESULT and len(more) == 2 and more[1] in _MARGINS:
        margin = cast(Margin, more[1])
        result = await ctx.services.campaign_reports.edit_result(ctx.call, campaign.id, at, more[0], margin=margin)
        return _in_place(ctx, result, at)
    if what == FIELD and len(more) == 1 and more[0] in (*battle.rosters, ""):
        return _in_place(ctx, await ctx.services.campaign_reports.edit_field(ctx.call, campaign.id, at, more[0]), at)
    if what == MORE and more:
        rest = edit_menu(ctx.me, campaign, battle, report.version, number_of(more[0]))
        return private(ctx, Reply(ctx.me.say("Edit the report"), ctx.me.say("Choose from the menu."), buttons=(rest,)))
    if what == FIGURES and more and more[0] in battle.rosters:
        return form_reply(ctx, figures_form(ctx.me, campaign, battle, report, campaign.roster(more[0])))
    if not battle.has(what):
        raise Refusal(OTHER_VERSION)
    return form_reply(ctx, edit_form(ctx.me, campaign, battle, report, campaign.unit(what)))


@clicked(HasWon)
async def won(ctx: Context, click: HasWon) -> Reply:
    """Record a minor victory where no winner is named; major victories are in the edit menu."""
    campaign, battle, _ = await _as_read(ctx, click.campaign, click.battle, click.version)
    reports = ctx.services.campaign_reports
    result = await reports.edit_result(ctx.call, campaign.id, battle.id, click.roster, margin="minor")
    return _in_place(ctx, result, battle.id)


@submitted(FiguresForm)
async def figures_sent(ctx: Context, form: FiguresForm) -> Reply:
    """Record the submitted number of figures to place."""
    await _as_read(ctx, form.campaign, form.battle, form.version)
    number = figures_in(fields_sent(dict(ctx.interaction.data or {})))
    reports = ctx.services.campaign_reports
    result = await reports.edit_figures(ctx.call, form.campaign, form.battle, roster=form.roster, figures=number)
    return _in_place(ctx, result, form.battle)


@clicked(Reopen)
async def reopen(ctx: Context, click: Reopen) -> Reply:
    """Reopen a signed report for the arbitrator, and show it to the channel."""
    result = await ctx.services.campaign_reports.reopen(ctx.call, click.campaign, click.battle)
    return report_after(ctx, result, click.battle)


@submitted(ChangeForm)
async def changed(ctx: Context, form: ChangeForm) -> Reply:
    """Record the submitted changes to a unit."""
    await _as_read(ctx, form.campaign, form.battle, form.version)
    changes = changes_sent(fields_sent(dict(ctx.interaction.data or {})))
    reports = ctx.services.campaign_reports
    result = await reports.edit_unit(ctx.call, form.campaign, form.battle, form.unit, changes)
    return _in_place(ctx, result, form.battle)
