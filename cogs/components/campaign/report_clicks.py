"""Clicks on the controls of a battle's report: dice and their odds, signatures, edits."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from bot.errors import Refusal
from bot.resolution.campaign_referee import CampaignResult
from cogs.components.campaign import controls
from cogs.components.campaign.battle_panels import report_reply
from cogs.components.campaign.campaign_clicks import make_private
from cogs.components.controls import OTHER_VERSION, MenuOption, chosen_option, handles_click, handles_form, parse_number
from cogs.components.forms import Form, menu_field, text_field
from cogs.interactions.context import Context
from cogs.interactions.delivery import is_private
from cogs.rendering.campaign.battles import action_title
from cogs.rendering.odds import odds_reply
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from data import CAMPAIGN as AFTERMATH
from rules.campaign.battle_events import check_fights_in
from rules.campaign.campaign import Battle, Campaign
from rules.campaign.report import Margin, Report
from rules.campaign.roster import CampaignUnit, Status
from rules.kernel.text import Term, Text

# The odds of the rolls after a battle: asked by themselves, or for the next dice of a report.


async def aftermath_odds_reply(ctx: Context, action: str, facts: Mapping[str, Any]) -> Reply:
    """Return the odds of an aftermath roll, by the rulings of the campaign here or else the defaults."""
    try:
        rulings = (await ctx.services.campaigns.find(ctx.call)).campaign.rulings
    except Refusal:
        rulings = {}
    found = await ctx.services.odds.of_action(ctx.call, AFTERMATH, action, facts, rulings)
    return await asyncio.to_thread(odds_reply, ctx.me, found, True)


@handles_click(controls.ShowDiceOdds)
async def show_next_odds(ctx: Context, click: controls.ShowDiceOdds) -> Reply:
    """Show the odds of the caller's next dice before they are rolled."""
    asked = await ctx.services.aftermath_dice.next_action(ctx.call, click.campaign, click.battle)
    found = await ctx.services.odds.of_action(ctx.call, *asked)
    return await asyncio.to_thread(odds_reply, ctx.me, found, True)


# The clicks.

_MARGINS = ("major", "minor", "draw")
_DICE, _STATUS = "dice", "status"
_STATUSES: tuple[Status, ...] = ("fit", "recovering", "captured", "lost")
_SAME = "-"
_NUMBER = re.compile(r"[+-]?[0-9]{1,3}")
_NUMBERS = {
    "models": Text("Figures, more or less"),
    "recovering": Text("Recovering, more or less"),
    "experience": Text("Experience, more or less"),
    "misses": Text("Battles it misses"),
}


def updated_report_reply(ctx: Context, result: CampaignResult, battle: str) -> Reply:
    """Return the report with the change just made to it."""
    ctx.changes.add(result.info.id)
    return report_reply(ctx.all_readers, result.after, result.after.battle(battle), result)


def _replace_report(ctx: Context, result: CampaignResult, battle: str) -> Reply:
    """Return the report in place of the old one, or as a public message if the click was on a private one."""
    return replace(updated_report_reply(ctx, result, battle), in_place=not is_private(ctx))


@handles_click(controls.ShowBattleReport)
async def show_report(ctx: Context, click: controls.ShowBattleReport) -> Reply:
    """Show the report of a battle to the channel."""
    campaign = await controls.campaign_of(ctx, click.campaign)
    return report_reply(ctx.all_readers, campaign, campaign.battle(click.battle))


async def _require_unchanged(ctx: Context, id: str, at: str, version: int) -> tuple[Campaign, Battle, Report]:
    """Return the report of a control; raise Refusal if it has changed since the control was shown."""
    campaign = await controls.campaign_of(ctx, id)
    battle = campaign.battle(at)
    if battle.report is None or battle.stage != "reported":
        raise Refusal(Text("This report is finished. See it with `/campaign report`."))
    if battle.report.version != version:
        raise Refusal(Text("The report has changed. Read it again: `/campaign report`."))
    return campaign, battle, battle.report


@handles_click(controls.RollAftermathDice)
async def roll_next_dice(ctx: Context, click: controls.RollAftermathDice) -> Reply:
    """Roll the caller's next dice."""
    return _replace_report(
        ctx, await ctx.services.aftermath_dice.roll(ctx.call, click.campaign, click.battle), click.battle
    )


@handles_click(controls.EnterAftermathDice)
async def open_dice_form(ctx: Context, click: controls.EnterAftermathDice) -> Reply:
    """Open the form for the caller's next dice."""
    report = (await controls.campaign_of(ctx, click.campaign)).battle(click.battle).report
    # The current version: the form asks for dice regardless of rolls made since the button was shown.
    version = report.version if report else click.version
    campaign, battle, report = await _require_unchanged(ctx, click.campaign, click.battle, version)
    key = controls.next_typed_dice(campaign, battle, report, ctx.caller.id)
    need = next((one for one in report.open if one.key == key), None)
    if need is None:
        raise Refusal(Text("This report needs no dice from you."))
    title = Text("{unit}: {action}", unit=campaign.units[need.unit].name, action=action_title(campaign, need))
    hint = Text("Like 5 2 6 4, in the order rolled.")
    faces = text_field(_DICE, Text("The faces on the table"), 200, hint=hint)
    return Form(ctx.me, title, DiceForm(campaign.id, battle.id, report.version, (need.key,)), [faces]).reply(ctx)


class DiceForm(controls.ReportId, what="campdice"):
    """The form for dice of the aftermath; `need` is the key of the requested dice, split into its parts."""

    need: tuple[str, ...] = ()


@handles_form(DiceForm)
async def enter_dice(ctx: Context, form: DiceForm) -> Reply:
    need, dice = ":".join(form.need), ctx.submitted_text(_DICE)
    if not dice.strip():
        raise Refusal(Text("Write the faces you rolled, like 5 2 6 4."))
    result = await ctx.services.aftermath_dice.roll(ctx.call, form.campaign, form.battle, need, dice)
    return _replace_report(ctx, result, form.battle)


@handles_click(controls.SignReport)
async def sign_report(ctx: Context, click: controls.SignReport) -> Reply:
    """Sign the version of the report that the caller has read."""
    version = _version_shown(click)
    result = await ctx.services.campaign_reports.sign(ctx.call, click.campaign, click.battle, version)
    return _replace_report(ctx, result, click.battle)


def _version_shown(click: controls.SignReport | controls.DecideReport) -> int:
    """Return the version that a control was shown with; the first is 1. Raise Refusal for a lower one."""
    if click.version < 1:
        raise Refusal(OTHER_VERSION)
    return click.version


@handles_click(controls.DecideReport)
async def decide_report(ctx: Context, click: controls.DecideReport) -> Reply:
    version = _version_shown(click)
    result = await ctx.services.campaign_reports.decide(ctx.call, click.campaign, click.battle, version)
    return _replace_report(ctx, result, click.battle)


@handles_click(controls.EditMenu)
async def edit_report(ctx: Context, click: controls.EditMenu) -> Reply:
    """Apply a choice of the edit menu.

    A result or the holder of the field is recorded at once; a unit or the figures to place open a form; the last option
    shows the next page of the menu.
    """
    at, _, version = click.at.partition(".")
    campaign, battle, report = await _require_unchanged(ctx, click.campaign, at, parse_number(version))
    check_fights_in(campaign, battle, ctx.caller.id)
    what, *more = chosen_option(ctx).split(":")
    if what == controls.RESULT and len(more) == 2 and more[1] in _MARGINS:
        margin = cast(Margin, more[1])
        result = await ctx.services.report_edits.edit_result(ctx.call, campaign.id, at, more[0], margin=margin)
        return _replace_report(ctx, result, at)
    if what == controls.FIELD and len(more) == 1 and more[0] in (*battle.rosters, ""):
        return _replace_report(ctx, await ctx.services.report_edits.edit_field(ctx.call, campaign.id, at, more[0]), at)
    if what == controls.MORE and more:
        rest = controls.edit_menu(ctx.me, campaign, battle, report.version, parse_number(more[0]))
        return make_private(
            ctx, Reply(ctx.me.say("Edit the report"), ctx.me.say("Choose from the menu."), buttons=(rest,))
        )
    if what == controls.FIGURES and more and more[0] in battle.rosters:
        roster = campaign.roster(more[0])
        title, now = Text("Figures to place: {roster}", roster=roster.name), str(report.figures.get(roster.id, 0))
        figures = text_field(controls.FIGURES, Text("Figures before the next battle"), 3, now)
        return Form(ctx.me, title, FiguresForm(campaign.id, battle.id, report.version, roster.id), [figures]).reply(ctx)
    if not battle.has(what):
        raise Refusal(OTHER_VERSION)
    return _change_form(ctx.me, campaign, battle, report, campaign.unit(what)).reply(ctx)


@handles_click(controls.NameBattleWinner)
async def record_minor_victory(ctx: Context, click: controls.NameBattleWinner) -> Reply:
    """Record a minor victory where no winner is named; major victories are in the edit menu."""
    campaign, battle, _ = await _require_unchanged(ctx, click.campaign, click.battle, click.version)
    reports = ctx.services.report_edits
    result = await reports.edit_result(ctx.call, campaign.id, battle.id, click.roster, margin="minor")
    return _replace_report(ctx, result, battle.id)


@handles_click(controls.ReopenReport)
async def reopen_report(ctx: Context, click: controls.ReopenReport) -> Reply:
    """Reopen a signed report for the arbitrator, and show it to the channel."""
    result = await ctx.services.campaign_reports.reopen(ctx.call, click.campaign, click.battle)
    return updated_report_reply(ctx, result, click.battle)


# The forms of the edit menu: the figures to place, and the effects on a unit.


class FiguresForm(controls.BattleId, what="campfigures"):
    version: int
    roster: str


@handles_form(FiguresForm)
async def record_figures(ctx: Context, form: FiguresForm) -> Reply:
    """Record the submitted number of figures to place; raise Refusal if it is negative."""
    await _require_unchanged(ctx, form.campaign, form.battle, form.version)
    number = _parse_number(ctx.submitted_text(controls.FIGURES))
    if number < 0:
        raise Refusal(Text("Write 0 figures or more."))
    reports = ctx.services.report_edits
    result = await reports.edit_figures(ctx.call, form.campaign, form.battle, roster=form.roster, figures=number)
    return _replace_report(ctx, result, form.battle)


class ChangeForm(controls.BattleId, what="campchange"):
    version: int
    unit: str


def _change_form(words: Reader, campaign: Campaign, battle: Battle, report: Report, unit: CampaignUnit) -> Form:
    """Return the form that changes a report's effects on a unit; the change invalidates earlier signatures."""
    plain, change = words.plain, report.change(unit.id)
    title = Text("{unit} after the battle", unit=unit.name)
    fields = [text_field(name, about, 4, str(getattr(change, name))) for name, about in _NUMBERS.items()]
    options = [MenuOption(plain.say("as before"), _SAME), *(MenuOption(plain(Term(one)), one) for one in _STATUSES)]
    status = menu_field(_STATUS, Text("Status"), options, [change.status or _SAME])
    return Form(words, title, ChangeForm(campaign.id, battle.id, report.version, unit.id), [*fields, status])


@handles_form(ChangeForm)
async def record_unit_changes(ctx: Context, form: ChangeForm) -> Reply:
    """Record the submitted changes to a unit; raise Refusal for a value that is not a number."""
    await _require_unchanged(ctx, form.campaign, form.battle, form.version)
    sent = ctx.submitted
    changes: dict[str, int | Status | None] = {
        name: _parse_number(" ".join(sent[name])) for name in _NUMBERS if name in sent
    }
    for status in _STATUSES:
        if status in sent.get(_STATUS, ()):
            changes[_STATUS] = status
    if _SAME in sent.get(_STATUS, ()):
        changes[_STATUS] = None
    reports = ctx.services.report_edits
    result = await reports.edit_unit(ctx.call, form.campaign, form.battle, form.unit, changes)
    return _replace_report(ctx, result, form.battle)


def _parse_number(typed: str) -> int:
    if not _NUMBER.fullmatch(typed.strip()):
        raise Refusal(Text("'{typed}' is not a number; write one like -2 or 1.", typed=typed[:20]))
    return int(typed)
