"""Who of a roster comes along to a battle that has begun: ticked in a form, by each player for their own."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.errors import Refusal
from bot.game.campaigns import battle_named, roster_of
from bot.resolution.campaign_referee import CampaignResult
from bot.services.campaign.battle_setup import names_open_to_all
from cogs.components.campaign_forms import campaign_form
from cogs.components.control_clicks import form_reply
from cogs.components.controls import Click, id_of
from cogs.components.modals import fields_sent
from cogs.components.next_battle import unit_field
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.campaign.entry import entry_footer
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.campaign.campaign import Battle, BattleSide, Campaign
from rules.campaign.roster import CampaignUnit, Roster
from rules.kernel.errors import RuleError
from rules.kernel.text import Text

UNITS = "units"


async def units(ctx: Context, click: Click) -> Reply:
    """The form: those who come along are ticked."""
    campaign = (await ctx.services.campaigns.open(ctx.call, click.about[0])).campaign
    found, own = battle_named(campaign, click.part(1)), roster_of(campaign, ctx.caller.id)
    side = _side(found, own)
    if found.stage != "fighting":
        raise Refusal(Text("That battle is over; no unit can enter it."))
    if not _choice(campaign, side, own):
        raise Refusal(Text("{roster} has no unit that is fit; tap **My roster** and choose a force.", roster=own.name))
    return form_reply(ctx, _form(ctx.me, campaign, found, side, own))


def _side(battle: Battle, own: Roster) -> BattleSide:
    side = battle.side_of(own.id)
    if side is None:
        raise Refusal(Text("{roster} does not fight this battle; those who do choose their units.", roster=own.name))
    return side


def _choice(campaign: Campaign, side: BattleSide, own: Roster) -> list[CampaignUnit]:
    """Those who are there and those who could be, in the order of the roster."""
    fit = {one.id for one in campaign.fit(own.id)}
    return [one for one in campaign.of_roster(own.id) if one.id in side.units or one.id in fit]


def _form(words: Reader, campaign: Campaign, battle: Battle, side: BattleSide, own: Roster) -> discord.ui.Modal:
    plain, several = words.plain, _choice(campaign, side, own)
    title = plain.say("{roster}: who comes along", roster=own.name)
    form = campaign_form(title, id_of("campfielded", campaign.id, battle.id))
    pages = [several[at : at + limits.CHOICES] for at in range(0, len(several), limits.CHOICES)]
    for nth, page in enumerate(pages[: limits.MODAL_FIELDS]):
        first = nth * limits.CHOICES + 1
        label = Text("Units {first} to {last}", first=first, last=first + len(page) - 1)
        form.add_item(unit_field(plain, campaign, f"{UNITS}:{first}", label, page, list(side.units)))
    return form


async def fielded(ctx: Context, click: Click) -> Reply:
    """The form sent in: who was ticked comes, who was not stays at home; everybody reads who is there."""
    campaign = (await ctx.services.campaigns.open(ctx.call, click.about[0])).campaign
    found, own = battle_named(campaign, click.part(1)), roster_of(campaign, ctx.caller.id)
    side, sent = _side(found, own), fields_sent(dict(ctx.interaction.data or {}))
    ticked = {one for name, several in sent.items() if name.startswith(UNITS) for one in several}
    known = [one.id for one in _choice(campaign, side, own)][: limits.CHOICES * limits.MODAL_FIELDS]
    moved = [id for id in known if (id in ticked) != (id in side.units)]
    if not moved:
        return _there(ctx, campaign, found.id, own.id, private=True)
    in_turn = await ctx.services.battle_units.in_turn(ctx.call, campaign, found.id, moved)
    changes = [(id, id in ticked) for id in in_turn]
    result, trouble = await _moved(ctx, campaign.id, found.id, changes)
    reply = _there(ctx, result.after, found.id, own.id)
    text = "\n".join([*([ctx.everybody(trouble)] if trouble else []), reply.text])
    return replace(reply, text=text, footer=entry_footer(ctx.everybody, result))


async def _moved(
    ctx: Context, campaign: str, battle: str, changes: list[tuple[str, bool]]
) -> tuple[CampaignResult, Text | None]:
    """Unit after unit, each an entry of its own; what stops them once some have moved is told beside them."""
    moves, last = ctx.services.battle_units, None
    for unit, comes in changes:
        call = ctx.call._replace(source=f"{ctx.call.source}:{unit}")
        try:
            last = await (moves.field if comes else moves.withdraw)(call, campaign, unit, battle)
        except (Refusal, RuleError) as error:
            if last is None:
                raise
            return last, error.text
        ctx.changes.add(campaign)
    assert last is not None
    return last, None


def _there(ctx: Context, campaign: Campaign, battle: str, roster: str, private: bool = False) -> Reply:
    words, side = ctx.me if private else ctx.everybody, campaign.battle(battle).side_of(roster)
    units = [campaign.units[id] for id in side.units] if side else []
    title = words.say("{roster} takes the field with", roster=campaign.rosters[roster].name)
    names = names_open_to_all(units) or Text("No units yet.")
    return Reply(title, words(names), private=private, unrecorded=private)
