"""Suggestions for the options of `/campaign`: names rather than ids, unless a name is ambiguous."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from bot.services.campaign.growth import describe_cost, level_choices, level_cost, may_be_replaced
from cogs.interactions.autocomplete import described_option
from cogs.interactions.context import Context, Interaction, in_time
from cogs.interactions.force_options import own_force_options, sample_options
from cogs.interactions.options import parse_code
from cogs.interactions.suggestions import Found, Picked, matching_suggestions, suggest_found, suggest_from
from cogs.rendering.campaign.battles import battle_row
from cogs.rendering.campaign.entry import number_of, state_parts
from data import CAMPAIGN, system_of
from data.files import honours as honour_rows
from rules.campaign.campaign import Campaign
from rules.campaign.roster import CampaignUnit
from rules.campaign.tables import Terms
from rules.campaign.visibility import visible_campaign
from rules.kernel.action import ActionSet
from rules.kernel.serialise import rulings_json
from rules.kernel.text import Joined, Term, Text, Typed, Value

Find = Callable[[Context, Campaign], Found]
campaigns = suggest_from(
    lambda ctx: in_time(ctx.services.campaigns.all(ctx.call)),
    lambda ctx, found: [
        (Text("{campaign} (over)", campaign=one.name) if one.over else Typed(one.name), one.name) for one in found
    ],
)
"""The campaigns of the server, running ones first."""


async def topics(interaction: Interaction, current: str) -> Picked:
    """Suggest the rules of campaigns."""
    return matching_suggestions(
        Context(interaction), [(one.title, key) for key, one in CAMPAIGN.topics.items()], current
    )


async def find_campaign(ctx: Context) -> Campaign | None:
    """Return the campaign of the command, as the caller may see it; None if it is not clear yet."""
    found = await in_time(ctx.services.campaigns.find(ctx.call, ctx.option("campaign")))
    return found and visible_campaign(found.campaign, ctx.caller.id)


suggest_from_campaign = partial(suggest_from, find_campaign)
Parts = Callable[[Campaign, CampaignUnit], Iterable[Value]]


def _recruit_parts(campaign: Campaign, unit: CampaignUnit) -> Iterator[Value]:
    """Yield the state of a unit, and the level that recruits would cost it."""
    yield from state_parts(campaign, unit)
    cost = None if unit.is_gone else level_cost(campaign, unit)
    if cost:
        yield describe_cost(cost)


def _unit_finder(of: Callable[[Campaign, CampaignUnit, str], bool], details: Parts = state_parts) -> Find:
    """Return a finder of units by name, the caller's own first, each followed by its `details`."""

    def find(ctx: Context, campaign: Campaign) -> Found:
        own = campaign.roster_of_player(ctx.caller.id)
        mine = own.id if own else ""
        units = [one for one in campaign.units.values() if of(campaign, one, mine)]
        called = Counter(one.name.casefold() for one in campaign.units.values())
        units.sort(key=lambda one: one.roster != mine)
        for one in units:
            parts = [campaign.rosters[one.roster].name, *details(campaign, one)]
            label = Text("{unit} · {parts}", unit=one.name, parts=Joined(parts, " · "))
            alone = called[one.name.casefold()] == 1 and "," not in one.name
            yield label, one.name if alone else one.id

    return find


@suggest_from_campaign
def battles(ctx: Context, campaign: Campaign) -> Found:
    """Suggest the battles of a campaign, the last one first."""
    for one in reversed(campaign.battles.values()):
        yield battle_row(campaign, one), str(number_of(campaign, one.id))


@suggest_from_campaign
def rosters(ctx: Context, campaign: Campaign) -> Found:
    return [(Typed(one.name), one.name) for one in campaign.rosters.values()]


@suggest_from_campaign
def foes(ctx: Context, campaign: Campaign) -> Found:
    others = [one for one in campaign.rosters.values() if one.player != ctx.caller.id]
    return [(Typed(one.name), one.name) for one in others]


@suggest_from_campaign
def territories(ctx: Context, campaign: Campaign) -> Found:
    for one in campaign.territories.values():
        holder = Text("held by {side}", side=one.holder) if one.holder else Text("free")
        yield Text("{territory} · {holder}", territory=one.name, holder=holder), one.name


@suggest_from_campaign
def sides(ctx: Context, campaign: Campaign) -> Found:
    known = [one.side for one in campaign.rosters.values()]
    known += [one.holder for one in campaign.territories.values() if one.holder]
    return [(Typed(one), one) for one in dict.fromkeys(known)]


@suggest_from_campaign
def winners(ctx: Context, campaign: Campaign) -> Found:
    sides = [one.side for one in campaign.rosters.values()] if campaign.shape == "ladder" else []
    names = dict.fromkeys([*(one.name for one in campaign.rosters.values()), *sides])
    return [(Typed(one), one) for one in names]


@suggest_from_campaign
def rulings(ctx: Context, campaign: Campaign) -> Found:
    """Suggest the rulings of the campaign, then the rulings of its rule system."""
    names = dict.fromkeys([*Terms.model_fields, *system_of(campaign.system).rulings.model_fields])
    return [(Term(one), one) for one in names]


@suggest_from_campaign
def ruling_values(ctx: Context, campaign: Campaign) -> Found:
    name = parse_code(ctx.option("name"))
    of: list[ActionSet] = [replace(CAMPAIGN, rulings=Terms), system_of(campaign.system)]
    rows = [row for one in of for row in rulings_json(one) if row["name"] == name][:1]
    options = [(str(one), row["says"].get(str(one))) for row in rows for one in row["options"]]
    return [(described_option(Term(one), says), one) for one, says in options]


@suggest_from_campaign
def traits(ctx: Context, campaign: Campaign) -> Found:
    """Suggest the open choices of the named unit's levels, or of the level given."""
    named = ctx.option("unit").casefold()
    units = [one for one in campaign.units.values() if named in (one.id, one.name.casefold())]
    for unit in units[:1]:
        for level, several in level_choices(campaign, unit).items():
            for one in several if ctx.option("level") in ("", level) else ():
                yield Text("level {level}: {gain}", level=level, gain=one.says), one.trait


@suggest_found
async def forces(ctx: Context) -> Found | None:
    """Suggest the caller's own forces of the campaign's system, then the samples."""
    campaign = await find_campaign(ctx)
    if campaign is None:
        return None
    return [*await own_force_options(ctx, campaign.system), *sample_options(campaign.system)]


units = suggest_from_campaign(_unit_finder(lambda campaign, one, mine: not one.is_gone))
every_unit = suggest_from_campaign(_unit_finder(lambda campaign, one, mine: True))
own_units = suggest_from_campaign(_unit_finder(lambda campaign, one, mine: not one.is_gone and one.roster == mine))
units_to_fill = suggest_from_campaign(
    _unit_finder(
        lambda campaign, one, mine: one.roster == mine and (not one.is_gone or may_be_replaced(campaign, one)),
        _recruit_parts,
    )
)
many_units = suggest_from_campaign(
    _unit_finder(lambda campaign, one, mine: one.roster == mine and campaign.keeps_away(one) is None), ","
)
their_units = suggest_from_campaign(
    _unit_finder(
        lambda campaign, one, mine: not (one.roster == mine or one.enters_hidden) and campaign.keeps_away(one) is None
    ),
    ",",
)
honours = suggest_from_campaign(lambda ctx, campaign: [(row.title, key) for key, row in honour_rows().items()])
