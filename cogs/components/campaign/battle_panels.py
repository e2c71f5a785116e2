"""Panels of the battles of a campaign, and of their reports."""

from __future__ import annotations

from dataclasses import replace

from bot.resolution.campaign_referee import CampaignResult
from bot.services.campaign.battles import StartedBattle
from cogs.components.campaign import controls
from cogs.components.setup.setup_wizard import begin_controls, dice_buttons, first_step
from cogs.interactions.context import Context
from cogs.rendering.campaign.battles import battle_lines, battle_start_lines, report_lines
from cogs.rendering.campaign.entry import battle_text, entry_footer, entry_lines
from cogs.rendering.fairness import PROMISE
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.campaign.campaign import Battle, Campaign
from rules.kernel.text import Text


def battles_reply(words: Reader, campaign: Campaign) -> Reply:
    title = words.say("Battles of {campaign}", campaign=campaign.name)
    return Reply(title, "\n".join(battle_lines(words, campaign)), buttons=controls.hub_controls(words, campaign))


async def battle_start_reply(ctx: Context, started: StartedBattle) -> Reply:
    """Return the message about a battle that has started: first step, stake, units and the dice commitment."""
    campaign, words = started.campaign.after, ctx.all_readers
    live, battle = await ctx.game(), campaign.battle(started.battle)
    commitment = await ctx.services.fairness.commitment(live.info.id)
    lines = [
        words.say("Tap **Choose units** to leave units at home. Then: {step}", step=first_step(live)),
        *battle_start_lines(words, campaign, battle),
        words.say(
            "When it is over: **All controls …** → **More …** → **End the game …**; the report follows by itself."
        ),
        *([words(PROMISE)] if commitment else []),
        words(Text(live.system.about.credit)),
    ]
    plain = words.plain
    buttons = (
        *begin_controls(plain, live),
        controls.units_button(words, campaign, battle.id),
        *dice_buttons(plain, live),
    )
    title, footer = words(started.game.entry.title), entry_footer(words, started.campaign)
    return Reply(title, "\n".join(lines), footer, buttons=buttons)


def report_reply(words: Reader, campaign: Campaign, battle: Battle, last: CampaignResult | None = None) -> Reply:
    """Return a report: the next step, the last change made to it, then the whole report."""
    first, *rest = report_lines(words, campaign, battle)
    head = [f"**{words(last.entry.title)}**", *entry_lines(words, last.entry)] if last else []
    title = words.say("Report · {battle}", battle=battle_text(campaign, battle))
    undo = (
        (controls.explain_button(words, last), *controls.entry_controls(words, last))
        if last and last.entry.plays
        else ()
    )
    buttons = (*controls.report_controls(words, campaign, battle), *undo)
    footer = entry_footer(words, last) if last else ""
    return Reply(title, "\n".join([first, *head, *rest]), footer, buttons=buttons)


async def reviewed_report_reply(ctx: Context, campaign: Campaign, battle: Battle) -> Reply:
    """Return a report, with a notice if its game has changed since it was signed."""
    reply = report_reply(ctx.all_readers, campaign, battle)
    if not await ctx.services.campaign_reports.is_outdated(campaign, battle):
        return reply
    changed = report_change_reply(ctx.all_readers, campaign, battle, over=True)
    return replace(reply, text=f"{reply.text}\n{changed.title}. {changed.text}", buttons=changed.buttons[:1])


def report_change_reply(words: Reader, campaign: Campaign, battle: Battle, over: bool) -> Reply:
    """Return the notice that the game of a signed report has changed; `over` is True once it has ended again."""
    title = words.say("Changed after it was signed: {battle}", battle=battle_text(campaign, battle))
    if not over:
        return Reply(
            title, words.say("Its game goes on; the signed report still counts. End the game to go on from here.")
        )
    text = words.say(
        "The signed report still counts. If the change is to count, the arbitrator taps **Open "
        "again** and all sign again."
    )
    return Reply(
        title,
        text,
        buttons=(controls.reopen_button(words, campaign, battle), *controls.report_button(words, campaign, battle)),
    )
