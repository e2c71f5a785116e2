"""Joining a campaign by one form: the name of the roster, its side on a ladder or a map, and a force to begin with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.errors import Refusal
from bot.resolution.campaign_referee import CampaignResult
from cogs.components.campaign.controls import force_options
from cogs.components.campaign.forms import campaign_form
from cogs.components.campaign.panels import enlisted_reply, hub_reply
from cogs.components.controls import Click, Option, id_of
from cogs.components.modals import fields_sent
from cogs.components.play.control_clicks import form_reply
from cogs.components.play.order_form import labelled, menu_field
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.campaign.campaign import Campaign
from rules.kernel.text import Text

ROSTER, SIDE, FORCE = "roster", "side", "force"
_OWN = "-"
"""A side of one's own, named like the roster."""


async def join(ctx: Context, click: Click) -> Reply:
    """The form; whoever has a roster already need not fill it in to hear so."""
    campaign = (await ctx.services.campaigns.open(ctx.call, click.about[0])).campaign
    own = campaign.of_player(ctx.caller.id)
    if own is not None:
        raise Refusal(Text("You play {roster} already; tap **My roster** to see it.", roster=own.name))
    return form_reply(ctx, _join_form(ctx.me, campaign, await force_options(ctx, campaign)))


def _join_form(words: Reader, campaign: Campaign, forces: Sequence[Option]) -> discord.ui.Modal:
    plain = words.plain
    form = campaign_form(plain.say("Join {campaign}", campaign=campaign.name), id_of("campenter", campaign.id))
    name = discord.ui.TextInput[Any](custom_id=ROSTER, max_length=60, required=False)
    form.add_item(labelled(plain, Text("Name of your roster"), name, Text("Empty: a colour.")))
    sides = _sides(words, campaign)
    if sides:
        form.add_item(menu_field(plain, SIDE, Text("Your side"), sides, [sides[0].value], 1))
    if forces:
        form.add_item(menu_field(plain, FORCE, Text("Your force, if you know it"), forces, (), 1, needed=False))
    return form


def _sides(words: Reader, campaign: Campaign) -> list[Option]:
    """The sides to choose from, those without a player first; none in a league, where everybody is one."""
    if campaign.shape == "league":
        return []
    plain, played = words.plain, [one.side for one in campaign.rosters.values()]
    holders = [one.holder for one in campaign.territories.values() if one.holder]
    known = sorted(dict.fromkeys([*holders, *played]), key=played.count)
    found = [Option(one, one, plain(_played_by(campaign, one))) for one in known]
    if campaign.shape == "map" or len(set(played)) < 2:
        own = Option(plain.say("A side of my own"), _OWN, plain.say("named like your roster"))
        # On a ladder the second player is the other end; on a map most play for those who hold land.
        found = [*found, own] if campaign.shape == "map" else [own, *found]
    return found[: limits.CHOICES]


def _played_by(campaign: Campaign, side: str) -> Text:
    names = [one.name for one in campaign.rosters.values() if one.side == side]
    if not names:
        return Text("nobody plays it yet")
    return Text("together with {roster}", roster=names[0])


async def joined(ctx: Context, click: Click) -> Reply:
    """The form that was sent in: a roster, and its force where one was chosen."""
    sent, id = fields_sent(dict(ctx.interaction.data or {})), click.about[0]
    name, side = " ".join(sent.get(ROSTER, ())), " ".join(sent.get(SIDE, ()))
    result = await ctx.services.campaign_people.join(ctx.call, id, name, await _named(ctx, id, side, name))
    force = " ".join(sent.get(FORCE, ()))
    own = result.after.of_player(ctx.caller.id)
    if not force or own is None:
        return hub_reply(ctx, result)
    return await with_force(ctx, result, own.id, force)


async def _named(ctx: Context, id: str, side: str, roster: str) -> str:
    """The side as it is recorded. On a map the bot would else give a part of it to whoever names none."""
    if side != _OWN:
        return side
    campaign = (await ctx.services.campaigns.open(ctx.call, id)).campaign
    if campaign.shape == "map" and not roster.strip():
        raise Refusal(Text("A side of your own is named like your roster: write a name for it."))
    return roster if campaign.shape == "map" else ""


async def with_force(ctx: Context, joined: CampaignResult, roster: str, force: str) -> Reply:
    """A roster that has just joined gets its force; the entry of its own that the same interaction, delivered twice,
    writes once as well. A force that cannot come keeps nobody from having joined.
    """
    ctx.changes.add(joined.info.id)
    call = ctx.call._replace(source=f"{ctx.call.source}:force")
    return enlisted_reply(ctx, await ctx.services.campaign_rosters.enlist(call, joined.info.id, force, roster), joined)
