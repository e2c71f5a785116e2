"""What the controls of a battle's report do: dice and their odds, signatures, edits."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from bot.errors import Refusal
from bot.resolution.campaign_referee import CampaignResult
from cogs.components.campaign.campaign_clicks import CAMPAIGN, MENUS, called, campaign_of, private
from cogs.components.campaign.controls import EDIT, FIELD, FIGURES, MORE, RESULT, edit_menu, waiting_dice
from cogs.components.campaign.forms import (
    DICE,
    changes_sent,
    edit_form,
    figures_form,
    figures_in,
    joined,
    own_dice_form,
)
from cogs.components.campaign.next_battle import begun, fielded
from cogs.components.campaign.panels import report_reply
from cogs.components.controls import OTHER_VERSION, Click, number_of, picked
from cogs.components.modals import fields_sent
from cogs.components.play.control_clicks import form_reply
from cogs.components.play.entry_clicks import choose
from cogs.interactions.context import Context
from cogs.interactions.respond import is_private
from cogs.rendering.odds import odds_reply
from cogs.rendering.reply import Reply
from data import CAMPAIGN as AFTERMATH
from rules.campaign.battle_events import fights_in
from rules.campaign.campaign import Battle, Campaign
from rules.campaign.report import Margin, Report
from rules.kernel.text import Text

# The odds of what a campaign throws after a battle: as a question of its own, and of the next dice of a report.


async def aftermath_odds(ctx: Context, action: str, facts: Mapping[str, Any]) -> Reply:
    """The odds of an aftermath throw by the rulings of the campaign here, or the usual ones where there is none."""
    try:
        rulings = (await ctx.services.campaigns.find(ctx.call)).campaign.rulings
    except Refusal:
        rulings = {}
    found = await ctx.services.odds.of_action(ctx.call, AFTERMATH, action, facts, rulings)
    return await asyncio.to_thread(odds_reply, ctx.me, found, True)


async def odds_of_next(ctx: Context, click: Click) -> Reply:
    """The chances of the next dice of whoever clicks, before they are thrown."""
    asked = await ctx.services.aftermath_dice.asked(ctx.call, click.about[0], click.part(1))
    found = await ctx.services.odds.of_action(ctx.call, *asked)
    return await asyncio.to_thread(odds_reply, ctx.me, found, True)


# What the controls do.

_MARGINS = ("major", "minor", "draw")


def report_after(ctx: Context, result: CampaignResult, battle: str) -> Reply:
    """The report with what was done to it just now."""
    ctx.changes.add(result.info.id)
    return report_reply(ctx.everybody, result.after, result.after.battle(battle), result)


def _in_place(ctx: Context, result: CampaignResult, click: Click) -> Reply:
    """The report anew: in its place, or for everybody where a message was clicked that its reader alone sees."""
    at = click.part(1).partition(".")[0]
    return replace(report_after(ctx, result, at), in_place=not is_private(ctx))


async def show_report(ctx: Context, click: Click) -> Reply:
    """The report of a battle as it stands, for everybody."""
    campaign = await campaign_of(ctx, click)
    return report_reply(ctx.everybody, campaign, campaign.battle(click.part(1)))


async def _as_read(ctx: Context, click: Click, version: str) -> tuple[Campaign, Battle, Report]:
    """The report of a control, which must not have changed since; raises Refusal."""
    campaign = await campaign_of(ctx, click)
    battle = campaign.battle(click.part(1).partition(".")[0])
    if battle.report is None or battle.stage != "reported":
        raise Refusal(Text("This report waits for nothing any more: `/campaign report` shows it."))
    if battle.report.version != number_of(version):
        raise Refusal(Text("The report has changed since: read it again with `/campaign report`."))
    return campaign, battle, battle.report


async def throw(ctx: Context, click: Click) -> Reply:
    """The bot throws the next dice of whoever clicks."""
    result = await ctx.services.aftermath_dice.throw(ctx.call, click.about[0], click.part(1))
    return _in_place(ctx, result, click)


async def own_dice(ctx: Context, click: Click) -> Reply:
    """The form for the next dice of whoever clicks."""
    campaign = await campaign_of(ctx, click)
    campaign, battle, report = await _as_read(ctx, click, str(_version(campaign, click)))
    key = waiting_dice(campaign, battle, report, ctx.caller.id)
    need = next((one for one in report.open if one.key == key), None)
    if need is None:
        raise Refusal(Text("This report waits for no dice of yours."))
    return form_reply(ctx, own_dice_form(ctx.me, campaign, battle, report, need))


def _version(campaign: Campaign, click: Click) -> int:
    """The version as it stands: dice are asked for whatever was thrown since the button was shown."""
    report = campaign.battle(click.part(1)).report
    return report.version if report else number_of(click.part(2))


async def dice_sent(ctx: Context, click: Click) -> Reply:
    need, dice = ":".join(click.about[3:]), " ".join(fields_sent(dict(ctx.interaction.data or {})).get(DICE, ()))
    if not dice.strip():
        raise Refusal(Text("Write the faces that you threw, like 5 2 6 4."))
    result = await ctx.services.aftermath_dice.throw(ctx.call, click.about[0], click.part(1), need, dice)
    return _in_place(ctx, result, click)


async def sign(ctx: Context, click: Click) -> Reply:
    """Sign the version of the report that was read, for the caller."""
    version = _version_read(click)
    result = await ctx.services.campaign_reports.sign(ctx.call, click.about[0], click.part(1), version)
    return _in_place(ctx, result, click)


def _version_read(click: Click) -> int:
    """The version that a control was shown under; the first is 1. Raises Refusal."""
    version = number_of(click.part(2))
    if version < 1:
        raise Refusal(OTHER_VERSION)
    return version


async def decide(ctx: Context, click: Click) -> Reply:
    version = _version_read(click)
    result = await ctx.services.campaign_reports.decide(ctx.call, click.about[0], click.part(1), version)
    return _in_place(ctx, result, click)


async def edit(ctx: Context, click: Click) -> Reply:
    """What the edit menu offers: another result at once, the form of a unit or of the figures to place, or its next
    page.
    """
    at, _, version = click.part(1).partition(".")
    campaign, battle, report = await _as_read(ctx, click, version)
    fights_in(campaign, battle, ctx.caller.id)
    what, *more = picked(ctx).split(":")
    if what == RESULT and len(more) == 2 and more[1] in _MARGINS:
        margin = cast(Margin, more[1])
        result = await ctx.services.campaign_reports.edit_result(ctx.call, campaign.id, at, more[0], margin=margin)
        return _in_place(ctx, result, click)
    if what == FIELD and len(more) == 1 and more[0] in (*battle.rosters, ""):
        return _in_place(ctx, await ctx.services.campaign_reports.edit_field(ctx.call, campaign.id, at, more[0]), click)
    if what == MORE and more:
        rest = edit_menu(ctx.me, campaign, battle, report.version, number_of(more[0]))
        return private(ctx, Reply(ctx.me.say("Edit the report"), ctx.me.say("Choose from the menu."), buttons=(rest,)))
    if what == FIGURES and more and more[0] in battle.rosters:
        return form_reply(ctx, figures_form(ctx.me, campaign, battle, report, campaign.roster(more[0])))
    if not battle.has(what):
        raise Refusal(OTHER_VERSION)
    return form_reply(ctx, edit_form(ctx.me, campaign, battle, report, campaign.unit(what)))


async def won(ctx: Context, click: Click) -> Reply:
    """Record the winner where nobody was named: a minor victory; the menu has the major ones."""
    campaign, battle, _ = await _as_read(ctx, click, click.part(2))
    reports = ctx.services.campaign_reports
    result = await reports.edit_result(ctx.call, campaign.id, battle.id, click.part(3), margin="minor")
    return _in_place(ctx, result, click)


async def figures_sent(ctx: Context, click: Click) -> Reply:
    """The form of the figures to place that was sent in."""
    await _as_read(ctx, click, click.part(2))
    number = figures_in(fields_sent(dict(ctx.interaction.data or {})))
    reports = ctx.services.campaign_reports
    result = await reports.edit_figures(ctx.call, click.about[0], click.part(1), roster=click.part(3), figures=number)
    return _in_place(ctx, result, click)


async def reopen(ctx: Context, click: Click) -> Reply:
    """The arbitrator opens a signed report again, which everybody reads."""
    result = await ctx.services.campaign_reports.reopen(ctx.call, click.about[0], click.part(1))
    return report_after(ctx, result, click.part(1))


async def changed(ctx: Context, click: Click) -> Reply:
    """The form of a unit that was sent in."""
    await _as_read(ctx, click, click.part(2))
    changes = changes_sent(fields_sent(dict(ctx.interaction.data or {})))
    reports = ctx.services.campaign_reports
    result = await reports.edit_unit(ctx.call, click.about[0], click.part(1), click.part(3), changes)
    return _in_place(ctx, result, click)


async def chosen(ctx: Context, click: Click) -> Reply:
    """A menu: of a campaign, or of a game."""
    handler = {**MENUS, EDIT: edit}.get(click.part(2), choose)
    return await handler(ctx, click)


CAMPAIGN_CONTROLS = {
    **CAMPAIGN,
    "choose": chosen,
    "campthrow": throw,
    "campown": own_dice,
    "campsign": sign,
    "campwon": won,
    "campdecide": decide,
    "campreport": show_report,
    "campodds": odds_of_next,
    "campreopen": reopen,
}
CAMPAIGN_FORMS = {
    "campdice": (dice_sent, "", False),
    "campchange": (changed, "", False),
    "campcalled": (called, "", False),
    "campfigures": (figures_sent, "", False),
    "campenter": (joined, "", False),
    "campbegin": (begun, "", False),
    "campfielded": (fielded, "", False),
}
