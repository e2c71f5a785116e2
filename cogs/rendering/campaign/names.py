"""How things of a campaign are named: battles by number, people, sides, honours, injuries, a unit's state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.services.campaign.rosters import level_choices
from data import system_of
from data.files import honour_names
from rules.campaign.campaign import Battle, Campaign
from rules.campaign.roster import CampaignUnit, Injury
from rules.campaign.seen import UNKNOWN
from rules.kernel.text import Listed, Plural, Term, Text, Typed, Value


def number_of(campaign: Campaign, battle: str) -> int:
    """The number of a battle in its campaign, counted from 1."""
    return list(campaign.battles).index(battle) + 1


def battle_text(campaign: Campaign, battle: Battle) -> Text:
    """ "Battle 2: Red against Blue"."""
    names = [campaign.rosters[one].name for one in battle.rosters]
    return Text("Battle {number}: {sides}", number=number_of(campaign, battle.id), sides=versus(names))


def versus(names: list[str]) -> Text:
    if len(names) != 2:
        return Listed(names)
    return Text("{one} against {other}", one=names[0], other=names[1])


def person(campaign: Campaign, id: str) -> Text:
    """What a member is called; somebody who has left has no name any more."""
    if id in campaign.members:
        return Typed(campaign.members[id].name)
    return Text("somebody who left") if id else Text("the bot")


def names_in(campaign: Campaign) -> Mapping[str, Text]:
    """What honours are called, and the injuries of its rule system, by their keys."""
    return {**system_of(campaign.system).injuries.says, **honour_names()}


def to_place(figures: int) -> Text:
    """Figures that a roster has earned."""
    return Plural("{n} recruit", "{n} recruits", figures)


def honour_text(key: str) -> Text:
    return honour_names().get(key) or Term(key)


def state_parts(campaign: Campaign, unit: CampaignUnit) -> Iterator[Value]:
    """How a unit is: figures, what keeps it away, experience, honours and injuries."""
    yield Text("{models} of {full}", models=unit.models, full=unit.full)
    if unit.points:
        yield Plural("{n} point", "{n} points", unit.points)
    yield from _away(campaign, unit)
    if unit.level:
        yield Text("level {level}", level=unit.level)
    if not unit.gone and (open_levels := level_choices(campaign, unit)):
        yield Text("⬆ choose level {levels}", levels=Listed([str(one) for one in open_levels]))
    if unit.experience:
        yield Text("experience {n}", n=unit.worth)
    if unit.recruits:
        yield Plural("{n} recruit", "{n} recruits", unit.recruits)
    if unit.honours:
        yield Plural("{n} honour", "{n} honours", len(unit.honours))
    for injury in unit.injuries:
        yield _lasting(campaign, injury)


def _away(campaign: Campaign, unit: CampaignUnit) -> Iterator[Value]:
    if unit.dismissed:
        yield Text("dismissed")
    elif unit.status != "fit":
        yield Term(unit.status)
    if unit.recovering:
        yield Text("{n} recovering", n=unit.recovering)
    if unit.misses:
        yield Plural("misses {n} battle", "misses {n} battles", unit.misses)
    if unit.resting:
        yield Text("rests")
    if (battle := campaign.fights(unit.id)) is not None:
        nth = {"number": number_of(campaign, battle.id)}
        perhaps = any(side.units.get(unit.id) == UNKNOWN for side in battle.sides)
        yield Text("perhaps in battle {number}", **nth) if perhaps else Text("in battle {number}", **nth)


def injury_text(campaign: Campaign, one: Injury) -> Text:
    """ "Badly hurt −2"."""
    name = names_in(campaign).get(one.key) or Term(one.key)
    return Text("{injury} {modifier:+}", injury=name, modifier=one.modifier)


def _lasting(campaign: Campaign, one: Injury) -> Text:
    """An injury, and how long a unit has to bear it, by the ruling of the campaign."""
    said = injury_text(campaign, one)
    if one.battles is None:
        return Text("{injury} for good", injury=said)
    if campaign.terms.injury_heals == "missed":
        return Plural(
            "{injury} until it misses {n} battle", "{injury} until it misses {n} battles", one.battles, injury=said
        )
    return Plural("{injury} for {n} more battle", "{injury} for {n} more battles", one.battles, injury=said)
