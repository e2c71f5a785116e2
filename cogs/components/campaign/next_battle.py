"""The form of the next battle: opponent, stake, scenario and rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from bot.errors import Refusal
from bot.game.campaigns import roster_named, roster_of
from bot.services.campaign.battle_setup import BattlePlan
from cogs.components import forms
from cogs.components.campaign import controls
from cogs.components.campaign.battle_panels import battle_start_reply
from cogs.components.campaign.present import require_present
from cogs.components.controls import OTHER_VERSION, MenuOption, handles_click, handles_form
from cogs.components.play.ending import channel_taken_reply
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.campaign.battles import next_step_text, unplaced_recruits
from cogs.rendering.reply import Reply, refusal_reply
from cogs.rendering.text import Reader
from rules.campaign.battle_events import foes_of, ladder_end_text, lands_between
from rules.campaign.campaign import Campaign, check_begun
from rules.campaign.roster import CampaignUnit, Roster
from rules.campaign.visibility import visible_campaign
from rules.kernel.text import Joined, Text
from rules.kernel.wording import Units

AGAINST = "against"
TERRITORY = "territory"
ATTACKER = "attacker"
SCENARIO = "scenario"
UNITS = "units"
LENGTHS = "lengths"
_LENGTHS: tuple[Units, ...] = ("inches", "cm")


class BeginBattleForm(controls.CampaignId, what="campbegin"):
    """The form that begins a battle; `battles` is the number of battles when it was opened."""

    battles: int


@handles_click(controls.NextBattle)
async def open_next_battle(ctx: Context, click: controls.NextBattle) -> Reply:
    """Open the form of the next battle; raise Refusal with the reason if none can begin."""
    campaign = visible_campaign(await controls.campaign_of(ctx, click.campaign), ctx.caller.id)
    check_begun(campaign)
    own = roster_of(campaign, ctx.caller.id)
    foes = foes_of(campaign, own)
    _require_ready(campaign, own, foes)
    if (taken := await channel_taken_reply(ctx)) is not None:
        return taken
    last = list(campaign.battles.values())[-1:]
    game = await ctx.services.record.games.get(last[0].game) if last else None
    lengths: Units = "cm" if game and game.units == "cm" else "inches"
    return _battle_form(ctx.me, campaign, own, foes, lengths).reply(ctx)


def _require_ready(campaign: Campaign, own: Roster, foes: Sequence[Roster]) -> None:
    """Raise Refusal, with the next step to take, if the roster cannot begin a battle now."""
    if not foes:
        raise Refusal(Text("No enemy yet. {step}", step=next_step_text(campaign)))
    if not campaign.fit(own.id):
        none = Text("{roster} has no fit unit: tap **My roster** and choose a force.", roster=own.name)
        raise Refusal(campaign.all_away_text(own.id) or none)
    if campaign.shape == "map" and not _disputed_territories(campaign, own, foes):
        raise Refusal(Text("There is no territory that {roster} could fight for now.", roster=own.name))


# The form of a battle


def _battle_form(words: Reader, campaign: Campaign, own: Roster, foes: Sequence[Roster], lengths: Units) -> forms.Form:
    plain = words.plain
    title = Text("Next battle of {roster}", roster=own.name)
    options = [MenuOption(one.name, one.id, plain.say("{n} fit", n=len(campaign.fit(one.id)))) for one in foes]
    hint = ladder_end_text(campaign)
    if left := unplaced_recruits(campaign):
        hint = hint or Text("Recruits that are not placed yet will be lost: {rosters}.", rosters=left)
    fields = [forms.menu_field(AGAINST, Text("Against"), options, [foes[0].id], 1, hint=hint)]
    fields.append(_stake_field(plain, campaign, own, foes))
    what = Text("What you play, if it has a name.")
    fields.append(forms.text_field(SCENARIO, Text("Scenario"), 100, hint=what, needed=False))
    fit = campaign.fit(own.id)
    if len(fit) <= limits.CHOICES:
        fields.append(unit_field(plain, campaign, UNITS, Text("Your units"), fit, [one.id for one in fit]))
    measures = [MenuOption(plain.say("inches"), "inches"), MenuOption(plain.say("centimetres"), "cm")]
    fields.append(forms.menu_field(LENGTHS, Text("You measure in"), measures, [lengths], 1))
    return forms.Form(words, title, BeginBattleForm(campaign.id, len(campaign.battles)), fields)


def _stake_field(plain: Reader, campaign: Campaign, own: Roster, foes: Sequence[Roster]) -> forms.Field:
    """Return the field for a battle's stake: the territory on a map, the attacker elsewhere."""
    if campaign.shape == "map":
        lands = _disputed_territories(campaign, own, foes)
        shown = [MenuOption(campaign.territories[key].name, key, plain(whose)) for key, whose in lands.items()]
        return forms.menu_field(TERRITORY, Text("For which territory"), shown, [shown[0].value], 1)
    me = MenuOption(own.name, own.id, plain.say("you attack"))
    them = MenuOption(plain.say("The enemy"), ATTACKER, plain.say("you defend"))
    return forms.menu_field(ATTACKER, Text("Who attacks"), [me, them], [own.id], 1)


def unit_field(
    plain: Reader,
    campaign: Campaign,
    id: str,
    title: Text,
    units: Sequence[CampaignUnit],
    given: Sequence[str],
) -> forms.Field:
    """Return a field with units to tick, each with its state; those in `given` are ticked already."""
    return forms.menu_field(id, title, controls.unit_options(plain, campaign, units), given, len(units), needed=False)


def _disputed_territories(campaign: Campaign, own: Roster, foes: Sequence[Roster]) -> dict[str, Text]:
    """Return the territories that a battle may be about, by key, each with a text about its holder."""
    found: dict[str, Text] = {}
    for foe in foes:
        for key in lands_between(campaign, own, foe):
            holder = campaign.territories[key].holder
            theirs = Text("held by {side}; you attack", side=holder) if holder else Text("free; you attack")
            found.setdefault(key, Text("yours; the enemy attacks") if holder == own.side else theirs)
    return found


# The form, submitted


@handles_form(BeginBattleForm)
async def begin_battle(ctx: Context, click: BeginBattleForm) -> Reply:
    """Begin the battle of the form; raise Refusal if another battle has begun since it was opened."""
    campaign = await controls.campaign_of(ctx, click.campaign)
    if len(campaign.battles) != click.battles:
        raise Refusal(Text("Another battle has started since you looked. Choose **Next battle** again."))
    plan = _battle_plan(campaign, roster_of(campaign, ctx.caller.id), ctx.submitted)
    await require_present(ctx, campaign, campaign.rosters[plan.against])
    return await battle_start_reply(ctx, await ctx.services.campaign_battles.begin(ctx.call, campaign.id, plan))


async def start_battle(ctx: Context, campaign: Campaign, plan: BattlePlan, anyway: bool) -> Reply:
    """Begin a battle; unless `anyway`, refuse it if it would change nothing or the enemy's player has left."""
    nothing = ladder_end_text(campaign)
    if nothing and not anyway:
        go_on = Text("Start it anyway with `anyway:True`, or tap **Next battle**.")
        refusal = refusal_reply(ctx.me, Refusal(Joined([nothing, go_on], " ")))
        return replace(refusal, buttons=controls.hub_controls(ctx.me, campaign, joins=False))
    if not anyway:
        await require_present(ctx, campaign, roster_named(campaign, plan.against))
    return await battle_start_reply(ctx, await ctx.services.campaign_battles.begin(ctx.call, campaign.id, plan))


def _battle_plan(campaign: Campaign, own: Roster, sent: dict[str, list[str]]) -> BattlePlan:
    given = {name: " ".join(values).strip() for name, values in sent.items()}
    against, lengths = given.get(AGAINST, ""), given.get(LENGTHS)
    if against not in campaign.rosters or lengths not in _LENGTHS:
        raise Refusal(OTHER_VERSION)
    land = campaign.territories.get(given.get(TERRITORY, ""))
    theirs = land.holder == own.side if land else given.get(ATTACKER) == ATTACKER
    return BattlePlan(
        against=against,
        units=sent.get(UNITS) if UNITS in sent else None,
        scenario=given.get(SCENARIO, ""),
        territory=given.get(TERRITORY, ""),
        attacker=against if theirs else own.id,
        lengths=cast(Units, lengths),
    )
