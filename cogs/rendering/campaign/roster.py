"""Rosters and units: a line per unit, and the page of a unit with its history."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.services.campaign.growth import describe_cost, level_choices, level_cost, room_of, rooms_of, units_of_page
from bot.services.campaign.pages import HistoryLine
from cogs.rendering.campaign.entry import (
    honour_and_injury_names,
    honour_text,
    member_name,
    number_of,
    recruits_text,
    state_parts,
)
from cogs.rendering.text import Reader
from data import system_of
from rules.campaign.campaign import Campaign
from rules.campaign.levels import promote
from rules.campaign.roster import CampaignUnit, Roster
from rules.campaign.roster_events import points_of
from rules.campaign.visibility import visible_campaign
from rules.campaign.wording import battle_text
from rules.command.system import System
from rules.game.entry import Entry
from rules.game.table_events import StoryTold
from rules.game.tabletop import Player
from rules.kernel.text import Joined, Listed, Plural, Text, Typed, Value

UNITS = 20
"""Units of a roster per page."""
STORIES = 25
"""Most lines of a unit's history on its page; the last ones are shown."""


def rosters_lines(words: Reader, campaign: Campaign) -> list[str]:
    """Return the rosters, one per line."""
    campaign = visible_campaign(campaign, words.reader)
    lines = [words(_roster_summary(campaign, one)) for one in campaign.rosters.values()]
    return lines or [words.say("No rosters yet: get one with `/campaign join`.")]


def _roster_summary(campaign: Campaign, roster: Roster) -> Text:
    units = campaign.units_of_roster(roster.id)
    parts = [
        Plural("{n} unit", "{n} units", len(units)),
        Plural("{n} figure", "{n} figures", sum(one.models for one in units)),
        Text("{n} fit", n=len(campaign.fit(roster.id))),
    ]
    if cap := campaign.terms.points_cap:
        parts.append(Text("{n} of {cap} points", n=points_of(campaign, roster.id), cap=cap))
    if roster.figures:
        parts.append(recruits_text(roster.figures))
    who = member_name(campaign, roster.player) if roster.player else Text("no player")
    return Text("**{roster}** ({who}): {parts}", roster=roster.name, who=who, parts=Joined(parts, " · "))


def roster_lines(words: Reader, campaign: Campaign, roster: Roster, page: int = 0) -> list[str]:
    """Return a roster with the units of one page."""
    campaign = visible_campaign(campaign, words.reader)
    units = units_of_page(campaign, roster.id)[page * UNITS : (page + 1) * UNITS]
    head = [words(one) for one in _open_step_texts(campaign, roster)] + [words(_roster_summary(campaign, roster))]
    if not units:
        return [*head, words.say("No units yet: choose a force below, or attach a file to `/campaign enlist`.")]
    lines = [
        words.say("{unit}: {parts}", unit=one.name, parts=Joined(list(state_parts(campaign, one)), " · "))
        for one in units
    ]
    return [*head, *(f"• {line}" for line in lines)]


def _open_step_texts(campaign: Campaign, roster: Roster) -> Iterable[Text]:
    """Yield the steps open to a roster's player before the next battle."""
    if room_of(campaign, roster.id):
        yield _recruits_line(campaign, roster)
    units = campaign.units_of_roster(roster.id)
    rising = [one.name for one in units if level_choices(campaign, one)]
    if rising:
        yield Text("⬆ {units}: choose the new level's gain on the unit's page.", units=Listed(rising))


def _recruits_line(campaign: Campaign, roster: Roster) -> Text:
    """Return the recruits of a roster: earned, the room for them by unit, and the surplus."""
    rooms = rooms_of(campaign, roster.id)
    earned = Plural("{n} recruit earned", "{n} recruits earned", roster.figures)
    named = [_unit_room_text(unit, room) for unit, room in rooms]
    total = sum(room for _, room in rooms)
    told: list[Value] = [earned, Text("room for {n}: {units}", n=total, units=Listed(named))]
    if roster.figures > total:
        told.append(
            Plural(
                "{n} has no room and is lost when the next battle begins",
                "{n} have no room and are lost when the next battle begins",
                roster.figures - total,
            )
        )
    return Text("{recruits}. Choose a unit below.", recruits=Joined(told, " · "))


def _unit_room_text(unit: CampaignUnit, room: int) -> Text:
    if unit.is_gone:
        return Text("{unit} +1 (a replacement)", unit=unit.name)
    values = {"unit": unit.name, "room": room, "models": unit.models, "full": unit.full}
    if not unit.recovering:
        return Text("{unit} +{room} ({models} of {full})", **values)
    return Text("{unit} +{room} ({models} of {full}, {recovering} recovering)", **values, recovering=unit.recovering)


def unit_lines(
    words: Reader, campaign: Campaign, system: System, unit: CampaignUnit, stories: Sequence[HistoryLine]
) -> list[str]:
    """Return the page of a unit: its state, the gains of its levels, its honours, and its recorded history."""
    campaign, roster = visible_campaign(campaign, words.reader), campaign.rosters[unit.roster]
    parts = Joined(list(state_parts(campaign, unit)), " · ")
    lines = [words.say("{roster} · {parts}", roster=roster.name, parts=parts)]
    cost = None if unit.is_gone else level_cost(campaign, unit)
    if cost:
        lines.append(words.say("⬇ {cost}.", cost=describe_cost(cost)))
    gains = promote(system.levels, unit.profile, unit.level, unit.choices).gains
    if gains:
        said = Joined([Text("level {level}: {gain}", level=one.level, gain=one.says) for one in gains], " · ")
        lines.append(words.say("**Levels**: {gains}", gains=said))
    if unit.honours:
        lines.append(
            words.say("**Honours**: {honours}", honours=Listed([honour_text(one.key) for one in unit.honours]))
        )
    for one in unit.figures:
        parts = ([Text("fallen")] if one.fell else []) + ([Text("{note}", note=one.note)] if one.note else [])
        named = Text("★ {figure}", figure=one.name)
        lines.append(words(Text("{figure}: {note}", figure=named, note=Joined(parts, " · ")) if parts else named))
    told = [one for one in stories if one.text]
    lines += [f"• {words(_history_text(campaign, unit, one))}" for one in told[-STORIES:]]
    if len(told) > STORIES:
        left = len(told) - STORIES
        lines.append(words(Plural("{n} earlier line: `/campaign log`.", "{n} earlier lines: `/campaign log`.", left)))
    return lines


def note_lines(words: Reader, campaign: Campaign, notes: Sequence[tuple[str, Player | None, Entry]]) -> Iterable[str]:
    """Yield the players' texts about a unit in its battles."""
    for battle, who, entry in notes:
        name = Typed(who.name) if who else Text("a former player")
        said = Text("“{words}” — {who}", words=entry.reason, who=name)
        about = next((one.entry for one in entry.events if isinstance(one, StoryTold)), None)
        number, entries = number_of(campaign, battle), f"#{about or entry.number}"
        yield f"• {words(Text('Battle {number} ({entries}): {story}', number=number, entries=entries, story=said))}"


def _history_text(campaign: Campaign, unit: CampaignUnit, story: HistoryLine) -> Text:
    """Return a line of history with its reference: the battle's record, else the campaign's."""
    battle = campaign.battles.get(story.battle)
    if battle is not None:
        # The report as first signed: a correction has its own line.
        fought = story.deed.key == "fought" and (battle.first or battle.settled)
        said = battle_text(fought.change(unit.id), honour_and_injury_names(campaign)) if fought else story.text
        number, entries = number_of(campaign, story.battle), Listed([f"#{one}" for one in story.entries[:6]])
        if story.entries:
            return Text("Battle {number} ({entries}): {story}", number=number, entries=entries, story=said)
        return Text("Battle {number}: {story}", number=number, story=said)
    said, deed = story.text, story.deed
    if deed.key == "level_chosen":
        # The gain itself, unless the level is lost since.
        gains = promote(system_of(campaign.system).levels, unit.profile, unit.level, unit.choices).gains
        chosen = (deed.values.get("level"), deed.values.get("trait"))
        gain = next((one for one in gains if (one.level, one.trait) == chosen), None)
        said = Text("Level {level}: {gain}", level=gain.level, gain=gain.says) if gain else said
    return Text("{story} (entry {entry})", story=said, entry=story.number)
