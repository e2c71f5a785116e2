"""The units that take part in a battle that has begun: each player ticks their own in a form."""

from __future__ import annotations

from dataclasses import replace

from bot.errors import Refusal
from bot.game.campaigns import battle_named, roster_of
from bot.resolution.campaign_referee import CampaignResult
from bot.services.campaign.battle_setup import public_names
from cogs.components import forms
from cogs.components.campaign import controls
from cogs.components.campaign.next_battle import UNITS, unit_field
from cogs.components.controls import handles_click, handles_form
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.campaign.entry import entry_footer
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.campaign.campaign import Battle, BattleSide, Campaign
from rules.campaign.roster import CampaignUnit, Roster
from rules.kernel.errors import RuleError
from rules.kernel.text import Text


class UnitsForm(controls.BattleId, what="campfielded"):
    """The form of the units that take part in a battle."""


@handles_click(controls.ChooseUnits)
async def open_units_form(ctx: Context, click: controls.ChooseUnits) -> Reply:
    """Open the form of a battle's units, with those that take part ticked."""
    campaign, found, side, own = await _require_side(ctx, click)
    if found.stage != "fighting":
        raise Refusal(Text("That battle is over. No unit can join it."))
    if not _available_units(campaign, side, own):
        raise Refusal(Text("{roster} has no fit unit: tap **My roster** and choose a force.", roster=own.name))
    return _units_form(ctx.me, campaign, found, side, own).reply(ctx)


async def _require_side(ctx: Context, click: controls.BattleId) -> tuple[Campaign, Battle, BattleSide, Roster]:
    """Return the campaign and the battle of a click, with the caller's side and roster; raise Refusal."""
    campaign = await controls.campaign_of(ctx, click.campaign)
    battle, own = battle_named(campaign, click.battle), roster_of(campaign, ctx.caller.id)
    side = battle.side_of(own.id)
    if side is None:
        raise Refusal(Text("{roster} is not in this battle. Its players choose their units.", roster=own.name))
    return campaign, battle, side, own


def _available_units(campaign: Campaign, side: BattleSide, own: Roster) -> list[CampaignUnit]:
    """Return the units on the table and those that could join, in the order of the roster."""
    fit = {one.id for one in campaign.fit(own.id)}
    return [one for one in campaign.units_of_roster(own.id) if one.id in side.units or one.id in fit]


def _units_form(words: Reader, campaign: Campaign, battle: Battle, side: BattleSide, own: Roster) -> forms.Form:
    plain, several, fields = words.plain, _available_units(campaign, side, own), list[forms.Field]()
    for first in range(1, len(several) + 1, limits.CHOICES):
        page = several[first - 1 : first - 1 + limits.CHOICES]
        label = Text("Units {first} to {last}", first=first, last=first + len(page) - 1)
        fields.append(unit_field(plain, campaign, f"{UNITS}:{first}", label, page, list(side.units)))
    return forms.Form(words, Text("{roster}: choose units", roster=own.name), UnitsForm(campaign.id, battle.id), fields)


@handles_form(UnitsForm)
async def field_units(ctx: Context, click: UnitsForm) -> Reply:
    """Field the units that are ticked, withdraw the others, and show the result to the channel."""
    (campaign, found, side, own), sent = await _require_side(ctx, click), ctx.submitted
    ticked = {one for several in sent.values() for one in several}
    known = [one.id for one in _available_units(campaign, side, own)][: limits.CHOICES * limits.MODAL_FIELDS]
    moved = [id for id in known if (id in ticked) != (id in side.units)]
    if not moved:
        return _units_on_table_reply(ctx, campaign, found.id, own.id, private=True)
    in_turn = await ctx.services.battle_units.joining_order(ctx.call, campaign, found.id, moved)
    changes = [(id, id in ticked) for id in in_turn]
    result, trouble = await _move_units(ctx, campaign.id, found.id, changes)
    reply = _units_on_table_reply(ctx, result.after, found.id, own.id)
    text = "\n".join([*([ctx.all_readers(trouble)] if trouble else []), reply.text])
    return replace(reply, text=text, footer=entry_footer(ctx.all_readers, result))


async def _move_units(
    ctx: Context, campaign: str, battle: str, changes: list[tuple[str, bool]]
) -> tuple[CampaignResult, Text | None]:
    """Move the units one by one, each as an entry.

    Return the last result. If an error stops the moves after the first, return its text too.
    """
    moves, last = ctx.services.battle_units, None
    for unit, comes in changes:
        call = ctx.call.part(f":{unit}")
        try:
            last = await (moves.field if comes else moves.withdraw)(call, campaign, unit, battle)
        except (Refusal, RuleError) as error:
            if last is None:
                raise
            return last, error.text
        ctx.changes.add(campaign)
    assert last is not None
    return last, None


def _units_on_table_reply(ctx: Context, campaign: Campaign, battle: str, roster: str, private: bool = False) -> Reply:
    words, side = ctx.me if private else ctx.all_readers, campaign.battle(battle).side_of(roster)
    units = [campaign.units[id] for id in side.units] if side else []
    title = words.say("{roster} takes the field with", roster=campaign.rosters[roster].name)
    names = public_names(units) or Text("No units yet.")
    return Reply(title, words(names), private=private, unrecorded=private)
