"""Rendering of campaign entries as answers, log lines and explanations of dice, and of names in a campaign."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.resolution.campaign_referee import CampaignResult
from bot.services.campaign.growth import level_choices
from cogs.interactions import limits
from cogs.rendering.explanation import roll_lines, topic_lines
from cogs.rendering.reply import Reply
from cogs.rendering.rolls import roll_line
from cogs.rendering.rulings import rulings_line
from cogs.rendering.text import Reader
from data import CAMPAIGN, system_of
from data.files import honour_names
from rules.campaign.campaign import Battle, Campaign
from rules.campaign.fold import CampaignEntry
from rules.campaign.people_events import CampaignTold
from rules.campaign.roster import CampaignUnit, Injury
from rules.campaign.visibility import UNKNOWN
from rules.kernel.plays import Play
from rules.kernel.resolve import stored_ruleset
from rules.kernel.text import NOTHING, Listed, Plural, Term, Text, Typed, Value

# Names of things in a campaign: battles by number, people, sides, honours, injuries, a unit's state.


def number_of(campaign: Campaign, battle: str) -> int:
    """Return the number of a battle in its campaign, counted from 1."""
    return list(campaign.battles).index(battle) + 1


def battle_text(campaign: Campaign, battle: Battle) -> Text:
    """Return the name of a battle: "Battle 2: Red against Blue"."""
    names = [campaign.rosters[one].name for one in battle.rosters]
    sides = Text("{one} against {other}", one=names[0], other=names[1]) if len(names) == 2 else Listed(names)
    return Text("Battle {number}: {sides}", number=number_of(campaign, battle.id), sides=sides)


def member_name(campaign: Campaign, id: str) -> Text:
    """Return the name of a member; a member who has left has none."""
    if id in campaign.members:
        return Typed(campaign.members[id].name)
    return Text("a former player") if id else Text("the bot")


def honour_and_injury_names(campaign: Campaign) -> Mapping[str, Text]:
    """Return the names of honours and of the rule system's injuries, by key."""
    return {**system_of(campaign.system).injuries.says, **honour_names()}


def recruits_text(figures: int) -> Text:
    """Return the number of recruits that a roster has earned."""
    return Plural("{n} recruit", "{n} recruits", figures)


def honour_text(key: str) -> Text:
    return honour_names().get(key) or Term(key)


def state_parts(campaign: Campaign, unit: CampaignUnit) -> Iterator[Value]:
    """Yield the state of a unit: figures, absences, experience, honours and injuries."""
    yield Text("{models} of {full}", models=unit.models, full=unit.full)
    if unit.points:
        yield Plural("{n} point", "{n} points", unit.points)
    yield from _absence_parts(campaign, unit)
    if unit.level:
        yield Text("level {level}", level=unit.level)
    if not unit.is_gone and (open_levels := level_choices(campaign, unit)):
        yield Text("⬆ choose level {levels}", levels=Listed([str(one) for one in open_levels]))
    if unit.experience:
        yield Text("experience {n}", n=unit.worth)
    if unit.recruits:
        yield Plural("{n} recruit", "{n} recruits", unit.recruits)
    if unit.honours:
        yield Plural("{n} honour", "{n} honours", len(unit.honours))
    for injury in unit.injuries:
        yield _injury_duration(campaign, injury)


def _absence_parts(campaign: Campaign, unit: CampaignUnit) -> Iterator[Value]:
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
    if (battle := campaign.battle_of_unit(unit.id)) is not None:
        nth = {"number": number_of(campaign, battle.id)}
        perhaps = any(side.units.get(unit.id) == UNKNOWN for side in battle.sides)
        yield Text("perhaps in battle {number}", **nth) if perhaps else Text("in battle {number}", **nth)


def injury_text(campaign: Campaign, one: Injury) -> Text:
    """Return an injury with its modifier: "Badly hurt −2"."""
    name = honour_and_injury_names(campaign).get(one.key) or Term(one.key)
    return Text("{injury} {modifier:+}", injury=name, modifier=one.modifier)


def _injury_duration(campaign: Campaign, one: Injury) -> Text:
    """Return an injury with its duration, by the ruling of the campaign."""
    said = injury_text(campaign, one)
    if one.battles is None:
        return Text("{injury}, permanent", injury=said)
    if campaign.terms.injury_heals == "missed":
        return Plural(
            "{injury} until it misses {n} battle", "{injury} until it misses {n} battles", one.battles, injury=said
        )
    return Plural("{injury} for {n} more battle", "{injury} for {n} more battles", one.battles, injury=said)


LONGEST = 300
"""Longest line of the log, in characters."""


def entry_lines(words: Reader, entry: CampaignEntry) -> list[str]:
    """Return an entry's dice with their ledgers, then its notes and texts."""
    lines = [roll_line(words, roll) for roll in entry.rolls]
    lines += map(words, (*entry.notes, *story_texts(entry)))
    return [*lines, *([words.say("Reason: {reason}", reason=entry.reason)] if entry.reason else [])]


def story_texts(entry: CampaignEntry) -> list[Text]:
    """Return the texts that the issuer of an entry has added to the story."""
    return [Text("“{text}”", text=one.text) for one in entry.events if isinstance(one, CampaignTold) and one.text]


def entry_footer(words: Reader, result: CampaignResult) -> str:
    return words.plain.say(
        "{campaign} · #{number}{again}",
        campaign=result.after.name,
        number=result.entry.number,
        again=Text(" · already recorded") if result.again else NOTHING,
    )


def log_line(words: Reader, campaign: Campaign, entry: CampaignEntry) -> str:
    """Return number, time, issuer and text of an entry, struck through if it is undone."""
    said = " · ".join(words(one) for one in (entry.title, *(play.text for play in entry.plays), *story_texts(entry)))
    who = words(member_name(campaign, entry.by))
    line = limits.shorten(f"**{entry.number}** <t:{int(entry.at)}:d> {who}  {said}", LONGEST)
    undone = words.say("(undone)")
    return f"~~{line}~~ {undone}" if entry.number in campaign.undone else line


# Explanations of aftermath dice: each roll with its ledger, and the rule in our own words.


def aftermath_explanation(words: Reader, campaign: Campaign, entry: CampaignEntry) -> Reply:
    """Return the explanation of an entry's rolls, visible to the caller only."""
    lines = [line for play in entry.plays for line in _play_lines(words, campaign, play)]
    said = [play.text for play in entry.plays]
    lines += [words(note) for note in entry.notes if note not in said]
    lines = lines or [words.say("No dice and no rule: changed by hand.")]
    footer = words.plain.say("{campaign} · #{number}", campaign=campaign.name, number=entry.number)
    return Reply(words(entry.title), "\n".join(lines), footer, private=True, unrecorded=True)


def _play_lines(words: Reader, campaign: Campaign, play: Play) -> Iterator[str]:
    of = CAMPAIGN if play.action in CAMPAIGN.actions else system_of(campaign.system)
    if play.text:
        yield f"**{words(play.text)}**"
    for roll in play.throws:
        yield from roll_lines(words, roll, {})
    if play.leaned:
        settings = campaign.rulings if of is CAMPAIGN else campaign.battle_rulings
        yield rulings_line(words, stored_ruleset(of, settings).rulings, play.leaned)
    yield ""
    yield from topic_lines(words, of, play)
